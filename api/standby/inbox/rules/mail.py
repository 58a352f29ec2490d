"""Reading a mail from its bytes: who, about what, which words, which files.

Whatever a header or a part says is taken as it stands where it cannot be decoded. What has more
parts or levels than a person's mail raises MailUnreadable.
"""

import binascii
import email.utils
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from quopri import decodestring
from typing import Final

from standby.inbox.rules.clean import decoded, one_line
from standby.inbox.rules.html_text import text_of_html

MOST_PARTS: Final = 200
MOST_LEVELS: Final = 20
LONGEST_TEXT: Final = 200_000  # characters that are shown; the whole mail is kept
HEADER_BYTES: Final = 64 * 1024  # of a mail that is not read whole
_WORD: Final = re.compile(r"=\?([\w.:+-]+)(?:\*[\w-]*)?\?([bBqQ])\?([^?\s]*)\?=")
_BETWEEN_WORDS: Final = re.compile(r"(\?=)\s+(=\?)")
_ID: Final = re.compile(r"<[^<>\s]{1,250}>")
_DAEMON: Final = re.compile(r"(mailer-daemon|postmaster)@|^(mailer-daemon|postmaster)$", re.I)
# Notes of absence by programs that do not keep to RFC 3834
_AUTOMATIC: Final = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "list-id")
_NOT_A_PERSON: Final = frozenset({"auto_reply", "auto-reply", "bulk", "junk", "list"})
_WILL_BE_TRIED: Final = frozenset({"delayed", "relayed", "expanded", "delivered"})
# Of a note that a mail was not delivered yet, by mail servers that write no report
_IS_LATE: Final = re.compile(
    r"\bdelay(?:ed)?\b|^\W*warning\b|\bdeferred\b|\byet been delivered|\bkeep trying|\bstill trying"
    r"|\bwill be (?:tried again|retried)",
    re.I,
)
_FORWARDED: Final = "---------- Forwarded message ----------"


class MailUnreadable(ValueError):
    """It has more parts, or parts within parts, than any person sends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailFile:
    """A file of a mail: its place among them, from 0, and its content as it was sent."""

    place: int
    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedMail:
    """A mail as it was read. `answers` are the Message-IDs that it replies to.

    `is_return` says that it is a mail server's report of a mail that could not be delivered;
    `returned` are the Message-IDs that it names. `is_automatic` says that a program wrote it: an
    absence note, a list, a report. `recipients` are the addresses it was sent to, in lower case.
    `results` are its Authentication-Results headers, the newest first. `has_one_sender` is not so
    where it names several, so that none of them is proven.
    """

    message_id: str
    sender: str
    subject: str
    text: str
    answers: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    is_return: bool = False
    is_automatic: bool = False
    recipients: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    has_one_sender: bool = True
    files: tuple[MailFile, ...] = ()


def sender_and_subject(raw: bytes) -> tuple[str, str]:
    """Return what the first 64 KB of a mail say about who sent it, and about what."""
    message = message_from_bytes(raw[:HEADER_BYTES].partition(b"\r\n\r\n")[0])
    return _sender(message), one_line(_header(message, "subject"), most=200)


def read_mail(raw: bytes) -> ReceivedMail:
    """Read a mail. Raises MailUnreadable; what else is wrong with it raises as it does."""
    message = message_from_bytes(raw)
    leaves = list(_leaves(message))
    words, files = _words_and_files(leaves)
    sender, subject = _sender(message), one_line(_header(message, "subject"), most=200)
    is_report = message.get_content_type() == "multipart/report"
    is_from_daemon = is_report or _is_from_daemon(message, sender)
    is_return = is_from_daemon and _is_return(leaves, f"{subject}\n{words}", sender=sender)
    senders = email.utils.getaddresses(list(_headers(message, "from")))
    return ReceivedMail(
        message_id=next(iter(_ids(_header(message, "message-id"))), ""),
        sender=sender,
        subject=subject,
        text=words[:LONGEST_TEXT],
        answers=_ids(f"{_header(message, 'in-reply-to')} {_header(message, 'references')}"),
        returned=_returned(leaves, words) if is_return else (),
        is_return=is_return,
        is_automatic=is_from_daemon or _is_automatic(message),
        recipients=_recipients(message),
        results=tuple(_headers(message, "authentication-results"))[:20],
        has_one_sender=len(senders) == 1,
        files=tuple(files),
    )


def _headers(message: Message, name: str) -> Iterator[str]:
    # As they stand in the mail: decoding each word is left to us, because one that is wrong must
    # not make the others unreadable.
    for key, value in message.raw_items():
        if key.lower() == name:
            yield decoded(str(value).encode("ascii", "surrogateescape"))


def _header(message: Message, name: str) -> str:
    header = next(_headers(message, name), "")
    return _WORD.sub(_decoded_word, _BETWEEN_WORDS.sub(r"\1\2", header)).strip()


def _decoded_word(word: re.Match[str]) -> str:
    charset, encoding, text = word.groups()
    content = text.encode()
    try:
        if encoding in "bB":
            content = b64decode(content + b"=" * (-len(content) % 4))
        else:
            content = decodestring(content, header=True)
    except binascii.Error:
        return word[0]
    return decoded(content, charset)


def _sender(message: Message) -> str:
    # The address is read before encoded words are decoded: those may only stand in the name.
    header = next(_headers(message, "from"), "")
    address = email.utils.parseaddr(header)[1]
    return one_line(address, most=254)


def _ids(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ID.findall(text)))[:100]


def _recipients(message: Message) -> tuple[str, ...]:
    named = [
        text
        for name in ("delivered-to", "x-original-to", "to", "cc")
        for text in _headers(message, name)
    ]
    addresses = [address.lower() for _name, address in email.utils.getaddresses(named) if address]
    return tuple(dict.fromkeys(addresses))[:100]


def _is_automatic(message: Message) -> bool:
    submitted = _header(message, "auto-submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return True
    precedence = _header(message, "precedence").lower()
    return precedence in _NOT_A_PERSON or any(name in message for name in _AUTOMATIC)


def _is_from_daemon(message: Message, sender: str) -> bool:
    return _DAEMON.search(sender) is not None or _header(message, "return-path") == "<>"


def _leaves(message: Message) -> Iterator[Message]:
    # Parts in the order of the mail; of alternatives only the one that is read.
    count, waiting = 0, [(message, 0)]
    while waiting:
        part, level = waiting.pop()
        count += 1
        if count > MOST_PARTS or level > MOST_LEVELS:
            raise MailUnreadable(f"more than {MOST_PARTS} parts or {MOST_LEVELS} levels")
        parts = _inner(part)
        if not parts or part.get_content_type() == "message/rfc822":
            yield part
        if part.get_content_type() == "multipart/alternative":
            parts = _best_of(parts)
        waiting.extend((each, level + 1) for each in reversed(parts))


def _inner(part: Message) -> list[Message]:
    # Asking for the payload of any other part would decode it, by whatever charset it names.
    payload = part.get_payload() if part.is_multipart() else []
    return [each for each in payload if isinstance(each, Message)]


def _best_of(alternatives: list[Message]) -> list[Message]:
    # The plain words if there are any, else what comes last, which is the richest.
    for part in alternatives:
        if part.get_content_type() == "text/plain" and _content(part).strip():
            return [part, *(each for each in alternatives if not _is_words(each))]
    return alternatives[-1:]


def _is_words(part: Message) -> bool:
    return part.get_content_maintype() in ("text", "multipart")


def _words_and_files(leaves: list[Message]) -> tuple[str, list[MailFile]]:
    words, files = list[str](), list[MailFile]()
    for part in leaves:
        kind = part.get_content_type()
        name = _file_name(part)
        if kind == "message/rfc822":
            words.append(_heading_of(part))
        elif kind in ("text/plain", "text/html") and not name:
            words.append(_text_of(part))
        elif kind not in ("message/delivery-status", "text/rfc822-headers"):
            files.append(
                MailFile(
                    place=len(files),
                    name=name or kind,
                    content_type=one_line(kind, most=100),
                    content=_content(part),
                )
            )
    return "\n\n".join(filter(None, (text.strip() for text in words))), files


def _text_of(part: Message) -> str:
    text = decoded(_content(part), _charset(part))
    return text_of_html(text) if part.get_content_type() == "text/html" else text


def _heading_of(forwarded: Message) -> str:
    # A mail that hangs on a mail is one that was forwarded, or came back.
    facts = [
        f"{name.title()}: {one_line(_header(inner, name), most=200)}"
        for inner in _inner(forwarded)[:1]
        for name in ("from", "date", "subject")
    ]
    return "\n".join([_FORWARDED, *facts])


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename()
    except ValueError:  # what it names as a charset is none
        return "file"
    if name:
        return one_line(_WORD.sub(_decoded_word, str(name)), most=200) or "file"
    disposition = _header(part, "content-disposition").partition(";")[0].strip().lower()
    return "file" if disposition == "attachment" else ""


def _charset(part: Message) -> str:
    try:
        return str(part.get_content_charset() or "")
    except ValueError:
        return ""


def _content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _is_return(leaves: list[Message], words: str, *, sender: str) -> bool:
    """Whether a mail server gave up on a mail: by the actions of its report, else by its words.

    Absence notes come back with an empty return path as well, but never from the mail server.
    """
    actions = {_header(part, "action").lower() for part in leaves} - {""}
    if actions:
        return not actions <= _WILL_BE_TRIED
    return _DAEMON.search(sender) is not None and not _IS_LATE.search(words[:2000])


def _returned(leaves: list[Message], words: str) -> tuple[str, ...]:
    """Return the Message-IDs of a mail that came back, however its report has them."""
    ids = list[str]()
    for part in leaves:
        kind = part.get_content_type()
        if kind == "message/rfc822":
            ids += [message_id for each in _inner(part) for message_id in _ids_of_ours(each)]
        elif kind == "text/rfc822-headers":
            headers = message_from_bytes(_content(part))
            ids += _ids_of_ours(headers)
    # qmail and Exim write the headers into the text of their note.
    for line in words.splitlines():
        name, _, value = line.lstrip("> ").partition(":")
        if name.lower() in ("message-id", "references"):
            ids += _ids(value)
    return tuple(dict.fromkeys(ids))


def _ids_of_ours(message: Message) -> tuple[str, ...]:
    return _ids(f"{_header(message, 'message-id')} {_header(message, 'references')}")
