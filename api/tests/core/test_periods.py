"""Periods are whole days in Houston; what is usual is told as it was lived."""

from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.clock import (
    DurationStats,
    Period,
    PeriodWrong,
    days_between,
    duration_stats,
    period_of,
)

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
        ([], DurationStats(count=0, median_days=None, p90_days=None)),
        ([4], DurationStats(count=1, median_days=4.0, p90_days=4)),
        ([9, 1], DurationStats(count=2, median_days=5.0, p90_days=9)),
        (list(range(1, 11)), DurationStats(count=10, median_days=5.5, p90_days=9)),
        ([*range(1, 12)], DurationStats(count=11, median_days=6.0, p90_days=10)),
    ],
)
def test_half_and_nine_of_ten(days: list[int], usual: DurationStats) -> None:
    assert duration_stats(days) == usual


def test_days_are_counted_by_houstons_calendar() -> None:
    late_on_the_third = datetime(2025, 11, 4, 5, 59, tzinfo=UTC)

    assert days_between(late_on_the_third, date(2025, 11, 20)) == 17
