"""The two halves of a crew's day: who has which, and which windows can be sold (BOOK-06)."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import (
    NOW,
    a_request,
    appointment_of,
    reserve,
    set_rule,
)
from django.db import connection
from django.test import Client
from half_days import (
    FRIDAY,
    LATER,
    MONDAY,
    SATURDAY,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    afternoon,
    halves,
    hold,
    morning,
    paid,
    visit,
)

from standby.core.business_days import after_office_time
from standby.core.policy import MARKET_ZONE
from standby.crews.services.technicians import TechnicianOff, get_technician_by_name
from standby.orders.models import Appointment, CrewDay, CrewSeat
from standby.orders.rules.scheduling import (
    Calendar,
    ClosedReason,
    DayNotOffered,
    Slot,
    TimeWindow,
    WindowNotOffered,
)
from standby.orders.selectors.crew_calendar import CrewCalendar, windows_on_calendar
from standby.orders.selectors.slot_room import DayFull
from standby.orders.services.appointments import DayClosed
from standby.orders.services.assignments import TechnicianBusy, set_technician
from standby.orders.services.crew_days import CrewsInUse, set_crew_day
from standby.orders.services.crew_seats import make_seats, release_expired
from standby.pricing.selectors import catalog
from standby.sales.rules.holds import Hold
from standby.workflows.change_technician import add_days_off
from standby.workflows.close_day import WhyLeft, close_day, plan_closing
from standby.workflows.move_appointment import move_appointment, reschedule_appointment

pytestmark = pytest.mark.usefixtures("shop")


@pytest.mark.req("BOOK-06.1")
@pytest.mark.req("BOOK-06.2")
def test_a_morning_takes_one_day_and_an_afternoon_the_same_crews_next_morning() -> None:
    first, second = hold(morning(TUESDAY)), hold(afternoon(TUESDAY))

    assert halves(TUESDAY, WEDNESDAY) == [
        (TUESDAY, 1, visit(first), visit(first)),
        (TUESDAY, 2, None, visit(second)),
        (WEDNESDAY, 2, visit(second), None),
    ]
    assert appointment_of(first).ends_on == TUESDAY
    assert appointment_of(second).ends_on == WEDNESDAY


def test_mornings_and_afternoons_fill_two_crews_exactly() -> None:
    early = [hold(morning(TUESDAY)), hold(afternoon(TUESDAY))]
    between = [hold(morning(WEDNESDAY)), hold(afternoon(WEDNESDAY))]

    for slot in (morning(TUESDAY), afternoon(TUESDAY), morning(WEDNESDAY), afternoon(WEDNESDAY)):
        with pytest.raises(DayFull):
            hold(slot)
    # The afternoon went to the crew that finishes a job in the morning.
    assert halves(TUESDAY, WEDNESDAY, THURSDAY) == [
        (TUESDAY, 1, visit(early[0]), visit(early[0])),
        (TUESDAY, 2, None, visit(early[1])),
        (WEDNESDAY, 1, visit(between[0]), visit(between[0])),
        (WEDNESDAY, 2, visit(early[1]), visit(between[1])),
        (THURSDAY, 2, visit(between[1]), None),
    ]


def test_two_afternoons_leave_no_crew_for_the_next_days_mornings() -> None:
    hold(afternoon(TUESDAY))
    hold(afternoon(TUESDAY))

    with pytest.raises(DayFull):
        hold(morning(WEDNESDAY))
    hold(afternoon(WEDNESDAY))
    hold(afternoon(WEDNESDAY))


def test_two_mornings_of_the_next_day_leave_no_afternoon_before_them() -> None:
    hold(morning(WEDNESDAY))
    hold(morning(WEDNESDAY))

    with pytest.raises(DayFull, match="finish"):
        hold(afternoon(TUESDAY))


@pytest.mark.req("BOOK-06.3")
@pytest.mark.req("BOOK-06.4")
@pytest.mark.parametrize(
    ("day", "now", "told"),
    [
        (FRIDAY, NOW, r"we don't work on Saturday, November 22"),
        (date(2025, 12, 24), NOW + timedelta(days=20), r"Thursday, December 25, is a holiday"),
        (TUESDAY, NOW, r"nobody works on Wednesday, November 19"),
    ],
    ids=["a Friday", "the day before Christmas", "before a day that staff closed"],
)
def test_no_afternoon_is_sold_before_a_day_on_which_nobody_works(
    day: date, now: datetime, told: str, holidays: set[date]
) -> None:
    CrewDay.objects.create(day=WEDNESDAY, crews=0, reason="training")

    with pytest.raises(WindowNotOffered, match=told) as refused:
        hold(afternoon(day), now=now)

    assert refused.value.field == "wizardData.scheduling.selected_time_window"
    hold(morning(day), now=now)
    assert not CrewSeat.objects.filter(afternoon__time_window="afternoon").exists()


def test_the_calendar_says_why_an_afternoon_is_not_offered_and_when_one_ends() -> None:
    hold(morning(WEDNESDAY))
    hold(morning(WEDNESDAY))
    hold(afternoon(MONDAY))
    calendar = Calendar(NOW.date(), catalog.configuration().scheduling)

    days = {
        day: {room.window: (room.reason, room.because_of, room.ends_on) for room in rooms}
        for day, _reason, rooms in windows_on_calendar(TUESDAY, MONDAY, calendar=calendar, now=NOW)
    }

    assert days[TUESDAY][TimeWindow.MORNING] == (None, TUESDAY, TUESDAY)
    assert days[TUESDAY][TimeWindow.AFTERNOON] == (ClosedReason.FULL, WEDNESDAY, WEDNESDAY)
    assert days[WEDNESDAY][TimeWindow.AFTERNOON] == (ClosedReason.FULL, WEDNESDAY, THURSDAY)
    assert days[THURSDAY][TimeWindow.AFTERNOON] == (None, THURSDAY, FRIDAY)
    assert days[FRIDAY][TimeWindow.AFTERNOON] == (ClosedReason.WEEKDAY, SATURDAY, SATURDAY)
    assert days[SATURDAY] == {}


def test_a_day_without_a_morning_is_open_for_the_afternoon_alone() -> None:
    hold(afternoon(TUESDAY))
    hold(afternoon(TUESDAY))
    calendar = Calendar(NOW.date(), catalog.configuration().scheduling)

    [(_day, reason, rooms)] = windows_on_calendar(WEDNESDAY, WEDNESDAY, calendar=calendar, now=NOW)

    assert reason is None
    assert [(room.window, room.reason, room.crews_left) for room in rooms] == [
        ("morning", ClosedReason.FULL, 0),
        ("afternoon", None, 2),
    ]


def test_an_afternoon_may_end_after_closed_days_where_staff_allow_it() -> None:
    set_rule("scheduling", "afternoon_may_span_closed_days", True)

    order = hold(afternoon(FRIDAY))

    assert appointment_of(order).ends_on == MONDAY
    assert halves(FRIDAY, SATURDAY, MONDAY) == [
        (FRIDAY, 1, None, visit(order)),
        (MONDAY, 1, visit(order), None),
    ]


@pytest.mark.req("BOOK-06.5")
def test_a_move_between_windows_of_a_day_keeps_the_crew_and_the_right_halves(
    tmp_path: Path,
) -> None:
    order = paid(morning(TUESDAY), tmp_path)

    reschedule_appointment(order, slot=afternoon(TUESDAY), now=NOW)
    moved = halves(TUESDAY, WEDNESDAY)
    reschedule_appointment(order, slot=morning(TUESDAY), now=NOW)

    assert moved == [(TUESDAY, 1, None, visit(order)), (WEDNESDAY, 1, visit(order), None)]
    assert halves(TUESDAY, WEDNESDAY) == [(TUESDAY, 1, visit(order), visit(order))]
    assert appointment_of(order).ends_on == TUESDAY


def test_a_move_that_finds_no_second_half_keeps_what_it_had(tmp_path: Path) -> None:
    order = paid(morning(TUESDAY), tmp_path)
    hold(morning(WEDNESDAY))
    hold(morning(WEDNESDAY))
    before = halves(TUESDAY, WEDNESDAY)

    with pytest.raises(DayFull):
        reschedule_appointment(order, slot=afternoon(TUESDAY), now=NOW)

    assert halves(TUESDAY, WEDNESDAY) == before
    assert appointment_of(order).time_window == "morning"


def test_staff_move_no_afternoon_before_a_closed_day_either(tmp_path: Path) -> None:
    order = paid(morning(TUESDAY), tmp_path)

    with pytest.raises(WindowNotOffered) as refused:
        move_appointment(
            str(appointment_of(order).public_id), slot=afternoon(FRIDAY), actor="Jo", now=NOW
        )

    assert refused.value.field == "time_window"


def test_a_hold_that_runs_out_frees_both_halves_for_the_next(tmp_path: Path) -> None:
    held = hold(afternoon(TUESDAY))
    hold(afternoon(TUESDAY))

    hold(morning(WEDNESDAY), now=LATER)

    assert appointment_of(held).status == "expired"
    assert release_expired(CrewSeat.objects.get(hold_expires_at__lt=LATER), now=LATER)
    assert [row[:2] for row in halves(TUESDAY, WEDNESDAY)] == [(WEDNESDAY, 1)]


def test_fewer_crews_than_jobs_of_a_half_are_refused(tmp_path: Path) -> None:
    paid(afternoon(TUESDAY), tmp_path)

    with pytest.raises(CrewsInUse, match="1 crew has a job on that day"):
        set_crew_day(WEDNESDAY, crews=0, reason="storm", staff="Jo", now=NOW)
    set_crew_day(WEDNESDAY, crews=1, reason="a crew is ill", staff="Jo", now=NOW)

    with pytest.raises(DayFull):
        hold(morning(WEDNESDAY))
    hold(afternoon(WEDNESDAY))


@pytest.mark.req("BOOK-06.5")
def test_a_day_that_is_closed_later_keeps_the_job_that_continues_into_it_and_takes_no_other(
    tmp_path: Path,
) -> None:
    order = paid(afternoon(TUESDAY), tmp_path)
    kept = [(TUESDAY, 1, None, visit(order)), (WEDNESDAY, 1, visit(order), None)]

    set_rule("scheduling", "holidays", {"worked": [], "closed": [a_pause(WEDNESDAY)]})

    assert halves(TUESDAY, WEDNESDAY) == kept
    with pytest.raises(WindowNotOffered, match="nobody works on Wednesday, November 19"):
        hold(afternoon(TUESDAY))
    for slot in (morning(WEDNESDAY), afternoon(WEDNESDAY)):
        with pytest.raises(DayNotOffered):
            hold(slot)
    # Open again, it has the one crew that is not at work on it.
    set_rule("scheduling", "holidays", {"worked": [], "closed": []})
    hold(afternoon(TUESDAY))
    with pytest.raises(DayFull):
        hold(morning(WEDNESDAY))


@pytest.mark.req("BOOK-06.5")
def test_an_afternoon_sold_before_a_holiday_that_was_worked_can_still_be_moved_off_it(
    tmp_path: Path, holidays: set[date]
) -> None:
    eve, thanksgiving = date(2025, 11, 26), date(2025, 11, 27)
    with pytest.raises(WindowNotOffered, match=r"Thursday, November 27, is a holiday"):
        hold(afternoon(eve))
    set_rule("scheduling", "holidays", {"worked": ["Thanksgiving Day"], "closed": []})
    order = paid(afternoon(eve), tmp_path)
    assert appointment_of(order).ends_on == thanksgiving

    set_rule("scheduling", "holidays", {"worked": [], "closed": []})
    before = halves(eve, thanksgiving)
    reschedule_appointment(order, slot=morning(eve), now=NOW)

    assert before == [(eve, 1, None, visit(order)), (thanksgiving, 1, visit(order), None)]
    assert halves(eve, thanksgiving) == [(eve, 1, visit(order), visit(order))]


def a_pause(day: date) -> dict[str, Any]:
    return {"name": "Training", "first": str(day), "last": str(day), "is_yearly": False}


def test_a_storm_day_moves_the_afternoon_before_it_and_never_before_a_closed_day(
    tmp_path: Path,
) -> None:
    before = paid(afternoon(TUESDAY), tmp_path)
    on_it = paid(afternoon(WEDNESDAY), tmp_path)

    plan = plan_closing(WEDNESDAY, now=NOW)
    closed = close_day(WEDNESDAY, reason="A storm", targets={}, actor="Jo", now=NOW)

    # Both begin on Thursday: Friday is followed by a weekend.
    assert [moved.to_day for moved in plan.moved] == [THURSDAY, THURSDAY]
    assert [moved.to_day for moved in closed.moved] == [THURSDAY, THURSDAY]
    assert {appointment_of(order).ends_on for order in (before, on_it)} == {FRIDAY}
    assert halves(TUESDAY, WEDNESDAY) == []
    assert not CrewSeat.objects.filter(day=WEDNESDAY, is_closed=False).exists()


def test_a_job_that_its_crew_has_begun_is_left_to_people(tmp_path: Path) -> None:
    order = paid(afternoon(TUESDAY), tmp_path)
    that_evening = datetime.combine(TUESDAY, datetime.min.time(), tzinfo=MARKET_ZONE).replace(
        hour=19
    )

    closed = close_day(WEDNESDAY, reason="A storm", targets={}, actor="Jo", now=that_evening)

    assert [(left.job.pk, left.why) for left in closed.left] == [(visit(order), WhyLeft.BEGUN)]
    assert appointment_of(order).day == TUESDAY


def test_a_technician_is_busy_on_the_afternoon_and_on_the_next_morning(tmp_path: Path) -> None:
    long, early = paid(afternoon(TUESDAY), tmp_path), paid(morning(WEDNESDAY), tmp_path)
    late = paid(afternoon(WEDNESDAY), tmp_path)
    grace = get_technician_by_name("Grace", phone="281-555-0107")
    set_technician(appointment_of(long), technician=grace, actor="Jo", now=NOW)

    with pytest.raises(TechnicianBusy, match="Nov 18 in the afternoon and on Nov 19"):
        set_technician(appointment_of(early), technician=grace, actor="Jo", now=NOW)
    set_technician(appointment_of(late), technician=grace, actor="Jo", now=NOW)

    assert Appointment.objects.filter(assigned_to=grace).count() == 2


def test_days_off_count_on_the_second_half_day_too(tmp_path: Path) -> None:
    order = paid(afternoon(TUESDAY), tmp_path)
    grace = get_technician_by_name("Grace", phone="281-555-0107")
    add_days_off(str(grace.public_id), first_day=WEDNESDAY, last_day=WEDNESDAY, staff="Jo", now=NOW)

    with pytest.raises(TechnicianOff):
        set_technician(appointment_of(order), technician=grace, actor="Jo", now=NOW)


@pytest.mark.req("BOOK-06.6")
def test_staff_give_a_caller_a_day_before_the_public_calendar_opens() -> None:
    soon = Slot(NOW.date() + timedelta(days=2), TimeWindow.MORNING)
    CrewDay.objects.create(day=NOW.date() + timedelta(days=3), crews=0, reason="training")

    order = reserve(a_request(slot=soon, taken_by="Jo"))

    assert appointment_of(order).day == soon.day
    with pytest.raises(DayClosed, match="Nobody works on Nov 6: training"):
        reserve(a_request(slot=morning(NOW.date() + timedelta(days=3)), taken_by="Jo"))
    with pytest.raises(WindowNotOffered):
        reserve(a_request(slot=replace(soon, window=TimeWindow.AFTERNOON), taken_by="Jo"))


@pytest.mark.req("BOOK-06.7")
@pytest.mark.parametrize(
    ("taken", "ends"),
    [
        ("2026-12-01 21:24", "2026-12-02 12:00"),
        ("2026-12-01 09:10", "2026-12-01 13:10"),
        ("2026-12-01 16:00", "2026-12-02 10:00"),
        ("2026-12-04 17:00", "2026-12-07 11:00"),
        ("2026-12-24 16:30", "2026-12-28 10:30"),
    ],
    ids=["at night", "in the morning", "late", "on a Friday", "before Christmas and a weekend"],
)
def test_a_hold_of_four_hours_counts_in_office_hours(taken: str, ends: str) -> None:
    begun, over = (datetime.fromisoformat(at).replace(tzinfo=MARKET_ZONE) for at in (taken, ends))

    assert after_office_time(begun, timedelta(hours=4)) == over


@pytest.mark.req("BOOK-06.7")
@pytest.mark.parametrize(
    ("hold", "begins", "ends"),
    [
        (Hold.ON_THE_PHONE, "2026-12-10 08:30", "2026-12-01 21:59"),
        (Hold.HOURS_4, "2026-12-10 08:30", "2026-12-02 12:00"),
        (Hold.HOURS_24, "2026-12-10 08:30", "2026-12-02 21:24"),
        (Hold.HOURS_24, "2026-12-02 08:30", "2026-12-02 08:30"),
        (Hold.HOURS_4, "2026-12-01 21:30", "2026-12-01 21:59"),
    ],
    ids=["on the phone", "same day", "until tomorrow", "a visit before that", "a visit at once"],
)
def test_a_callers_hold_lasts_long_enough_to_pay_and_no_longer_than_its_visit(
    hold: Hold, begins: str, ends: str
) -> None:
    at = datetime(2026, 12, 1, 21, 24, tzinfo=MARKET_ZONE)
    begins_at, until = (
        datetime.fromisoformat(each).replace(tzinfo=MARKET_ZONE) for each in (begins, ends)
    )

    assert hold.until(now=at, begins_at=begins_at, shortest=timedelta(minutes=35)) == until


@contextmanager
def statements() -> Iterator[list[str]]:
    ran: list[str] = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            ran.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield ran


def statements_of(slot: Slot) -> int:
    with statements() as ran:
        hold(slot)
    return len(ran)


def test_an_afternoon_takes_one_statement_more_than_a_morning_with_2_and_with_400_crews() -> None:
    hold(morning(MONDAY))  # what changes rarely is read once
    counted = {}
    for crews, day in ((2, TUESDAY), (400, date(2025, 11, 25))):
        for each in (day, day + timedelta(days=1)):
            CrewDay.objects.create(day=each, crews=crews, reason="a storm is over")
            make_seats(each, numbers=range(1, crews + 1))
        counted[crews] = statements_of(morning(day)), statements_of(afternoon(day))

    assert counted[2] == counted[400]
    assert counted[2][1] == counted[2][0] + 1


@pytest.mark.parametrize("seed", range(8))
def test_a_window_is_sold_if_and_only_if_the_calendar_offers_it(seed: int) -> None:
    """Whatever was sold, moved away and closed before."""
    dice, rules = random.Random(seed), catalog.configuration().scheduling
    days = [TUESDAY, WEDNESDAY, THURSDAY, FRIDAY]
    for day in days:
        set_crew_day(day, crews=dice.randint(0, 3), reason="dice", staff="Jo", now=NOW)
    for _ in range(9):
        slot = Slot(dice.choice(days), dice.choice(list(TimeWindow)))
        offered = CrewCalendar(TUESDAY, FRIDAY, rules=rules, now=NOW).room(slot.day, slot.window)
        if offered.reason is None:
            hold(slot)
            continue
        with pytest.raises((DayFull, DayNotOffered, WindowNotOffered)):
            hold(slot)


def test_the_public_calendar_names_the_end_and_the_closed_window(browser: Client) -> None:
    days = browser.get("/api/availability").json()["days"]
    weekday = {
        day["date"]: date.fromisoformat(day["date"]).weekday() for day in days if day["open"]
    }
    friday = next(day for day in days if weekday.get(day["date"]) == FRIDAY.weekday())
    monday = next(day for day in days if weekday.get(day["date"]) == MONDAY.weekday())

    next_day = date.fromisoformat(monday["date"]) + timedelta(days=1)
    assert [window["ends_on"] for window in monday["windows"]] == [monday["date"], str(next_day)]
    assert [window["id"] for window in friday["windows"]] == ["morning"]
    saturday = date.fromisoformat(friday["date"]) + timedelta(days=1)
    assert friday["closed_windows"] == [
        {
            "id": "afternoon",
            "label": "1:00 PM \N{EN DASH} 5:00 PM",
            "reason": "weekday",
            "because_of": str(saturday),
        }
    ]
