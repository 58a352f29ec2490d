"""Availability, coupons, reserving, the order and the appointment, as a client sees them."""

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from booking_client import ADDRESS, a_body, body_for, first_open_days, post_order, with_change
from booking_helpers import set_rule
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings
from stay_on_lists import IN_TURN

from standby.core.clock import local_date
from standby.orders.api.order_schemas import AvailabilityOut, InstallationOrderOut
from standby.orders.models import Appointment, CrewDay, CrewSeat, Order
from standby.orders.services.crew_days import set_crew_day
from standby.pricing.models.catalog import Coupon, CouponUse

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


def codes(answer: Any) -> dict[str, str]:
    return {error["field"]: error["code"] for error in answer.json()["errors"]}


def test_availability_lists_the_window_of_days_with_a_reason_for_the_closed(
    browser: Client,
) -> None:
    found = browser.get("/api/availability").json()

    today = local_date(datetime.now(UTC))
    assert found["today"] == str(today)
    assert found["min_date"] == str(today + timedelta(days=15))
    assert found["max_date"] == str(today + timedelta(days=45))
    assert len(found["days"]) == 31
    assert {day["reason"] for day in found["days"]} == {None, "weekday"}
    opened = next(day for day in found["days"] if day["open"])
    morning, afternoon = opened["windows"]
    assert opened["crews_left"] == 2
    assert morning == {
        "id": "morning",
        "label": "8:30 AM \N{EN DASH} 12:30 PM",
        "start_time": "08:30",
        "end_time": "12:30",
        "ends_on": opened["date"],
    }
    assert (afternoon["start_time"], afternoon["end_time"]) == ("13:00", "17:00")


@pytest.mark.req("BOOK-01.4")
def test_full_and_closed_days_say_so_as_the_contract_says(browser: Client) -> None:
    full, closed, *_ = first_open_days(browser)
    CrewDay.objects.create(day=full, crews=1, reason="a crew is ill")
    CrewDay.objects.create(day=closed, crews=0, reason="training")
    post_order(browser, body_for(full))

    answer = browser.get("/api/availability", {"from": full, "to": closed})

    told = AvailabilityOut.model_validate_json(answer.content)
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.content.decode() == told.model_dump_json()
    days = [(str(day.date), day.reason, day.crews_left) for day in told.days if day.reason]
    assert days == [(full, "full", 0), (closed, "blackout", 0)]


@pytest.mark.req("DATE-01.1")
def test_a_holiday_is_closed_until_staff_open_it(browser: Client, holidays: set[date]) -> None:
    day = date.fromisoformat(first_open_days(browser)[0])
    body = a_body(browser)
    holidays.add(day)

    [closed] = browser.get(f"/api/availability?from={day}&to={day}").json()["days"]
    refused = post_order(browser, body)
    set_crew_day(day, crews=1, reason="The crew volunteered", staff="Jo", now=datetime.now(UTC))
    [opened] = browser.get(f"/api/availability?from={day}&to={day}").json()["days"]
    reserved = post_order(browser, body)

    assert (closed["open"], closed["reason"], closed["windows"]) == (False, "holiday", [])
    assert codes(refused) == {"wizardData.scheduling.selected_date": "day_not_offered"}
    assert "holiday" in refused.json()["errors"][0]["message"]
    assert (opened["open"], opened["crews_left"], reserved.status_code) == (True, 1, 201)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("from=2026-02-01&to=2026-01-01", 422),
        ("from=1&to=9999-12-31", 422),
        ("from=9999-12-31&to=9999-12-31", 200),
    ],
)
def test_only_days_that_there_are_can_be_asked_about(
    browser: Client, query: str, status: int
) -> None:
    assert browser.get(f"/api/availability?{query}").status_code == status


def test_a_repeat_is_two_statements(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    body, key = a_body(browser), uuid.uuid4().hex
    post_order(browser, body, key=key)
    with django_assert_num_queries(2):  # that it counts nothing, and its answer
        post_order(browser, body, key=key)


@pytest.mark.req("API-01.7")
def test_reserving_answers_as_the_contract_says(browser: Client) -> None:
    answer = post_order(browser, a_body(browser))

    told = answer.json()
    order = Order.objects.get()
    assert answer.status_code == 201
    assert answer.content.decode() == InstallationOrderOut(**told).model_dump_json()
    assert told["orderId"] == str(order.public_id)
    assert told["appointmentId"] == str(Appointment.objects.get().public_id)
    assert (told["status"], told["nextPath"]) == ("held", "/finalize-installation")
    assert (told["totalCents"], told["schedulingFeeCents"]) == (12_694_77, 100_00)
    assert told["holdExpiresAt"].endswith("Z")
    items = told["lines"].pop("line_items")
    assert {item["description"]: item["amount_cents"] for item in items} == {
        "Installation, up to 25 ft": 4_990_00,
        "Generac 7043": 6_979_00,
        "Permit, The Woodlands": 150_00,
        "Sales tax": 575_77,
    }
    assert told["lines"] == {
        "installation_cents": 4_990_00,
        "generator_cents": 6_979_00,
        "permit_cents": 150_00,
        "extras_cents": 0,
        "sales_tax_cents": 575_77,
        "discount_cents": 0,
        "total_cents": 12_694_77,
    }
    assert answer.cookies["wz"]["httponly"]


@pytest.mark.req("BOOK-03.2")
def test_a_repeat_gets_the_same_bytes_even_when_the_first_answer_was_lost(browser: Client) -> None:
    body, key = a_body(browser), "k" * 16
    lost = post_order(Client(), body, key=key)
    in_another_order = dict(reversed(body.items()))
    repeats = [post_order(browser, each, key=key) for each in (body, in_another_order) * 6]
    assert {repeat.content for repeat in repeats} == {lost.content}
    assert {repeat["Idempotency-Replayed"] for repeat in repeats} == {"true"}
    assert "Idempotency-Replayed" not in lost
    assert Order.objects.count() == 1


def test_a_key_with_another_body_or_of_another_visitor_is_refused(browser: Client) -> None:
    body, key, stranger = a_body(browser), "k" * 16, Client()
    post_order(browser, body, key=key)
    stranger.cookies["wz"] = "w" * 43

    for answer in (
        post_order(browser, with_change(body, "customerData.name", "Eve"), key=key),
        post_order(stranger, body, key=key),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
        assert str(Order.objects.get().public_id) not in answer.content.decode()


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "idempotency_key_missing"),
        ({"Idempotency-Key": ""}, "idempotency_key_missing"),
        ({"Idempotency-Key": "short"}, "idempotency_key_bad"),
        ({"Idempotency-Key": "k" * 256}, "idempotency_key_bad"),
        ({"Idempotency-Key": "k" * 15 + "\t"}, "idempotency_key_bad"),
    ],
)
def test_a_key_is_needed_and_has_its_length(
    browser: Client, headers: dict[str, str], code: str
) -> None:
    answer = browser.post(
        "/api/create-installation-order",
        data=a_body(browser),
        content_type="application/json",
        headers=headers,
    )
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize("left_out", ["paymentData", "wizardData.pricing"])
def test_the_client_need_not_speak_of_money(browser: Client, left_out: str) -> None:
    told = post_order(browser, with_change(a_body(browser), left_out, ...)).json()
    assert (told["totalCents"], told["schedulingFeeCents"]) == (12_694_77, 100_00)


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("customerData.name", "  ", "string_too_short"),
        ("customerData.name", "http://evil.example/win", "web_address"),
        *(("customerData.name", f"Ada{sign}B", "value_error") for sign in "\n\u2028\u2029"),
        *(("customerData.name", f"Ada{sign}B", "value_error") for sign in "\x85\u061c\u200f"),
        ("wizardData.location.address.formatted", "evil.example/win 77002", "web_address"),
        ("customerData.email", "ada", "email_implausible"),
        ("customerData.email", "a@b.co\r\nBcc: x@y.zz", "value_error"),
        ("customerData.phone", "555", "phone_incomplete"),
        *(
            ("customerData.phone", nobodys, "phone_unknown")
            for nobodys in ("000-000-0000", "(713) 055-0100", "(911) 555-0100", "+99 1234 5678")
        ),
        ("wizardData.location.distance.band", "huge", "band_unknown"),
        ("wizardData.scheduling.selected_date", "2020-01-02", "day_not_offered"),
        ("wizardData.scheduling.selected_date", 1, "day_unreadable"),
        ("wizardData.scheduling.selected_time_window.id", "night", "enum"),
        (
            "wizardData.location.address.formatted",
            "1 Main St, El Paso, TX 79901",
            "address_not_covered",
        ),
        *(
            ("wizardData.location.address.formatted", home, code)
            for home, code in (
                ("PO Box 1234, The Woodlands, TX 77380", "address_is_po_box"),
                ("Waterway Ave, The Woodlands, TX 77380", "address_has_no_number"),
            )
        ),
        ("wizardData.generator.product.model_number", "9999", "generator_not_sold"),
        ("wizardData.generator.product.model_number", None, "generator_missing"),
        ("wizardData.pricing.discounts.coupon_code", "HALF", "coupon_unknown"),
    ],
)
def test_what_is_wrong_is_named_by_its_field(
    browser: Client, path: str, value: Any, code: str
) -> None:
    answer = post_order(browser, with_change(a_body(browser), path, value))
    assert answer.status_code == 422
    assert codes(answer) == {path: code}
    assert not Order.objects.exists()


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("loads", {"sauna": 9000}, "literal_error"),
        ("loads", [], "dict_type"),
        ("loads.dryer", "5000", "number_wanted"),
        ("floor_sq_ft", "2500", "number_wanted"),
        ("ac_tons", "4", "number_wanted"),
        ("ac_systems", True, "number_wanted"),
        ("ac_tons", 0, "value_error"),
        ("waiting", ["fridge"], "literal_error"),
        ("heating", "coal", "literal_error"),
        ("floor_sq_ft", 12, "value_error"),
        ("waiting", ["pool-pump"], "value_error"),
    ],
)
def test_a_list_of_what_should_stay_on_is_one_that_the_page_makes(
    browser: Client, path: str, value: Any, code: str
) -> None:
    body = with_change(a_body(browser), "wizardData.answers", {"stay_on": IN_TURN})
    refused = post_order(browser, with_change(body, f"wizardData.answers.stay_on.{path}", value))

    assert refused.status_code == 422
    [(field, told)] = codes(refused).items()
    assert field.startswith("wizardData.answers")
    assert told == code
    assert not Order.objects.exists()


def test_a_list_of_what_should_stay_on_is_stored_and_says_nothing_of_the_price(
    browser: Client,
) -> None:
    forged = {**IN_TURN, "modules_included": 9, "total_cents": 1}
    body = with_change(a_body(browser), "wizardData.answers", {"stay_on": forged})

    reserved = post_order(browser, body)

    order = Order.objects.get()
    assert reserved.json()["totalCents"] == order.total_cents == 12_694_77
    assert order.answers["stay_on"] == IN_TURN
    seen = browser.get("/api/my-booking").json()["stay_on"]
    assert seen["wanted"].startswith("Lights, fridge and kitchen, two ACs (8 tons together)")
    assert (seen["home"], seen["verdict"][:22]) == (
        "2,500 sq ft, gas furnace",
        "The 22 kW generator ca",
    )
    assert seen["modules"].endswith(" yet: 1; we quote it before anything is signed.")


def test_without_a_list_my_booking_says_nothing_of_one(browser: Client) -> None:
    post_order(browser, a_body(browser))
    assert browser.get("/api/my-booking").json()["stay_on"] is None


def test_a_full_day_and_too_many_holds_are_conflicts(browser: Client) -> None:
    full, *others = first_open_days(browser)
    CrewDay.objects.create(day=full, crews=1, reason="a crew is ill")
    answers = [
        post_order(
            Client(), with_change(a_body(browser), "wizardData.scheduling.selected_date", day)
        )
        for day in (full, full, *others[:3])
    ]

    assert [(answer.status_code, answer.json().get("code")) for answer in answers] == [
        (201, None),
        (409, "day_full"),
        (201, None),
        (201, None),
        (409, "too_many_holds"),
    ]


def test_the_order_shows_what_was_reserved_to_its_own_visitor(browser: Client) -> None:
    told = post_order(browser, a_body(browser)).json()

    order = browser.get(f"/api/orders/{told['orderId']}").json()

    assert (order["id"], order["status"]) == (told["orderId"], "reserved")
    assert order["lines"] == told["lines"]
    fee = {"amount_cents": 100_00, "status": "due", "refundable": False}
    fee |= {"paid_at": None, "payment_method": None, "transaction_id": None}
    assert order["scheduling_fee"] == fee
    assert order["customer"]["email"] == "Ada@example.org"
    assert order["package"]["max_distance_feet"] == 25
    assert order["generator"] == {"brand": "Generac", "model": "7043", "kw": 22}
    assert order["appointment"]["status"] == "held"
    assert order["appointment"]["time_window"] == "morning"
    assert order["hold_expires_at"] is not None
    assert order["test_mode"] is True
    assert order["agreements"] == {"accepted_at": None}


@pytest.mark.req("API-02.12", "VPS-01.4")
def test_the_latest_appointment_is_found_by_email_and_the_wizards_secret(browser: Client) -> None:
    told = post_order(browser, a_body(browser)).json()
    found = browser.get("/api/appointments/latest", {"email": "ada@EXAMPLE.org"}).json()
    assert (found["id"], found["status"]) == (told["appointmentId"], "held")
    assert found["order_id"] == found["order"]["id"] == told["orderId"]
    assert found["order"]["customer"]["name"] == "Ada Lovelace"
    assert (found["assigned_to"], found["technician"]) == (None, None)


@pytest.mark.req("BOOK-05.1")
def test_an_email_alone_finds_nothing(browser: Client) -> None:
    post_order(browser, a_body(browser))
    stranger = Client().get("/api/appointments/latest", {"email": "ada@example.org"})
    unknown = Client().get("/api/appointments/latest", {"email": "nobody@example.org"})
    assert (stranger.status_code, stranger.json()["code"]) == (404, "appointment_not_found")
    assert stranger.content == unknown.content


@pytest.mark.parametrize("query", ["", "?email=a%00b"])
def test_an_email_that_cannot_be_is_refused(browser: Client, query: str) -> None:
    refused = browser.get(f"/api/appointments/latest{query}")
    assert (refused.status_code, refused.json()["detail"]) == (
        422,
        "Please check what you entered.",
    )


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
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"rate_limits": False})
    set_rule("scheduling", "crews_per_day", 20)
    body = a_body(browser)

    answers = [
        post_order(Client(), with_change(body, "wizardData.wizard.id", f"w-{number}"))
        for number in range(12)
    ]

    assert {answer.status_code for answer in answers} == {201}
    assert CrewSeat.objects.filter(afternoon__isnull=False).count() == 12


JOB: dict[str, Any] = {
    "location": {"address": {"formatted": ADDRESS}, "distance": {"band": "close"}},
    "generator": {"choice": "buy_here", "product": {"model_number": "7043"}},
}


def check(browser: Client, code: object = "spring", **changes: Any) -> Any:
    return browser.post(
        "/api/coupons/check", {**JOB, "code": code, **changes}, content_type="application/json"
    )


def a_coupon(**changes: Any) -> None:
    Coupon.objects.create(**{"code": "SPRING", "kind": "percent", "value": 10} | changes)


def test_the_lines_of_the_job_with_the_discount(browser: Client) -> None:
    a_coupon(most_uses=1)

    answer = check(browser)

    price = answer.json()
    shown, parts = price.pop("shown"), price.pop("milestones")
    # The cents of the discount are in whole dollars too: 4,990 + 6,979 + 150 + 575 - 1,212.
    assert (shown["discount_cents"], shown["total_cents"]) == (1_212_00, 11_482_00)
    assert sum(part["shown_cents"] for part in parts) == 11_482_00
    assert sum(part["amount_cents"] for part in parts) == 11_482_87
    assert (answer.status_code, price) == (
        200,
        {
            "before_tax_cents": 10_907_10,
            "installation_cents": 4_990_00,
            "generator_cents": 6_979_00,
            "permit_cents": 150_00,
            "extras_cents": 0,
            "sales_tax_cents": 575_77,
            "discount_cents": 1_211_90,
            "total_cents": 11_482_87,
        },
    )
    assert not CouponUse.objects.exists()
    assert Coupon.objects.get().used == 0


@pytest.mark.parametrize(
    ("code", "location", "answered"),
    [
        ("USED", {}, (409, "coupon_used_up")),
        ("OTHER", {}, (422, "coupon_unknown")),
        (
            "SPRING",
            {"address": {"formatted": "1 A St, Dallas, TX 75201"}, "distance": {"band": "far"}},
            (422, "address_not_covered"),
        ),
    ],
)
def test_c10_one_code_of_ours_it_is_for_an_address_of_ours(
    browser: Client, code: object, location: dict[str, Any], answered: tuple[int, str]
) -> None:
    a_coupon()
    a_coupon(code="USED", most_uses=1, used=1)
    answer = check(browser, code, location=location or JOB["location"])
    assert (answer.status_code, answer.json()["code"]) == answered
