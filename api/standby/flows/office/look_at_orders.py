"""Staff look at orders: how far each has come, and what is to be done next (OPS-11)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Sum

from standby.apps.booking.models import Appointment, ChangeOrder, CrewSeat, Order
from standby.apps.notifications.queries import undelivered
from standby.apps.payments.models import Dispute, LedgerEntry, Milestone, Payment, Refund
from standby.apps.payments.queries import FAILED, TAKEN_BACK, TO_ANSWER
from standby.apps.photos.models import PhotoReview
from standby.apps.proposals.models import Proposal
from standby.domain.staff_steps import StaffFacts, StaffStep, steps_of


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSeen:
    """Above zero the balance is owed to us."""

    order: Order
    appointment: Appointment | None
    held_until: datetime | None
    balance_cents: int
    facts: StaffFacts
    steps: list[StaffStep]


def look_at_orders(orders: Sequence[Order], *, now: datetime) -> list[OrderSeen]:
    """As many questions to the database for fifty orders as for one."""
    known = _Known(orders, now=now)
    return [_seen(order, known=known, now=now) for order in orders]


class _Known:
    """What is known of these orders, by the order's key."""

    def __init__(self, orders: Sequence[Order], *, now: datetime) -> None:
        keys = [order.pk for order in orders]
        self.visits = _newest_visits(keys)
        self.reviews = {
            review.order_id: review for review in PhotoReview.objects.filter(order__in=keys)
        }
        changes = ChangeOrder.objects.filter(order__in=keys).order_by("pk")
        self.changes: Mapping[int, str] = dict(changes.values_list("order_id", "status"))
        self.proposed = _with_a_proposal(keys)
        due = Milestone.objects.filter(order__in=keys, status=Milestone.Status.DUE)
        self.due = {stone.order_id: stone for stone in due.order_by("-pk")}
        self.balances = _sums(LedgerEntry.objects.filter(order__in=keys), "amount_cents")
        payments = Payment.objects.filter(order__in=keys)
        paid = payments.filter(
            status__in=(Payment.Status.PAID, Payment.Status.RETURNED),
            amount_cents__gt=F("refunded_cents") + F("disputed_cents"),
        )
        left = F("amount_cents") - F("refunded_cents") - F("disputed_cents")
        self.refundable = _sums(paid, left)
        self.taken_back = _sums(payments.filter(TAKEN_BACK), "disputed_cents")
        failed = Refund.objects.filter(payment__order__in=keys, status__in=FAILED)
        self.failed = Counter(failed.values_list("payment__order", flat=True))
        self.disputes = _open_disputes(keys)
        self.fees_gone = _with_a_fee_gone(keys)
        self.dead = _dead_messages([order.public_id for order in orders], now=now)


def _seen(order: Order, *, known: _Known, now: datetime) -> OrderSeen:
    visit = known.visits.get(order.pk)
    seat: CrewSeat | None = getattr(visit, "seat", None)
    held_until = seat.hold_expires_at if seat else None
    facts = _facts(order, visit=visit, held_until=held_until, known=known)
    return OrderSeen(
        order=order,
        appointment=visit,
        held_until=held_until,
        balance_cents=known.balances.get(order.pk, 0),
        facts=facts,
        steps=steps_of(facts, now=now),
    )


def _facts(
    order: Order, *, visit: Appointment | None, held_until: datetime | None, known: _Known
) -> StaffFacts:
    review, due = known.reviews.get(order.pk), known.due.get(order.pk)
    answers = known.disputes.get(order.pk, [])
    owed_cents = max(0, known.balances.get(order.pk, 0))
    if order.status != Order.Status.CANCELLED:
        owed_cents = min(owed_cents, known.taken_back.get(order.pk, 0))
    return StaffFacts(
        order_status=order.status,
        visit_status=visit.status if visit else None,
        visit_day=visit.day if visit else None,
        visit_starts_at=visit.start_at if visit else None,
        held_until=held_until,
        has_technician=visit is not None and visit.assigned_to_id is not None,
        photos_status=review.status if review else None,
        photos_sent_at=review.submitted_at if review else None,
        is_price_locked=order.quote.locked_at is not None,
        change_status=known.changes.get(order.pk),
        has_proposal=order.pk in known.proposed,
        due_milestone=due.kind if due else None,
        due_since=due.owed_since if due else None,
        is_late_told=due is not None and due.overdue_told_at is not None,
        is_powered_on=order.powered_on_at is not None,
        failed_refunds=known.failed[order.pk],
        open_disputes=len(answers),
        dispute_by=min((by for by in answers if by is not None), default=None),
        is_fee_gone=order.pk in known.fees_gone,
        dead_messages=known.dead[order.public_id],
        owed_cents=owed_cents,
        refundable_cents=known.refundable.get(order.pk, 0),
    )


def _newest_visits(keys: list[int]) -> dict[int, Appointment]:
    visits = Appointment.objects.filter(order__in=keys).select_related("seat", "assigned_to")
    return {visit.order_id: visit for visit in visits.order_by("created_at", "pk")}


def _with_a_proposal(keys: list[int]) -> set[int]:
    """Those whose price of today is on paper."""
    live = Proposal.objects.filter(order__in=keys, quote=F("order__quote"))
    return set(live.exclude(status=Proposal.Status.SUPERSEDED).values_list("order_id", flat=True))


def _open_disputes(keys: list[int]) -> dict[int, list[datetime | None]]:
    """Until when each can be answered, by the order's key."""
    found: dict[int, list[datetime | None]] = {}
    disputes = Dispute.objects.filter(TO_ANSWER, payment__order__in=keys)
    for key, respond_by in disputes.values_list("payment__order", "respond_by"):
        found.setdefault(key, []).append(respond_by)
    return found


def _with_a_fee_gone(keys: list[int]) -> set[int]:
    """Those whose visit staff have to decide about."""
    refunds = Refund.objects.filter(payment__order__in=keys, needs_decision=True)
    disputes = Dispute.objects.filter(payment__order__in=keys, needs_decision=True)
    return {
        *refunds.values_list("payment__order", flat=True),
        *disputes.values_list("payment__order", flat=True),
    }


def _dead_messages(numbers: list[UUID], *, now: datetime) -> Counter[UUID]:
    dead = undelivered(now=now).filter(order_ref__in=numbers)
    found = dead.values_list("order_ref", flat=True)
    return Counter(number for number in found if number is not None)


def _sums(rows: Any, what: Any) -> dict[int, int]:
    found = rows.order_by().values_list("order_id").annotate(sum=Sum(what))
    return {int(key): int(cents) for key, cents in found}
