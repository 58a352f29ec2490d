"""Long work on a table in batches, so that concurrent reservations never wait long for a lock."""

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

BATCH_SIZE: Final = 500
KEYS_AT_ONCE: Final = 100_000


def in_batches(
    rows: "QuerySet[Any]",
    process: Callable[["QuerySet[Any]"], int],
    *,
    batch_size: int = BATCH_SIZE,
    keys_at_once: int = KEYS_AT_ONCE,
) -> int:
    """Run `process` on batches of `rows`, each in its own transaction, and add up its results.

    A row that no longer matches the query when its batch begins is left out.
    """
    # The keys are read outside the transaction: on SQLite a long read inside it would keep every
    # other writer waiting.
    total, last = 0, None
    while True:
        remaining = rows if last is None else rows.filter(pk__gt=last)
        keys = list(remaining.order_by("pk").values_list("pk", flat=True)[:keys_at_once])
        if not keys:
            return total
        for start in range(0, len(keys), batch_size):
            with transaction.atomic(durable=True):
                total += process(rows.filter(pk__in=keys[start : start + batch_size]))
        last = keys[-1]


def erase(rows: "QuerySet[Any]") -> int:
    # Rows deleted by cascade are not counted.
    _, by_table = rows.delete()
    return by_table.get(rows.model._meta.label, 0)
