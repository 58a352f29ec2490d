"""Acceptance of a proposal by the homeowner, which begins the project."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.diagnostics.services.diagnostics import credit_diagnostic
from standby.documents import selectors
from standby.documents.models import OrderFile, Proposal
from standby.documents.services import proposals
from standby.documents.services.documents import enqueue_document
from standby.documents.services.proposals import ProposalChanged
from standby.orders.models import Order
from standby.orders.rules.cancelling import last_day_to_cancel
from standby.orders.selectors import orders
from standby.orders.services.changes import price_may_change
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import VISITOR
from standby.orders.services.orders import move_order
from standby.payments.services import milestones


class AlreadyAccepted(Conflict):
    code = "already_accepted"
    message = _("You already accepted another proposal.")


def accept_proposal(
    order: Order,
    *,
    proposal_id: UUID,
    sha256: str,
    clauses_sha256: str,
    typed_name: str,
    origin: str = "",
    now: datetime,
) -> Proposal:
    """Accept the proposal, reach the first milestone and notify the customer. Idempotent.

    Nothing is asked for until the cancellation period ends (PRICE-02.3).

    `sha256` is of the PDF and `clauses_sha256` of the clauses that the homeowner saw, `origin` a
    key for the client's address that identifies no person. Raises ProposalNotFound,
    ProposalChanged, AlreadyAccepted, and StatusMoved when the order's date is not confirmed. One
    that credits what the account does not credit is not accepted: a new version is made.
    """
    with transaction.atomic(durable=True):
        order = orders.lock_order(order.pk)
        proposal = selectors.proposal_by_id(proposal_id, order=order)
        accepted = selectors.accepted_proposal_of(order)
        if accepted is not None:
            signed = (accepted.accepted_sha256, accepted.accepted_clauses_sha256)
            if accepted.public_id != proposal_id or signed != (sha256, clauses_sha256):
                raise AlreadyAccepted
            return accepted
        if proposal.quote_id != order.quote_id:  # a lower price whose proposal is still to come
            raise ProposalChanged
        is_outdated = price_may_change(order) and proposals.is_outdated(proposal, now=now)
        if is_outdated:
            enqueue_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=now)
        else:
            proposals.accept(
                proposal,
                sha256=sha256,
                clauses_sha256=clauses_sha256,
                typed_name=typed_name,
                origin=origin,
                now=now,
            )
            _begin_project(order, proposal, now=now)
    if is_outdated:  # once the new version is asked for
        raise ProposalChanged
    return proposal


def _begin_project(order: Order, proposal: Proposal, *, now: datetime) -> None:
    move_order(order, to=Order.Status.ACCEPTED, actor=VISITOR, now=now)
    credit_diagnostic(order, now=now)
    due = milestones.begin_project(
        order,
        total_cents=proposal.quote.total_cents,
        terms=proposal.payment_terms,
        now=now,
    )
    enqueue_document(order, OrderFile.Type.ACCEPTANCE, now=now)
    notify_customer(
        order,
        kind="proposal_accepted",
        dedupe_part=str(order.public_id),
        now=now,
        cancel_until=last_day_to_cancel(local_date(now)),
        due_cents=due.due_cents,
        due_on=due.due_on,
    )
