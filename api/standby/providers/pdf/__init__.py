"""Setting a paper as a PDF. Adapter: typst.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class Template(StrEnum):
    PROPOSAL = "proposal"
    HOA_PACKET = "hoa_packet"
    ACCEPTANCE = "acceptance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What is said on it, as plain data: texts, cents, days as YYYY-MM-DD. Never as markup."""

    template: Template
    facts: Mapping[str, object]
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Letterhead:
    """Whose papers they are: what the law wants on each (16 TAC 73; domain facts 1.9)."""

    brand: str
    name: str
    address: str
    phone: str
    email: str
    licence: str
    regulator: str


class RenderFailed(Exception):
    """This paper could not be set; trying again gives the same until something is mended."""


class DocumentRenderer(Protocol):
    def render(self, paper: Document) -> bytes:
        """A tagged PDF (PDF/UA-1) under our letterhead. The same paper gives the same bytes.

        Raises PressFailed.
        """
        ...
