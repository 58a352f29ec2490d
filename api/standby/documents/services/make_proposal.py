"""Rendering of a proposal from a locked price."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.documents import selectors as queries
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import Document, Template
from standby.documents.services import proposals
from standby.documents.services.document_data import proposal_facts
from standby.documents.services.render_document import (
    DocumentContext,
    delete_best_effort,
    render_document,
)
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.changes import ensure_price_may_change
from standby.orders.services.notify import notify_customer

_MOST_TRIES: Final = 3
_TYPE: Final = OrderFile.Type.GENERAL_PROPOSAL


class PriceNotLocked(Conflict):
    code = "price_not_locked"
    message = _("The price is not locked yet: a proposal is made when the photos were reviewed.")


class ProposalOvertaken(Conflict):
    code = "proposal_overtaken"
    message = _("The price was changed while the proposal was made. Please try again.")


def make_proposal(
    order: Order, *, documents: DocumentContext, actor: str, now: datetime
) -> Proposal:
    """Return the proposal of the order's locked price, rendering it first if needed.

    Idempotent: one locked price has one proposal, which supersedes those of earlier prices. Call it
    outside a transaction. Raises PriceNotLocked, PriceAgreed, ProposalOvertaken, PressFailed and
    FilesDown.
    """
    for _attempt_no in range(_MOST_TRIES):
        current = Order.objects.select_related("quote").get(pk=order.pk)
        proposal = queries.proposal_of(current.quote, order=current) or _render_and_store(
            current, documents=documents, actor=actor, now=now
        )
        if proposal is not None:
            return proposal
    raise ProposalOvertaken


def _render_and_store(
    order: Order, *, documents: DocumentContext, actor: str, now: datetime
) -> Proposal | None:
    # Returns None when the order changed during rendering; the caller then reads it again.
    if order.quote.locked_at is None:
        raise PriceNotLocked
    ensure_price_may_change(order)
    version = queries.next_version(order, file_type=_TYPE)
    document = render_document(
        order,
        document=Document(
            template=Template.PROPOSAL,
            facts=proposal_facts(order, version=version, site_url=documents.site_url, now=now),
            made_at=now,
        ),
        title=f"Proposal, version {version}",
        version=version,
        documents=documents,
    )
    proposal = _store_if_unchanged(order, document=document, actor=actor, now=now)
    if proposal is None:
        delete_best_effort(document, files=documents.files)
    return proposal


def _store_if_unchanged(
    rendered_order: Order, *, document: proposals.StoredDocument, actor: str, now: datetime
) -> Proposal | None:
    with transaction.atomic(durable=True):
        order = bookings.lock_order(rendered_order.pk)
        is_unchanged = (order.quote_id, order.status) == (
            rendered_order.quote_id,
            rendered_order.status,
        )
        is_next = queries.next_version(order, file_type=_TYPE) == document.version
        if not is_unchanged or not is_next or queries.proposal_of(order.quote, order=order):
            return None
        proposal = proposals.ready_proposal(
            order,
            quote=order.quote,
            file=proposals.store_document(order, stored=document, now=now),
            actor=actor,
            now=now,
        )
        notify_customer(
            order,
            kind="proposal_ready",
            dedupe_part=str(proposal.public_id),
            now=now,
            total_cents=order.total_cents,
        )
        return proposal
