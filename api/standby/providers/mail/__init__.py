"""Sending an e-mail. Adapters: smtp.py (live), kept.py (kept as files, sent nowhere)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.providers.errors import ProviderDown


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """`reference` becomes the Message-ID: whoever gets it twice can see that it is one message.

    `calendar` is an ICS file; its METHOD says whether it invites or calls off. What was not about
    something of the reader's own `may_unsubscribe`.
    """

    to: str
    subject: str
    text: str
    reference: str
    html: str = ""
    calendar: str = ""
    may_unsubscribe: bool = False


class MailDown(ProviderDown):
    """The mail was not taken; trying again later may help."""

    code: ClassVar[str] = "mail_down"


class MailRefused(Exception):
    """The mail will never be taken: its address or its content is refused for good."""


class Mailer(Protocol):
    def send(self, mail: Mail) -> str:
        """Its Message-ID. Raises MailDown and MailRefused."""
        ...
