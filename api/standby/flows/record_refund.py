"""The provider says that money went back."""

from collections.abc import Mapping
from datetime import datetime

from standby.apps.payments import queries
from standby.apps.payments import services as payments
from standby.apps.payments.models import Payment
from standby.domain.errors import Conflict
from standby.flows.writing import writing


class RefundBeforePayment(Conflict):
    """The refund came before word of the payment that it refunds."""

    code = "refund_before_payment"


def record_refund(
    *, metadata: Mapping[str, str], refunded_cents: int, now: datetime
) -> Payment | None:
    """None when it is no payment of ours. Safe to repeat. Raises RefundBeforePayment."""
    with writing():
        payment = queries.payment_named(metadata)
        if payment is None:
            return None
        if payment.status == Payment.Status.DUE:
            raise RefundBeforePayment
        payments.record_refund(payment, refunded_cents=refunded_cents, now=now)
        return payment
