"""Planned price changes: each is in force from the first moment of its day in Houston."""

from datetime import date, datetime
from typing import Final

from django.db import IntegrityError, transaction

from standby.audit.services import record_event
from standby.core.clock import today_in_houston
from standby.core.errors import Conflict, Invalid, _
from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PlannedChange,
)
from standby.pricing.selectors.planned import Table, change_row, pending_changes

ROWS: Final = {
    Table.PACKAGES: InstallationPackage,
    Table.GENERATORS: Generator,
    Table.CONFIGURATION: AppConfiguration,
}


class PlannedTooLate(Invalid):
    code = "planned_too_late"
    message = _("Choose a day after today: what counts today is changed at once.")


class PlannedAlready(Conflict):
    code = "planned_already"
    message = _("Another change of this price is planned for that day. Withdraw it first.")


class PlanIsOver(Conflict):
    code = "plan_is_over"
    message = _("This change is in force already, or was withdrawn.")


def plan_change(change: PlannedChange, *, today: date) -> PlannedChange:
    """Store a planned change. Raises PlannedTooLate and PlannedAlready."""
    if change.starts_on <= today:
        raise PlannedTooLate(field="starts_on")
    try:
        with transaction.atomic():
            change.save()
    except IntegrityError as error:
        raise PlannedAlready(field="starts_on") from error
    return change


def withdraw_change(change: PlannedChange, *, by: str, now: datetime, today: date) -> None:
    """Withdraw a change that is not yet in force.

    Raises PlanIsOver from the day it takes effect, whether or not it was applied yet.
    """
    pending = PlannedChange.objects.filter(
        pk=change.pk, applied_at=None, withdrawn_at=None, starts_on__gt=today
    )
    if not pending.update(withdrawn_at=now, withdrawn_by=by):
        raise PlanIsOver
    change.refresh_from_db()


def apply_planned_changes(*, now: datetime) -> int:
    """Write the planned changes that are due and return how many.

    Idempotent, and safe with several workers: each change is written once.
    """
    # Prices count the change from midnight in Houston on, even if this job is late.
    today = today_in_houston(now)
    due = [change for change in pending_changes() if change.starts_on <= today]
    return sum(apply_change(change, now=now) for change in due)


def apply_change(change: PlannedChange, *, now: datetime) -> bool:
    """Write a due change to its row. Returns False when it was applied or withdrawn meanwhile."""
    pending = PlannedChange.objects.filter(pk=change.pk, applied_at=None, withdrawn_at=None)
    with transaction.atomic(durable=True):
        if not pending.update(applied_at=now):
            return False
        table = ROWS[Table(change.table)]
        row = table._default_manager.select_for_update().filter(pk=change.row_id).first()
        if row is not None:
            change_row(row, change)
            row.save()
        record_event(
            "clock",
            action="planned_change_applied",
            object=f"{change.table} {change.row_id}",
            after={
                "field": change.field,
                "new_cents": change.new_cents,
                "starts_on": change.starts_on,
                "planned_by": change.planned_by,
            },
            now=now,
        )
        return True
