"""Moving orders along their lifecycle, and cancelling their visits."""

from datetime import datetime

from standby.core.errors import Conflict, _
from standby.core.lifecycle import APPOINTMENT, ORDER, StatusMoved, statuses_before
from standby.orders.models import Appointment, Order
from standby.orders.services.order_log import log_change
from standby.orders.services.seats import release_seat


class NotInstalled(Conflict):
    code = "not_installed"
    message = _("The installation is not complete yet.")


def move_order(order: Order, *, to: Order.Status, actor: str, now: datetime) -> None:
    before = order.status
    movable = Order.objects.filter(pk=order.pk, status__in=statuses_before(ORDER, to))
    if not movable.update(status=to):
        raise StatusMoved
    order.status = to
    log_change(order, subject="order", change=(before, to), actor=actor, now=now)


def power_on(order: Order, *, actor: str, now: datetime) -> None:
    installed = Order.objects.filter(pk=order.pk, status=Order.Status.COMPLETED)
    if not installed.update(powered_on_at=now):
        raise NotInstalled
    order.powered_on_at = now
    log_change(order, subject="power", change=("", "on"), actor=actor, now=now)


def cancel_visits(order: Order, *, actor: str, now: datetime) -> None:
    cancelled = Appointment.Status.CANCELLED
    movable = statuses_before(APPOINTMENT, cancelled)
    for visit in Appointment.objects.filter(order=order, status__in=movable):
        release_seat(visit)
        Appointment.objects.filter(pk=visit.pk).update(status=cancelled)
        log_change(
            order,
            subject="appointment",
            change=(visit.status, cancelled),
            actor=actor,
            now=now,
            note=f"{visit.day} {visit.time_window}",
        )
