"""Payment claims by clients, which are never believed but recorded."""

import logging
from datetime import datetime
from uuid import UUID

from standby.core.writing import write_transaction
from standby.orders.models import Order
from standby.orders.services.order_log import VISITOR, log_change

log = logging.getLogger(__name__)


def note_payment_claim(order_id: UUID, *, now: datetime) -> None:
    # Operators count the log line `tamper_paid`; the order's log tells staff which order it was.
    log.warning("tamper_paid: order %s was sent with a payment already made", order_id)
    with write_transaction():
        log_change(
            Order.objects.get(public_id=order_id),
            subject="payment",
            change=("", "claimed"),
            actor=VISITOR,
            now=now,
            note="tamper_paid: the browser said it was paid, which counts for nothing",
        )
