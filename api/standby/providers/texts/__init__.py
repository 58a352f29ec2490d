"""Sending a text message. Adapter: kept.py (kept as files, sent nowhere)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from standby.providers.errors import ProviderDown


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    to: str
    text: str
    reference: str


class TextsDown(ProviderDown):
    """The text was not taken; trying again later may help."""

    code: ClassVar[str] = "texts_down"


class TextRefused(Exception):
    """The text will never be taken: its number is refused for good."""


class Texter(Protocol):
    def send(self, text: Text) -> None:
        """Raises TextsDown and TextRefused."""
        ...
