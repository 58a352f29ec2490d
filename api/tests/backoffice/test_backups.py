"""Which snapshots are kept (RUN-03, reliability L2)."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from standby.backoffice.backups.snapshots import snapshots_to_forget

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
AGES = st.lists(st.timedeltas(timedelta(0), timedelta(days=120)), max_size=60, unique=True)


def kept(made_at: list[datetime], *, now: datetime) -> list[datetime]:
    forgotten = snapshots_to_forget(made_at, now=now)
    return [at for at in sorted(made_at) if at not in forgotten]


def test_a_snapshot_a_minute_for_a_day_leaves_an_hour_of_minutes_and_a_day_of_hours() -> None:
    minutes = [NOW - timedelta(minutes=ago) for ago in range(24 * 60)]

    found = kept(minutes, now=NOW)

    assert [at for at in found if NOW - at <= timedelta(hours=1)] == sorted(minutes[:61])
    hours = [at for at in found if NOW - at > timedelta(hours=1)]
    assert 22 <= len(hours) <= 23
    assert all(at.minute == 0 for at in hours[1:])


def test_run_every_day_it_holds_a_month_of_days_and_a_quarter_of_weeks() -> None:
    held: list[datetime] = []
    for day in range(120):
        at = NOW - timedelta(days=119 - day)
        held = kept([*held, at], now=at)

    assert [at for at in held if NOW - at <= timedelta(days=30)] == [
        NOW - timedelta(days=ago) for ago in reversed(range(31))
    ]
    older = [at for at in held if NOW - at > timedelta(days=30)]
    assert 7 <= len(older) <= 8
    assert NOW - older[0] <= timedelta(weeks=12)


@given(AGES)
def test_the_newest_is_never_forgotten_nor_any_of_the_last_hour(ages: list[timedelta]) -> None:
    made_at = [NOW - age for age in ages]

    forgotten = snapshots_to_forget(made_at, now=NOW)

    assert all(NOW - at > timedelta(hours=1) for at in forgotten)
    assert not made_at or max(made_at) not in forgotten


@given(AGES)
def test_to_forget_twice_forgets_no_more(ages: list[timedelta]) -> None:
    once = kept([NOW - age for age in ages], now=NOW)

    assert snapshots_to_forget(once, now=NOW) == []
