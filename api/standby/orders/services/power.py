"""Power-on of an installation, and taking it back."""

from datetime import datetime

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.orders.models import Order, UndoableAction
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import (
    ensure_version,
    log_change,
    record_action,
)


class NotInstalled(Conflict):
    code = "not_installed"
    message = _("The installation is not complete yet.")


def report_power_on(
    order: Order,
    *,
    is_inspected: bool | None,
    is_started_up: bool,
    staff: str,
    if_version: int | None,
    now: datetime,
) -> datetime:
    """Record that the installation is powered on, tell the customer, and return when it was.

    The message says what is on record: `is_inspected` is None where no final inspection is needed.
    Idempotent. Raises NotInstalled and ChangedMeanwhile.
    """
    with transaction.atomic():
        locked = orders.lock_order(order.pk)
        if locked.powered_on_at is not None:
            return locked.powered_on_at
        ensure_version(locked, if_version, now=now)
        installed = Order.objects.filter(pk=order.pk, status=Order.Status.COMPLETED)
        if not installed.update(powered_on_at=now):
            raise NotInstalled
        log_change(locked, subject="power", change=("", "on"), actor=staff, now=now)
        action = record_action(
            locked, UndoableAction.Action.POWER_ON, before={}, actor=staff, now=now
        )
        again = locked.log.filter(subject="power", after="off").count()
        notify_customer(
            order,
            kind="installation_done",
            dedupe_part=f"completion:{again}" if again else "completion",
            now=now,
            undo=action,
            is_inspected=is_inspected,
            is_started_up=is_started_up,
        )
        return now


def report_power_off(order: Order, *, actor: str, note: str, now: datetime) -> None:
    """Take back that the power is on, with the order's row locked. Raises NotInstalled."""
    powered_on = Order.objects.filter(pk=order.pk, powered_on_at__isnull=False)
    if not powered_on.update(powered_on_at=None):
        raise NotInstalled
    log_change(order, subject="power", change=("on", "off"), actor=actor, now=now, note=note)
