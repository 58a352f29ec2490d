"""What waits for staff: each module says in its `waits.py` what of its own does.

`waits` registers it by the key of its group; `tracking` shows the groups.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingItem:
    """One row of a group. `by` is the deadline that we promised or set.

    `id` is of the row that waits: a photo review, a task, a reply, for a lead its source and its
    id there; `order_id` is null where there is no order.
    """

    id: str
    title: str
    detail: str = ""
    phone: str = ""
    order_id: UUID | None = None
    since: datetime | None = None
    by: datetime | None = None
    due_on: date | None = None
    amount_cents: int | None = None


class Viewer(NamedTuple):
    """Who of the staff looks; `kinds` are those of items set aside that they see."""

    user: Any  # of accounts, which is above this module; only personal groups ask for it
    kinds: Collection[str]


# A list is what was read anyway.
Rows = QuerySet[Any, Any] | list[Any]
Group = tuple[Rows, Callable[[Sequence[Any]], list[WaitingItem]]]
Waits = Callable[[Viewer, datetime], Group]
GROUPS: Final[dict[str, Waits]] = {}
PERSONAL: Final[set[str]] = set()


def waits(key: str, *, is_personal: bool = False) -> Callable[[Waits], Waits]:
    """Register which rows wait in the group, first the most urgent, and how they are shown.

    In a personal group other rows wait for each user; the others are counted once for everybody.
    """

    def register(group: Waits) -> Waits:
        if key in GROUPS:
            raise ValueError(f"two groups wait as {key}")
        GROUPS[key] = group
        if is_personal:
            PERSONAL.add(key)
        return group

    return register


def each(to_item: Callable[[Any], WaitingItem]) -> Callable[[Sequence[Any]], list[WaitingItem]]:
    return lambda rows: [to_item(row) for row in rows]
