"""What waits for staff, in groups: the first rows of each and how many there are."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from standby.accounts.models import User
from standby.core.waiting import GROUPS, PERSONAL, Rows, Viewer, WaitingItem
from standby.tracking.rules.waits import MESSAGES, REPORTS, TO_KNOW_ONLY, WaitKey

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


def shared_counts(*, now: datetime) -> dict[str, int]:
    """Count what has to be done and is the same for all who see it, which is much to count.

    What was set aside is counted by its kind, as not everybody sees each: `count_for` adds up.
    """
    parts = {
        (key, kind)
        for key in WaitKey
        if key not in TO_KNOW_ONLY and key not in PERSONAL
        for kind in (MESSAGES | REPORTS if key is WaitKey.INBOX else [""])
    }
    return {
        f"{key}/{kind}": _count(GROUPS[key](Viewer(None, [kind]), now)[0])
        for key, kind in sorted(parts)
    }


def count_for(key: WaitKey, shared: Mapping[str, int], *, kinds: Collection[str]) -> int:
    """Return how much waits in a group for somebody who sees these kinds of what was set aside."""
    return sum(shared.get(f"{key}/{kind}", 0) for kind in ("", *kinds))


def _count(rows: Rows) -> int:
    return len(rows) if isinstance(rows, list) else rows.count()
