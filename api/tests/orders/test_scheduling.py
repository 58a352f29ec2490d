"""Offered days, and the windows in Houston's time."""

from datetime import UTC, date, datetime, timedelta

import pytest

from standby.core.words import hours_label
from standby.orders.rules.scheduling import (
    Calendar,
    ClosedReason,
    DayNotOffered,
    DaysOutOfOrder,
    Slot,
    TimeWindow,
    ensure_day_ahead,
    ensure_short,
    usual_crews,
)
from standby.pricing.rules.configuration import configuration_from

CALENDAR = Calendar(date(2025, 11, 3), configuration_from({}).scheduling)


@pytest.mark.req("WIZ-05.2")
@pytest.mark.parametrize(
    ("day", "why"),
    [
        (date(2025, 11, 2), ClosedReason.PAST),
        (date(2025, 11, 3), ClosedReason.TOO_SOON),
        (date(2025, 11, 17), ClosedReason.TOO_SOON),
        (date(2025, 11, 18), None),
        (date(2025, 11, 22), ClosedReason.WEEKDAY),
        (date(2025, 11, 23), ClosedReason.WEEKDAY),
        (date(2025, 12, 18), None),
        (date(2025, 12, 19), ClosedReason.TOO_LATE),
    ],
)
def test_days_are_offered_from_15_to_45_days_ahead_without_weekends(
    day: date, why: ClosedReason | None
) -> None:
    assert CALENDAR.why_closed(day) == why
    if why is None:
        CALENDAR.ensure_offered(day)
        return
    with pytest.raises(DayNotOffered) as refused:
        CALENDAR.ensure_offered(day)
    assert refused.value.field == "wizardData.scheduling.selected_date"
    assert str(refused.value)


@pytest.mark.req("DATE-01.1")
@pytest.mark.parametrize(
    ("day", "crews"),
    [
        (date(2026, 11, 26), 0),  # Thanksgiving
        (date(2026, 12, 24), 2),
        (date(2026, 12, 25), 0),
        (date(2027, 7, 5), 0),  # July 4, observed on Monday
    ],
)
@pytest.mark.usefixtures("holidays")
def test_no_crew_works_on_a_federal_holiday(day: date, crews: int) -> None:
    assert usual_crews(day, rules=CALENDAR.rules) == crews


@pytest.mark.req("WIZ-05.4")
def test_the_afternoon_is_from_1_to_5() -> None:
    slot = Slot(date(2025, 11, 20), TimeWindow.AFTERNOON)
    assert slot.start_at == datetime(2025, 11, 20, 19, 0, tzinfo=UTC)
    assert slot.end_at == datetime(2025, 11, 20, 23, 0, tzinfo=UTC)
    assert hours_label(TimeWindow.AFTERNOON.usual_hours) == "1:00 PM \N{EN DASH} 5:00 PM"
    assert hours_label(TimeWindow.MORNING.usual_hours) == "8:30 AM \N{EN DASH} 12:30 PM"


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
        slot.ensure_ahead(now=TODAY_NOON)
        return
    with pytest.raises(DayNotOffered) as refused:
        ensure_day_ahead(slot.day, now=TODAY_NOON)
    assert refused.value.field == field


def test_a_window_that_is_over_is_not_planned_any_more() -> None:
    morning = Slot(date(2025, 11, 3), TimeWindow.MORNING)
    morning.ensure_ahead(now=morning.end_at - timedelta(seconds=1))
    with pytest.raises(DayNotOffered) as refused:
        morning.ensure_ahead(now=morning.end_at)
    assert refused.value.field == "time_window"
