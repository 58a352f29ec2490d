"""Fees that come off the price of an installation, and for how long."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db.models import Q, QuerySet

from standby.core.clock import local_date
from standby.core.policy import CREDIT_LASTS
from standby.core.words import Sentence, _
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import Cancellation, LedgerEntry, Payment, Refund
from standby.payments.services.ledger import Kind

_PAID: Final = (Payment.Status.PAID,)
_FEES: Final = (Payment.Purpose.SCHEDULING_FEE, Payment.Purpose.DIAGNOSTIC)


def creditable_fees(
    order: Order, *, now: datetime, statuses: Collection[str] = _PAID
) -> list[Payment]:
    """Return the fees that come off the price if the customer goes ahead now."""
    # Clause 7 of the agreement credits the reservation fee for 30 days from the final price, and
    # the diagnostic whenever it was paid.
    own = Q(order=order)
    if now > (order.quote.locked_at or order.created_at) + CREDIT_LASTS:
        own &= Q(purpose=Payment.Purpose.DIAGNOSTIC)
    # If the customer cancelled an earlier order in time, its fee is credited for 30 days from that
    # cancellation.
    earlier = Q(order__in=_retained(order, now=now).values("order")) & ~Q(order=order)
    credited = LedgerEntry.objects.filter(kind=Kind.CREDIT, payment__isnull=False)
    elsewhere = Q(pk__in=credited.exclude(order=order).values("payment"))
    fees = Payment.objects.filter(
        own | (earlier & ~elsewhere), purpose__in=_FEES, status__in=statuses
    )
    return sorted(fees.order_by("pk"), key=lambda fee: fee.order_id != order.pk)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetainedCredit:
    """Money of a reservation canceled before that comes off this one; `cents` are positive."""

    cents: int
    canceled_on: date

    @property
    def title(self) -> Sentence:
        return Sentence(
            _("credit from your reservation canceled %(day)s"), days={"day": self.canceled_on}
        )

    @property
    def name(self) -> str:
        return str(self.title)


def retained_credits(order: Order, *, is_planned: bool, now: datetime) -> list[RetainedCredit]:
    """Return what comes off this order of reservations that its customer canceled before.

    Of an accepted order (`is_planned`), what its account was credited and still has or sends back.
    """
    if is_planned:
        credited = LedgerEntry.objects.filter(order=order, kind=Kind.CREDIT).values("payment")
        fees = list(Payment.objects.filter(pk__in=credited).exclude(order=order))
    elif order.status in Order.OVER:
        return []
    else:
        fees = [fee for fee in creditable_fees(order, now=now) if fee.order_id != order.pk]
    if not fees:
        return []
    canceled = Cancellation.objects.filter(order__in=[fee.order_id for fee in fees])
    days = dict(canceled.values_list("order", "cancelled_at"))
    unsent: dict[int, int] = {}
    sending = Refund.objects.filter(payment__in=fees, status__in=Refund.UNSENT)
    for refund in sending if is_planned else ():
        unsent[refund.payment_id] = unsent.get(refund.payment_id, 0) + refund.amount_cents
    retained = [
        RetainedCredit(
            cents=fee.left_cents + unsent.get(fee.pk, 0), canceled_on=local_date(days[fee.order_id])
        )
        for fee in fees
    ]
    return [credit for credit in retained if credit.cents]


def is_credited_elsewhere(order: Order) -> bool:
    """Whether money of this order was credited to another one."""
    entries = LedgerEntry.objects.filter(payment__order=order, kind=Kind.CREDIT)
    return entries.exclude(order=order).exists()


def is_retained_as_credit(fee: Payment, *, now: datetime) -> bool:
    """Whether a payment of a canceled order comes off the next one that its customer accepts."""
    return fee.purpose in _FEES and _keeping(now=now).filter(order=fee.order_id).exists()


def _retained(order: Order, *, now: datetime) -> QuerySet[Cancellation]:
    return _keeping(now=now).filter(
        order__customer__email_key=order.customer.email_key,
        order__customer__phone_key=order.customer.phone_key,
    )


def _keeping(*, now: datetime) -> QuerySet[Cancellation]:
    return Cancellation.objects.filter(
        rule=CancellationRule.FEE_KEPT_AS_CREDIT, cancelled_at__gte=now - CREDIT_LASTS
    )
