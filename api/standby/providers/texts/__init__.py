"""Sending a text message. Adapters: twilio.py (live), kept.py (kept as files, sent nowhere)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.providers.errors import ProviderDown


@dataclass(frozen=True, slots=True, kw_only=True)
class SmsMessage:
    to: str
    text: str
    reference: str


class TextsDown(ProviderDown):
    """The text was not taken; trying again later may help."""

    code: ClassVar[str] = "texts_down"


class TextsUnanswered(TextsDown):
    """Nobody knows whether it was taken: sent again, it may arrive twice."""

    code: ClassVar[str] = "texts_unanswered"


class TextRefused(Exception):
    """The text will never be taken: its number is refused for good."""


class TextUnwanted(TextRefused):
    """Its reader told the provider that they want no texts of ours."""


class Texter(Protocol):
    def send(self, text: SmsMessage) -> str:
        """The provider's own name for it. Raises TextsDown, TextsUnanswered, TextRefused and
        TextUnwanted."""
        ...
