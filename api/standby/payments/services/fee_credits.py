"""Fees that come off the price of an installation, and for how long."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from standby.core.policy import CREDIT_LASTS
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import Cancellation, LedgerEntry, Payment
from standby.payments.services.ledger import Kind

_PAID: Final = (Payment.Status.PAID,)
_FEES: Final = (Payment.Purpose.SCHEDULING_FEE, Payment.Purpose.DIAGNOSTIC)


def creditable_fees(
    order: Order, *, now: datetime, statuses: Collection[str] = _PAID
) -> list[Payment]:
    """Return the fees that come off the price if the customer goes ahead now."""
    fees = _fees(statuses)
    # Clause 7 of the agreement credits the reservation fee for 30 days from the final price, and
    # the diagnostic whenever it was paid.
    own = fees.filter(order=order)
    if now > (order.quote.locked_at or order.created_at) + CREDIT_LASTS:
        own = own.filter(purpose=Payment.Purpose.DIAGNOSTIC)
    # If the customer cancelled an earlier order in time, its fee is credited for 30 days from that
    # cancellation.
    earlier = fees.filter(order__cancellation__in=_kept(order, now=now)).exclude(order=order)
    elsewhere = LedgerEntry.objects.filter(kind=Kind.CREDIT, payment__isnull=False)
    return [*own, *earlier.exclude(pk__in=elsewhere.exclude(order=order).values("payment"))]


def is_kept_as_credit(fee: Payment, *, now: datetime) -> bool:
    """Whether a payment of a canceled order comes off the next one that its customer accepts."""
    return fee.purpose in _FEES and _keeping(now=now).filter(order=fee.order_id).exists()


def _fees(statuses: Collection[str]) -> QuerySet[Payment]:
    return Payment.objects.filter(purpose__in=_FEES, status__in=statuses).order_by("pk")


def _kept(order: Order, *, now: datetime) -> QuerySet[Cancellation]:
    return _keeping(now=now).filter(
        order__customer__email_key=order.customer.email_key,
        order__customer__phone_key=order.customer.phone_key,
    )


def _keeping(*, now: datetime) -> QuerySet[Cancellation]:
    return Cancellation.objects.filter(
        rule=CancellationRule.FEE_KEPT_AS_CREDIT, cancelled_at__gte=now - CREDIT_LASTS
    )
