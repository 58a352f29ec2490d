"""A paper is printed and put into our storage, before its row says that it is there."""

import hashlib
import logging
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from standby.apps.booking.models import Order
from standby.apps.proposals.models import OrderFile
from standby.apps.proposals.services import Kept
from standby.providers.files import Files, FilesDown
from standby.providers.pdf import Paper, Press, Template

log = logging.getLogger(__name__)
PDF: Final = "application/pdf"
_TYPES: Final = {
    Template.PROPOSAL: OrderFile.Type.GENERAL_PROPOSAL,
    Template.HOA_PACKET: OrderFile.Type.HOA_PACKET,
    Template.ACCEPTANCE: OrderFile.Type.ACCEPTANCE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """With what papers are made, and which site they name."""

    press: Press
    files: Files
    site_url: str


def print_paper(
    order: Order, *, paper: Paper, title: str, version: int, printing: Printing
) -> Kept:
    """Raises PressFailed and FilesDown. Nothing of it may be done in a transaction."""
    content = printing.press.print(paper)
    kind = _TYPES[paper.template]
    key = f"orders/{order.public_id}/{kind}-{version}-{uuid4().hex}.pdf"
    printing.files.put(key, content, content_type=PDF)
    return Kept(
        type=kind,
        title=title,
        version=version,
        key=key,
        sha256=hashlib.sha256(content).hexdigest(),
        size_bytes=len(content),
    )


def throw_away_best_effort(kept: Kept, *, files: Files) -> None:
    """Another was quicker: this copy is nobody's."""
    try:
        files.delete(kept.key)
    except FilesDown:
        log.warning("a paper that nobody needs stays in the storage")
