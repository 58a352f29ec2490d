"""The change history on a row's admin page, read from the audit log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Model

from standby.audit.models import AuditEvent
from standby.backoffice.tables.money import dollars
from standby.core.policy import HOUSTON

MOST_LINES: Final = 50
_HASHED: Final = "hash:"  # marks a personal value that the audit log stores only as a hash


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    at: str
    who: str
    what: str
    before: str
    after: str


def history_of(row: Model, *related: Model) -> list[HistoryLine]:
    """Return the history of a row and of rows edited on the same page, newest first."""
    names = {object_name(model): model for model in (row, *related)}
    events = AuditEvent.objects.filter(object__in=names).order_by("-id")[:MOST_LINES]
    return [
        _line(event, label="" if names[event.object] is row else str(names[event.object]))
        for event in events
    ]


def object_name(row: Model) -> str:
    """Return the name under which the audit log records a row."""
    return f"{row._meta.db_table} {row.pk}"


def _line(event: AuditEvent, *, label: str) -> HistoryLine:
    what = event.action.replace("_", " ").capitalize()
    return HistoryLine(
        at=f"{event.at.astimezone(HOUSTON):%b %-d, %Y, %-I:%M %p}",
        who=event.actor.removeprefix("staff "),
        what=f"{what}: {label}" if label else what,
        before=_format_values(event.before),
        after=_format_values(event.after),
    )


def _format_values(values: Mapping[str, Any] | None) -> str:
    return "; ".join(
        f"{_name(name)}: {_value(name, value)}" for name, value in (values or {}).items()
    )


def _name(name: str) -> str:
    return name.removesuffix("_cents").removesuffix("_id").replace("_", " ")


def _value(name: str, value: Any) -> str:
    if isinstance(value, str) and value.startswith(_HASHED):
        return "(personal, not shown)"
    if name.endswith("_cents") and isinstance(value, int):
        return dollars(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return _format_values(value)
    return "none" if value in (None, "") else str(value)
