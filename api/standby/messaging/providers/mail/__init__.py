"""Sending e-mail. Adapters: smtp.py (live), kept.py (writes files, sends nothing)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.core.provider_errors import ProviderDown


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """An e-mail to send.

    `reference` becomes the Message-ID, so that a duplicate can be recognized. `calendar` is an
    iCalendar file; its METHOD says whether it invites or cancels. Replies go to `reply_to`, or to
    the sender where it is empty. `unsubscribe_url` takes one-click unsubscribe POSTs (RFC 8058);
    empty for transactional mail.
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
    def send(self, mail: Mail) -> str:
        """Send an e-mail and return its Message-ID. Raises MailDown and MailRefused."""
        ...
