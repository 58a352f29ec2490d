"""Milestones: reached by staff, then paid for on checkout pages, like the diagnostic fee."""

from datetime import datetime
from typing import Final, Literal

from django.db import transaction

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.words import weekday_date
from standby.orders.models import Order, UndoableAction
from standby.orders.selectors import orders
from standby.orders.services.order_log import ensure_version, record_action
from standby.orders.services.orders import move_order
from standby.payments.models import Milestone, Payment
from standby.payments.providers.cards import CHECKOUT_ID, Cards
from standby.payments.services import checkouts, milestones
from standby.payments.services.milestones import payment_titles
from standby.pricing.selectors import catalog
from standby.readiness.services import ensure_nothing_failed
from standby.workflows.settle_payment import close_pages

MilestoneKind = Literal["acceptance", "equipment", "completion"]
PayMethod = Literal["bank", "debit_card", "credit_card"]


Reachable = Literal["equipment", "completion"]


class VisitAhead(Conflict):
    code = "visit_ahead"
    message = _("The visit is on %(day)s.")


_STATUS_BEFORE: Final = {
    "equipment": Order.Status.ACCEPTED,
    "completion": Order.Status.EQUIPMENT_ARRIVED,
}
_STATUS_AFTER: Final = {
    "equipment": Order.Status.EQUIPMENT_ARRIVED,
    "completion": Order.Status.COMPLETED,
}


def reach_milestone(
    order: Order, kind: Reachable, *, actor: str, now: datetime, if_version: int | None = None
) -> Milestone:
    """Move the order on and make the milestone due. Idempotent.

    Raises ProjectNotBegun, ChangedMeanwhile, VisitAhead when the installation is called complete
    before its day, InspectionFailed when it failed one, and StatusMoved when the order is not at
    this point.
    """
    with transaction.atomic(durable=True):
        order.status = orders.lock_order(order.pk).status
        return reach_locked_milestone(order, kind, actor=actor, now=now, if_version=if_version)


def reach_locked_milestone(
    order: Order, kind: Reachable, *, actor: str, now: datetime, if_version: int | None = None
) -> Milestone:
    """As `reach_milestone`, in the transaction of a caller who has locked the order."""
    before = milestones.milestone_of(order, kind)
    if before.status in (Milestone.Status.DUE, Milestone.Status.PAID):
        return before
    ensure_version(order, if_version, now=now)
    move_order(order, to=_STATUS_AFTER[kind], after=_STATUS_BEFORE[kind], actor=actor, now=now)
    if kind == "completion":
        _ensure_visit_has_come(order, now=now)
        ensure_nothing_failed(order)
    milestone = milestones.reach(order, kind, actor=actor, now=now)
    action = record_action(order, UndoableAction.Action(kind), before={}, actor=actor, now=now)
    if milestone.due_cents:
        milestones.notify_due(milestone, now=now, undo=action)
    return milestone


def _ensure_visit_has_come(order: Order, *, now: datetime) -> None:
    visit = orders.visit_of(order)[0]
    if visit is not None and visit.day > local_date(now):
        raise VisitAhead(day=weekday_date(visit.day))


def pay_for_project(
    order: Order,
    *,
    milestone: MilestoneKind | None,
    method: PayMethod = "debit_card",
    cards: Cards,
    site_url: str,
    now: datetime,
) -> str:
    """Return the URL of a checkout page, reusing an open one for the same amount and method.

    Without a milestone it is for the diagnostic fee. A page for another amount or method is closed
    first, so that the customer cannot pay on both. Raises ProjectNotBegun, NothingDue, AlreadyPaid
    and PaymentOnItsWay. Raises CardsDown with the rest committed, so that a retry requests the same
    page from the provider.
    """
    due = checkouts.due_payment_like(bill := _bill(order, milestone, method))
    if due is not None and not checkouts.is_for(due, bill):
        close_pages(payment=due, cards=cards, now=now)
    with transaction.atomic(durable=True):
        order.status = orders.lock_order(order.pk).status
        payment = checkouts.store_payment(_bill(order, milestone, method), now=now)
        checkout = checkouts.reusable_checkout(payment, provider=cards.name, now=now)
    return checkouts.open_page(
        checkout,
        title=payment_titles(order)[0][payment.purpose],
        success_url=f"{site_url}/order-payment-success?sessionId={CHECKOUT_ID}",
        cancel_url=order.booking_url(site_url),
        cards=cards,
    )


def _bill(order: Order, milestone: MilestoneKind | None, method: PayMethod) -> Payment:
    if milestone is None:
        return checkouts.bill_for_diagnostic(order)
    rate = catalog.configuration().card_surcharge_rate
    return checkouts.bill_for_milestone(order, milestone, method=method, surcharge_rate=rate)
