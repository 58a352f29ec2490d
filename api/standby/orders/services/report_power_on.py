from datetime import datetime

from standby.core.writing import write_transaction
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version
from standby.orders.services.progress import power_on


def report_power_on(order: Order, *, staff: str, if_version: int | None, now: datetime) -> datetime:
    """Record that the installation is powered on, and return when it was.

    Idempotent. Raises NotInstalled and ChangedMeanwhile.
    """
    with write_transaction():
        locked = bookings.lock_order(order.pk)
        if locked.powered_on_at is not None:
            return locked.powered_on_at
        ensure_version(locked, if_version, now=now)
        power_on(locked, actor=staff, now=now)
        notify_customer(order, kind="installation_done", dedupe_part="completion", now=now)
        return now
