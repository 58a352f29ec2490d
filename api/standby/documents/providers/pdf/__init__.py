"""Rendering documents as PDF. Adapter: typst.py."""

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
    """The content of a document as plain data: texts, cents, days as YYYY-MM-DD. Never markup."""

    template: Template
    facts: Mapping[str, object]
    made_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Letterhead:
    """The contractor's details that the law requires on each document (16 TAC 73)."""

    brand: str
    name: str
    address: str
    phone: str
    email: str
    licence: str
    regulator: str


class RenderFailed(Exception):
    """The document cannot be rendered; retrying fails again until the cause is fixed."""


class DocumentRenderer(Protocol):
    def render(self, document: Document) -> bytes:
        """Render a tagged PDF (PDF/UA-1) under our letterhead.

        The same document gives the same bytes. Raises RenderFailed.
        """
        ...
