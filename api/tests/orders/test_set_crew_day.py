"""How many crews work on a day: one test per ending, and whoever takes a crew meanwhile."""

from datetime import date, timedelta
from typing import Any

import pytest
from bookings import DAY, NOW, a_wish, appointment_of, reserve, reserve_other_seats, taken_seats

from standby.audit.models import AuditEvent
from standby.orders.models import CrewDay, CrewSeat
from standby.orders.rules.scheduling import DayNotOffered, Slot, TimeWindow
from standby.orders.services.appointments import DayFull, day_capacity, release_seat, take_seat
from standby.orders.services.crew_days import CrewsInUse, set_crew_day

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
USUAL = 2


def set_crews(number: int, reason: str = "training", *, day: date = DAY, **more: Any) -> None:
    set_crew_day(day, crews=number, reason=reason, staff="staff Jo", now=more.get("now", NOW))


def a_seatless_wish() -> Any:
    """An appointment that wants a crew of DAY and has none yet."""
    order = reserve(a_wish(slot=Slot(DAY + timedelta(days=1), TimeWindow.MORNING)))
    appointment = appointment_of(order)
    release_seat(appointment)
    appointment.day = DAY
    appointment.save()
    return appointment


def test_fewer_crews_are_fewer_places_and_staff_are_on_record() -> None:
    set_crews(1, "a crew is ill")

    reserve()
    with pytest.raises(DayFull):
        reserve()
    act = AuditEvent.objects.get(action="crews set")
    assert (act.actor, act.object) == ("staff Jo", "crew_days 2025-11-20")
    assert act.before == {"crews": 2, "reason": ""}
    assert act.after == {"crews": 1, "reason": "a crew is ill"}


@pytest.mark.parametrize(
    ("jobs", "crews", "told"),
    [(2, 1, r"^2 jobs are on that day\."), (1, 0, r"^1 job is on that day\.")],
)
def test_a_day_with_jobs_does_not_lose_their_crews(jobs: int, crews: int, told: str) -> None:
    reserve_other_seats(jobs)
    with pytest.raises(CrewsInUse, match=told):
        set_crews(crews)
    assert not CrewDay.objects.exists()
    assert not AuditEvent.objects.filter(action="crews set").exists()


def test_a_job_keeps_its_crew_when_the_other_goes_and_a_hold_that_ran_out_is_no_job() -> None:
    order = reserve()
    set_crews(1)
    assert (taken_seats(), CrewSeat.objects.filter(is_closed=True).count()) == (1, 1)
    set_crews(0, now=NOW + timedelta(minutes=36))
    assert (appointment_of(order).status, taken_seats()) == ("expired", 0)


def test_back_to_the_usual_number_the_day_is_like_any_other() -> None:
    set_crews(0)
    set_crews(USUAL, "")
    reserve_other_seats(2)
    assert not CrewDay.objects.exists()
    assert taken_seats() == 2
    assert AuditEvent.objects.filter(action="crews set").count() == 2


def test_the_same_again_changes_nothing() -> None:
    for _ in range(2):
        set_crews(1, "a crew is ill")
    set_crews(USUAL, "no reason is needed, and none is kept")
    set_crews(USUAL, "")
    assert AuditEvent.objects.filter(action="crews set").count() == 2


@pytest.mark.parametrize("day", [date(2025, 11, 2), date(2026, 11, 4)])
def test_neither_yesterday_nor_far_ahead(day: date) -> None:
    with pytest.raises(DayNotOffered):
        set_crews(0, day=day)


def test_a_number_set_past_this_flow_still_finds_room() -> None:
    """Closed seats stay closed; a day that was given more crews gets new ones."""
    set_crews(0)
    CrewDay.objects.update(crews=2)

    reserve_other_seats(2)

    assert taken_seats() == 2
    with pytest.raises(DayFull):
        reserve()


@pytest.mark.req("BOOK-01.2")
def test_fewer_usual_crews_take_open_seats_only() -> None:
    reserve()
    set_crews(1)
    CrewDay.objects.all().delete()
    mine = a_seatless_wish()
    with pytest.raises(DayFull):
        take_seat(mine, on=day_capacity(DAY, usual=1, now=NOW), until=None, now=NOW)
