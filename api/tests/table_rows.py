"""All rows of all tables, before and after: what an action changed, and what undoing it left."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from database_helpers import tables
from django.db.models import ForeignKey

from standby.core.models import Job

# The history of what was done and by whom, which an undo adds to, and counters of requests.
HISTORY: Final = frozenset(
    [
        "idempotent_answers",
        "order_log",
        "rate_buckets",
        "audit_events",
        "audit_log_chains",
        "undoable_actions",
    ]
)
# Numbers that only ever grow, and names that are made anew: they differ from one time to the next.
_ANEW: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # a UUID
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?|\b\d{14}\b"  # a moment
    r"|[0-9a-f]{32,}|[A-Za-z0-9_+/=-]{40,}|\b[0-9A-Z]{16}\b"  # a hash, a token, a receipt's code
    r"|SEQUENCE:\d+|DTSTAMP:\w+"
)
_NOT_COMPARED: Final = frozenset(
    ["history", "id", "log", "version", "if_version", "order_version", "number"]
)
_KEYS: Final = frozenset(["dedupe_key", "key", "code", "previous_hash", "hash", "signature"])

Row = Mapping[str, Any]
Rows = dict[str, dict[Any, Row]]


@dataclass(frozen=True, slots=True)
class Change:
    """One row that is new, gone, or different in these columns."""

    table: str
    kind: str
    columns: Mapping[str, Any]

    def without_names(self, differs: frozenset[str]) -> tuple[str, str, str]:
        """What is the same each time that it is done."""
        columns = {
            name: _plain(name, value) for name, value in self.columns.items() if name not in differs
        }
        return self.table, self.kind, json.dumps(columns, sort_keys=True, default=str)


def rows() -> Rows:
    """Every row of every table but those of the history, by table and key."""
    return {
        model._meta.db_table: {_key(model, row): row for row in model._base_manager.values()}
        for model in tables()
        if model._meta.db_table not in HISTORY
    }


def counts() -> dict[str, int]:
    """How many rows each table has, but those of the history."""
    return {
        model._meta.db_table: model._base_manager.count()
        for model in tables()
        if model._meta.db_table not in HISTORY
    }


def _key(model: Any, row: dict[str, Any]) -> Any:
    # A job is known by what it is about: made again it is the same.
    key = row.pop(model._meta.pk.attname)
    return (row["kind"], row["key"]) if model is Job else key


def changes(before: Rows, after: Rows) -> list[Change]:
    found = []
    for table, now in after.items():
        was = before[table]
        found += [Change(table, "gone", was[key]) for key in was.keys() - now.keys()]
        found += [Change(table, "new", now[key]) for key in now.keys() - was.keys()]
        for key in was.keys() & now.keys():
            differs = {
                name: now[key][name] for name in now[key] if now[key][name] != was[key][name]
            }
            if differs:
                found.append(Change(table, "changed", differs))
    return found


def as_multiset(
    found: list[Change], *, differs: Mapping[str, frozenset[str]]
) -> Counter[tuple[str, str, str]]:
    """What changed, without what is another each time; in these columns by table all is."""
    return Counter(
        change.without_names(differs.get(change.table, frozenset()))
        for change in found
        if change.kind != "changed" or set(change.columns) - differs.get(change.table, frozenset())
    )


def as_answered(body: Any) -> Any:
    """An answer without the ids, times and counts that differ from one to the next."""
    if isinstance(body, dict):
        return {
            name: None if name in _NOT_COMPARED else as_answered(it) for name, it in body.items()
        }
    if isinstance(body, list):
        return [as_answered(it) for it in body]
    return _ANEW.sub("~", body) if isinstance(body, str) else body


def _names() -> frozenset[str]:
    """Columns that hold the number of a row."""
    return frozenset(
        field.attname
        for model in tables()
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey)
    )


_ROW_NUMBERS: Final = set[str]()


def _plain(name: str, value: Any) -> Any:
    if not _ROW_NUMBERS:
        _ROW_NUMBERS.update(_names())
    if value is None or isinstance(value, bool):
        return value
    if name in _ROW_NUMBERS or name in _NOT_COMPARED or name in _KEYS:
        return "~"
    if isinstance(value, datetime | UUID):
        return "~"
    if isinstance(value, bytes | memoryview):
        return "bytes"
    return as_answered(value if isinstance(value, dict | list) else str(value))
