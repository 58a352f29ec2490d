from datetime import datetime

from django.db import transaction

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import ensure_version, log_change
from standby.payments.models import Dispute, Refund


def keep_visit(order: Order, *, actor: str, now: datetime, if_version: int | None = None) -> None:
    """Keep a visit whose scheduling fee was refunded or lost to a dispute.

    Idempotent. Raises ChangedMeanwhile.
    """
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        refunds = Refund.objects.filter(payment__order=order, needs_decision=True)
        disputes = Dispute.objects.filter(payment__order=order, needs_decision=True)
        if not refunds.exists() and not disputes.exists():
            return
        ensure_version(order, if_version, now=now)
        refunds.update(needs_decision=False)
        disputes.update(needs_decision=False)
        log_change(order, subject="visit", change=("", "kept"), actor=actor, now=now)
