"""What waits for staff, in groups: the first rows of each and how many there are."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from standby.accounts.models import User
from standby.core.waiting import GROUPS, Rows, Viewer, WaitingItem
from standby.tracking.rules.waits import MESSAGES, WaitKey

MOST_SHOWN: Final = 20
MOST_OF_ONE_GROUP: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingGroup:
    key: WaitKey
    count: int
    items: list[WaitingItem]


def waiting_groups(
    keys: Iterable[WaitKey],
    *,
    user: User,
    now: datetime,
    most_shown: int = MOST_SHOWN,
    kinds: Collection[str] = MESSAGES,
) -> list[WaitingGroup]:
    """Return the groups in which something waits, each with its first rows.

    `kinds` are those of items set aside that the user sees.
    """
    viewer, groups = Viewer(user, kinds), []
    for key in keys:
        rows, to_items = GROUPS[key](viewer, now)
        shown = list(rows[: most_shown + 1])
        if shown:
            count = len(shown) if len(shown) <= most_shown else _count(rows)
            items = to_items(shown[:most_shown])
            groups.append(WaitingGroup(key=key, count=count, items=items))
    return groups


def waiting_counts(
    keys: Iterable[WaitKey], *, user: User, now: datetime, kinds: Collection[str] = MESSAGES
) -> dict[WaitKey, int]:
    viewer = Viewer(user, kinds)
    return {key: _count(GROUPS[key](viewer, now)[0]) for key in keys}


def _count(rows: Rows) -> int:
    return len(rows) if isinstance(rows, list) else rows.count()
