"""Order summaries for staff: progress, balance and next actions."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import TypeVar

from django.db.models import F, Model, Q, QuerySet, Sum

from standby.core.clock import last_minute, local_date
from standby.documents.models import Proposal
from standby.messaging.selectors import undelivered
from standby.orders.models import Appointment, ChangeOrder, CrewSeat, Order
from standby.payments.models import (
    CheckoutSession,
    Dispute,
    LedgerEntry,
    Milestone,
    Payment,
    Refund,
)
from standby.payments.selectors import (
    FAILED,
    TO_ANSWER,
    TO_LOOK_AT,
    transfers_not_arrived,
)
from standby.photos.models import PhotoReview
from standby.readiness.rules import StepKind, needs_follow_up
from standby.readiness.selectors import missing_of, steps_by_order
from standby.tracking.rules.next_actions import NextAction, OrderFacts, next_actions

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSummary:
    order: Order
    appointment: Appointment | None
    held_until: datetime | None
    balance_cents: int  # positive: owed to us
    transfer_cents: int  # of it on its way by bank transfer
    refunding_cents: int  # being sent back
    facts: OrderFacts
    next_actions: list[NextAction]


def order_summaries(orders: Sequence[Order], *, now: datetime) -> list[OrderSummary]:
    """Summarize orders with a fixed number of queries, however many orders there are."""
    lookups = _OrderLookups(orders, now=now)
    summaries = []
    for order in orders:
        visit = lookups.visits.get(order.pk)
        seat: CrewSeat | None = getattr(visit, "seat", None)
        held_until = seat.hold_expires_at if seat else None
        facts = _facts(order, visit=visit, held_until=held_until, lookups=lookups, now=now)
        summaries.append(
            OrderSummary(
                order=order,
                appointment=visit,
                held_until=held_until,
                balance_cents=lookups.balances.get(order.pk, 0),
                transfer_cents=sum(
                    page.payment.amount_cents
                    for page in lookups.transfers[order.pk]
                    if page.failed_at is None
                ),
                refunding_cents=lookups.refunding.get(order.pk, 0),
                facts=facts,
                next_actions=next_actions(facts, now=now),
            )
        )
    return summaries


class _OrderLookups:
    def __init__(self, orders: Sequence[Order], *, now: datetime) -> None:
        keys = [order.pk for order in orders]
        visits = Appointment.objects.filter(order__in=keys).select_related("seat", "assigned_to")
        # The newest of each order.
        self.visits = {visit.order_id: visit for visit in visits.order_by("created_at", "pk")}
        self.reviews = {
            review.order_id: review for review in PhotoReview.objects.filter(order__in=keys)
        }
        changes = ChangeOrder.objects.filter(order__in=keys).order_by("pk")
        self.changes: Mapping[int, str] = dict(changes.values_list("order_id", "status"))
        # A proposal for an older quote does not count.
        proposals = Proposal.objects.filter(order__in=keys, quote=F("order__quote")).exclude(
            status=Proposal.Status.SUPERSEDED
        )
        self.proposed = set(proposals.values_list("order_id", flat=True))
        self.milestones = _by_order(Milestone.objects.filter(order__in=keys), "order_id")
        self.installation_steps = steps_by_order(orders)
        balances = LedgerEntry.objects.filter(order__in=keys).order_by().values_list("order_id")
        self.balances = dict(balances.annotate(sum=Sum("amount_cents")))
        self.payments = _by_order(Payment.objects.filter(order__in=keys), "order_id")
        transfers = transfers_not_arrived().filter(payment__order__in=keys)
        self.transfers = _by_order(transfers.select_related("payment"), "payment.order_id")
        refunds = Refund.objects.filter(payment__order__in=keys).select_related("payment")
        requested = refunds.filter(status=Refund.Status.REQUESTED).order_by()
        self.refunding = dict(
            requested.values_list("payment__order").annotate(sum=Sum("amount_cents"))
        )
        self.refunds = _by_order(refunds.filter(TO_LOOK_AT), "payment.order_id")
        disputes = Dispute.objects.filter(payment__order__in=keys).select_related("payment")
        self.disputes = _by_order(
            disputes.filter(TO_ANSWER | Q(needs_decision=True)), "payment.order_id"
        )
        dead = undelivered(now=now).filter(order_ref__in=[order.public_id for order in orders])
        self.dead = Counter(dead.values_list("order_ref", flat=True))


def _facts(
    order: Order,
    *,
    visit: Appointment | None,
    held_until: datetime | None,
    lookups: _OrderLookups,
    now: datetime,
) -> OrderFacts:
    review, milestones = lookups.reviews.get(order.pk), lookups.milestones[order.pk]
    due = next((each for each in milestones if each.status == Milestone.Status.DUE), None)
    is_first_part_paid = any(
        each.kind == Milestone.Kind.ACCEPTANCE and each.status == Milestone.Status.PAID
        for each in milestones
    )
    payments, refunds = lookups.payments[order.pk], lookups.refunds[order.pk]
    disputes, transfers = lookups.disputes[order.pk], lookups.transfers[order.pk]
    to_answer = [dispute for dispute in disputes if dispute.waits_for_answer]
    owed_cents = open_cents = max(0, lookups.balances.get(order.pk, 0))
    if order.status != Order.Status.CANCELLED:
        taken_back_cents = [one.disputed_cents for one in payments if one.is_taken_back]
        owed_cents = min(owed_cents, sum(taken_back_cents))
    steps = lookups.installation_steps[order.pk]
    late = next(
        (step for step in steps.values() if needs_follow_up(step.facts, today=local_date(now))),
        None,
    )
    missing = missing_of(
        order,
        steps=steps,
        is_first_part_paid=is_first_part_paid,
        visit=visit,
    )
    return OrderFacts(
        order_status=order.status,
        missing=tuple(missing),
        late_step=StepKind(late.kind) if late else None,
        late_since=late.expected_on if late else None,
        visit_status=visit.status if visit else None,
        visit_day=visit.day if visit else None,
        is_visit_day=visit is not None and local_date(now) in (visit.day, visit.ends_on),
        is_visit_ahead=visit is not None and visit.day > local_date(now),
        visit_starts_at=visit.start_at if visit else None,
        held_until=held_until,
        is_fee_due=any(
            one.purpose == Payment.Purpose.SCHEDULING_FEE and one.status == Payment.Status.DUE
            for one in payments
        ),
        has_technician=visit is not None and visit.assigned_to_id is not None,
        photos_status=review.status if review else None,
        photos_sent_at=review.submitted_at if review else None,
        is_price_locked=order.quote.locked_at is not None,
        change_status=lookups.changes.get(order.pk),
        has_proposal=order.pk in lookups.proposed,
        percents={each.kind: each.percent for each in milestones},
        due_milestone=due.kind if due else None,
        ask_at=due.ask_at if due else None,
        due_by=last_minute(due.due_on) if due and due.due_on else None,
        is_overdue_notified=due is not None and due.overdue_notified_at is not None,
        transfer_since=_begun(transfers, due=due, has_failed=False),
        failed_transfer_since=_begun(transfers, due=due, has_failed=True),
        is_powered_on=order.powered_on_at is not None,
        failed_refunds=sum(refund.status in FAILED for refund in refunds),
        open_disputes=len(to_answer),
        dispute_by=min((one.respond_by for one in to_answer if one.respond_by), default=None),
        is_fee_gone=any(one.needs_decision for one in refunds)
        or any(one.needs_decision for one in disputes),
        dead_messages=lookups.dead[order.public_id],
        owed_cents=owed_cents,
        open_cents=open_cents,
        refundable_cents=sum(one.left_cents for one in payments if one.can_be_refunded),
    )


def _begun(
    transfers: Sequence[CheckoutSession], *, due: Milestone | None, has_failed: bool
) -> datetime | None:
    # When the last of these transfers for the milestone began.
    of_it = [
        page.processing_at
        for page in transfers
        if due is not None
        and page.payment.milestone_id == due.pk
        and (page.failed_at is not None) == has_failed
    ]
    return of_it[-1] if of_it else None


def _by_order(rows: QuerySet[Row], path: str) -> dict[int, list[Row]]:
    order_of, grouped = attrgetter(path), defaultdict[int, list[Row]](list)
    for row in rows.order_by("pk"):
        grouped[order_of(row)].append(row)
    return grouped
