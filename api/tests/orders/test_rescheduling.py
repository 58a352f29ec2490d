"""Until when an appointment may be moved, around the nights when the clocks change."""

from datetime import UTC, date, datetime, timedelta

import pytest

from standby.core.policy import HOUSTON
from standby.orders.rules.rescheduling import (
    NotReschedulable,
    TooLateToReschedule,
    ensure_movable,
    free_until,
    may_be_moved,
)
from standby.orders.rules.scheduling import Slot, TimeWindow

START = Slot(date(2025, 11, 20), TimeWindow.MORNING).start_at


@pytest.mark.parametrize(
    ("day", "last_moment"),
    [
        (date(2025, 11, 20), "2025-11-18 08:30"),
        (date(2026, 3, 9), "2026-03-07 08:30"),  # 07:30 by elapsed time
        (date(2026, 11, 2), "2026-10-31 09:30"),  # 08:30 by the clock on the wall
        (date(2028, 3, 1), "2028-02-28 08:30"),
        (date(2027, 1, 1), "2026-12-30 08:30"),
    ],
)
def test_i3_the_later_of_elapsed_time_and_the_clock_on_the_wall(
    day: date, last_moment: str
) -> None:
    until = free_until(Slot(day, TimeWindow.MORNING).start_at)

    print(f"I3: a visit on {day} at 08:30 moves until {until.astimezone(HOUSTON)}")
    assert f"{until.astimezone(HOUSTON):%Y-%m-%d %H:%M}" == last_moment


@pytest.mark.parametrize(
    ("status", "now", "may"),
    [
        ("confirmed", free_until(START), True),
        ("confirmed", free_until(START) + timedelta(seconds=1), False),
        ("needs_new_date", datetime(2026, 1, 1, tzinfo=UTC), True),
        ("held", free_until(START), False),
        ("expired", free_until(START), False),
        ("cancelled", free_until(START), False),
    ],
)
def test_what_may_be_moved(status: str, now: datetime, may: bool) -> None:
    assert may_be_moved(status, START, now=now) is may
    if may:
        ensure_movable(status, START, now=now)
        return
    with pytest.raises((NotReschedulable, TooLateToReschedule)):
        ensure_movable(status, START, now=now)
