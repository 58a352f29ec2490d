"""The stories that booking tests begin with, told in one line each."""

import uuid
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from django.http import HttpResponse

from standby.core.idempotency import IdempotentRequest
from standby.core.jobs import run_next_job
from standby.core.market import CONFIGURATION
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.coverage.models import CoveredZip
from standby.orders.models import Appointment, CrewSeat, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.orders import Contact, ReservationRequest
from standby.payments.models import CheckoutSession
from standby.payments.providers.cards import (
    Cards,
    CardsDown,
    ChargeState,
    CheckoutRequest,
    CheckoutState,
    RefundRequest,
)
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.charges import SettlementOutcome
from standby.payments.services.checkouts import open_checkout
from standby.payments.tasks import payment_event_handler, refund_handler
from standby.pricing.models.catalog import AppConfiguration
from standby.pricing.selectors.catalog import covered_zip_of
from standby.workflows.reserve_appointment import reserve_appointment
from standby.workflows.settle_payment import settle_payment

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)  # a Monday, 9 AM in Houston
DAY = date(2025, 11, 20)
OTHER_DAY = date(2025, 11, 24)
HOLD = timedelta(minutes=CONFIGURATION["scheduling"]["hold_minutes"])
MORNING = Slot(DAY, TimeWindow.MORNING)
SIGNER = core_providers.signer()


def may_all(_permission: Permission) -> None:
    """Whoever undoes something has each permission."""


SITE = "https://site.test"
ADA = Contact(name="Ada Lovelace", email="Ada@example.org", phone="(281) 555-0100")


def serve_the_woodlands() -> None:
    CoveredZip.objects.create(zip_code="77380", city="Spring", lat=30.1, lon=-95.4)


def set_rule(category: str, key: str, value: Any) -> None:
    AppConfiguration.objects.update_or_create(
        category=category, key=key, defaults={"value": value, "is_active": True}
    )


def a_request(**changed: Any) -> ReservationRequest:
    """A 22 kW generator at 20 ft in The Woodlands, in the morning; each call another visitor."""
    request = ReservationRequest(
        session_id=str(uuid.uuid4()),
        secret_hash=uuid.uuid4().hex * 2,
        band="close",
        address="24 Waterway Ave, The Woodlands, TX 77380",
        claimed_zip_code="",
        generator_choice="buy_here",
        model_number="7043",
        coupon_code="",
        slot=MORNING,
        contact=ADA,
        origin=None,
    )
    return replace(request, **changed)


def an_attempt(key: str | None = None, *, fingerprint: str = "f") -> IdempotentRequest:
    return IdempotentRequest(
        endpoint="reserve", key=key or uuid.uuid4().hex, fingerprint=fingerprint
    )


def written(appointment: Appointment, hold_expires_at: datetime | None) -> str:
    return orjson.dumps(
        {
            "order": str(appointment.order.public_id),
            "appointment": str(appointment.public_id),
            "status": appointment.status,
            "hold_expires_at": hold_expires_at,
        }
    ).decode()


def try_to_reserve(
    request: ReservationRequest | None = None,
    *,
    attempt: IdempotentRequest | None = None,
    now: datetime = NOW,
) -> HttpResponse:
    request = request or a_request()
    zip_code, zip_city = covered_zip_of(request)

    def reserved() -> str:
        return written(*reserve_appointment(request, zip_code=zip_code, zip_city=zip_city, now=now))

    return (attempt or an_attempt()).respond(reserved, status=201, now=now)


def reserve(request: ReservationRequest | None = None, *, now: datetime = NOW) -> Order:
    body = orjson.loads(try_to_reserve(request, now=now).content)
    return Order.objects.get(public_id=body["order"])


def reserve_other_seats(count: int, *, slot: Slot = MORNING, now: datetime = NOW) -> list[Order]:
    return [reserve(a_request(slot=slot), now=now) for _ in range(count)]


def all_of(day: date) -> dict[str, date]:
    """The days of an appointment that arrives in the morning of this one."""
    return {"day": day, "ends_on": day}


def appointment_of(order: Order) -> Appointment:
    return Appointment.objects.get(order=order)


def taken_seats(day: date = DAY) -> int:
    return CrewSeat.objects.filter(day=day, afternoon__isnull=False).count()


def test_cards(folder: Path) -> TestCards:
    return TestCards(folder=folder, secret="s" * 50)


test_cards.__test__ = False  # type: ignore[attr-defined]


class CardsAreDown(TestCards):
    """Opened pages are there, and nobody answers for them."""

    def open_checkout(self, request: CheckoutRequest) -> tuple[str, str]:
        raise CardsDown

    def look_up(self, checkout_id: str) -> CheckoutState:
        raise CardsDown

    def close_checkout(self, checkout_id: str) -> None:
        raise CardsDown

    def refund(self, request: RefundRequest) -> str:
        raise CardsDown

    def look_up_charge(self, charge: str) -> ChargeState:
        raise CardsDown


def open_page(order: Order, *, cards: TestCards, now: datetime = NOW) -> str:
    """The id of the page on which the order's fee can be paid."""
    url = open_checkout(order, agreed_to=None, cards=cards, site_url=SITE, now=now)
    return url.rpartition("/")[2]


def pay(order: Order, *, cards: TestCards, now: datetime = NOW) -> CheckoutState:
    """Pay at the provider; nobody here has heard of it yet."""
    page_id = open_page(order, cards=cards, now=now)
    cards.approve(page_id, now=now)
    return cards.look_up(page_id)


def settle(state: CheckoutState, *, cards: Cards, now: datetime = NOW) -> SettlementOutcome:
    return settle_payment(state, cards=cards, now=now)


def only_page() -> CheckoutSession:
    return CheckoutSession.objects.get()


def process_next_event(*, cards: Cards, now: datetime = NOW) -> bool:
    return run_next_job(payment_event_handler(cards=cards), now=now)


def send_next_refund(*, cards: Cards, now: datetime = NOW) -> bool:
    return run_next_job(refund_handler(cards=cards), now=now)
