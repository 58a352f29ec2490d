"""The late fee on a milestone that is past due."""

from datetime import datetime
from functools import partial

from django.db import transaction

from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.core.words import percent_text
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import CLOCK
from standby.payments.models import LedgerEntry, Milestone
from standby.payments.rules import (
    LATE_FEE_NOTICE,
    full_months_late,
    is_nearly_late,
    late_fee_cents,
)
from standby.payments.selectors import with_account
from standby.payments.services import ledger
from standby.payments.services.ledger import Kind
from standby.payments.services.milestones import Status, mark_notified, milestones_due


def charge_late_fees(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Send due notices, charge due late fees and return the cents charged (PAY-03.3).

    Idempotent: each month of a milestone is charged once.
    """
    return steps.each("milestones", milestones_due(), partial(_charge_late_fee, now=now))


def _charge_late_fee(milestone: Milestone, *, now: datetime) -> int:
    with transaction.atomic(durable=True):
        orders.lock_order(milestone.order_id)
        milestone.refresh_from_db(fields=["status", "overdue_notified_at"])
        if milestone.status != Status.DUE:
            return 0
        due_on = milestone.due_on
        is_notified = milestone.overdue_notified_at is not None
        if (
            due_on is None
            or is_notified
            or not is_nearly_late(due_on, notice=LATE_FEE_NOTICE, now=now)
        ):
            return post_late_fees(milestone, now=now)
        due_cents = with_account().get(pk=milestone.pk).due_cents
        mark_notified(milestone, now=now)
        notify_customer(
            milestone.order,
            kind="milestone_overdue",
            dedupe_part=milestone.kind,
            now=now,
            due_cents=due_cents,
            late_fee_cents=late_fee_cents(due_cents, rate=milestone.late_fee_rate, month=1),
            late_fee_rate=milestone.late_fee_rate,
        )
        return 0


def post_late_fees(milestone: Milestone, *, now: datetime) -> int:
    # Returns the cents added: simple interest for each full month past due.
    # Clause 8 of the agreement: no late fee before a written notice to the customer.
    notified_at, due_on = milestone.overdue_notified_at, milestone.due_on
    if due_on is None or notified_at is None or now < notified_at + LATE_FEE_NOTICE:
        return 0
    before = with_account().get(pk=milestone.pk)
    unpaid_cents = max(0, before.open_cents - before.late_fee_cents)
    lines = [
        LedgerEntry(
            kind=Kind.LATE_FEE,
            amount_cents=late_fee_cents(unpaid_cents, rate=milestone.late_fee_rate, month=month),
            key=f"late_fee:{milestone.pk}:{month}:{due_on:%Y%m%d}",
            note=f"{percent_text(milestone.late_fee_rate)} of {milestone.kind}, month {month}",
            milestone=milestone,
        )
        for month in range(1, full_months_late(due_on, now=now) + 1)
    ]
    if not lines:
        return 0
    ledger.post(milestone.order, *lines, actor=CLOCK, now=now)
    after = with_account().get(pk=milestone.pk)
    return after.late_fee_cents - before.late_fee_cents
