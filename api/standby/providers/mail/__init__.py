"""Sending an e-mail. Adapters: smtp.py (live), kept.py (kept as files, sent nowhere)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.providers.errors import ProviderDown


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """`reference` becomes the Message-ID: whoever gets it twice can see that it is one message.

    `calendar` is an ICS file; its METHOD says whether it invites or calls off. An answer goes to
    `reply_to`, or to the sender where it is empty. `unsubscribe_url` is where one POST ends mails
    of this kind (RFC 8058); empty for what is about something of the reader's own.
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
    """The mail was not taken; trying again later may help."""

    code: ClassVar[str] = "mail_down"


class MailRefused(Exception):
    """The mail will never be taken: its address or its content is refused for good."""


class Mailer(Protocol):
    def send(self, mail: Mail) -> str:
        """Its Message-ID. Raises MailDown and MailRefused."""
        ...
