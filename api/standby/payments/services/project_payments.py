"""Payments for the project beyond the site visit: milestones and the diagnostic."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from standby.core.errors import Conflict, _
from standby.orders.models import Order
from standby.orders.services.order_log import VISITOR, log_change
from standby.payments.models import Milestone, Payment
from standby.payments.rules.milestones import surcharge_cents
from standby.payments.rules.policy import DIAGNOSTIC_FEE_CENTS
from standby.payments.services import charges as services
from standby.payments.services.milestones import share_of

Method = Payment.Method
_TITLES: Final = {
    "acceptance": "Payment 1 of 3: acceptance of the proposal (25%)",
    "equipment": "Payment 2 of 3: arrival of the equipment (50%)",
    "completion": "Payment 3 of 3: substantial completion (25%)",
}
_DIAGNOSTIC_TITLE: Final = "Diagnostic, credited to your installation"
_OVER: Final = (Order.Status.COMPLETED, Order.Status.CANCELLED)


class PaymentOnItsWay(Conflict):
    code = "payment_on_its_way"
    message = _(
        "Your bank has been asked for this payment. It takes up to 5 business days to arrive."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentTerms:
    """The terms of a payment in cents; the surcharge is added to the amount."""

    purpose: str
    method: str
    amount_cents: int
    surcharge_cents: int
    title: str
    milestone: Milestone | None = None

    @property
    def total_cents(self) -> int:
        return self.amount_cents + self.surcharge_cents


def bill_for_milestone(
    order: Order, kind: str, *, method: str, surcharge_rate: Decimal
) -> PaymentTerms:
    """Return the payment terms of a milestone.

    Raises ProjectNotBegun, NothingDue and AlreadyPaid.
    """
    share = share_of(order, kind)
    if share.milestone.status == Milestone.Status.PAID:
        raise services.AlreadyPaid
    if share.milestone.status != Milestone.Status.DUE:
        raise services.NothingDue
    added_cents = surcharge_cents(share.due_cents, rate=surcharge_rate)
    return PaymentTerms(
        purpose=f"milestone_{kind}",
        method=method,
        amount_cents=share.due_cents,
        surcharge_cents=added_cents if method == Method.CREDIT_CARD else 0,
        title=_TITLES[kind],
        milestone=share.milestone,
    )


def bill_for_diagnostic(order: Order) -> PaymentTerms:
    """Return the payment terms of the diagnostic.

    Raises NothingDue when the order is completed or cancelled, and AlreadyPaid.
    """
    if order.status in _OVER:
        raise services.NothingDue
    payments = Payment.objects.filter(order=order, purpose=Payment.Purpose.DIAGNOSTIC)
    if payments.filter(status=Payment.Status.PAID).exists():
        raise services.AlreadyPaid
    return PaymentTerms(
        purpose=Payment.Purpose.DIAGNOSTIC,
        method=Method.CARD,
        amount_cents=DIAGNOSTIC_FEE_CENTS,
        surcharge_cents=0,
        title=_DIAGNOSTIC_TITLE,
    )


def due_payment_of(order: Order, purpose: str) -> Payment | None:
    return Payment.objects.filter(order=order, purpose=purpose, status=Payment.Status.DUE).first()


def is_for(payment: Payment, bill: PaymentTerms) -> bool:
    expected = (payment.amount_cents, payment.surcharge_cents, payment.method)
    return expected == (bill.total_cents, bill.surcharge_cents, bill.method)


def payment_for(order: Order, bill: PaymentTerms, *, now: datetime) -> Payment:
    """Return the due payment for these terms; one for another amount or method is cancelled.

    Raises PaymentOnItsWay. Call it in a transaction with the order's row locked. Safe to repeat.
    """
    due = due_payment_of(order, bill.purpose)
    if due is not None:
        if services.is_on_its_way(due):
            raise PaymentOnItsWay
        if is_for(due, bill):
            return due
        services.abandon_payment(due, actor=VISITOR, now=now)
    payment = Payment.objects.create(
        order=order,
        purpose=bill.purpose,
        method=bill.method,
        amount_cents=bill.total_cents,
        surcharge_cents=bill.surcharge_cents,
        milestone=bill.milestone,
        created_at=now,
    )
    change = ("", payment.status)
    log_change(order, subject="payment", change=change, actor=VISITOR, now=now, note=bill.purpose)
    return payment
