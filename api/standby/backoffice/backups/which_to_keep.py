"""Retention of database snapshots: all recent ones, then fewer with age."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

ALL_KEPT: Final = timedelta(hours=1)
# (up to this age, one per span). Keeping the first of each span makes the choice stable over time.
ONE_OF_EACH: Final = (
    (timedelta(days=1), timedelta(hours=1)),
    (timedelta(days=30), timedelta(days=1)),
    (timedelta(weeks=12), timedelta(weeks=1)),
)
_A_MONDAY: Final = datetime(2024, 1, 1, tzinfo=UTC)


def snapshots_to_forget(made_at: Sequence[datetime], *, now: datetime) -> list[datetime]:
    """Return the snapshots to delete. The newest is always kept, however old it is."""
    older = sorted(made_at)[:-1]
    firsts: dict[tuple[timedelta, int], datetime] = {}
    for at in older:
        for span in _spans_for(now - at):
            firsts.setdefault((span, (at - _A_MONDAY) // span), at)
    return [at for at in older if now - at > ALL_KEPT and at not in firsts.values()]


def _spans_for(age: timedelta) -> list[timedelta]:
    # At most one span; none when nothing of that age is kept.
    return [span for oldest, span in ONE_OF_EACH if age <= oldest][:1]
