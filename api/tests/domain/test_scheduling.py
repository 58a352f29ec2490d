"""Offered days, and the windows in Houston's time."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.domain.policy import HOUSTON
from standby.domain.scheduling import (
    Calendar,
    DayNotOffered,
    DaysOutOfOrder,
    Slot,
    TimeWindow,
    WhyClosed,
    each_day,
    ensure_ahead,
    ensure_day_ahead,
    ensure_short,
    today_in_houston,
)

CALENDAR = Calendar(
    today=date(2025, 11, 3), min_days=15, max_days=45, disabled_weekdays=("SUN", "SAT")
)


@pytest.mark.req("WIZ-05.2")
@pytest.mark.parametrize(
    ("day", "why"),
    [
        (date(2025, 11, 2), WhyClosed.PAST),
        (date(2025, 11, 3), WhyClosed.TOO_SOON),
        (date(2025, 11, 17), WhyClosed.TOO_SOON),
        (date(2025, 11, 18), None),
        (date(2025, 11, 22), WhyClosed.WEEKDAY),
        (date(2025, 11, 23), WhyClosed.WEEKDAY),
        (date(2025, 12, 18), None),
        (date(2025, 12, 19), WhyClosed.TOO_LATE),
    ],
)
def test_days_are_offered_from_15_to_45_days_ahead_without_weekends(
    day: date, why: WhyClosed | None
) -> None:
    assert CALENDAR.why_closed(day) == why
    if why is None:
        CALENDAR.ensure_offered(day)
        return
    with pytest.raises(DayNotOffered) as refused:
        CALENDAR.ensure_offered(day)
    assert refused.value.field == "wizardData.scheduling.selected_date"
    assert refused.value.detail


@pytest.mark.req("WIZ-05.4")
@pytest.mark.parametrize(
    ("day", "start_at"),
    [
        ("2026-03-06", "2026-03-06T14:30"),
        ("2026-03-09", "2026-03-09T13:30"),
        ("2026-10-30", "2026-10-30T13:30"),
        ("2026-11-02", "2026-11-02T14:30"),
        ("2027-03-12", "2027-03-12T14:30"),
        ("2027-03-15", "2027-03-15T13:30"),
        ("2027-11-05", "2027-11-05T13:30"),
        ("2027-11-08", "2027-11-08T14:30"),
    ],
)
def test_the_morning_begins_at_8_30_in_houston_on_both_sides_of_a_clock_change(
    day: str, start_at: str
) -> None:
    slot = Slot(date.fromisoformat(day), TimeWindow.MORNING)

    assert slot.start_at == datetime.fromisoformat(start_at).replace(tzinfo=UTC)
    assert slot.end_at - slot.start_at == timedelta(hours=4)


@pytest.mark.req("WIZ-05.4")
def test_the_afternoon_is_from_1_to_5() -> None:
    slot = Slot(date(2025, 11, 20), TimeWindow.AFTERNOON)

    assert slot.start_at == datetime(2025, 11, 20, 19, 0, tzinfo=UTC)
    assert slot.end_at == datetime(2025, 11, 20, 23, 0, tzinfo=UTC)
    assert TimeWindow.AFTERNOON.label == "1:00 PM - 5:00 PM"
    assert TimeWindow.MORNING.label == "8:30 AM - 12:30 PM"


def test_today_is_houstons_date() -> None:
    half_past_three_utc = datetime(2025, 11, 21, 3, 30, tzinfo=UTC)

    assert today_in_houston(half_past_three_utc) == date(2025, 11, 20)


@pytest.mark.parametrize(
    "midnight", ["2026-03-08", "2026-11-01", "2027-03-14", "2027-11-07"], ids=str
)
def test_today_changes_at_midnight_in_houston_on_the_days_of_a_clock_change(midnight: str) -> None:
    begin = datetime.fromisoformat(midnight).replace(tzinfo=HOUSTON).astimezone(UTC)
    day = date.fromisoformat(midnight)

    hours = [today_in_houston(begin + timedelta(hours=hour)) for hour in range(23)]

    assert set(hours) == {day}
    assert today_in_houston(begin - timedelta(seconds=1)) == day - timedelta(days=1)


@given(
    today=st.dates(date(2024, 1, 1), date(2030, 12, 31)),
    ahead=st.integers(0, 60),
)
def test_a_day_is_offered_exactly_when_it_is_a_weekday_of_the_window(
    today: date, ahead: int
) -> None:
    calendar = Calendar(today=today, min_days=15, max_days=45, disabled_weekdays=("SUN", "SAT"))
    day = today + timedelta(days=ahead)

    is_offered = calendar.why_closed(day) is None

    assert is_offered == (15 <= ahead <= 45 and day.isoweekday() <= 5)


def test_days_are_listed_with_both_ends() -> None:
    days = list(each_day(date(2028, 2, 28), date(2028, 3, 1)))

    assert days == [date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)]


@pytest.mark.parametrize("last", [date(2025, 1, 9), date(2025, 4, 20)])
def test_days_out_of_order_or_more_than_a_hundred_are_refused(last: date) -> None:
    ensure_short(date(2025, 1, 10), date(2025, 4, 19))
    with pytest.raises(DaysOutOfOrder):
        ensure_short(date(2025, 1, 10), last)


TODAY_NOON = datetime(2025, 11, 3, 18, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "window", "field"),
    [
        ("2025-11-03", TimeWindow.AFTERNOON, None),
        ("2025-11-08", TimeWindow.MORNING, None),
        ("2026-11-03", TimeWindow.MORNING, None),
        ("2025-11-02", TimeWindow.AFTERNOON, "day"),
        ("2026-11-04", TimeWindow.MORNING, "day"),
    ],
    ids=["this afternoon", "a Saturday", "a year ahead", "yesterday", "further ahead"],
)
def test_staff_plan_from_now_to_a_year_ahead(
    day: str, window: TimeWindow, field: str | None
) -> None:
    slot = Slot(date.fromisoformat(day), window)
    if field is None:
        ensure_ahead(slot, now=TODAY_NOON)
        return

    with pytest.raises(DayNotOffered) as refused:
        ensure_day_ahead(slot.day, now=TODAY_NOON)

    assert refused.value.field == field


def test_a_window_that_is_over_is_not_planned_any_more() -> None:
    morning = Slot(date(2025, 11, 3), TimeWindow.MORNING)

    ensure_ahead(morning, now=morning.end_at - timedelta(seconds=1))
    with pytest.raises(DayNotOffered) as refused:
        ensure_ahead(morning, now=morning.end_at)

    assert refused.value.field == "time_window"
