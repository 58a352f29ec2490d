"""Who is told of a bank transfer that failed."""

from datetime import datetime

from standby.core.clock import local_date
from standby.core.words import dollars, in_english
from standby.orders.models import Order
from standby.orders.services.notify import notify_customer, notify_staff
from standby.payments.models import CheckoutSession, Milestone, Payment
from standby.payments.services import ledger, milestones


def tell_transfer_failed(payment: Payment, *, page: CheckoutSession | None, now: datetime) -> None:
    """Tell the customer of a bank transfer that failed; staff too where the order is over."""
    # At once, also while the customer may still cancel: they believe that it was paid.
    milestone = payment.milestone
    if page is not None and payment.order.status == Order.Status.CANCELLED:
        _notify_late_transfer_failed(payment, page=page, now=now)
        return
    if page is None or milestone is None or milestone.status != Milestone.Status.DUE:
        return
    due = milestones.milestone_of(payment.order, milestone.kind)
    notify_customer(
        payment.order,
        kind="transfer_failed",
        dedupe_part=str(page.reference),
        now=now,
        amount_cents=payment.amount_cents,
        started_on=local_date(page.processing_at or page.created_at),
        due_cents=due.due_cents,
        due_on=due.due_on,
        is_late=due.due_on is not None and due.due_on < local_date(now),
    )


def _notify_late_transfer_failed(payment: Payment, *, page: CheckoutSession, now: datetime) -> None:
    # Customer and staff were told that it was on its way when the order was canceled.
    order = payment.order
    owed_cents = max(0, ledger.balance_when_all_is_sent(order))
    notify_customer(
        order,
        kind="late_transfer_failed",
        dedupe_part=str(page.reference),
        now=now,
        amount_cents=payment.amount_cents,
        started_on=local_date(page.processing_at or page.created_at),
        owed_cents=owed_cents,
    )
    with in_english():
        amount = dollars(payment.amount_cents)
        due = f"{dollars(owed_cents)} is still owed" if owed_cents else "nothing is due"
    topic = f"a bank transfer of {amount} to a canceled order did not go through; {due}"
    notify_staff(order, topic=topic, dedupe_part=f"transfer {page.reference}", now=now)
