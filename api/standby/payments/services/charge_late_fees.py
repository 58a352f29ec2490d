"""Late fees on unpaid milestones: notice first, charge afterwards (PAY-03.3)."""

from datetime import datetime

from django.db import transaction

from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer
from standby.payments.models import Milestone
from standby.payments.rules.milestones import late_fee_cents
from standby.payments.rules.policy import LATE_FEE_RATE
from standby.payments.services import milestones


def charge_late_fees(*, now: datetime) -> int:
    """Send due notices, charge due late fees and return the cents charged.

    Idempotent: each month of a milestone is charged once.
    """
    return sum(_charge_if_late(milestone, now=now) for milestone in milestones.milestones_due())


def _charge_if_late(milestone: Milestone, *, now: datetime) -> int:
    with transaction.atomic(durable=True):
        bookings.lock_order(milestone.order_id)
        milestone.refresh_from_db(fields=["status", "overdue_told_at"])
        if milestone.status != Milestone.Status.DUE:
            return 0
        if milestones.needs_notice(milestone, now=now):
            _notify_late_fee(milestone, now=now)
            return 0
        return milestones.charge_late_fees(milestone, now=now)


def _notify_late_fee(milestone: Milestone, *, now: datetime) -> None:
    due_cents = milestones.share_of(milestone.order, milestone.kind).due_cents
    milestones.mark_notified(milestone, now=now)
    notify_customer(
        milestone.order,
        kind="milestone_overdue",
        dedupe_part=milestone.kind,
        now=now,
        due_cents=due_cents,
        late_fee_cents=late_fee_cents(due_cents, rate=LATE_FEE_RATE, month=1),
    )
