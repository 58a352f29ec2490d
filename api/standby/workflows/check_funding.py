"""Refund of the credit card surcharge when the card turns out to be no credit card."""

from datetime import datetime

from django.db import transaction

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import CARDS
from standby.payments import selectors as queries
from standby.payments.models import LedgerEntry, Payment
from standby.payments.providers.cards import Cards
from standby.payments.services import ledger, refunds
from standby.payments.services.ledger import Kind
from standby.workflows.look_up_payment import fetch_state

_MAY_BE_SURCHARGED = "credit"


def check_funding(*, cards: Cards, now: datetime) -> int:
    """Look up the cards of payments with a credit card surcharge, and return how many.

    Idempotent. Raises CardsDown.
    """
    payments = queries.payments_of_unknown_funding()
    for payment in payments:
        state = fetch_state(cards.look_up_charge, payment.provider_ref or "")
        if state is not None:
            with transaction.atomic(durable=True):
                _record_funding(payment, funding=state.funding or "unknown", now=now)
    return len(payments)


def _record_funding(payment: Payment, *, funding: str, now: datetime) -> None:
    order = bookings.lock_order(payment.order_id)
    unknown = Payment.objects.filter(pk=payment.pk, funding="")
    if not unknown.update(funding=funding[:10]) or funding == _MAY_BE_SURCHARGED:
        return
    if order.status == Order.Status.CANCELLED:
        return  # the cancellation terms included the surcharge already
    reason, key = f"no surcharge on a {funding} card", f"surcharge:{payment.public_id}"
    cents = payment.surcharge_cents
    try:
        refunds.request_refund(
            payment, amount_cents=cents, reason=reason, key=key, actor=CARDS, now=now
        )
    except refunds.RefundTooLarge:
        return  # the surcharge was refunded with the rest
    reversal = LedgerEntry(
        kind=Kind.REVERSAL,
        amount_cents=-cents,
        key=f"surcharge_back:{payment.public_id}",
        note=reason,
        milestone=payment.milestone,
        payment=payment,
    )
    ledger.post(payment.order, reversal, actor=CARDS, now=now)
