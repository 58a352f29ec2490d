"""Documents of an order: rendered into file storage, then stored as a row."""

import hashlib
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.utils.translation import override

from standby.core import jobs
from standby.core.errors import Conflict, _
from standby.core.models import Job
from standby.core.providers.files import Files, FilesDown
from standby.core.transactions import in_transaction
from standby.core.words import in_english, say
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import DocumentRenderer, Template
from standby.documents.selectors import next_version
from standby.documents.services.document_data import (
    Facts,
    acceptance_facts,
    common_facts,
    hoa_facts,
)
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.order_log import log_change
from standby.pricing.rules.generator_specs import LEAST_KW_OF_THE_STATUTE

log = logging.getLogger(__name__)
Type = OrderFile.Type
PDF: Final = "application/pdf"
# Since the first failed try; afterwards staff have to make the document.
DOCUMENTS_TRIED_FOR: Final = timedelta(days=30)
_TYPES: Final = {
    Template.PROPOSAL: Type.GENERAL_PROPOSAL,
    Template.HOA_PACKET: Type.HOA_PACKET,
    Template.ACCEPTANCE: Type.ACCEPTANCE,
    Template.COMPLETION_PACKET: Type.COMPLETION_PACKET,
}


class OutsideTheStatute(Conflict):
    code = "generator_outside_statute"
    message = _("The statute covers generators of 7 kW and more: please contact this association.")


class PacketOvertaken(Conflict):
    code = "packet_overtaken"
    message = _("Another packet was created at the same moment. Please check the documents again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentContext:
    renderer: DocumentRenderer
    files: Files
    site_url: str


@in_transaction
def enqueue_document(order: Order, file_type: OrderFile.Type, *, now: datetime) -> None:
    """Have the worker make this document; anew if it gave up."""
    jobs.requeue(Job.Kind.DOCUMENT, f"{file_type}:{order.public_id}", now=now)


def expect_document(order: Order, file_type: OrderFile.Type, *, now: datetime) -> None:
    """Have the worker make this document, unless it is to be made already."""
    jobs.enqueue((Job.Kind.DOCUMENT, f"{file_type}:{order.public_id}"), due_at=now)


def discard_document_job(order: Order, file_type: str) -> None:
    jobs.discard(Job.Kind.DOCUMENT, f"{file_type}:{order.public_id}")


def render_document(
    order: Order,
    template: Template,
    facts: Facts,
    *,
    title: str,
    version: int,
    documents: DocumentContext,
    now: datetime,
    file_type: OrderFile.Type | None = None,
) -> OrderFile:
    # Outside a transaction, as rendering and storage take long. The row is not saved yet.
    content = documents.renderer.render(template, facts, made_at=now)
    file_type = file_type or _TYPES[template]
    key = f"orders/{order.public_id}/{file_type}-{version}-{uuid4().hex}.pdf"
    documents.files.put(key, content, content_type=PDF)
    return OrderFile(
        order=order,
        type=file_type,
        title=title,
        language=str(facts["language"]),
        version=version,
        key=key,
        sha256=hashlib.sha256(content).hexdigest(),
        size_bytes=len(content),
        created_at=now,
    )


def store_document(document: OrderFile) -> OrderFile:
    document.save(force_insert=True)
    discard_document_job(document.order, document.type)
    return document


@contextmanager
def storing(document: OrderFile, *, files: Files) -> Iterator[Order]:
    """The transaction that stores a made document, under its order's lock.

    Raises CustomerErased. Whatever is raised inside, the document's file goes.
    """
    try:
        with transaction.atomic(durable=True):
            yield orders.lock_order_to_store(document.order_id)
    except Exception:
        delete_unneeded(document, files=files)
        raise


def delete_unneeded(document: OrderFile, *, files: Files) -> None:
    """Delete the file of a document that was not stored; a worker does, where storage is down."""
    try:
        files.delete(document.key)
    except FilesDown:
        log.warning("an unneeded document is deleted later: file storage is down")
        jobs.enqueue((Job.Kind.FILE_DELETION, document.key), due_at=document.created_at)


def make_hoa_packet(
    order: Order,
    *,
    association: Mapping[str, str],
    documents: DocumentContext,
    actor: str,
    now: datetime,
) -> OrderFile:
    """Make a new version of the application to a homeowners' association, which is English.

    Raises OutsideTheStatute, PacketOvertaken, CustomerErased, RenderFailed and FilesDown.
    """
    if order.kw and order.kw < LEAST_KW_OF_THE_STATUTE:
        raise OutsideTheStatute
    version = next_version(order, file_type=Type.HOA_PACKET)
    with in_english():
        facts = hoa_facts(order, association=association, site_url=documents.site_url, now=now)
    packet = render_document(
        order,
        Template.HOA_PACKET,
        facts,
        title=f"Application to {association['name']}"[:100],
        version=version,
        documents=documents,
        now=now,
    )
    with storing(packet, files=documents.files):
        if next_version(order, file_type=Type.HOA_PACKET) == version:
            change = ("", Type.HOA_PACKET)
            log_change(
                order, subject="document", change=change, actor=actor, now=now, note=packet.title
            )
            return store_document(packet)
    delete_unneeded(packet, files=documents.files)
    raise PacketOvertaken


def make_certificate(
    proposal: Proposal, *, documents: DocumentContext, now: datetime
) -> OrderFile | None:
    # With the notice of cancellation filled in, in the language of what was accepted. Returns None
    # when it was made before. Raises CustomerErased.
    order = proposal.order
    if next_version(order, file_type=Type.ACCEPTANCE) > 1:
        return None
    with override(proposal.file.language):
        facts = acceptance_facts(proposal, site_url=documents.site_url)
        title = say("Your acceptance, with the notice of cancellation")
    certificate = render_document(
        order,
        Template.ACCEPTANCE,
        facts,
        title=title,
        version=1,
        documents=documents,
        now=now,
    )
    with storing(certificate, files=documents.files):
        if next_version(order, file_type=Type.ACCEPTANCE) == 1:
            return store_document(certificate)
    delete_unneeded(certificate, files=documents.files)
    return None


def make_completion_packet(
    order: Order, facts: Facts, *, documents: DocumentContext, now: datetime
) -> OrderFile | None:
    """Make the papers of a finished installation; earlier ones of the order are hidden.

    Call it in the language of the facts. Returns None when another was made meanwhile. Raises
    CustomerErased, RenderFailed and FilesDown.
    """
    version = next_version(order, file_type=Type.COMPLETION_PACKET)
    packet = render_document(
        order,
        Template.COMPLETION_PACKET,
        {
            **common_facts(order, site_url=documents.site_url),
            **facts,
        },
        title=say("Completion packet"),
        version=version,
        documents=documents,
        now=now,
    )
    with storing(packet, files=documents.files):
        if next_version(order, file_type=Type.COMPLETION_PACKET) == version:
            hide_completion_packets(order, now=now)
            return store_document(packet)
    delete_unneeded(packet, files=documents.files)
    return None


def hide_completion_packets(order: Order, *, now: datetime) -> None:
    """Hide those that were made, as they say what no longer holds, and make none that waits."""
    packets = OrderFile.objects.filter(order=order, type=Type.COMPLETION_PACKET, removed_at=None)
    packets.update(removed_at=now)
    discard_document_job(order, Type.COMPLETION_PACKET)
