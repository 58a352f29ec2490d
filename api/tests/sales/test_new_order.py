"""Staff reserve for a caller: price, hold, link to pay (OPS-16.1)."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import script_token
from booking_client import ADDRESS, first_open_days
from django.test import Client
from whole_orders import now

from standby.core.roles import Role
from standby.messaging.models import Consent, Message
from standby.messaging.services.consents import suppress
from standby.orders.api.booking_access import secret_keys
from standby.orders.models import Appointment, CrewDay, CrewSeat, Order, OrderLogEntry, OrderNote
from standby.orders.rules.policy import CALLERS_CONSENT
from standby.orders.services.access_links import create_access_token
from standby.orders.services.customers import record_first_consent
from standby.pricing.models.catalog import Coupon
from standby.pricing.models.quoting import ManualQuoteRequest, WizardSession
from standby.sales.models import Lead

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
PATH = "/api/staff/new-order"
TOTAL = 12_694_77


@pytest.fixture
def desk() -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.DISPATCHER)}"})


def a_call(**told: Any) -> dict[str, Any]:
    return {
        "name": "Ada Lovelace",
        "phone": "(281) 555-0100",
        "email": "Ada@example.org",
        "agrees_to_texts": True,
        "address": ADDRESS,
        "band": "close",
        "model_number": "7043",
        "day": first_open_days(Client())[0],
        "time_window": "morning",
        "quoted_total_cents": TOTAL,
        **told,
    }


def place(desk: Client, *, key: str = "", **told: Any) -> Any:
    return desk.post(
        PATH,
        a_call(**told),
        content_type="application/json",
        headers={"Idempotency-Key": key or str(uuid4())},
    )


def refusal(answer: Any) -> tuple[int, str, list[str]]:
    body = answer.json()
    return answer.status_code, body["code"], [error["field"] for error in body["errors"]]


@pytest.mark.req("OPS-16.1")
def test_a_caller_gets_a_held_date_and_one_message_with_the_link_to_pay(desk: Client) -> None:
    before = now()
    answer = place(desk, hold="24_hours", note="Dog in the yard")

    assert answer.status_code == 201, answer.content
    order, told = Order.objects.get(), answer.json()
    assert (told["order_id"], told["total_cents"]) == (str(order.public_id), TOTAL)
    assert told["code"] == order.confirmation_code
    assert told["notified_by"] == []  # both are kept
    seat = CrewSeat.objects.get(afternoon__order=order)
    assert seat.hold_expires_at is not None
    assert seat.hold_expires_at - before >= timedelta(hours=24)
    held, visit = datetime.fromisoformat(told["hold_expires_at"]), order.appointments.get()
    assert held == seat.hold_expires_at
    assert told["day"] == visit.day.isoformat()
    hours = [datetime.fromisoformat(told[at]) for at in ("start_at", "end_at")]
    assert hours == [visit.start_at, visit.end_at]
    sent = {(one.kind, one.channel) for one in Message.objects.filter(order_ref=order.public_id)}
    assert sent == {("pay_link", "email"), ("pay_link", "sms")}
    assert OrderNote.objects.get().text == "Dog in the yard"
    assert order.agreements_accepted_at is None  # nobody accepts for the customer
    actors = set(OrderLogEntry.objects.values_list("actor", flat=True))
    assert len(actors) == 1
    assert actors.pop().startswith("staff ")


@pytest.mark.req("TRUTH-03.3")
@pytest.mark.usefixtures("both_connected")
def test_the_link_to_pay_is_said_to_leave_only_by_the_ways_that_are_open(desk: Client) -> None:
    both = place(desk).json()["notified_by"]
    suppress("sms", recipient=a_call()["phone"], reason="answered a text", now=now())
    without_text = place(desk).json()["notified_by"]

    assert (set(both), without_text) == ({"email", "sms"}, ["email"])


def test_no_browser_opens_the_session_of_a_callers_order(desk: Client) -> None:
    place(desk)

    wizard = WizardSession.objects.get()
    assert wizard.status == "completed"
    assert wizard.order_id == str(Order.objects.get().public_id)


def latest(browser: Client, email: str) -> Any:
    return browser.get("/api/appointments/latest", {"email": email})


def test_the_page_after_paying_finds_the_appointment_of_a_caller_by_the_link(desk: Client) -> None:
    place(desk)
    order, caller = Order.objects.get(), Client()
    token = create_access_token(order, secret_keys=secret_keys(), now=now())
    before = latest(caller, order.customer.email)
    caller.get(f"/b/{token}")

    found = latest(caller, order.customer.email.upper())

    assert (before.status_code, before.json()["code"]) == (404, "appointment_not_found")
    assert found.json()["order_id"] == str(order.public_id)
    assert latest(caller, "another@example.org").status_code == 404


def test_consent_is_recorded_with_the_words_that_were_read_and_who_took_it(desk: Client) -> None:
    place(desk)

    consent = Consent.objects.get()
    assert (consent.wording, consent.is_granted) == (CALLERS_CONSENT, True)
    assert consent.page.startswith("/staff/new-order, staff ")
    assert desk.get(PATH).json()["texts_consent"] == CALLERS_CONSENT

    appointment = Appointment.objects.get()
    record_first_consent(appointment.order)
    assert Consent.objects.count() == 1  # the confirmation records no consent of the site's page


def test_a_caller_who_wants_no_texts_gets_the_link_by_mail_alone(desk: Client) -> None:
    place(desk, agrees_to_texts=False)

    assert {one.channel for one in Message.objects.all()} == {"email"}
    assert not Consent.objects.exists()


def test_the_same_key_places_one_order(desk: Client) -> None:
    first, again = place(desk, key="k" * 16), place(desk, key="k" * 16)

    assert first.content == again.content
    assert Order.objects.count() == 1


def test_another_price_than_the_caller_was_told_is_refused(desk: Client) -> None:
    answer = place(desk, quoted_total_cents=TOTAL - 1)

    assert refusal(answer) == (409, "price_changed", ["quoted_total_cents"])
    assert "$12,694.77" in answer.json()["detail"]
    assert not Order.objects.exists()


def test_what_is_wrong_is_named_by_its_field(desk: Client) -> None:
    day = first_open_days(Client())[0]
    Coupon.objects.create(code="OLD", kind="cents", value=100, is_active=False)
    assert refusal(place(desk, day="2020-01-01")) == (422, "day_not_offered", ["day"])
    assert refusal(place(desk, coupon_code="OLD")) == (
        422,
        "coupon_inactive",
        ["coupon_code"],
    )
    assert refusal(place(desk, model_number="")) == (422, "generator_missing", ["model_number"])
    far = "1 Main St, Austin, TX 78701"
    assert refusal(place(desk, address=far)) == (422, "address_not_covered", ["address"])

    CrewDay.objects.create(day=day, crews=1, reason="test")
    assert place(desk, day=day).status_code == 201
    assert refusal(place(desk, day=day, email="bob@example.org")) == (409, "day_full", ["day"])


def test_the_office_may_hold_more_dates_than_a_visitor(desk: Client) -> None:
    days = first_open_days(Client())[:4]

    assert [place(desk, day=day).status_code for day in days] == [201] * 4


@pytest.mark.req("OPS-16.4")
def test_an_order_that_staff_make_from_a_lead_wins_it(desk: Client) -> None:
    request = ManualQuoteRequest.objects.create(
        name="Walt", phone="(281) 555-0144", address=ADDRESS, run_ft=210, created_at=now()
    )
    lead = {"source": "manual_quote", "source_ref": str(request.pk)}

    made_up = place(desk, lead=lead | {"source_ref": "1"})
    assert (made_up.status_code, made_up.json()["code"]) == (404, "lead_not_found")
    assert place(desk, lead=lead).status_code == 201

    assert Lead.objects.get().outcome == "won"
    request.refresh_from_db()
    assert request.status == "closed"
