"""How much waits, counted once for all consoles: each open one asks every minute."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F

from standby.accounts.models import User
from standby.core.waiting import PERSONAL
from standby.tracking.models import WaitingCounts
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import count_for, shared_counts, waiting_counts

COUNTED_FOR: Final = timedelta(seconds=20)
_ROW: Final = 1


def counts_for(
    keys: Iterable[WaitKey], *, user: User, kinds: Iterable[str], now: datetime
) -> dict[WaitKey, int]:
    """Return how much waits in these groups, none of them only to know, for the user.

    Counts that are the same for others are at most twenty seconds old, and never from before a
    change by staff.
    """
    wanted, counted = list(keys), _counted(now=now)
    own = waiting_counts([key for key in wanted if key in PERSONAL], user=user, now=now)
    others = [key for key in wanted if key not in PERSONAL]
    return own | {key: count_for(key, counted.counts, kinds=[*kinds]) for key in others}


def forget_counts() -> None:
    """Let what waits be counted again, after a change that somebody on the staff made."""
    WaitingCounts.objects.filter(pk=_ROW).update(changes=F("changes") + 1, counted_at=None)


def _counted(*, now: datetime) -> WaitingCounts:
    counted, _is_new = WaitingCounts.objects.get_or_create(pk=_ROW)
    if counted.counted_at is not None and now - counted.counted_at < COUNTED_FOR:
        return counted
    # Nothing is locked while it counts: who else asks in that moment counts too, and writes go on.
    counted.counts, counted.counted_at = shared_counts(now=now), now
    # What staff changed meanwhile may be counted or not, so that count is not stored.
    unchanged = WaitingCounts.objects.filter(pk=_ROW, changes=counted.changes)
    unchanged.update(counts=counted.counts, counted_at=now)
    return counted
