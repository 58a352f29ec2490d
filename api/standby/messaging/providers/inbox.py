"""Reading the mailbox to which customers reply, by IMAP."""

import imaplib
import ssl
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from functools import partial
from typing import ClassVar, Final, Protocol

from django.utils.html import strip_tags
from imap_tools import AND, MailBox, MailBoxUnencrypted, U
from imap_tools.errors import ImapToolsError
from imap_tools.message import MailMessage

from standby.core.provider_calls import ProviderDown, outgoing

TIMEOUT_S: Final = 10
MOST_AT_ONCE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedMail:
    """A mail of the mailbox. `answers` are the Message-IDs that it replies to.

    `bounced` is the Message-ID of ours that could not be delivered, of a report of a mail server.
    `is_automatic` says that a program wrote it: an absence note, a list, a report.
    """

    message_id: str
    sender: str
    subject: str
    text: str
    answers: tuple[str, ...] = ()
    bounced: str = ""
    is_automatic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMails:
    """New mails, oldest first, and the place up to which the mailbox was read."""

    uid_validity: int
    last_uid: int
    mails: list[ReceivedMail] = field(default_factory=list)


class InboxDown(ProviderDown):
    """The mailbox did not answer, or refused the account; trying again later may help."""

    code: ClassVar[str] = "inbox_down"


class Inbox(Protocol):
    def read_after(self, uid_validity: int, last_uid: int) -> ReadMails:
        """Read what arrived after a place. Changes nothing in the mailbox. Raises InboxDown.

        A place of another `uid_validity`, 0 the first time, has no meaning in this mailbox: then
        nothing is read, and the answer is the place from which to go on.
        """
        ...


class ImapInbox:
    """`security` is tls or none."""

    def __init__(
        self, *, host: str, port: int, user: str, password: str, security: str, folder: str
    ) -> None:
        # imaplib by itself would accept any certificate.
        connect = partial(MailBox, ssl_context=ssl.create_default_context())
        self._connect = partial(
            connect if security == "tls" else MailBoxUnencrypted,
            host,
            port=port,
            timeout=TIMEOUT_S,
        )
        self._account = (user, password)
        self._folder = folder

    def read_after(self, uid_validity: int, last_uid: int) -> ReadMails:
        try:
            with outgoing("inbox"), self._connect() as mailbox:
                mailbox.login(*self._account, self._folder)
                status = mailbox.folder.status(self._folder, ["UIDVALIDITY", "UIDNEXT"])
                if status["UIDVALIDITY"] != uid_validity:
                    return ReadMails(
                        uid_validity=status["UIDVALIDITY"], last_uid=status["UIDNEXT"] - 1
                    )
                uids = [int(uid) for uid in mailbox.uids(AND(uid=U(str(last_uid + 1), "*")))]
                # "n:*" has the last mail also where its number is below n.
                new = sorted(uid for uid in uids if uid > last_uid)[:MOST_AT_ONCE]
                if not new:
                    return ReadMails(uid_validity=uid_validity, last_uid=last_uid)
                messages = mailbox.fetch(uid_list=[str(uid) for uid in new], mark_seen=False)
                mails = [_received(mail) for mail in messages]
                return ReadMails(uid_validity=uid_validity, last_uid=new[-1], mails=mails)
        except (imaplib.IMAP4.error, ImapToolsError, OSError) as error:
            raise InboxDown(type(error).__name__) from error


def _received(mail: MailMessage) -> ReceivedMail:
    message = mail.obj
    references = f"{message.get('In-Reply-To', '')} {message.get('References', '')}".split()
    automatic = message.get("Auto-Submitted", "no").strip().lower() != "no"
    is_report = message.get_content_type() == "multipart/report"
    return ReceivedMail(
        message_id=_storable(str(message.get("Message-ID", ""))),
        sender=_storable(mail.from_),
        subject=_storable(mail.subject),
        text=_storable(mail.text or strip_tags(mail.html)),
        answers=tuple(dict.fromkeys(references)),
        bounced=_bounced(message) if is_report else "",
        is_automatic=automatic or is_report or "List-Id" in message,
    )


def _storable(text: str) -> str:
    # PostgreSQL takes no NUL: one mail with it would keep all later ones from being read.
    return text.replace("\x00", "").strip()


def _bounced(report: Message) -> str:
    """Return the Message-ID of the mail that a delivery report says failed for good (RFC 3464)."""
    has_failed, original = False, ""
    for part in report.walk():
        has_failed = has_failed or str(part.get("Action", "")).strip().lower() == "failed"
        if part.get_content_type() == "text/rfc822-headers":
            part = message_from_string(str(part.get_payload()))
        if part is not report:
            original = original or str(part.get("Message-ID", "")).strip()
    return original if has_failed else ""
