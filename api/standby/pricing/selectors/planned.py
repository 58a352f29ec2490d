import copy
from collections.abc import Iterable, Mapping
from typing import Any, Final

from standby.pricing.models.catalog import PlannedChange

Table = PlannedChange.Table
Row = tuple[str, int]  # table and primary key
CITY: Final = "city_specific:"  # prefix of a township key in `PlannedChange.field`


def pending_changes() -> list[PlannedChange]:
    """Return pending changes by day; of one day, the one planned last wins."""
    pending = PlannedChange.objects.filter(applied_at=None, withdrawn_at=None)
    return list(pending.order_by("starts_on", "id"))


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
