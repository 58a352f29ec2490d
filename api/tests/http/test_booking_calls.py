"""Availability, reserving, the order and the appointment, as a client sees them."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from booking_client import (
    a_body,
    first_open_days,
    post_checkout,
    post_order,
    with_change,
)
from bookings import set_rule
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings
from windows import in_one_window

from standby.apps.booking.models import Appointment, CrewDay, CrewSeat, Order, Technician
from standby.apps.catalog.models import InstallationPackage
from standby.domain.scheduling import today_in_houston
from standby.http.availability import AvailabilityOut, offered_early
from standby.http.orders import InstallationOrderOut

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


def codes(answer: Any) -> dict[str, str]:
    return {error["field"]: error["code"] for error in answer.json()["errors"]}


def test_availability_lists_the_window_of_days_with_a_reason_for_the_closed(
    browser: Client,
) -> None:
    found = browser.get("/api/availability").json()

    today = today_in_houston(datetime.now(UTC))
    assert found["today"] == str(today)
    assert found["min_date"] == str(today + timedelta(days=15))
    assert found["max_date"] == str(today + timedelta(days=45))
    assert len(found["days"]) == 31
    assert {day["reason"] for day in found["days"]} == {None, "weekday"}
    opened = next(day for day in found["days"] if day["open"])
    assert opened["crews_left"] == 2
    assert opened["windows"] == [
        {
            "id": "morning",
            "label": "8:30 AM - 12:30 PM",
            "start_time": "08:30",
            "end_time": "12:30",
        },
        {
            "id": "afternoon",
            "label": "1:00 PM - 5:00 PM",
            "start_time": "13:00",
            "end_time": "17:00",
        },
    ]


@pytest.mark.req("BOOK-01.4")
def test_full_and_closed_days_say_so(browser: Client) -> None:
    full, closed, *_ = first_open_days(browser)
    CrewDay.objects.create(day=closed, crews=0, reason="training")
    set_rule("scheduling", "crews_per_day", 1)
    post_order(browser, a_body(browser))

    days = browser.get("/api/availability", {"from": full, "to": closed}).json()["days"]

    assert [(day["date"], day["reason"], day["crews_left"]) for day in days if day["reason"]] == [
        (full, "full", 0),
        (closed, "blackout", 0),
    ]


def test_a_day_of_the_past_and_one_too_soon_say_so(browser: Client) -> None:
    today = today_in_houston(datetime.now(UTC))
    asked = {"from": str(today - timedelta(days=1)), "to": str(today)}

    days = browser.get("/api/availability", asked).json()["days"]

    assert [day["reason"] for day in days] == ["past", "too_soon"]


def test_availability_is_written_as_its_contract_says(browser: Client) -> None:
    full, closed, *_ = first_open_days(browser)
    CrewDay.objects.create(day=full, crews=1, reason="a crew is ill")
    CrewDay.objects.create(day=closed, crews=0, reason="training")
    post_order(browser, a_body(browser))

    answer = browser.get("/api/availability")

    assert answer.headers["Content-Type"] == "application/json"
    told = AvailabilityOut.model_validate_json(answer.content)
    assert {day.reason for day in told.days} == {None, "weekday", "full", "blackout"}
    assert answer.content.decode() == told.model_dump_json()


def test_the_days_on_offer_are_answered_before_django_as_django_answers_them(
    browser: Client,
) -> None:
    early, late = offered_early(""), browser.get("/api/availability")

    assert early is not None
    status, headers, body = early
    assert (status, body) == (late.status_code, late.content)
    assert dict(headers) == {name: late.headers[name] for name, _ in headers}
    assert offered_early("from=2026-02-01") is None


def test_availability_takes_two_statements(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser.get("/api/availability")  # the catalogue is read, once for each version

    with django_assert_num_queries(2):  # the catalogue's version, crews and seats
        browser.get("/api/availability")


@pytest.mark.parametrize(
    "query", ["from=2026-13-01", "from=x", "from=2026-02-01&to=2026-01-01", "from=1&to=9999-12-31"]
)
def test_days_that_cannot_be_are_refused(browser: Client, query: str) -> None:
    assert browser.get(f"/api/availability?{query}").status_code == 422


def test_the_last_day_there_is_can_be_asked_about(browser: Client) -> None:
    answer = browser.get("/api/availability?from=9999-12-31&to=9999-12-31")

    assert answer.json()["days"][0]["reason"] == "too_late"


def test_a_reservation_is_written_as_its_contract_says(browser: Client) -> None:
    answer = post_order(browser, a_body(browser))

    told = InstallationOrderOut.model_validate_json(answer.content)
    assert answer.content.decode() == told.model_dump_json()


def test_reserving_takes_twenty_two_statements_and_one_more_on_a_new_day(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = a_body(browser), a_body(browser)

    with django_assert_num_queries(23):  # the day's seats are made
        post_order(browser, first)
    with django_assert_num_queries(22):  # 3 before the transaction, its begin, 17 and its end
        post_order(Client(), second)


def test_reserving_takes_twenty_statements_where_nothing_is_limited(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries, settings: Settings
) -> None:
    settings.ENVIRONMENT = replace(settings.ENVIRONMENT, rate_limits=False)
    first, second = a_body(browser), a_body(browser)
    post_order(browser, first)

    with django_assert_num_queries(20):
        post_order(Client(), second)


def test_a_repeat_is_one_statement(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    body, key = a_body(browser), uuid.uuid4().hex
    post_order(browser, body, key=key)

    with django_assert_num_queries(1):
        post_order(browser, body, key=key)


@pytest.mark.req("PRICE-01.6")
def test_a_price_changed_a_moment_ago_is_the_price_that_is_sold(browser: Client) -> None:
    body = a_body(browser)
    InstallationPackage.objects.filter(max_distance_feet=25).update(price_cents=5_000_00)

    answer = post_order(browser, body)

    assert answer.json()["lines"]["installation_cents"] == 5_000_00


@pytest.mark.req("API-01.7")
def test_reserving_answers_as_the_contract_says(browser: Client) -> None:
    answer = post_order(browser, a_body(browser))

    told = answer.json()
    order = Order.objects.get()
    assert answer.status_code == 201
    assert told["orderId"] == str(order.public_id)
    assert told["appointmentId"] == str(Appointment.objects.get().public_id)
    assert (told["status"], told["nextPath"]) == ("held", "/finalize-installation")
    assert (told["totalCents"], told["schedulingFeeCents"]) == (12_694_77, 100_00)
    assert told["holdExpiresAt"].endswith("Z")
    assert told["lines"] == {
        "installation_cents": 4_990_00,
        "generator_cents": 6_979_00,
        "permit_cents": 150_00,
        "sales_tax_cents": 575_77,
        "discount_cents": 0,
        "total_cents": 12_694_77,
    }
    assert answer.cookies["wz"]["httponly"]


@pytest.mark.req("BOOK-03.2")
def test_a_repeat_gets_the_same_bytes_even_when_the_first_answer_was_lost(
    browser: Client,
) -> None:
    body, key = a_body(browser), "k" * 16
    lost = post_order(Client(), body, key=key)

    in_another_order = dict(reversed(body.items()))
    repeats = [post_order(browser, each, key=key) for each in (body, in_another_order) * 6]

    assert {repeat.content for repeat in repeats} == {lost.content}
    assert {repeat["Idempotency-Replayed"] for repeat in repeats} == {"true"}
    assert "Idempotency-Replayed" not in lost
    assert Order.objects.count() == 1


def test_a_key_with_another_body_is_refused(browser: Client) -> None:
    body, key = a_body(browser), "k" * 16
    post_order(browser, body, key=key)

    answer = post_order(browser, with_change(body, "customerData.name", "Eve"), key=key)

    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")


def test_the_key_and_body_of_another_visitor_get_nothing_of_theirs(browser: Client) -> None:
    body, key, stranger = a_body(browser), "k" * 16, Client()
    post_order(browser, body, key=key)
    stranger.cookies["wz"] = "w" * 43

    answer = post_order(stranger, body, key=key)

    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert str(Order.objects.get().public_id) not in answer.content.decode()


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("", "idempotency_key_missing"),
        ("short", "idempotency_key_bad"),
        ("k" * 256, "idempotency_key_bad"),
        ("k" * 15 + "\t", "idempotency_key_bad"),
    ],
)
def test_a_key_is_needed_and_has_its_length(browser: Client, key: str, code: str) -> None:
    answer = browser.post(
        "/api/create-installation-order",
        data=a_body(browser),
        content_type="application/json",
        headers={"Idempotency-Key": key},
    )

    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_without_any_key_nothing_is_reserved(browser: Client) -> None:
    answer = browser.post(
        "/api/create-installation-order", data=a_body(browser), content_type="application/json"
    )

    assert answer.json()["code"] == "idempotency_key_missing"


@pytest.mark.req("BOOK-03.1")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("wizardData.location.distance.price_cents", 1),
        ("wizardData.generator.product.price_cents", -5),
        ("wizardData.pricing.totals.total_cents", 10**12),
        ("wizardData.pricing.totals", "NaN"),
        ("wizardData.pricing.discounts", {"discount_amount_cents": 10**9}),
        ("wizardData.location.distance.max_distance_ft", 0),
        ("paymentData.scheduling_fee", {"status": "paid", "transaction_id": "made up"}),
        ("paymentData", ...),
        ("wizardData.pricing", ...),
    ],
)
def test_what_the_client_says_of_money_changes_nothing(
    browser: Client, path: str, value: Any
) -> None:
    told = post_order(browser, with_change(a_body(browser), path, value)).json()

    assert (told["totalCents"], told["schedulingFeeCents"]) == (12_694_77, 100_00)
    assert told["status"] == "held"


@pytest.mark.parametrize(
    ("path", "value", "field", "code"),
    [
        ("customerData.name", "  ", "customerData.name", "string_too_short"),
        ("customerData.email", "ada", "customerData.email", "email_implausible"),
        ("customerData.email", "a@b.co\r\nBcc: x@y.zz", "customerData.email", "value_error"),
        ("customerData.phone", "555", "customerData.phone", "phone_incomplete"),
        ("customerData", ..., "customerData", "missing"),
        (
            "wizardData.location.distance.band",
            "huge",
            "wizardData.location.distance.band",
            "enum",
        ),
        (
            "wizardData.scheduling.selected_date",
            "2020-01-02",
            "wizardData.scheduling.selected_date",
            "day_not_offered",
        ),
        (
            "wizardData.scheduling.selected_date",
            1,
            "wizardData.scheduling.selected_date",
            "day_unreadable",
        ),
        (
            "wizardData.scheduling.selected_time_window.id",
            "night",
            "wizardData.scheduling.selected_time_window.id",
            "enum",
        ),
        (
            "wizardData.location.address.formatted",
            "1 Main St, El Paso, TX 79901",
            "wizardData.location.address.formatted",
            "address_not_covered",
        ),
        (
            "wizardData.generator.product.model_number",
            "9999",
            "wizardData.generator.product.model_number",
            "generator_not_sold",
        ),
        (
            "wizardData.generator.product",
            None,
            "wizardData.generator.product.model_number",
            "generator_missing",
        ),
        (
            "wizardData.pricing.discounts.coupon_code",
            "HALF",
            "wizardData.pricing.discounts.coupon_code",
            "coupon_unknown",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_field(
    browser: Client, path: str, value: Any, field: str, code: str
) -> None:
    answer = post_order(browser, with_change(a_body(browser), path, value))

    assert answer.status_code == 422
    assert codes(answer) == {field: code}
    assert not Order.objects.exists()


def test_several_wrong_fields_are_named_at_once(browser: Client) -> None:
    answer = post_order(browser, a_body(browser, email="no", phone="no", name=""))

    assert set(codes(answer)) == {"customerData.email", "customerData.phone", "customerData.name"}


HOSTILE: list[Any] = [
    2**63,
    -(2**63) - 1,
    10**400,
    1e308,
    True,
    None,
    "\x00",
    "x" * 5000,
    "\u202ereversed",
    [],
    {},
    [[]],
    {"$ne": None},
    "' OR 1=1 --",
]
HOSTILE_PATHS = [
    "customerData.name",
    "customerData.email",
    "customerData.phone",
    "wizardData.wizard.id",
    "wizardData.wizard",
    "wizardData.location.address.formatted",
    "wizardData.location.coverage.zip_code",
    "wizardData.location.distance.band",
    "wizardData.generator.choice",
    "wizardData.generator.product.model_number",
    "wizardData.scheduling.selected_date",
    "wizardData.scheduling.selected_time_window.id",
    "wizardData.pricing.discounts.coupon_code",
    "wizardData.scheduling",
    "wizardData",
]


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_hostile_values_are_refused_or_harmless(
    browser: Client, path: str, settings: Settings
) -> None:
    settings.ENVIRONMENT = _without_limits(settings.ENVIRONMENT)
    body = a_body(browser)

    for value in HOSTILE:
        answer = post_order(browser, with_change(body, path, value))
        assert answer.status_code in (201, 400, 404, 409, 422, 429), (path, value)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b'{"a":NaN}',
        b'{"customerData":{"name":"\\ud800"}}',
    ],
)
def test_what_is_not_such_a_body_is_refused(browser: Client, raw: bytes) -> None:
    answer = browser.post(
        "/api/create-installation-order",
        data=raw,
        content_type="application/json",
        headers={"Idempotency-Key": "k" * 16},
    )

    assert answer.status_code in (400, 422)


def test_a_full_day_is_a_conflict(browser: Client) -> None:
    set_rule("scheduling", "crews_per_day", 1)
    body = a_body(browser)
    post_order(browser, body)

    answer = post_order(Client(), with_change(body, "wizardData.wizard.id", str(uuid.uuid4())))

    assert (answer.status_code, answer.json()["code"]) == (409, "day_full")


def test_too_many_holds_are_a_conflict(browser: Client) -> None:
    day, other, third, *_ = first_open_days(browser)
    answers = [
        post_order(
            Client(),
            with_change(a_body(browser), "wizardData.scheduling.selected_date", chosen),
        )
        for chosen in (day, other, third)
    ]

    assert [answer.status_code for answer in answers] == [201, 201, 409]
    assert answers[-1].json()["code"] == "too_many_holds"


def test_reserving_too_often_is_refused_for_a_while(browser: Client) -> None:
    in_one_window()
    body = a_body(browser)

    answers = [post_order(browser, body) for _ in range(11)]

    assert [answer.status_code for answer in answers] == [201] * 10 + [429]
    assert int(answers[-1]["Retry-After"]) > 0


def test_the_order_shows_what_was_reserved_to_its_own_visitor(browser: Client) -> None:
    told = post_order(browser, a_body(browser)).json()

    order = browser.get(f"/api/orders/{told['orderId']}").json()

    assert order["id"] == told["orderId"]
    assert order["status"] == "reserved"
    assert order["lines"] == told["lines"]
    assert order["scheduling_fee"] == {
        "amount_cents": 100_00,
        "status": "due",
        "refundable": False,
    }
    assert order["customer"]["email"] == "Ada@example.org"
    assert order["package"]["max_distance_feet"] == 25
    assert order["generator"] == {"brand": "Generac", "model": "7043", "kw": 22}
    assert order["appointment"]["status"] == "held"
    assert order["appointment"]["time_window"] == "morning"
    assert order["hold_expires_at"] is not None
    assert order["test_mode"] is True
    assert order["agreements"] == {"accepted_at": None}


def test_an_order_is_nobody_elses_to_see(browser: Client) -> None:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    stranger = Client()

    found: list[Any] = [
        stranger.get(f"/api/orders/{order_id}"),
        stranger.get(f"/api/orders/{uuid.uuid4()}"),
        browser.get("/api/orders/1"),
        stranger.generic("POST", f"/api/orders/{order_id}/confirm"),
        post_checkout(stranger, order_id),
    ]

    assert {answer.status_code for answer in found} == {404}
    assert {answer.content for answer in found} == {found[1].content}


@pytest.mark.req("API-02.12")
def test_the_latest_appointment_is_found_by_email_and_the_wizards_secret(
    browser: Client,
) -> None:
    told = post_order(browser, a_body(browser)).json()

    found = browser.get("/api/appointments/latest", {"email": "ada@EXAMPLE.org"}).json()

    assert found["id"] == told["appointmentId"]
    assert found["status"] == "held"
    assert found["order_id"] == found["order"]["id"] == told["orderId"]
    assert found["order"]["customer"]["name"] == "Ada Lovelace"
    assert found["assigned_to"] is None
    assert found["technician"] is None


@pytest.mark.req("VPS-01.4")
def test_an_assigned_technician_is_named(browser: Client) -> None:
    post_order(browser, a_body(browser))
    technician = Technician.objects.create(name="Grace Hopper", phone="(281) 555-0111")
    Appointment.objects.update(assigned_to=technician)

    found = browser.get("/api/appointments/latest", {"email": "ada@example.org"}).json()

    assert found["assigned_to"] == str(technician.public_id)
    assert found["technician"] == {"name": "Grace Hopper", "phone": "(281) 555-0111"}


@pytest.mark.req("BOOK-05.1")
def test_an_email_alone_finds_nothing(browser: Client) -> None:
    post_order(browser, a_body(browser))

    stranger = Client().get("/api/appointments/latest", {"email": "ada@example.org"})
    unknown = Client().get("/api/appointments/latest", {"email": "nobody@example.org"})

    assert (stranger.status_code, stranger.json()["code"]) == (404, "appointment_not_found")
    assert stranger.content == unknown.content


@pytest.mark.parametrize("query", ["", "?email=" + "x" * 300, "?email=a%00b"])
def test_an_email_that_cannot_be_is_refused(browser: Client, query: str) -> None:
    assert browser.get(f"/api/appointments/latest{query}").status_code == 422


@pytest.mark.req("CONF-01.2")
def test_a_free_visit_is_confirmed_on_the_page_of_its_own(browser: Client) -> None:
    set_rule("pricing", "scheduling_fee", {"amount_cents": 0, "refundable": True})
    told = post_order(browser, a_body(browser)).json()

    confirmed = browser.generic("POST", f"/api/orders/{told['orderId']}/confirm")

    assert told["nextPath"] == "/confirm-appointment"
    assert confirmed.json() == {"appointmentId": told["appointmentId"], "status": "confirmed"}
    order = browser.get(f"/api/orders/{told['orderId']}").json()
    assert (order["scheduling_fee"]["status"], order["hold_expires_at"]) == ("none", None)


@pytest.mark.req("CONF-01.4")
def test_what_is_due_is_paid_first(browser: Client) -> None:
    told = post_order(browser, a_body(browser)).json()

    answer = browser.generic("POST", f"/api/orders/{told['orderId']}/confirm")

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_due")


def test_limits_can_be_off_for_load_tests(browser: Client, settings: Settings) -> None:
    settings.ENVIRONMENT = _without_limits(settings.ENVIRONMENT)
    set_rule("scheduling", "crews_per_day", 20)
    body = a_body(browser)

    answers = [
        post_order(Client(), with_change(body, "wizardData.wizard.id", f"w-{number}"))
        for number in range(12)
    ]

    assert {answer.status_code for answer in answers} == {201}
    assert CrewSeat.objects.filter(appointment__isnull=False).count() == 12


def _without_limits(environment: Any) -> Any:
    return replace(environment, rate_limits=False)
