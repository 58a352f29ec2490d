"""Rendering of documents into file storage, before their rows are written."""

import hashlib
import logging
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from standby.core.providers.files import Files, FilesDown
from standby.documents.models import OrderFile
from standby.documents.providers.pdf import Document, DocumentRenderer, Template
from standby.documents.services.proposals import StoredDocument
from standby.orders.models import Order

log = logging.getLogger(__name__)
PDF: Final = "application/pdf"
_TYPES: Final = {
    Template.PROPOSAL: OrderFile.Type.GENERAL_PROPOSAL,
    Template.HOA_PACKET: OrderFile.Type.HOA_PACKET,
    Template.ACCEPTANCE: OrderFile.Type.ACCEPTANCE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentContext:
    renderer: DocumentRenderer
    files: Files
    site_url: str


def render_document(
    order: Order, *, document: Document, title: str, version: int, documents: DocumentContext
) -> StoredDocument:
    """Render a PDF and put it into file storage. Raises PressFailed and FilesDown.

    Call it outside a transaction: rendering and storage take long.
    """
    content = documents.renderer.render(document)
    kind = _TYPES[document.template]
    key = f"orders/{order.public_id}/{kind}-{version}-{uuid4().hex}.pdf"
    documents.files.put(key, content, content_type=PDF)
    return StoredDocument(
        type=kind,
        title=title,
        version=version,
        key=key,
        sha256=hashlib.sha256(content).hexdigest(),
        size_bytes=len(content),
    )


def delete_best_effort(document: StoredDocument, *, files: Files) -> None:
    """Delete a document that lost the race to be stored; a failure is only logged."""
    try:
        files.delete(document.key)
    except FilesDown:
        log.warning("an unneeded document stays in file storage")
