"""The day board as staff's browsers see it (OPS-10, OPS-11)."""

from datetime import timedelta
from typing import Any

import pytest
from access import script_token
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from whole_orders import confirm, now, reserve

from standby.apps.booking.models import Appointment, CrewDay, CrewSeat, Order, Technician
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services.order_log import version_of
from standby.apps.catalog.models import AppConfiguration
from standby.domain.roles import Role
from standby.domain.scheduling import today_in_houston

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


class Dispatcher:
    """One member of staff who plans the days."""

    def __init__(self) -> None:
        token = script_token(Role.DISPATCHER)
        self.headers = {"authorization": f"Bearer {token}"}
        self.browser = Client()

    def board(self, **query: Any) -> Any:
        return self.browser.get("/api/staff/board", query, headers=self.headers)

    def send(self, method: str, path: str, **asked: Any) -> Any:
        send = getattr(self.browser, method)
        return send(
            f"/api/staff{path}", data=asked, content_type="application/json", headers=self.headers
        )


@pytest.fixture
def jo(db: None) -> Dispatcher:
    return Dispatcher()


def a_job(name: str = "Ada Lovelace") -> Appointment:
    """Certain, on the first day that visitors may reserve."""
    return confirm(reserve(Client(), name=name, email=f"{name[:3]}@example.org"))


def path_of(appointment: Appointment, act: str) -> str:
    return f"/appointments/{appointment.public_id}/{act}"


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.req("OPS-10.1")
def test_a_week_begins_today_and_shows_every_day_with_its_crews(jo: Dispatcher) -> None:
    found = jo.board().json()

    today = today_in_houston(now())
    assert found["today"] == today.isoformat()
    assert [one["day"] for one in found["days"]] == [
        (today + timedelta(days=offset)).isoformat() for offset in range(7)
    ]
    assert {(one["crews"], one["usual_crews"], one["reason"]) for one in found["days"]} == {
        (2, 2, "")
    }
    assert sum(one["is_weekday_off"] for one in found["days"]) == 2
    assert (found["waiting"], found["technicians"]) == ([], [])


def test_a_job_tells_what_its_crew_needs_to_know(jo: Dispatcher) -> None:
    appointment = a_job()
    grace = Technician.objects.create(name="Grace", phone="(281) 555-0107")
    booking.assign_technician(appointment, technician=grace, actor="test", now=now())

    [day] = jo.board(**{"from": appointment.day, "days": 1}).json()["days"]

    told = {"id": str(grace.public_id), "name": "Grace", "phone": grace.phone, "is_active": True}
    assert day["jobs"] == [
        {
            "appointment_id": str(appointment.public_id),
            "order_id": str(appointment.order.public_id),
            "order_version": version_of(appointment.order),
            "order_status": "scheduled",
            "customer_name": "Ada Lovelace",
            "city": "The Woodlands",
            "zip_code": "77380",
            "day": appointment.day.isoformat(),
            "time_window": "morning",
            "status": "confirmed",
            "hold_expires_at": None,
            "technician": told,
            "crew_no": 1,
            "generator": "22 kW",
            "band": "close",
        }
    ]


def test_a_held_job_counts_down_and_one_whose_hold_ran_out_is_none(jo: Dispatcher) -> None:
    order = reserve(Client())
    asked = {"from": Appointment.objects.get().day, "days": 1}
    held = jo.board(**asked).json()["days"][0]["jobs"]

    CrewSeat.objects.filter(appointment__order=order).update(
        hold_expires_at=now() - timedelta(minutes=1)
    )

    assert [job["status"] for job in held] == ["held"]
    assert held[0]["hold_expires_at"] is not None
    assert jo.board(**asked).json()["days"][0]["jobs"] == []


def test_an_own_generator_is_told_as_one(jo: Dispatcher) -> None:
    appointment = a_job()
    Order.objects.update(generator=None, own_generator_kw=18)

    [day] = jo.board(**{"from": appointment.day, "days": 1}).json()["days"]

    assert day["jobs"][0]["generator"] == "own 18 kW"


def test_jobs_that_lost_their_date_wait_in_a_tray(jo: Dispatcher) -> None:
    appointment = a_job()
    booking.ask_for_new_date(appointment, actor="test", now=now())

    [waiting] = jo.board().json()["waiting"]
    moved = jo.send(
        "post",
        path_of(appointment, "move"),
        day=(appointment.day + timedelta(days=1)).isoformat(),
        time_window="afternoon",
        seen_version=waiting["order_version"],
    )

    assert (waiting["status"], waiting["crew_no"]) == ("needs_new_date", None)
    assert (moved.json()["status"], moved.json()["crew_no"]) == ("confirmed", 1)
    assert jo.board().json()["waiting"] == []


def test_a_cancelled_order_waits_for_nothing(jo: Dispatcher) -> None:
    booking.ask_for_new_date(a_job(), actor="test", now=now())
    Order.objects.update(status="cancelled")

    assert jo.board().json()["waiting"] == []


def test_a_days_board_takes_few_statements_and_always_as_many(
    jo: Dispatcher, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    AppConfiguration.objects.update_or_create(
        category="scheduling", key="crews_per_day", defaults={"value": 9, "is_active": True}
    )
    first = a_job("Ada A")
    for number in range(4):
        a_job(f"Bob {number}")

    with django_assert_max_num_queries(14):
        found = jo.board(**{"from": first.day, "days": 7}).json()

    assert len(found["days"][0]["jobs"]) == 5


@pytest.mark.parametrize("first", ["9999-12-31", "9999-12-28", "0001-01-01"])
def test_the_last_day_there_is_ends_the_board(jo: Dispatcher, first: str) -> None:
    assert jo.board(**{"from": first, "days": 7}).status_code == 200


@pytest.mark.parametrize("query", [{"days": 0}, {"days": 43}, {"from": "soon"}])
def test_what_is_no_stretch_of_days(jo: Dispatcher, query: dict[str, Any]) -> None:
    assert code_of(jo.board(**query)) == (422, "invalid")


def test_moving_answers_with_the_job_as_it_stands_then(jo: Dispatcher) -> None:
    appointment = a_job()
    day = appointment.day + timedelta(days=1)
    wanted = {"day": day.isoformat(), "time_window": "afternoon", "reason": "The crane"}

    moved = jo.send(
        "post",
        path_of(appointment, "move"),
        seen_version=version_of(appointment.order),
        **wanted,
    )

    assert moved.status_code == 200
    assert (moved.json()["day"], moved.json()["time_window"]) == (day.isoformat(), "afternoon")
    assert moved.json()["order_version"] == version_of(appointment.order)


def test_what_moving_refuses(jo: Dispatcher) -> None:
    appointment = a_job()
    seen = version_of(appointment.order)
    day = appointment.day + timedelta(days=1)
    CrewDay.objects.create(day=day, crews=0, reason="training")
    move = path_of(appointment, "move")

    closed = jo.send("post", move, day=day.isoformat(), time_window="morning")
    past = jo.send("post", move, day="2020-01-01", time_window="morning")
    jo.send(
        "post",
        move,
        day=(day + timedelta(days=1)).isoformat(),
        time_window="morning",
        seen_version=seen,
    )
    late = jo.send(
        "post",
        move,
        day=(day + timedelta(days=2)).isoformat(),
        time_window="morning",
        seen_version=seen,
    )
    unknown = jo.send("post", "/appointments/1/move", day=day.isoformat(), time_window="morning")

    assert code_of(closed) == (409, "day_closed")
    assert code_of(past) == (422, "day_not_offered")
    assert code_of(late) == (409, "changed_meanwhile")
    assert late.json()["detail"].startswith("Jo moved this appointment to ")
    assert code_of(unknown) == (404, "appointment_not_found")


def test_choosing_who_comes_and_nobody(jo: Dispatcher) -> None:
    one, other = a_job(), a_job("Bob")
    grace = jo.send("post", "/technicians", name="Grace", phone="(281) 555-0107")

    chosen = jo.send("post", path_of(one, "technician"), technician_id=grace.json()["id"])
    busy = jo.send("post", path_of(other, "technician"), technician_id=grace.json()["id"])
    nobody = jo.send("post", path_of(one, "technician"), technician_id=None)

    assert (grace.status_code, grace.json()["is_active"]) == (201, True)
    assert chosen.json()["technician"] == grace.json()
    assert code_of(busy) == (409, "technician_busy")
    assert busy.json()["detail"].startswith("Grace leads the job of Ada Lovelace in The Woodlands")
    assert nobody.json()["technician"] is None


def test_a_day_is_closed_and_opened_again(jo: Dispatcher) -> None:
    day = today_in_houston(now()) + timedelta(days=20)

    closed = jo.send("put", f"/crew-days/{day}", crews=0, reason="Thanksgiving")
    nameless = jo.send("put", f"/crew-days/{day}", crews=1)
    opened = jo.send("put", f"/crew-days/{day}", crews=2)

    assert (closed.json()["crews"], closed.json()["reason"]) == (0, "Thanksgiving")
    assert code_of(nameless) == (422, "reason_missing")
    assert (opened.json()["crews"], opened.json()["reason"]) == (2, "")


def test_crews_in_use_are_not_taken_away(jo: Dispatcher) -> None:
    appointment = a_job()

    refused = jo.send("put", f"/crew-days/{appointment.day}", crews=0, reason="training")

    assert code_of(refused) == (409, "crews_in_use")


@pytest.mark.parametrize("crews", [-1, 101, "2", True, 1.5, None])
def test_what_is_no_number_of_crews(jo: Dispatcher, crews: Any) -> None:
    day = today_in_houston(now()) + timedelta(days=20)

    refused = jo.send("put", f"/crew-days/{day}", crews=crews, reason="training")

    assert code_of(refused) == (422, "invalid")


def test_technicians_are_corrected_and_let_go(jo: Dispatcher) -> None:
    entered = jo.send("post", "/technicians", name="Grace", phone="(281) 555-0107").json()
    path = f"/technicians/{entered['id']}"

    corrected = jo.send("patch", path, phone="(281) 555-0199")
    let_go = jo.send("patch", path, is_active=False)
    again = jo.send("post", "/technicians", name="Grace", phone="(281) 555-0199")
    unknown = jo.send("patch", "/technicians/1", is_active=False)
    nameless = jo.send("post", "/technicians", name=" ", phone="12")

    assert corrected.json()["phone"] == "(281) 555-0199"
    assert let_go.json()["is_active"] is False
    assert code_of(again) == (409, "technician_inactive")
    assert code_of(unknown) == (404, "technician_not_found")
    assert {error["field"] for error in nameless.json()["errors"]} == {"name", "phone"}
