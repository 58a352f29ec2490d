"""The homeowner's own page and the staff's, as clients see them."""

import uuid
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from access_helpers import actor_named, script_token
from booking_client import first_open_days, post, post_checkout
from booking_helpers import reserve_other_seats
from django.test import Client
from django.utils.dateparse import parse_date
from icalendar import Calendar
from outbox_helpers import the_message
from payment_terms import PAYMENT_TERMS
from whole_orders import a_milestone, all_of_it, confirm, now, reserve

from standby.core.models import Job
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.documents.models import Proposal
from standby.documents.services.document_data import proposal_facts
from standby.orders.api.booking_access import secret_keys
from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services import appointments
from standby.orders.services.access_links import create_access_token
from standby.pricing.models.quoting import Quote
from standby.tracking.api.my_booking_schemas import BookedAppointmentOut

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def order(browser: Client) -> Order:
    """Reserved by `browser` and confirmed."""
    reserved = reserve(browser)
    confirm(reserved)
    return reserved


@pytest.fixture
def staff() -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.DISPATCHER)}"})


def post_move(browser: Client, *, key: str | None = None, **asked: Any) -> Any:
    return post(browser, "/api/my-booking/reschedule", asked, key=key)


def states(seen: dict[str, Any]) -> list[str]:
    return [
        f"{stop['key']} {stop['state']}" for stop in seen["timeline"] if stop["state"] != "later"
    ]


def test_a_hold_that_has_just_ended_plans_no_day(browser: Client) -> None:
    reserve(browser)
    held = CrewSeat.objects.filter(hold_expires_at__isnull=False)
    held.update(hold_expires_at=now() - timedelta(seconds=1))

    seen = browser.get("/api/my-booking").json()

    assert "The hold on your day has ended" in " ".join(seen["next_step"]["lines"])
    assert [stop["day"] for stop in seen["timeline"]] == [None] * len(seen["timeline"])


def test_right_after_reserving_the_fee_is_asked_for(browser: Client) -> None:
    order = reserve(browser)

    seen = browser.get("/api/my-booking").json()

    assert (seen["id"], seen["code"]) == (str(order.public_id), order.confirmation_code)
    assert seen["customer"]["name"] == "Ada Lovelace"
    assert seen["address"] == "24 Waterway Ave, The Woodlands, TX 77380"
    assert seen["next_step"]["key"] == "pay_fee"
    assert seen["next_step"]["by"] == seen["appointment"]["hold_expires_at"]
    assert states(seen) == ["reserved done", "confirmed now"]
    assert (seen["photos"], seen["proposal"], seen["appointment"]["free_until"]) == (None,) * 3
    assert seen["appointment"]["can_reschedule"] is False
    assert seen["price"]["lines"]["total_cents"] == 12_694_77
    assert (seen["price"]["status"], seen["price"]["receipt_code"]) == ("promised", None)
    assert seen["generator"]["kw"] == 22


@pytest.mark.req("NEXT-01.2")
@pytest.mark.parametrize(
    ("page", "path"), [("booking", "/my-booking"), ("photos", "/my-booking/photos")]
)
def test_a_phone_goes_on_by_the_link_of_the_computers_booking(
    browser: Client, order: Order, page: str, path: str
) -> None:
    made = post(browser, "/api/my-booking/access-link", {"page": page})

    phone = Client()
    arrived = phone.get(made.json()["url"].removeprefix("http://testserver"))
    assert (arrived.status_code, arrived.headers["Location"]) == (
        303,
        f"{path}?order={order.public_id}",
    )
    assert phone.get("/api/my-booking").json()["id"] == str(order.public_id)
    assert made.headers["Cache-Control"] == "no-store"


@pytest.mark.req("NEXT-01.3")
def test_the_short_code_is_on_the_pages_and_in_the_confirmation_mail(
    browser: Client, order: Order
) -> None:
    mail = the_message(kind="date_confirmed", channel="email")
    latest = browser.get("/api/appointments/latest", {"email": "ada@example.org"}).json()

    assert browser.get("/api/my-booking").json()["code"] == order.confirmation_code
    assert latest["code"] == order.confirmation_code
    assert order.confirmation_code in mail.text


@pytest.mark.req("NEXT-01.5")
def test_the_proposal_can_be_read_from_the_rows_its_pdf_is_made_from(
    browser: Client, order: Order
) -> None:
    before = browser.get("/api/my-booking/proposal")
    proposal = all_of_it(order)
    facts = proposal_facts(
        order, version=1, terms=PAYMENT_TERMS, site_url="", now=proposal.created_at
    )
    clauses: Any = facts["clauses"]
    Proposal.objects.filter(pk=proposal.pk).update(clauses=clauses)

    seen = browser.get("/api/my-booking/proposal").json()["clauses"]

    assert before.json()["code"] == "proposal_not_found"
    assert [clause["id"] for clause in seen] == [clause["id"] for clause in clauses]
    assert "1269477" in str(seen)


@pytest.mark.req("BOOK-04.4")
def test_everything_that_is_known_is_shown(browser: Client, order: Order) -> None:
    proposal = all_of_it(order)

    seen = browser.get("/api/my-booking").json()

    sent = {"status": "submitted", "least": 5, "most": 20, "count": 2, "retake_reason": ""}
    sent["requested_count"] = 0  # both are of the extra slots
    assert seen["photos"] == sent
    change = seen["price"]["change"]
    assert seen["price"]["status"] == "change_proposed"
    assert (change["percent"], change["is_refundable"]) == (20.0, True)
    assert change["old_lines"]["total_cents"] + 2_539_00 == change["new_lines"]["total_cents"]
    assert seen["price"]["receipt_code"] == "A7K3M9QD"
    shown = seen["proposal"]
    assert shown["file"]["url"] == f"/api/my-booking/documents/{proposal.file.public_id}"
    assert (shown["total_cents"], shown["cancel_until"]) == (12_694_77, None)
    assert seen["next_step"]["key"] == "decide_change"
    assert states(seen) == ["reserved done", "confirmed done", "photos done", "price_locked now"]


def test_a_proposal_that_cannot_be_accepted_is_not_shown_and_another_is_asked_for(
    browser: Client, order: Order
) -> None:
    older = all_of_it(order)
    assert browser.get("/api/my-booking").json()["proposal"]["id"] == str(older.public_id)
    Job.objects.filter(kind="document").delete()
    dearer = Quote.objects.get(supersedes=order.quote)
    Order.objects.update(quote=dearer)

    seen = [browser.get("/api/my-booking").json()["proposal"] for _ in range(2)]

    assert seen == [None, None]
    assert Job.objects.filter(kind="document").count() == 1


def test_an_accepted_proposal_says_until_when_it_may_be_undone(
    browser: Client, order: Order
) -> None:
    proposal = all_of_it(order)
    Proposal.objects.filter(pk=proposal.pk).update(
        status="accepted", accepted_at=now(), accepted_name="Ada", accepted_sha256="a" * 64
    )
    shown = browser.get("/api/my-booking").json()["proposal"]
    assert shown["status"] == "accepted"
    assert timedelta(days=3) < datetime.fromisoformat(shown["cancel_until"]) - now()


def test_a_link_shows_and_pays_for_the_same_in_another_browser(browser: Client) -> None:
    order, other = reserve(browser), Client()
    assert other.get("/api/my-booking").status_code == 404
    assert post_checkout(other, str(order.public_id)).status_code == 404
    other.get(f"/b/{create_access_token(order, secret_keys=secret_keys(), now=now())}")
    assert other.get("/api/my-booking").json() == browser.get("/api/my-booking").json()
    assert other.get(f"/api/orders/{order.public_id}").status_code == 200
    assert post_checkout(other, str(order.public_id)).status_code == 201


def test_a_link_followed_goes_before_what_this_browser_reserved_and_a_new_order_before_both(
    browser: Client, order: Order
) -> None:
    other = Client()
    own = reserve(other)
    other.get(f"/b/{create_access_token(order, secret_keys=secret_keys(), now=now())}")
    assert other.get("/api/my-booking").json()["id"] == str(order.public_id)
    newest = reserve(other)
    assert other.get("/api/my-booking").json()["id"] == str(newest.public_id) != str(own.public_id)


def test_moving_is_answered_with_the_appointment(browser: Client, order: Order) -> None:
    day, key = first_open_days(browser)[2], uuid.uuid4().hex

    moved = post_move(browser, key=key, day=day, time_window="afternoon")
    again = post_move(browser, key=key, day=day, time_window="afternoon")

    appointment = moved.json()["appointment"]
    assert (appointment["day"], appointment["time_window"]) == (day, "afternoon")
    assert appointment["can_reschedule"] is True
    seen = browser.get("/api/my-booking").json()["appointment"]
    assert BookedAppointmentOut(**appointment) == BookedAppointmentOut(**seen)
    assert again.content == moved.content
    assert (again["Idempotency-Replayed"], "Idempotency-Replayed" in moved) == ("true", False)


def test_what_moving_refuses(browser: Client, order: Order) -> None:
    days = first_open_days(browser)
    held = Client()
    reserve(held)
    slot = Slot(parse_date(days[3]), TimeWindow.MORNING)  # type: ignore[arg-type]
    reserve_other_seats(2, slot=slot, now=now())
    good = {"day": days[1], "time_window": "morning"}
    key = uuid.uuid4().hex
    post_move(browser, key=key, **good)

    answers = [
        browser.post("/api/my-booking/reschedule", good, content_type="application/json"),
        post_move(browser, key=key, day=days[2], time_window="morning"),
        post_move(browser, day=days[3], time_window="morning"),
        post_move(browser, day="2020-01-01", time_window="morning"),
        post_move(held, **good),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (400, "idempotency_key_missing"),
        (422, "idempotency_key_reused"),
        (409, "day_full"),
        (422, "day_not_offered"),
        (409, "not_reschedulable"),
    ]


@pytest.mark.req("BOOK-04.5")
def test_the_calendar_file_follows_the_appointment(browser: Client, order: Order) -> None:
    first = browser.get("/api/my-booking/appointment.ics")
    post_move(browser, day=first_open_days(browser)[2], time_window="afternoon")
    second = browser.get("/api/my-booking/appointment.ics")
    Appointment.objects.update(status="cancelled")
    third = browser.get("/api/my-booking/appointment.ics")

    events = [Calendar.from_ical(answer.content).events[0] for answer in (first, second, third)]
    assert len({str(event["UID"]) for event in events}) == 1
    assert [event["SEQUENCE"] for event in events] == [0, 1, 2]
    assert [event["STATUS"] for event in events] == ["CONFIRMED", "CONFIRMED", "CANCELLED"]
    assert events[1].start == Appointment.objects.get().start_at
    assert str(events[1]["LOCATION"]) == "24 Waterway Ave, The Woodlands, TX 77380"
    assert str(events[1]["URL"]).endswith(f"/my-booking?order={order.public_id}")
    assert "crew arrives between 1:00 PM and 5:00 PM" in str(events[1]["DESCRIPTION"])
    assert first["Content-Type"].startswith("text/calendar")
    assert first["Content-Disposition"] == 'attachment; filename="installation.ics"'


def test_staff_see_the_order_and_its_log(browser: Client, staff: Client, order: Order) -> None:
    seen = staff.get(f"/api/staff/orders/{order.public_id}").json()
    log = seen.pop("log")
    assert seen | browser.get("/api/my-booking").json() == seen
    assert [(entry["subject"], entry["after"], entry["actor"]) for entry in log][-2:] == [
        ("appointment", "confirmed", "test"),
        ("order", "scheduled", "test"),
    ]


@pytest.mark.req("OPS-11.4")
def test_who_comes_is_on_the_visitors_pages(browser: Client, staff: Client, order: Order) -> None:
    grace = {"name": "Grace Hopper", "phone": "(281) 555-0107"}

    path = f"/api/staff/orders/{order.public_id}/technician"
    assigned = staff.post(path, data=grace, content_type="application/json")

    latest = browser.get("/api/appointments/latest", {"email": "ada@example.org"}).json()
    assert assigned.json()["technician"] == grace
    assert latest["technician"] == grace
    assert latest["assigned_to"] == str(Technician.objects.get().public_id)
    assert browser.get("/api/my-booking").json()["appointment"]["technician"] == grace
    assert order.log.get(subject="technician").actor == actor_named("Jo")


def test_nobody_is_assigned_to_a_canceled_visit(staff: Client, order: Order) -> None:
    Appointment.objects.update(status="cancelled")
    grace = {"name": "Grace Hopper", "phone": "(281) 555-0107"}

    path = f"/api/staff/orders/{order.public_id}/technician"
    refused = staff.post(path, grace, content_type="application/json")

    assert (refused.status_code, refused.json()["code"]) == (409, "nobody_needed")


def test_an_order_without_an_appointment_is_asked_for_a_date(browser: Client) -> None:
    reserve(browser)
    CrewSeat.objects.update(morning=None, afternoon=None, hold_expires_at=None)
    Appointment.objects.all().delete()
    seen = browser.get("/api/my-booking").json()
    assert (seen["appointment"], seen["next_step"]["key"]) == (None, "choose_date")


def test_a_lost_date_may_be_chosen_anew(browser: Client, order: Order) -> None:
    appointments.ask_for_new_date(Appointment.objects.get(), actor="test", now=now())
    seen = browser.get("/api/my-booking").json()
    assert seen["appointment"]["can_reschedule"] is True
    assert (seen["photos"], seen["next_step"]["key"]) == (None, "choose_date")


def test_milestones_say_when_equipment_came_and_what_is_to_pay(
    browser: Client, order: Order
) -> None:
    reached_at = now()
    a_milestone(order, "acceptance", status="paid", paid_at=now())
    a_milestone(order, "equipment", status="due", reached_at=reached_at, due_on=date(2031, 5, 2))
    a_milestone(order, "completion", status="waiting")
    Order.objects.filter(pk=order.pk).update(status="accepted")
    Order.objects.filter(pk=order.pk).update(status="equipment_arrived")

    seen = browser.get("/api/my-booking").json()

    at = {stop["key"]: stop["at"] for stop in seen["timeline"]}
    said = seen["next_step"]
    assert (said["key"], said["by"]) == ("pay_milestone", "2031-05-03T04:59:00+00:00")
    assert said["lines"][0].startswith("$1.00 is due by Fri, May 2.")
    assert (at["equipment"], at["power_on"]) == (reached_at.isoformat(), None)
