"""Jobs without a technician, and orders that a message did not reach."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import (
    Count,
    Min,
)

from standby.core.clock import local_date
from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.core.words import hours_label, say_count
from standby.messaging.selectors import undelivered
from standby.orders.models import Appointment, Order
from standby.orders.selectors.waiting import ASSIGNED_BEFORE, OF_ORDER, about_order


@waits("unassigned_jobs")
def unassigned_jobs(_viewer: Viewer, now: datetime) -> Group:
    jobs = Appointment.objects.filter(
        status=Appointment.Status.CONFIRMED,
        assigned_to=None,
        day__range=(local_date(now), local_date(now + ASSIGNED_BEFORE)),
    ).exclude(order__status__in=Order.OVER)

    def to_item(job: Appointment) -> WaitingItem:
        window = hours_label(job.hours)
        return WaitingItem(
            id=str(job.public_id),
            due_on=job.day,
            **about_order(job.order, f"{job.order.order_location.city}, {window.lower()}"),
        )

    return jobs.select_related(*OF_ORDER).order_by("day", "pk"), each(to_item)


@waits("failed_messages")
def failed_messages(_viewer: Viewer, now: datetime) -> Group:
    # One row for each order.
    failed = undelivered(now=now).values("order_ref")
    by_order = failed.annotate(messages=Count("pk"), since=Min("dead_at"))
    return by_order.order_by("since", "order_ref"), _failed_message_items


def _failed_message_items(rows: Sequence[Any]) -> list[WaitingItem]:
    refs = [row["order_ref"] for row in rows]
    orders = Order.objects.filter(public_id__in=refs).select_related("customer", "order_location")
    by_ref = {order.public_id: order for order in orders}
    return [
        WaitingItem(
            id=str(row["order_ref"]),
            since=row["since"],
            **about_order(
                by_ref[row["order_ref"]],
                say_count(
                    "%(number)s message not delivered",
                    "%(number)s messages not delivered",
                    row["messages"],
                ),
            ),
        )
        for row in rows
        if row["order_ref"] in by_ref
    ]
