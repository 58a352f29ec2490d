"""The arrival windows that staff set: who sees them, and who keeps those agreed before."""

from typing import Any, Final

import pytest
from access_helpers import WORKING_DAYS
from booking_client import ADDRESS, post
from booking_helpers import DAY, NOW, OTHER_DAY, a_request, reserve
from console_client import Console
from django.test import Client
from document_helpers import a_scheduled_order
from outbox_helpers import the_message

from standby.core.roles import Role
from standby.core.words import hours_between
from standby.diagnostics.models import Diagnostic
from standby.orders.rules.scheduling import Slot, TimeWindow, WindowNotOffered
from standby.orders.services.notify import calendar_event
from standby.server.page_facts import advertised_terms
from standby.workflows.move_appointment import reschedule_appointment

pytestmark = pytest.mark.usefixtures("shop")
URL: Final = "settings/calendar"
EARLIER: Final = {"start": "07:00", "end": "10:30"}
LATER: Final = {"start": "11:00", "end": "15:00"}


@pytest.fixture
def console() -> Console:
    return Console(Role.MANAGER)


def save(console: Console, *, morning: Any, afternoon: Any, version: int = 0) -> Any:
    windows = {"morning": morning, "afternoon": afternoon}
    return console.call("PUT", URL, {**WORKING_DAYS, "version": version, "windows": windows})


@pytest.mark.req("OPS-14.7")
def test_new_windows_are_offered_mailed_and_in_the_calendar(console: Console) -> None:
    before = console.get(URL)["windows"]

    saved = save(console, morning=EARLIER, afternoon=LATER)
    appointment = reserve().appointments.get()

    assert before["morning"] == {"start": "08:30", "end": "12:30"}
    assert saved.json()["windows"] == {"morning": EARLIER, "afternoon": LATER}
    assert "arrival_windows" in saved.json()["history"][0]["after"]
    assert hours_between(appointment.hours) == "7:00 AM and 10:30 AM"
    assert "7:00 AM and 10:30 AM" in the_message(channel="email").text
    event = calendar_event(appointment, organizer_mail="o@x.test", site_url="https://x", now=NOW)
    assert (event.start_at.hour, event.end_at.hour) == (13, 16)  # UTC, in winter
    assert "between 7:00 AM and 10:30 AM" in event.notes
    days = Client().get("/api/availability").json()["days"]
    offered = next(day["windows"] for day in days if day["open"])
    assert [(each["id"], each["start_time"]) for each in offered] == [
        ("morning", "07:00"),
        ("afternoon", "11:00"),
    ]
    assert advertised_terms()["window_morning"] == "07:00-10:30"


@pytest.mark.req("OPS-14.7")
def test_an_order_keeps_its_window_until_it_moves(console: Console) -> None:
    order = reserve()

    save(console, morning=EARLIER, afternoon=LATER)

    appointment = order.appointments.get()
    assert hours_between(appointment.hours) == "8:30 AM and 12:30 PM"


def test_a_window_that_is_not_offered_cannot_be_chosen_any_more(console: Console) -> None:
    order = a_scheduled_order(a_request(slot=Slot(DAY, TimeWindow.AFTERNOON)))
    save(console, morning=EARLIER, afternoon=None)

    with pytest.raises(WindowNotOffered):
        reserve(a_request(slot=Slot(OTHER_DAY, TimeWindow.AFTERNOON)))
    with pytest.raises(WindowNotOffered):
        reschedule_appointment(order, slot=Slot(OTHER_DAY, TimeWindow.AFTERNOON), now=NOW)

    days = Client().get("/api/diagnostics/days").json()["days"]
    assert {window for day in days for window in day["windows"]} == {"morning"}
    assert advertised_terms()["window_afternoon"] == ""
    assert console.get(URL)["windows"]["afternoon"] is None


def test_a_diagnostic_visit_has_the_hours_it_was_booked_with(console: Console) -> None:
    day = Client().get("/api/diagnostics/days").json()["days"][0]["date"]
    body = {
        "name": "Ada Lovelace",
        "email": "ada@example.org",
        "phone": "(281) 555-0100",
        "address": ADDRESS,
        "day": day,
        "time_window": "morning",
    }
    post(Client(), "/api/diagnostics", body)
    earlier = Diagnostic(day=DAY, time_window="afternoon")  # from before hours were stored

    save(console, morning=EARLIER, afternoon=LATER)

    assert Diagnostic.objects.get().hours == "8:30 AM and 12:30 PM"
    assert earlier.hours == "1:00 PM and 5:00 PM"


@pytest.mark.req("OPS-14.7")
@pytest.mark.parametrize(
    ("morning", "afternoon", "field"),
    [
        (None, None, "windows.morning.start"),
        ({"start": "12:30", "end": "08:30"}, LATER, "windows.morning.end"),
        (LATER, EARLIER, "windows.morning.start"),
        ({"start": "04:00", "end": "08:30"}, None, "windows.morning.start"),
        ({"start": "8:30 AM", "end": "12:30"}, LATER, "windows.morning.start"),
        ({"start": "08:31", "end": "12:30"}, LATER, "windows.morning.start"),
    ],
    ids=["none", "backwards", "out of order", "at night", "not an hour", "odd minutes"],
)
def test_windows_that_cannot_be_are_refused_beside_their_field(
    console: Console, morning: Any, afternoon: Any, field: str
) -> None:
    answer = save(console, morning=morning, afternoon=afternoon)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
