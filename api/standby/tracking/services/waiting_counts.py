"""How much waits, counted once for all consoles: each open one asks every minute."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

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
    WaitingCounts.objects.filter(pk=_ROW, counted_at__isnull=False).update(counted_at=None)


def _counted(*, now: datetime) -> WaitingCounts:
    counted = WaitingCounts.objects.filter(pk=_ROW).first()
    if counted is not None and _is_young(counted, now=now):
        return counted
    with transaction.atomic():
        # Whoever else asks now waits here for the row, and finds it counted.
        counted, _is_new = WaitingCounts.objects.select_for_update().get_or_create(pk=_ROW)
        if not _is_young(counted, now=now):
            counted.counts, counted.counted_at = shared_counts(now=now), now
            counted.save()
    return counted


def _is_young(counted: WaitingCounts, *, now: datetime) -> bool:
    return counted.counted_at is not None and now - counted.counted_at < COUNTED_FOR
