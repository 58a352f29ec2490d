"""How often anybody may ask for what costs: as often as promised, then 429 and no row (G2, G4)."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import pytest
from booking_client import ADDRESS, a_body, post_checkout, post_order
from django.db import models
from django.test import Client
from whole_orders import confirm, now, reserve
from windows import in_one_window

from standby.apps.booking.models import Order
from standby.apps.coverage.models import AddressSearch, NotifyRequest
from standby.apps.limits.models import RateBucket
from standby.apps.payments.models import CheckoutSession
from standby.apps.photos.models import Photo, PhotoReview
from standby.apps.quoting.models import ManualQuoteRequest, WizardInteractionEvent, WizardSession
from standby.http.wizard_cookie import hash_of

pytestmark = [pytest.mark.usefixtures("shop"), pytest.mark.req("API-01")]
UUID: Final = "0b9f8a52-6c1d-4f0e-9c55-5d2f3f0f4a11"
SECRET: Final = "w" * 43


def post(browser: Client, path: str, body: dict[str, Any], number: int) -> Any:
    """Each time with another address of its own invention in X-Forwarded-For (G2)."""
    return browser.post(
        path,
        body,
        content_type="application/json",
        headers={
            "X-Forwarded-For": f"203.0.113.{number % 250}, 198.51.100.7",
            "X-Real-IP": f"203.0.113.{number % 250}",
            "Forwarded": f"for=203.0.113.{number % 250}",
            "Idempotency-Key": uuid.uuid4().hex,
        },
    )


def notify(browser: Client, number: int) -> Any:
    told = {
        "address_formatted": f"{number} Far Away St, Dallas, TX 75201",
        "zip_code": "75201",
        "phone_number": f"(281) 555-{number:04}",
    }
    return post(Client(), "/api/coverage-rejection-requests", told, number)


def reserving(browser: Client, number: int) -> Any:
    return post(browser, "/api/create-installation-order", a_body(Client()), number)


def event(browser: Client, number: int) -> Any:
    browser.cookies["wz"] = SECRET
    WizardSession.objects.get_or_create(
        session_id=UUID,
        secret_hash=hash_of(SECRET),
        defaults={"created_at": now(), "updated_at": now()},
    )
    told = {"session_id": UUID, "event_type": "step_entered", "event_data": {"n": number}}
    return post(browser, "/api/wizard-interaction-events", told, number)


def wizard(browser: Client, number: int) -> Any:
    told = {"session_id": f"w-{number}", "event_type": "step_entered"}
    return post(Client(), "/api/wizard-interaction-events", told, number)


def search(browser: Client, number: int) -> Any:
    told = {"address": f"{number} {ADDRESS}", "coverage_status": "covered"}
    return post(Client(), "/api/log-address-search", told, number)


def manual_quote(browser: Client, number: int) -> Any:
    told = {
        "name": "Ada Lovelace",
        "phone": "(281) 555-0100",
        "address": f"{number} Long Lane",
        "run_ft": 240,
    }
    return post(Client(), "/api/manual-quote-requests", told, number)


def upload(browser: Client, number: int) -> Any:
    Photo.objects.all().delete()  # their places are not what is counted here
    told = {"slot": "panel_open", "kind": "photo", "size_bytes": 5, "content_type": "image/jpeg"}
    return post(browser, "/api/my-booking/photos", told, number)


def checkout(browser: Client, number: int) -> Any:
    return post_checkout(browser, str(Order.objects.get().public_id))


@dataclass(frozen=True, slots=True)
class Promise:
    most: int
    per: timedelta
    ask: Callable[[Client, int], Any]
    kept: type[models.Model] | None
    with_order: bool = False


PROMISES: Final = {
    "notify requests per address": Promise(5, timedelta(hours=1), notify, NotifyRequest),
    "reservations per address": Promise(10, timedelta(hours=1), reserving, None),
    "events per wizard": Promise(60, timedelta(minutes=1), event, WizardInteractionEvent),
    "new wizards per address": Promise(60, timedelta(minutes=10), wizard, WizardSession),
    "searches per address": Promise(60, timedelta(minutes=10), search, AddressSearch),
    "manual quotes per address": Promise(5, timedelta(hours=1), manual_quote, ManualQuoteRequest),
    "uploads per order": Promise(40, timedelta(hours=1), upload, None, with_order=True),
    "checkouts per order": Promise(
        5, timedelta(hours=1), checkout, CheckoutSession, with_order=True
    ),
}


def rows(promise: Promise) -> int:
    return promise.kept._default_manager.count() if promise.kept else 0


@pytest.mark.parametrize("name", PROMISES)
def test_g4_so_many_and_no_more(browser: Client, own_folder: Any, name: str) -> None:
    promise = PROMISES[name]
    if promise.with_order:
        order = reserve(browser)
        if promise.ask is upload:
            confirm(order)
            PhotoReview.objects.get_or_create(
                order=order, defaults={"created_at": order.created_at}
            )

    in_one_window(promise.per)
    answers = [promise.ask(browser, number) for number in range(promise.most)]
    before = rows(promise)
    too_many = [promise.ask(browser, promise.most + number) for number in range(3)]

    stopped = [answer.status_code for answer in answers].count(429)
    print(
        f"\nG4 {name}: {promise.most - stopped} of {promise.most} in {promise.per} let through,"
        f" {[answer.status_code for answer in too_many].count(429)} of 3 more stopped,"
        f" {rows(promise) - before} rows; forged X-Forwarded-For each time"
    )
    assert stopped == 0
    assert {answer.status_code for answer in too_many} == {429}
    assert {answer.json()["code"] for answer in too_many} == {"limit_reached"}
    assert all(int(answer["Retry-After"]) > 0 for answer in too_many)
    assert rows(promise) == before
    assert RateBucket.objects.exists()


def test_g4_a_reservation_too_many_leaves_no_order(browser: Client) -> None:
    in_one_window()
    for number in range(10):
        reserving(browser, number)
    before = Order.objects.count()

    assert post_order(browser, a_body(browser)).status_code == 429
    assert Order.objects.count() == before
