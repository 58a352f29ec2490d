"""The day board as staff's browsers see it (OPS-10, OPS-11)."""

from datetime import date, timedelta
from typing import Any

import pytest
from access_helpers import actor_named, script_token
from booking_helpers import DAY, HOLD, NOW, appointment_of, reserve_other_seats, taken_seats
from booking_helpers import reserve as reserved
from django.test import Client
from whole_orders import confirm, now, reserve

from standby.audit.models import AuditEvent
from standby.core.clock import local_date
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.orders.models import Appointment, CrewDay, CrewSeat, Order
from standby.orders.rules.scheduling import DayNotOffered
from standby.orders.selectors.slot_room import DayFull
from standby.orders.services import appointments
from standby.orders.services.assignments import set_technician
from standby.orders.services.crew_days import CrewsInUse, set_crew_day
from standby.orders.services.order_log import version_of

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


class Dispatcher:
    """One member of staff who plans the days."""

    def __init__(self) -> None:
        headers = {"authorization": f"Bearer {script_token(Role.DISPATCHER)}"}
        self.browser = Client(headers=headers)

    def board(self, **query: Any) -> Any:
        return self.browser.get("/api/staff/board", query)

    def day(self, day: Any) -> Any:
        [found] = self.board(**{"from": day, "days": 1}).json()["days"]
        return found

    def send(self, method: str, path: str, **asked: Any) -> Any:
        send = getattr(self.browser, method)
        return send(f"/api/staff{path}", data=asked, content_type="application/json")

    def move(self, appointment: Appointment, to: date, **asked: Any) -> Any:
        told = {"day": to.isoformat(), "time_window": "morning", **asked}
        return self.send("post", f"/appointments/{appointment.public_id}/move", **told)

    def choose(self, appointment: Appointment, technician_id: str | None) -> Any:
        path = f"/appointments/{appointment.public_id}/technician"
        return self.send("post", path, technician_id=technician_id)


@pytest.fixture
def jo(db: None) -> Dispatcher:
    return Dispatcher()


def a_job(name: str = "Ada Lovelace") -> Appointment:
    """Certain, on the first day that visitors may reserve."""
    return confirm(reserve(Client(), name=name, email=f"{name[:3]}@example.org"))


@pytest.mark.req("OPS-10.1")
def test_a_week_begins_today_and_shows_every_day_with_its_crews(jo: Dispatcher) -> None:
    found = jo.board().json()

    today = local_date(now())
    assert found["today"] == today.isoformat()
    assert [one["day"] for one in found["days"]] == [
        (today + timedelta(days=offset)).isoformat() for offset in range(7)
    ]
    crews = {(one["crews"], one["usual_crews"], one["reason"]) for one in found["days"]}
    assert crews == {(2, 2, "")}
    assert sum(one["is_weekday_off"] for one in found["days"]) == 2
    assert (found["waiting"], found["technicians"]) == ([], [])


@pytest.mark.req("DATE-01.1")
def test_a_holiday_is_closed_on_the_board_and_staff_may_open_it(
    jo: Dispatcher, holidays: set[date]
) -> None:
    day = local_date(now()) + timedelta(days=20)
    holidays.add(day)
    told = []
    told.append(jo.day(day))
    silent = jo.send("put", f"/crew-days/{day}", crews=2)
    jo.send("put", f"/crew-days/{day}", crews=2, reason="Two crews volunteered")
    told.append(jo.day(day))
    jo.send("put", f"/crew-days/{day}", crews=0)
    told.append(jo.day(day))

    assert silent.status_code == 422
    assert [(one["crews"], one["usual_crews"], one["reason"]) for one in told] == [
        (0, 0, "Holiday"),
        (2, 0, "Two crews volunteered"),
        (0, 0, "Holiday"),
    ]
    assert not CrewDay.objects.exists()


def test_a_job_tells_what_its_crew_needs_to_know(jo: Dispatcher) -> None:
    appointment = a_job()
    grace = Technician.objects.create(name="Grace", phone="(281) 555-0107")
    set_technician(appointment, technician=grace, actor="test", now=now())

    day = jo.day(appointment.day)

    told = {"id": str(grace.public_id), "name": "Grace", "phone": grace.phone, "is_active": True}
    told |= {"user_id": None, "license_number": ""}
    assert day["jobs"] == [
        {
            "appointment_id": str(appointment.public_id),
            "order_id": str(appointment.order.public_id),
            "order_version": version_of(appointment.order),
            "order_status": "scheduled",
            "customer_name": "Ada Lovelace",
            "phone": appointment.order.customer.phone,
            "address": appointment.order.order_location.formatted_address,
            "city": "The Woodlands",
            "zip_code": "77380",
            "day": appointment.day.isoformat(),
            "ends_on": appointment.day.isoformat(),
            "time_window": "morning",
            "start_at": appointment.start_at.isoformat(),
            "end_at": appointment.end_at.isoformat(),
            "status": "confirmed",
            "hold_expires_at": None,
            "technician": told,
            "crew_no": 1,
            "generator": "22 kW",
            "band": "close",
            "band_from_ft": 0,
            "band_max_ft": 25,
            "quoted_run_ft": None,
        }
    ]
    Order.objects.update(generator=None, own_generator_kw=18)
    assert jo.day(appointment.day)["jobs"][0]["generator"] == "own 18 kW"


def test_a_held_job_counts_down_and_one_whose_hold_ran_out_is_none(jo: Dispatcher) -> None:
    order = reserve(Client())
    day = Appointment.objects.get().day
    [held] = jo.day(day)["jobs"]
    CrewSeat.objects.filter(afternoon__order=order).update(
        hold_expires_at=now() - timedelta(minutes=1)
    )
    assert (held["status"], held["hold_expires_at"] is None) == ("held", False)
    assert jo.day(day)["jobs"] == []


def test_jobs_that_lost_their_date_wait_in_a_tray_until_they_are_moved(jo: Dispatcher) -> None:
    appointment = a_job()
    appointments.ask_for_new_date(appointment, actor="test", now=now())
    appointments.ask_for_new_date(cancelled := a_job("Bob"), actor="test", now=now())
    Order.objects.filter(pk=cancelled.order_id).update(status="cancelled")
    day = appointment.day + timedelta(days=1)

    [waiting] = jo.board().json()["waiting"]
    moved = jo.move(
        appointment,
        day,
        time_window="afternoon",
        reason="The crane",
        if_version=waiting["order_version"],
    )

    told = moved.json()
    assert (waiting["status"], waiting["crew_no"]) == ("needs_new_date", None)
    assert (moved.status_code, told["status"], told["crew_no"]) == (200, "confirmed", 1)
    assert (told["day"], told["time_window"]) == (day.isoformat(), "afternoon")
    assert told["order_version"] == version_of(appointment.order)
    assert appointment.order.log.filter(before="needs_new_date", actor=actor_named("Jo")).exists()
    assert jo.board().json()["waiting"] == []


@pytest.mark.parametrize("first", ["9999-12-31", "9999-12-28", "0001-01-01"])
def test_days_at_either_end_of_the_calendar_can_be_looked_at(jo: Dispatcher, first: str) -> None:
    assert jo.board(**{"from": first, "days": 7}).status_code == 200


def test_what_planning_refuses(jo: Dispatcher) -> None:
    appointment, other = a_job(), a_job("Bob")
    seen = version_of(appointment.order)
    day = appointment.day + timedelta(days=1)
    CrewDay.objects.create(day=day, crews=0, reason="training")
    grace = {"name": "Grace", "phone": "(281) 555-0107"}
    grace_id = jo.send("post", "/technicians", **grace).json()["id"]
    jo.choose(other, grace_id)
    crews = f"/crew-days/{local_date(now()) + timedelta(days=20)}"

    closed = jo.move(appointment, day)
    past = jo.move(appointment, date(2020, 1, 1))
    busy = jo.choose(appointment, grace_id)
    jo.move(appointment, day + timedelta(days=1), if_version=seen)
    late = jo.move(appointment, day + timedelta(days=2), if_version=seen)
    nameless = jo.send("put", crews, crews=1)
    in_use = jo.send("put", f"/crew-days/{other.day}", crews=0, reason="training")
    jo.choose(other, None)
    jo.send("patch", f"/technicians/{grace_id}", is_active=False)
    gone = jo.send("post", "/technicians", **grace)

    answers = (closed, past, busy, late, nameless, in_use, gone)
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (409, "day_closed"),
        (422, "day_not_offered"),
        (409, "technician_busy"),
        (409, "changed_meanwhile"),
        (422, "reason_missing"),
        (409, "crews_in_use"),
        (409, "technician_inactive"),
    ]
    assert late.json()["detail"].startswith("Jo moved this appointment to ")
    assert busy.json()["detail"].startswith(
        "Grace is already assigned to Bob's job in The Woodlands"
    )


def test_technicians_are_entered_chosen_corrected_and_let_go(jo: Dispatcher) -> None:
    job = a_job()

    grace = jo.send("post", "/technicians", name="Grace", phone="(281) 555-0107")
    chosen = jo.choose(job, grace.json()["id"])
    nobody = jo.choose(job, None)
    path = f"/technicians/{grace.json()['id']}"
    corrected = jo.send("patch", path, phone="(281) 555-0199")
    let_go = jo.send("patch", path, is_active=False)

    assert (grace.status_code, grace.json()["is_active"]) == (201, True)
    assert chosen.json()["technician"] == grace.json()
    assert nobody.json()["technician"] is None
    assert corrected.json()["phone"] == "(281) 555-0199"
    assert let_go.json()["is_active"] is False


def test_a_technicians_days_off_stand_on_the_board_and_nobody_is_assigned_in_them(
    jo: Dispatcher,
) -> None:
    job = a_job()
    grace = jo.send("post", "/technicians", name="Grace", phone="(281) 555-0107").json()["id"]
    path = f"/technicians/{grace}/days-off/{job.day}"

    entered = jo.send("put", path, last_day=str(job.day))
    refused = jo.choose(job, grace)
    [shown] = jo.board().json()["technicians"]
    taken_back = jo.send("delete", path)
    chosen = jo.choose(job, grace)
    needed = jo.send("put", path, last_day=str(job.day))

    days = [{"first_day": str(job.day), "last_day": str(job.day)}]
    assert (entered.json()["days_off"], shown["days_off"]) == (days, days)
    assert (refused.status_code, refused.json()["code"]) == (409, "technician_off")
    assert (taken_back.json()["days_off"], chosen.status_code) == ([], 200)
    assert (needed.status_code, needed.json()["code"]) == (409, "technician_needed")


def test_a_day_is_closed_and_opened_again(jo: Dispatcher) -> None:
    path = f"/crew-days/{local_date(now()) + timedelta(days=20)}"
    closed = jo.send("put", path, crews=0, reason="Thanksgiving")
    opened = jo.send("put", path, crews=2)
    assert (closed.json()["crews"], closed.json()["reason"]) == (0, "Thanksgiving")
    assert (opened.json()["crews"], opened.json()["reason"]) == (2, "")


@pytest.mark.parametrize("crews", ["2", True])
def test_a_number_of_crews_is_never_guessed(jo: Dispatcher, crews: Any) -> None:
    day = local_date(now()) + timedelta(days=20)
    assert jo.send("put", f"/crew-days/{day}", crews=crews, reason="x").status_code == 422


USUAL = 2


def set_crews(number: int, reason: str = "training", *, day: date = DAY, **more: Any) -> None:
    set_crew_day(day, crews=number, reason=reason, staff="staff Jo", now=more.get("now", NOW))


def test_fewer_crews_are_fewer_places_and_staff_are_on_record() -> None:
    set_crews(1, "a crew is ill")
    reserved()
    with pytest.raises(DayFull):
        reserved()
    action = AuditEvent.objects.get(action="crews set")
    assert (action.actor, action.object) == ("staff Jo", "crew_days 2025-11-20")
    assert action.before == {"crews": 2, "reason": ""}
    assert action.after == {"crews": 1, "reason": "a crew is ill"}


@pytest.mark.parametrize(
    ("jobs", "crews", "told"),
    [(2, 1, r"^2 crews have jobs on that day\."), (1, 0, r"^1 crew has a job on that day\.")],
)
def test_a_day_with_jobs_does_not_lose_their_crews(jobs: int, crews: int, told: str) -> None:
    reserve_other_seats(jobs)
    with pytest.raises(CrewsInUse, match=told):
        set_crews(crews)
    assert not CrewDay.objects.exists()
    assert not AuditEvent.objects.filter(action="crews set").exists()


def test_a_job_keeps_its_crew_when_the_other_goes_and_a_hold_that_ran_out_is_no_job() -> None:
    order = reserved()
    set_crews(1)
    assert (taken_seats(), CrewSeat.objects.filter(is_closed=True).count()) == (1, 1)
    set_crews(0, now=NOW + HOLD + timedelta(minutes=1))
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
        reserved()
