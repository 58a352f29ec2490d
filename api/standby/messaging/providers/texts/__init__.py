"""Sending texts. Adapters: twilio.py (live), kept.py (writes files, sends nothing)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.core.provider_errors import ProviderDown


@dataclass(frozen=True, slots=True, kw_only=True)
class SmsMessage:
    to: str
    text: str
    reference: str


class TextsDown(ProviderDown):
    """The text was not accepted; trying again later may help."""

    code: ClassVar[str] = "texts_down"


class TextsUnanswered(TextsDown):
    """It is unknown whether the text was accepted: sent again, it may arrive twice."""

    code: ClassVar[str] = "texts_unanswered"


class TextRefused(Exception):
    """The text will never be accepted: its number is refused for good."""


class TextUnwanted(TextRefused):
    """The recipient opted out at the provider."""


class Texter(Protocol):
    def send(self, text: SmsMessage) -> str:
        """Send a text and return the provider's id for it.

        Raises TextsDown, TextsUnanswered, TextRefused and TextUnwanted.
        """
        ...
