"""Long work on a table in batches, so that concurrent reservations never wait long for a lock."""

from collections.abc import Callable
from typing import Any, Final

from django.db.models import QuerySet

from standby.flows.writing import write_transaction

AT_A_TIME: Final = 500
FOUND_AT_ONCE: Final = 100_000


def in_batches(
    rows: "QuerySet[Any]",
    act: Callable[["QuerySet[Any]"], int],
    *,
    at_a_time: int = AT_A_TIME,
    found_at_once: int = FOUND_AT_ONCE,
) -> int:
    """Run `act` on batches of `rows`, each in its own transaction, and add up its results.

    A row that no longer matches the query when its batch begins is left out.
    """
    # The keys are read outside the transaction: on SQLite a long read inside it would keep every
    # other writer waiting.
    acted, last = 0, None
    while ids := _numbers(rows, after=last)[:found_at_once]:
        numbers = list(ids)
        for begin in range(0, len(numbers), at_a_time):
            with write_transaction():
                acted += act(rows.filter(pk__in=numbers[begin : begin + at_a_time]))
        last = numbers[-1]
    return acted


def erase(rows: "QuerySet[Any]") -> int:
    # Rows deleted by cascade are not counted.
    _, by_table = rows.delete()
    return by_table.get(rows.model._meta.label, 0)


def _numbers(rows: "QuerySet[Any]", *, after: Any) -> "QuerySet[Any]":
    left = rows if after is None else rows.filter(pk__gt=after)
    return left.order_by("pk").values_list("pk", flat=True)
