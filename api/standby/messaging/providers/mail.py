"""Sending email: by SMTP, or into files, which sends nothing."""

import logging
import re
import smtplib
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, parseaddr
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from django.utils.crypto import salted_hmac

from standby.core.provider_calls import ProviderDown, outgoing
from standby.messaging.reply_address import reply_address

log = logging.getLogger(__name__)

_METHOD = re.compile(r"^METHOD:(REQUEST|CANCEL|PUBLISH)\s*$", re.MULTILINE)
_UNSUBSCRIBE: Final = "List-Unsubscribe"
TIMEOUT_S: Final = 5
_PASSING: Final = frozenset({530, 534, 535, 552})
_REFUSED: Final = 554
_TEMPORARY: Final = re.compile(r"\b4\.\d{1,3}\.\d{1,3}\b|temporar|try again|\blater\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """An email to send.

    `reference` becomes the Message-ID, so that a duplicate can be recognized. `calendar` is an
    iCalendar file; its METHOD says whether it invites or cancels. Replies go to `reply_to`, or to
    the sender where it is empty; to an address of this mail's own where a pattern of those is set.
    `unsubscribe_url` takes one-click unsubscribe POSTs (RFC 8058); empty for transactional mail.
    """

    to: str
    subject: str
    text: str
    reference: str
    html: str = ""
    calendar: str = ""
    reply_to: str = ""
    unsubscribe_url: str = ""


class MailDown(ProviderDown):
    """The mail was not accepted; trying again later may help."""

    code: ClassVar[str] = "mail_down"


class MailRefused(Exception):
    """The mail will never be accepted: its address or content is refused for good."""


class Mailer(Protocol):
    sends: ClassVar[bool]  # False: it keeps them in files

    def send(self, mail: Mail) -> str:
        """Send an email and return its Message-ID. Raises MailDown and MailRefused."""
        ...


class _MailPolicy(EmailPolicy):
    # Python splits a URL longer than a line into encoded words, which mail programs cannot read.
    # This one header stays on a single line, however long (RFC 5322 allows 998 characters).
    def fold(self, name: str, value: Any) -> str:
        if name == _UNSUBSCRIBE:
            return f"{name}: {value}{self.linesep}"
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: Any) -> bytes:
        if name == _UNSUBSCRIBE:
            return self.fold(name, value).encode("ascii")
        return super().fold_binary(name, value)


def build_email(mail: Mail, *, sender: str, reply_pattern: str = "") -> EmailMessage:
    # Raises MailRefused for an address or subject with a line break.
    message = EmailMessage(policy=_MailPolicy())
    own_id = message_id(mail.reference, sender=sender)
    reply_to = reply_address(own_id, pattern=reply_pattern) or mail.reply_to
    try:
        message["From"] = sender
        message["To"] = mail.to
        if reply_to:
            message["Reply-To"] = reply_to
        message["Subject"] = mail.subject
    except ValueError as error:
        raise MailRefused("a header has a line break") from error
    message["Date"] = formatdate()
    message["Message-ID"] = own_id
    # Some relays put an id of their own in its place; what answers the mail names this one too.
    message["References"] = own_id
    message["X-Auto-Response-Suppress"] = "OOF, AutoReply"
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe_url:
        # One click by HTTPS alone: a mail that asks for it would prove nothing.
        message[_UNSUBSCRIBE] = f"<{mail.unsubscribe_url}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    if mail.calendar:
        # As an alternative part, so that mail programs offer the date by its METHOD; and as an
        # attachment for those that do not.
        calendar, method = mail.calendar.encode(), _METHOD.search(mail.calendar)
        message.add_alternative(
            calendar,
            maintype="text",
            subtype="calendar",
            params={"method": method[1] if method else "PUBLISH", "charset": "utf-8"},
        )
        message.add_attachment(
            calendar, maintype="application", subtype="ics", filename="installation.ics"
        )
    return message


def message_id(reference: str, *, sender: str) -> str:
    """Return the Message-ID of the mail with this reference, the same for each try.

    It is signed: who names it has had the mail, and what names it is believed to answer it.
    """
    signed = salted_hmac("standby.messaging.message_id", reference, algorithm="sha256")
    return id_of_token(signed.hexdigest()[:40], sender=sender)


def id_of_token(token: str, *, sender: str) -> str:
    """Return the Message-ID with this signed part, as mails of this sender have it."""
    domain = parseaddr(sender)[1].partition("@")[2] or "localhost"
    return f"<{token}@{domain}>"


def masked(address: str) -> str:
    """Mask an address for logs: recognizable, but not usable for writing (a***@example.org)."""
    name, _, domain = address.partition("@")
    return f"{name[:1]}***@{domain}" if domain else f"***{address[-2:]}"


class FileMailer:
    sends: ClassVar[bool] = False

    def __init__(self, *, folder: Path, sender: Callable[[], str]) -> None:
        self._folder = folder
        self._sender = sender

    def send(self, mail: Mail) -> str:
        sender = self._sender()
        message = build_email(mail, sender=sender)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds live access links
        made_id = message_id(mail.reference, sender=sender)
        name = made_id.strip("<>").partition("@")[0]
        file = self._folder / f"{name}.eml"
        file.write_bytes(message.as_bytes())
        log.info("mail for %s kept as %s", masked(mail.to), file.name)
        return made_id


class SmtpMail:
    """`security` is starttls, tls or none; `sender` returns the From header of the moment.

    With a `reply_pattern` each mail has an address of its own (see reply_address.py), to which it
    is answered, and to which mail servers return it.
    """

    sends: ClassVar[bool] = True

    def __init__(
        self,
        *,
        host: str,
        port: int,
        user: str,
        password: str,
        security: str,
        sender: Callable[[], str],
        reply_pattern: str = "",
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._server, self._timeout_s = (host, port), timeout_s
        self._credentials = (user, password) if user else None
        self._security, self._sender = security, sender
        self._reply_pattern = reply_pattern

    def send(self, mail: Mail) -> str:
        sender = self._sender()
        message = build_email(mail, sender=sender, reply_pattern=self._reply_pattern)
        own_id = str(message["Message-ID"])
        returned_to = reply_address(own_id, pattern=self._reply_pattern) or None
        connect: Callable[..., smtplib.SMTP] = smtplib.SMTP
        if self._security == "tls":
            connect = partial(smtplib.SMTP_SSL, context=ssl.create_default_context())
        try:
            with outgoing("mail"), connect(*self._server, timeout=self._timeout_s) as connection:
                if self._security == "starttls":
                    connection.starttls(context=ssl.create_default_context())
                if self._credentials:
                    connection.login(*self._credentials)
                connection.send_message(message, from_addr=returned_to)
                return own_id
        except smtplib.SMTPRecipientsRefused as error:
            raise _refusal_of(list(error.recipients.values())) from error
        except (smtplib.SMTPConnectError, smtplib.SMTPHeloError) as error:
            raise MailDown(f"the server greeted with {error.smtp_code}") from error
        except smtplib.SMTPResponseException as error:
            raise _refusal_of([(error.smtp_code, error.smtp_error)]) from error
        except (smtplib.SMTPException, OSError) as error:
            raise MailDown(type(error).__name__) from error


def _refusal_of(answers: Sequence[tuple[int, bytes | str]]) -> Exception:
    # 5xx is final unless it may be temporary; all else may be temporary.
    reason = f"the server answered {answers[0][0] if answers else 'nothing'}"
    is_final = bool(answers) and not any(_may_pass(code, text) for code, text in answers)
    return MailRefused(reason) if is_final else MailDown(reason)


def _may_pass(code: int, text: bytes | str) -> bool:
    # Wrong credentials (530, 534, 535) are ours to fix, a full mailbox (552) is its owner's. 554 is
    # final unless its text says otherwise.
    message = text.decode(errors="replace") if isinstance(text, bytes) else text
    return (
        not 500 <= code < 600
        or code in _PASSING
        or (code == _REFUSED and _TEMPORARY.search(message) is not None)
    )
