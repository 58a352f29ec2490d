"""Rendering documents as PDF. Adapter: typst.py."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class Template(StrEnum):
    PROPOSAL = "proposal"
    HOA_PACKET = "hoa_packet"
    ACCEPTANCE = "acceptance"
    GAS_REQUEST = "gas_request"
    BILLING = "billing"
    COMPLETION_PACKET = "completion_packet"
    QUOTE = "quote"


class RenderFailed(Exception):
    """The document cannot be rendered; retrying fails again until the cause is fixed."""


class DocumentRenderer(Protocol):
    def render(
        self, template: Template, facts: Mapping[str, object], *, made_at: datetime
    ) -> bytes:
        """Render a tagged PDF (PDF/UA-1) under our letterhead.

        The facts are plain data: texts, cents, days as YYYY-MM-DD, never markup; `language` is the
        one that their texts are in and that the rest is set in. The same ones give the same bytes.
        Raises RenderFailed.
        """
        ...
