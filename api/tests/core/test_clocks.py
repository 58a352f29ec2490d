"""Days and hours around the nights when Houston's clocks change (reliability I)."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path
from typing import Any

import clocks
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standby.core.clock import (
    Period,
    PeriodWrong,
    days_between,
    duration_stats,
    each_day,
    local_date,
    period_of,
)
from standby.core.policy import MARKET_ZONE
from standby.orders.rules.scheduling import Calendar, Slot, TimeWindow
from standby.pricing.rules.configuration import configuration_from

ROOT = Path(__file__).parents[2]
# When the clocks change, and by how much Houston is behind from then on (tzdata 2026).
CHANGES = {
    datetime(2025, 11, 2, 7, tzinfo=UTC): 6,
    datetime(2026, 3, 8, 8, tzinfo=UTC): 5,
    datetime(2026, 11, 1, 7, tzinfo=UTC): 6,
    datetime(2027, 3, 14, 8, tzinfo=UTC): 5,
    datetime(2027, 11, 7, 7, tzinfo=UTC): 6,
}
SERVERS = {"UTC": 0, "Pacific/Kiritimati": 13, "Pacific/Honolulu": 14}  # its hour at the epoch
DAYS = st.dates(date(2025, 11, 10), date(2035, 12, 31))


def houstons_day(at: datetime) -> date:
    """By the list of changes alone."""
    behind = next(hours for change, hours in reversed(CHANGES.items()) if change <= at)
    return at.astimezone(timezone(timedelta(hours=-behind))).date()


def test_i2_today_is_houstons_every_hour_of_the_days_when_clocks_change() -> None:
    hours = [
        datetime.fromisoformat(f"{day}T00:00:00+00:00") + timedelta(hours=hour)
        for day in clocks.TRANSITIONS
        for hour in range(-6, 36)
    ]

    wrong = [hour for hour in hours if local_date(hour) != houstons_day(hour)]

    print(f"I2: {len(hours)} hours of 4 transition days, {len(wrong)} wrong")
    assert wrong == []
    assert local_date(datetime(2025, 11, 21, 3, 30, tzinfo=UTC)) == date(2025, 11, 20)


@pytest.mark.parametrize("place", SERVERS)
def test_i2_a_server_anywhere_tells_houstons_time(place: str) -> None:
    said = subprocess.run(
        [sys.executable, "tests/core/clocks.py"],
        env={"TZ": place, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    clock, *lines = said.stdout.splitlines()
    print(f"I2: {len(lines)} times and days on a server in {place}, its hour {clock}")
    assert clock == str(SERVERS[place])
    assert lines == clocks.told()


@settings(max_examples=1_000)
@given(today=DAYS, ahead=st.integers(0, 45))
def test_i5_no_day_is_lost_or_doubled(today: date, ahead: int) -> None:
    """Counted by the calendar, whatever the clocks do in between."""
    calendar = Calendar(today, configuration_from({}).scheduling)
    day = today + timedelta(days=ahead)
    slot = Slot(day, TimeWindow.MORNING)

    assert slot.start_at.astimezone(MARKET_ZONE).date() == day
    assert local_date(slot.start_at) == day
    assert f"{slot.start_at.astimezone(MARKET_ZONE):%H:%M}" == "08:30"
    assert (slot.end_at - slot.start_at) == timedelta(hours=4)
    is_offered = calendar.why_closed(day) is None
    assert is_offered == (ahead >= 15 and day.weekday() < 5)


def test_i5_leap_day_new_year_and_45_days_ahead_across_a_change() -> None:
    leap = list(each_day(date(2028, 2, 27), date(2028, 3, 2)))
    year = list(each_day(date(2026, 12, 30), date(2027, 1, 2)))
    sundays_too = replace(configuration_from({}).scheduling, disabled_weekdays=("SAT",))
    calendar = Calendar(date(2026, 1, 24), sundays_too)

    assert [day.day for day in leap] == [27, 28, 29, 1, 2]
    assert [day.day for day in year] == [30, 31, 1, 2]
    assert (calendar.first_day, calendar.last_day) == (date(2026, 2, 8), date(2026, 3, 10))
    assert calendar.why_closed(date(2026, 3, 8)) is None
    assert Slot(calendar.last_day, TimeWindow.MORNING).start_at.hour == 13


TODAY = date(2025, 11, 3)


def test_a_period_begins_and_ends_at_midnight_in_houston() -> None:
    period = Period(date(2025, 11, 1), date(2025, 11, 2))  # the clocks go back on the second

    assert period.begins_at == datetime(2025, 11, 1, 5, tzinfo=UTC)
    assert period.ends_at == datetime(2025, 11, 3, 6, tzinfo=UTC)


def test_thirty_days_until_today_where_nothing_is_told() -> None:
    assert period_of(None, None, today=TODAY) == Period(date(2025, 10, 5), TODAY)
    assert period_of(None, date(2025, 1, 31), today=TODAY).first == date(2025, 1, 2)
    assert period_of(TODAY, TODAY, today=TODAY) == Period(TODAY, TODAY)


@pytest.mark.parametrize(
    ("first", "last"), [(date(2025, 11, 4), TODAY), (date(2023, 1, 1), date(2025, 1, 1))]
)
def test_a_period_out_of_order_or_too_long_is_refused(first: date, last: date) -> None:
    with pytest.raises(PeriodWrong):
        period_of(first, last, today=TODAY)


def test_the_months_of_a_period_are_cut_to_it() -> None:
    period = Period(date(2024, 12, 30), date(2025, 2, 1))

    assert period.months() == [
        Period(date(2024, 12, 30), date(2024, 12, 31)),
        Period(date(2025, 1, 1), date(2025, 1, 31)),
        Period(date(2025, 2, 1), date(2025, 2, 1)),
    ]


@given(st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(0, 800))
def test_months_follow_each_other_without_a_gap(first: date, days: int) -> None:
    period = Period(first, date.fromordinal(first.toordinal() + days))
    months = period.months()

    assert (months[0].first, months[-1].last) == (period.first, period.last)
    for before, after in pairwise(months):
        assert before.ends_at == after.begins_at


@pytest.mark.parametrize(
    ("days", "usual"),
    [
        ([], {"count": 0, "median_days": None, "p90_days": None}),
        ([4], {"count": 1, "median_days": 4.0, "p90_days": 4}),
        ([9, 1], {"count": 2, "median_days": 5.0, "p90_days": 9}),
        (list(range(1, 11)), {"count": 10, "median_days": 5.5, "p90_days": 9}),
        ([*range(1, 12)], {"count": 11, "median_days": 6.0, "p90_days": 10}),
    ],
)
def test_half_and_nine_of_ten(days: list[int], usual: dict[str, Any]) -> None:
    assert duration_stats(days) == usual


def test_days_are_counted_by_houstons_calendar() -> None:
    late_on_the_third = datetime(2025, 11, 4, 5, 59, tzinfo=UTC)

    assert days_between(late_on_the_third, date(2025, 11, 20)) == 17
