"""Acceptance of a proposal by the homeowner, which begins the project."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.core.policy import AGREEMENT_VERSIONS, HOUSTON
from standby.documents import selectors as queries
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import Document, Template
from standby.documents.services import proposals
from standby.documents.services.document_data import acceptance_facts
from standby.documents.services.render_document import (
    DocumentContext,
    delete_best_effort,
    render_document,
)
from standby.orders.models import Order
from standby.orders.rules.cancelling import last_day_to_cancel
from standby.orders.selectors import orders as bookings
from standby.orders.services import changes
from standby.orders.services.notify import notify_customer
from standby.payments.services import milestones


class AlreadyAccepted(Conflict):
    code = "already_accepted"
    message = _("You accepted another proposal already.")


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptanceRequest:
    proposal_id: UUID
    sha256: str  # of the PDF that the homeowner saw
    typed_name: str
    origin: str = ""  # a key for the client's address that identifies no person


def accept_proposal(order: Order, *, acceptance: AcceptanceRequest, now: datetime) -> Proposal:
    """Accept the proposal, reach the first milestone and notify the customer. Idempotent.

    Raises ProposalNotFound, ProposalChanged, AlreadyAccepted, and StatusMoved when the order's date
    is not confirmed.
    """
    with transaction.atomic(durable=True):
        order = bookings.lock_order(order.pk)
        proposal = queries.proposal_by_id(acceptance.proposal_id, order=order)
        accepted = queries.accepted_proposal_of(order)
        if accepted is not None:
            return _ensure_same(accepted, acceptance=acceptance)
        proposals.accept(proposal, signature=_signature(acceptance), now=now)
        changes.accept_order(order, now=now)
        due = milestones.begin_project(order, total_cents=proposal.quote.total_cents, now=now)
        _notify_accepted(order, due=due, now=now)
        return proposal


def file_certificate(
    proposal: Proposal, *, documents: DocumentContext, now: datetime
) -> OrderFile | None:
    """Render and store the acceptance document, with the notice of cancellation filled in.

    Returns None when it was stored meanwhile. Raises PressFailed and FilesDown.
    """
    order = proposal.order
    document = render_document(
        order,
        document=Document(
            template=Template.ACCEPTANCE,
            facts=acceptance_facts(proposal, site_url=documents.site_url),
            made_at=now,
        ),
        title="Your acceptance, with the notice of cancellation",
        version=1,
        documents=documents,
    )
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        if queries.next_version(order, file_type=OrderFile.Type.ACCEPTANCE) == document.version:
            return proposals.store_document(order, stored=document, now=now)
    delete_best_effort(document, files=documents.files)
    return None


def _ensure_same(accepted: Proposal, *, acceptance: AcceptanceRequest) -> Proposal:
    if (accepted.public_id, accepted.accepted_sha256) != (
        acceptance.proposal_id,
        acceptance.sha256,
    ):
        raise AlreadyAccepted
    return accepted


def _signature(acceptance: AcceptanceRequest) -> proposals.Signature:
    return proposals.Signature(
        typed_name=acceptance.typed_name,
        sha256=acceptance.sha256,
        agreement_versions=dict(AGREEMENT_VERSIONS),
        origin=acceptance.origin,
    )


def _notify_accepted(order: Order, *, due: milestones.MilestoneDue, now: datetime) -> None:
    dedupe_part = str(order.public_id)
    until = last_day_to_cancel(now.astimezone(HOUSTON).date())
    notify_customer(
        order, kind="proposal_accepted", dedupe_part=dedupe_part, now=now, cancel_until=until
    )
    if due.due_cents == 0:
        return
    notify_customer(
        order,
        kind="milestone_due",
        dedupe_part=due.milestone.kind,
        now=now,
        milestone=due.milestone.kind,
        amount_cents=due.milestone.amount_cents,
        due_cents=due.due_cents,
    )
