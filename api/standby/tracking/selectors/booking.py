"""The homeowner's view of their booking, collected from every app."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from standby.core.clock import last_minute
from standby.documents.models import Proposal
from standby.documents.services.proposals import is_outdated as is_credit_outdated
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.rules.cancelling import may_be_moved
from standby.orders.selectors import orders
from standby.orders.services.changes import price_may_change
from standby.payments.models import Cancellation, Milestone, Payment
from standby.payments.selectors import transfers_of
from standby.payments.services.charges import scheduling_fee_of
from standby.payments.services.milestones import milestones_of
from standby.photos.models import PhotoReview
from standby.photos.selectors import review_with_counts
from standby.pricing.models.quoting import PriceReceipt
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind
from standby.readiness.selectors import steps_of
from standby.tracking.rules.progress import NextStepKey, ProgressFacts, build_timeline, next_step
from standby.tracking.selectors.machine import Machine, machine_of
from standby.tracking.selectors.order_status import OrderStatus, StatusSources, next_due, status_of


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingView:
    order: Order
    appointment: Appointment | None
    held_until: datetime | None
    can_be_moved: bool
    review: PhotoReview | None
    photo_count: int  # completely received photos only
    requested_photo_count: int  # of them, those that we asked for
    change: ChangeOrder | None
    proposal: Proposal | None  # as it can be read and accepted now
    is_proposal_outdated: bool  # acceptance would be refused: another is to be made
    receipt: PriceReceipt | None
    timeline: list[dict[str, Any]]
    steps: list[InstallationStep]
    next_step: NextStepKey
    next_step_by: datetime | None  # its deadline, or when it happens
    status: OrderStatus  # the next step in words
    machine: Machine | None  # with the power on


def booking_view(order: Order, *, now: datetime) -> BookingView:
    appointment, held_until = orders.visit_of(order)
    review = review_with_counts(order)
    change = orders.open_change_of(order)
    proposals = Proposal.objects.select_related("file", "quote", "order").filter(order=order)
    proposal = proposals.exclude(status=Proposal.Status.SUPERSEDED).first()
    is_outdated = proposal is not None and _is_outdated(proposal, of=order, now=now)
    cancelled_at = _cancelled_at(order)
    if is_outdated or (cancelled_at and proposal and proposal.accepted_at is None):
        proposal = None
    fee = scheduling_fee_of(order)
    milestones = milestones_of(order)
    reached_at = {milestone.kind: milestone.reached_at for milestone in milestones}
    transfers, failed_transfers = transfers_of(order)
    due_days = [
        milestone.due_on
        for milestone in milestones
        if milestone.is_requested(now) and milestone.pk not in transfers
    ]
    facts = ProgressFacts(
        order_status=order.status,
        reserved_at=order.created_at,
        visit_status=appointment.status if appointment else None,
        visit_day=appointment.day if appointment else None,
        visit_starts_at=appointment.start_at if appointment else None,
        visit_confirmed_at=appointment.confirmed_at if appointment else None,
        held_until=held_until,
        is_fee_due=fee is not None and fee.status == Payment.Status.DUE,
        photos_status=review.status if review else None,
        photos_sent_at=review.submitted_at if review else None,
        is_change_proposed=change is not None,
        price_locked_at=order.quote.locked_at,
        has_proposal=proposal is not None,
        accepted_at=proposal.accepted_at if proposal else None,
        equipment_at=reached_at.get(Milestone.Kind.EQUIPMENT),
        completed_at=reached_at.get(Milestone.Kind.COMPLETION),
        powered_on_at=order.powered_on_at,
        cancelled_at=cancelled_at,
        milestone_by=min((last_minute(day) for day in due_days if day), default=None),
        transfer_since=min(transfers.values(), default=None),
    )
    step, step_by = next_step(facts)
    steps = steps_of(order, equipment_at=facts.equipment_at)
    due = next_due(milestones, transfers=transfers, now=now)
    status = status_of(
        StatusSources(
            order=order,
            progress=facts,
            step=step,
            step_by=step_by,
            fee=fee,
            milestones=milestones,
            due=due,
            review=review,
            change=change,
            steps=steps,
            failed_transfer_since=failed_transfers.get(due.pk) if due else None,
        ),
        now=now,
    )
    return BookingView(
        order=order,
        appointment=appointment,
        held_until=held_until,
        can_be_moved=appointment is not None
        and order.status not in Order.OVER
        and may_be_moved(appointment.status, appointment.start_at, now=now),
        review=review,
        photo_count=review.sent if review else 0,
        requested_photo_count=review.sent_requested if review else 0,
        change=change,
        proposal=proposal,
        is_proposal_outdated=is_outdated,
        receipt=PriceReceipt.objects.filter(quote=order.quote_id).first(),
        timeline=build_timeline(_as_held(facts, now=now)),
        steps=steps,
        next_step=step,
        next_step_by=step_by,
        status=status,
        machine=_machine(order, steps) if order.powered_on_at else None,
    )


def _cancelled_at(order: Order) -> datetime | None:
    if order.status != Order.Status.CANCELLED:
        return None
    return Cancellation.objects.get(order=order).cancelled_at


def _as_held(facts: ProgressFacts, *, now: datetime) -> ProgressFacts:
    # Until the worker comes by, a hold that has ended is still stored as held.
    has_ended = facts.held_until is not None and facts.held_until <= now
    return replace(facts, visit_status=Appointment.Status.EXPIRED) if has_ended else facts


def _machine(order: Order, steps: list[InstallationStep]) -> Machine:
    equipment = next(each for each in steps if each.kind == StepKind.EQUIPMENT)
    return machine_of(order, equipment=equipment)


def _is_outdated(proposal: Proposal, *, of: Order, now: datetime) -> bool:
    # As accepting it is refused (workflows/accept_proposal.py).
    if proposal.status != Proposal.Status.READY or not price_may_change(of):
        return False
    return proposal.quote_id != of.quote_id or is_credit_outdated(proposal, now=now)
