"""How often anybody may ask for what costs: as often as promised, then 429 and no row (G2, G4)."""

import uuid
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import pytest
from access_helpers import signed_in
from booking_client import ADDRESS, a_body, post_checkout, post_order
from booking_helpers import set_rule
from django.db import models
from django.test import Client, RequestFactory
from pytest_django import Settings
from rate_limit_windows import in_one_window
from whole_orders import confirm, now, reserve

from standby.accounts.models import User
from standby.core.limits import client_at, client_of
from standby.core.models import RateLimitBucket
from standby.core.roles import Role
from standby.core.visitor_cookies import hash_of
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.payments.models import CheckoutSession
from standby.photos.models import Photo, PhotoReview
from standby.pricing.models.quoting import ManualQuoteRequest, WizardInteractionEvent, WizardSession

pytestmark = pytest.mark.usefixtures("shop")
UUID: Final = "0b9f8a52-6c1d-4f0e-9c55-5d2f3f0f4a11"
SECRET: Final = "w" * 43


def over_ipv4(number: int) -> str:
    return "198.51.100.7"


def over_ipv6(number: int) -> str:
    """A subscriber has a whole /64, and takes another address of it each time."""
    return f"2001:db8:1:2:{number:x}::{number + 1:x}"


NEIGHBORS: Final = {"IPv4": over_ipv4, "a /64 of IPv6": over_ipv6}
_ADDRESS: ContextVar[Callable[[int], str]] = ContextVar("address", default=over_ipv4)


def post(browser: Client, path: str, body: dict[str, Any], number: int) -> Any:
    """As our proxy passes it on, with another address of its own invention before (G2)."""
    return browser.post(
        path,
        body,
        content_type="application/json",
        REMOTE_ADDR="127.0.0.1",
        headers={
            "X-Forwarded-For": f"203.0.113.{number % 250}, {_ADDRESS.get()(number)}",
            "X-Real-IP": f"203.0.113.{number % 250}",
            "Forwarded": f"for=203.0.113.{number % 250}",
            "Idempotency-Key": uuid.uuid4().hex,
        },
    )


Ask = Callable[[Client, int], Any]
EVENT: Final = {"event_type": "step_entered"}
PHOTO: Final = {
    "slot": "panel_open",
    "kind": "photo",
    "size_bytes": 5,
    "content_type": "image/jpeg",
}


def by_anybody(path: str, **told: Any) -> Ask:
    """Each time from another browser, with the number where {} stands."""

    def ask(_: Client, number: int) -> Any:
        body = {
            name: said.format(number) if isinstance(said, str) else said
            for name, said in told.items()
        }
        return post(Client(), path, body, number)

    return ask


def reserving(browser: Client, number: int) -> Any:
    return post(browser, "/api/create-installation-order", a_body(Client()), number)


def event(browser: Client, number: int) -> Any:
    browser.cookies["wz"] = SECRET
    WizardSession.objects.get_or_create(
        session_id=UUID,
        secret_hash=hash_of(SECRET),
        defaults={"created_at": now(), "updated_at": now()},
    )
    told = {**EVENT, "session_id": UUID, "event_data": {"n": number}}
    return post(browser, "/api/wizard-interaction-events", told, number)


def made_up(_: Client, number: int) -> Any:
    """A secret of its own invention each time is no new subject."""
    browser = Client()
    browser.cookies["wz"] = f"{number:043}"
    told = {**EVENT, "session_id": f"m-{number}"}
    return post(browser, "/api/wizard-interaction-events", told, number)


def map_picture(_: Client, number: int) -> Any:
    forwarded = f"203.0.113.{number % 250}, {_ADDRESS.get()(number)}"
    asked = {"center": "30,-95", "zoom": "18", "size": "16x16"}
    return Client().get("/api/map-static", asked, headers={"X-Forwarded-For": forwarded})


def upload(browser: Client, number: int) -> Any:
    Photo.objects.all().delete()  # their places are not what is counted here
    return post(browser, "/api/my-booking/photos", PHOTO, number)


def checkout(browser: Client, _: int) -> Any:
    return post_checkout(browser, str(Order.objects.get().public_id))


@dataclass(frozen=True, slots=True)
class Promise:
    most: int
    minutes: int
    ask: Ask
    kept: type[models.Model] | None = None
    with_order: bool = False


PLACE: Final = {"address": {"formatted": ADDRESS}, "distance": {"band": "close"}}
ask_to_be_told = by_anybody(
    "/api/coverage-rejection-requests",
    address_formatted="{} Far Away St, Dallas, TX 75201",
    zip_code="75201",
    phone_number="(281) 555-{:04}",
)
ask_for_a_long_run = by_anybody(
    "/api/manual-quote-requests",
    name="Ada Lovelace",
    phone="(281) 555-0100",
    address="{} Long Lane",
    run_ft=240,
)
search = by_anybody("/api/log-address-search", address=f"{{}} {ADDRESS}", coverage_status="covered")
wizard = by_anybody("/api/wizard-interaction-events", session_id="w-{}", **EVENT)
coupon = by_anybody("/api/coupons/check", code="GUESS{}", location=PLACE)
sign_in = by_anybody(
    "/auth/v1/token?grant_type=password", email="p{}@example.org", password="wrong"
)
visit = by_anybody("/auth/v1/signup")
PROMISES: Final = {
    "notify requests per address": Promise(5, 60, ask_to_be_told, NotifyRequest),
    "reservations per address": Promise(10, 60, reserving, Order),
    "events per wizard": Promise(60, 1, event, WizardInteractionEvent),
    "new wizards per address": Promise(60, 10, wizard, WizardSession),
    "searches per address": Promise(60, 10, search, AddressSearch),
    "manual quotes per address": Promise(5, 60, ask_for_a_long_run, ManualQuoteRequest),
    "wizards made up per address": Promise(60, 10, made_up, WizardSession),
    "coupon guesses per address": Promise(20, 10, coupon),
    "wrong passwords per address": Promise(20, 60, sign_in),
    "visitors per address": Promise(30, 60, visit, User),
    "maps per address": Promise(120, 10, map_picture),
    "uploads per order": Promise(40, 60, upload, with_order=True),
    "checkouts per order": Promise(5, 60, checkout, CheckoutSession, with_order=True),
}


def rows(promise: Promise) -> int:
    return promise.kept._default_manager.count() if promise.kept else 0


@pytest.fixture(autouse=True)
def _behind_one_proxy(settings: Settings) -> None:
    """As deployed."""
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"trusted_proxies": 1})


@pytest.fixture(params=NEIGHBORS)
def _neighbors(request: pytest.FixtureRequest) -> Iterator[None]:
    token = _ADDRESS.set(NEIGHBORS[request.param])
    yield
    _ADDRESS.reset(token)


@pytest.mark.usefixtures("_neighbors")
@pytest.mark.req("SEC-03.4")
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

    in_one_window()
    answers = [promise.ask(browser, number) for number in range(promise.most)]
    before = rows(promise)
    too_many = [promise.ask(browser, promise.most + number) for number in range(3)]

    stopped = [answer.status_code for answer in answers].count(429)
    print(
        f"\nG4 {name}: {promise.most - stopped} of {promise.most} in {promise.minutes} min,"
        f" {[answer.status_code for answer in too_many].count(429)} of 3 more stopped,"
        f" {rows(promise) - before} rows; forged X-Forwarded-For each time"
    )
    assert stopped == 0
    assert {answer.status_code for answer in too_many} == {429}
    assert {answer.json()["code"] for answer in too_many} <= {
        "limit_reached",
        "over_request_rate_limit",
    }
    assert all(int(answer["Retry-After"]) > 0 for answer in too_many)
    assert rows(promise) == before
    assert RateLimitBucket.objects.exists()


@pytest.mark.usefixtures("_neighbors")
def test_forty_changes_of_email_are_mailed_three_times() -> None:
    in_one_window()
    bearer = {"Authorization": f"Bearer {signed_in(Role.VIEWER)}"}
    statuses = [
        Client()
        .put(
            "/auth/v1/user",
            {"email": f"p{number}@example.org"},
            content_type="application/json",
            headers={**bearer, "X-Forwarded-For": _ADDRESS.get()(number)},
        )
        .status_code
        for number in range(40)
    ]

    assert statuses == [200] * 3 + [429] * 37
    assert Message.objects.count() == 3


@pytest.mark.parametrize("neighbors", NEIGHBORS)
def test_a6_one_network_holds_six_dates_an_hour_from_any_of_its_addresses(
    neighbors: str,
) -> None:
    set_rule("scheduling", "crews_per_day", 40)
    network = "198.51.100" if neighbors == "IPv4" else "2001:db8:1"
    statuses = []
    for number in range(8):
        address = f"{network}.{number + 1}" if neighbors == "IPv4" else f"{network}:{number}::1"
        contact = {"phone": f"(281) 555-01{number:02}", "email": f"ada{number}@example.org"}
        answer = post_order(
            Client(headers={"X-Forwarded-For": address}), a_body(Client(), **contact)
        )
        statuses.append(answer.status_code)

    assert statuses == [201] * 6 + [429] * 2


@pytest.mark.parametrize(
    ("proxies", "forwarded", "believed"),
    [
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "", "127.0.0.1"),
        (1, "198.51.100.7, ", "127.0.0.1"),
        (0, "198.51.100.7", "127.0.0.1"),
        (2, "203.0.113.9, 198.51.100.7, 10.0.0.1", "198.51.100.7"),
        (2, "203.0.113.9", "127.0.0.1"),
    ],
)
def test_g2_only_what_our_own_proxies_wrote_is_believed(
    settings: Settings, proxies: int, forwarded: str, believed: str
) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"trusted_proxies": proxies})
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded})

    assert client_of(request) == client_at(believed)
