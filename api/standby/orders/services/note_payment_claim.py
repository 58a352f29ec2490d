"""Payment claims by clients, which are never believed but recorded."""

import logging
from datetime import datetime

from standby.orders.models import Order
from standby.orders.services.order_log import VISITOR, log_change

log = logging.getLogger(__name__)


def note_payment_claim(order: Order, *, now: datetime) -> None:
    # Operators count the log line `tamper_paid`; the order's log tells staff which order it was.
    log.warning("tamper_paid: order %s was sent with a payment already made", order.public_id)
    log_change(
        order,
        subject="payment",
        change=("", "claimed"),
        actor=VISITOR,
        now=now,
        note="tamper_paid: the browser said it was paid, which counts for nothing",
    )
