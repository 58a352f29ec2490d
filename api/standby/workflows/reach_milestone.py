"""Milestones that staff report: equipment arrival and completion."""

from datetime import datetime
from typing import Final, Literal

from django.db import transaction

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import ensure_version
from standby.orders.services.orders import move_order
from standby.payments.models import Milestone
from standby.payments.services import milestones

Reachable = Literal["equipment", "completion"]
_STATUS_AFTER: Final = {
    "equipment": Order.Status.EQUIPMENT_ARRIVED,
    "completion": Order.Status.COMPLETED,
}


def reach_milestone(
    order: Order, kind: Reachable, *, actor: str, now: datetime, if_version: int | None = None
) -> Milestone:
    """Move the order on and make the milestone due. Idempotent.

    Raises ProjectNotBegun, ChangedMeanwhile, and StatusMoved when the order is not at this point.
    """
    with transaction.atomic(durable=True):
        order.status = bookings.lock_order(order.pk).status
        before = milestones.milestone_of(order, kind)
        if before.status in (Milestone.Status.DUE, Milestone.Status.PAID):
            return before
        ensure_version(order, if_version, now=now)
        move_order(order, to=_STATUS_AFTER[kind], actor=actor, now=now)
        milestone = milestones.reach(order, kind, actor=actor, now=now)
        if milestone.due_cents:
            milestones.notify_due(milestone, now=now)
        return milestone
