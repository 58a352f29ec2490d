"""Planned price changes: each is in force from the first moment of its day in Houston."""

import copy
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from standby.apps.catalog.models import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PlannedChange,
)
from standby.domain.errors import Conflict, Invalid, _

Table = PlannedChange.Table
Row = tuple[str, int]  # table and primary key
CITY: Final = "city_specific:"  # prefix of a township key in `PlannedChange.field`
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


def pending_changes() -> list[PlannedChange]:
    """Return pending changes by day; of one day, the one planned last wins."""
    pending = PlannedChange.objects.filter(applied_at=None, withdrawn_at=None)
    return list(pending.order_by("starts_on", "id"))


def apply_change(change: PlannedChange, *, now: datetime) -> bool:
    """Write a due change to its row. Returns False when it was applied or withdrawn meanwhile."""
    pending = PlannedChange.objects.filter(pk=change.pk, applied_at=None, withdrawn_at=None)
    if not pending.update(applied_at=now):
        return False
    table = ROWS[Table(change.table)]
    row = table._default_manager.select_for_update().filter(pk=change.row_id).first()
    if row is not None:
        change_row(row, change)
        row.save()
    return True


def by_row(changes: Iterable[PlannedChange]) -> dict[Row, list[PlannedChange]]:
    changes_by_row: dict[Row, list[PlannedChange]] = {}
    for change in changes:
        changes_by_row.setdefault((change.table, change.row_id), []).append(change)
    return changes_by_row


def changed_row(row: Any, changes: Iterable[PlannedChange]) -> Any:
    due = list(changes)
    if not due:
        return row
    changed = copy.copy(row)
    for change in due:
        change_row(changed, change)
    return changed


def change_row(row: Any, change: PlannedChange) -> None:
    if change.table == Table.CONFIGURATION:
        row.value = changed_value(row.value, change)
        return
    setattr(row, change.field, change.new_cents)


def changed_value(value: Mapping[str, Any], change: PlannedChange) -> dict[str, Any]:
    # A fee is either an amount of its own or that of one township.
    if not change.field.startswith(CITY):
        return {**value, change.field: change.new_cents}
    cities = value.get("city_specific", {})
    return {
        **value,
        "city_specific": {**cities, change.field.removeprefix(CITY): change.new_cents},
    }
