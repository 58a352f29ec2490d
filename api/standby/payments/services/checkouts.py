"""Hosted checkout pages: for the scheduling fee, and the terms of the project's payments."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.order_log import VISITOR, log_change
from standby.payments.models import CheckoutSession, Milestone, Payment
from standby.payments.providers.cards import Cards, CheckoutRequest
from standby.payments.rules import DIAGNOSTIC_FEE_CENTS, HOLD_OUTLIVES_CHECKOUT, surcharge_cents
from standby.payments.services import charges as payments
from standby.payments.services.milestones import share_of
from standby.pricing.services import quoting

Method = Payment.Method
_VISIT_TITLE: Final = "Site visit for a home standby generator"
_TITLES: Final = {
    "acceptance": "Payment 1 of 3: acceptance of the proposal (25%)",
    "equipment": "Payment 2 of 3: arrival of the equipment (50%)",
    "completion": "Payment 3 of 3: substantial completion (25%)",
}
_DIAGNOSTIC_TITLE: Final = "Diagnostic, credited to your installation"


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


def open_checkout(
    order: Order,
    *,
    agreed_to: dict[str, str] | None,
    cards: Cards,
    site_url: str,
    now: datetime,
) -> str:
    """Return the URL of the fee's checkout page, reusing an open one.

    `agreed_to` holds the accepted versions of the agreements, or None when they were not asked for.
    Raises NothingDue, AlreadyPaid, HoldExpired and CouponUsedUp. Raises CardsDown with the rest
    committed, so that a retry requests the same page from the provider.
    """
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        fee = payments.fee_to_pay(order)
        if agreed_to is not None:
            ordering.record_agreements(order, versions=agreed_to, now=now)
        checkout = payments.reusable_checkout(fee, provider=cards.name, now=now)
        # The hold has to outlive the page, or another visitor could take the date while this one
        # pays.
        appointment, held_until = bookings.newest_appointment_and_hold(order)
        until = checkout.expires_at + HOLD_OUTLIVES_CHECKOUT
        if held_until is None or held_until < until:
            booking.renew_hold(appointment, until=until, now=now)
            quoting.reclaim_use(order.public_id, now=now)
    if checkout.url:
        return checkout.url
    request = CheckoutRequest(
        reference=str(checkout.reference),
        amount_cents=fee.amount_cents,
        currency=fee.currency,
        title=_VISIT_TITLE,
        email=order.customer.email,
        order_id=str(order.public_id),
        payment_id=str(fee.public_id),
        expires_at=checkout.expires_at,
        success_url=f"{site_url}/visit-payment-success?session_id={{CHECKOUT_SESSION_ID}}",
        cancel_url=f"{site_url}/visit-payment-cancelled",
    )
    return open_page(checkout, request=request, cards=cards)


def open_page(checkout: CheckoutSession, *, request: CheckoutRequest, cards: Cards) -> str:
    """Open the page at the provider and return its URL. Raises CardsDown."""
    page = cards.open_checkout(request)
    with transaction.atomic(durable=True):
        payments.mark_opened(checkout, session_id=page.id, url=page.url)
    return page.url


def bill_for_milestone(
    order: Order, kind: str, *, method: str, surcharge_rate: Decimal
) -> PaymentTerms:
    """Return the payment terms of a milestone.

    Raises ProjectNotBegun, NothingDue and AlreadyPaid.
    """
    share = share_of(order, kind)
    if share.milestone.status == Milestone.Status.PAID:
        raise payments.AlreadyPaid
    if share.milestone.status != Milestone.Status.DUE:
        raise payments.NothingDue
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
    if order.status in Order.OVER:
        raise payments.NothingDue
    diagnostics = Payment.objects.filter(order=order, purpose=Payment.Purpose.DIAGNOSTIC)
    if diagnostics.filter(status=Payment.Status.PAID).exists():
        raise payments.AlreadyPaid
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
        if payments.is_on_its_way(due):
            raise PaymentOnItsWay
        if is_for(due, bill):
            return due
        payments.abandon_payment(due, actor=VISITOR, now=now)
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
