"""An order is cancelled: what its rule keeps stays, all else goes back (PAY-03, BOOK-04)."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment, ChangeOrder, Order
from standby.apps.booking.services import changes
from standby.apps.booking.services.order_log import VISITOR, ensure_seen
from standby.apps.booking.services.progress import cancel_visits, move_order
from standby.apps.payments import cancellations, queries
from standby.apps.payments.milestones import milestones_of
from standby.apps.payments.models import Cancellation
from standby.apps.photos.services import cancel_review
from standby.domain.cancelling import (
    Rule,
    Standing,
    Terms,
    applies,
    ensure_applies,
    rule_for,
    terms_of,
)
from standby.domain.errors import Conflict
from standby.flows.messages.tell import Office, tell_customer
from standby.flows.money.settle_payment import settle_payment
from standby.flows.photos.decide_change_order import is_refundable
from standby.flows.writing import writing
from standby.providers.cards import Cards

_OVER = (Order.Status.COMPLETED, Order.Status.CANCELLED)


class RefundChanged(Conflict):
    """What comes back has changed since you saw it. Please look at it again."""

    code = "refund_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ByCustomer:
    """`shown_cents` is the refund that the homeowner saw and agreed to."""

    shown_cents: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByStaff:
    """Without a rule, the one that applies to the homeowner today. `shown_cents` is the refund
    that staff saw before, `seen_version` what they had seen of the order; None is not told."""

    rule: Rule | None
    costs_cents: int
    reason: str
    actor: str
    shown_cents: int | None = None
    seen_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What staff may choose from: `today` is the homeowner's own rule, `fitting` the terms of each
    rule that fits how far the order has come."""

    today: Rule
    paid_cents: int
    fitting: list[Terms]


def cancellation_terms(order: Order, *, now: datetime) -> Terms:
    """What cancelling now would keep and give back. Raises NotCancellable."""
    standing = _standing(order)
    return terms_of(rule_for(standing, now=now), standing)


def cancellation_choices(order: Order, *, costs_cents: int, now: datetime) -> Choices:
    """What each rule would keep and give back, with these costs incurred. Raises NotCancellable."""
    standing = _standing(order)
    return Choices(
        today=rule_for(standing, now=now),
        paid_cents=standing.paid_cents,
        fitting=[
            terms_of(rule, standing, costs_cents=costs_cents)
            for rule in Rule
            if applies(rule, standing)
        ],
    )


def cancel_order(
    order: Order, asked: ByCustomer | ByStaff, *, cards: Cards, office: Office, now: datetime
) -> Terms:
    """Nobody can pay any more, then everything ends at once; the worker sends the money back.

    Safe to repeat by the same person. Raises NotCancellable, RuleDoesNotApply, RefundChanged and
    ChangedMeanwhile; CardsDown, with nothing changed.
    """
    _close_pages(order, cards=cards, office=office, now=now)
    with writing():
        order.status = bookings.lock_order(order.pk).status
        if (before := _cancelled_before(order, asked)) is not None:
            return before
        if isinstance(asked, ByStaff):
            ensure_seen(order, asked.seen_version, now=now)
        ending = _ending(order, asked, now=now)
        actor = ending.actor
        move_order(order, to=Order.Status.CANCELLED, actor=actor, now=now)
        cancel_visits(order, actor=actor, now=now)
        cancel_review(order, actor=actor, now=now)
        _withdraw_change(order, actor=actor, now=now)
        cancellations.end_account(order, ending, now=now)
        tell_customer(
            order,
            kind="order_cancelled",
            occasion="cancelled",
            now=now,
            refund_cents=ending.terms.refund_cents,
            kept_cents=ending.terms.kept_cents,
        )
        return ending.terms


def _close_pages(order: Order, *, cards: Cards, office: Office, now: datetime) -> None:
    """What was paid in the last moment is known before anything is reckoned."""
    for page_id in queries.pages_still_open(order.pk, now=now):
        cards.close_checkout(page_id)
        settle_payment(cards.look_up(page_id), cards=cards, office=office, now=now)


def _cancelled_before(order: Order, asked: ByCustomer | ByStaff) -> Terms | None:
    """The same person asked the same before: its answer was lost, or the button pressed twice."""
    done = Cancellation.objects.filter(order=order).first()
    actor = asked.actor if isinstance(asked, ByStaff) else VISITOR
    if done is None or (done.cancelled_by, done.reason) != (actor, asked.reason):
        return None
    return Terms(rule=Rule(done.rule), refund_cents=done.refund_cents, kept_cents=done.kept_cents)


def _ending(order: Order, asked: ByCustomer | ByStaff, *, now: datetime) -> cancellations.Ending:
    standing = _standing(order)
    if isinstance(asked, ByStaff):
        rule = asked.rule or rule_for(standing, now=now)
        ensure_applies(rule, standing)
        terms = terms_of(rule, standing, costs_cents=asked.costs_cents)
        _ensure_shown(terms, asked.shown_cents)
        return cancellations.Ending(
            terms=terms,
            costs_cents=asked.costs_cents,
            reason=asked.reason,
            actor=asked.actor,
        )
    terms = terms_of(rule_for(standing, now=now), standing)
    _ensure_shown(terms, asked.shown_cents)
    return cancellations.Ending(terms=terms, costs_cents=0, reason=asked.reason, actor=VISITOR)


def _ensure_shown(terms: Terms, shown_cents: int | None) -> None:
    if shown_cents not in (None, terms.refund_cents):
        raise RefundChanged


def _standing(order: Order) -> Standing:
    paid = cancellations.payments_towards(order)
    plan = milestones_of(order)
    visit = bookings.newest_appointment_of(order)
    return Standing(
        paid_cents=cancellations.left_of(paid),
        apart_cents=cancellations.apart_from_project(order, paid),
        total_cents=sum(milestone.amount_cents for milestone in plan),
        visit_starts_at=visit.start_at,
        accepted_at=plan[0].due_at if plan else None,
        is_date_lost=visit.status == Appointment.Status.NEEDS_NEW_DATE,
        is_change_declined=_is_change_declined(order),
        is_fee_refundable=order.scheduling_fee_refundable,
        is_over=order.status in _OVER,
    )


def _is_change_declined(order: Order) -> bool:
    """The newest higher price was declined, and was so high that the fee comes back."""
    newest = changes.newest_change_of(order)
    if newest is None or newest.status != ChangeOrder.Status.DECLINED:
        return False
    return is_refundable(newest)


def _withdraw_change(order: Order, *, actor: str, now: datetime) -> None:
    newest = changes.newest_change_of(order)
    if newest is not None and newest.status == ChangeOrder.Status.PROPOSED:
        changes.decide_change(newest, to=ChangeOrder.Status.WITHDRAWN, actor=actor, now=now)
