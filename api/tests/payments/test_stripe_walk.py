"""The whole way of a payment with Stripe's adapter, against a peer that answers as Stripe does."""

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from account_helpers import balance
from booking_client import a_body, deliver, post_checkout, post_order, work_off_events
from django.test import Client
from pytest_django import Settings
from stripe_peer import Peer, running_peer

from standby.payments.models import Dispute, Payment, PaymentEvent, Refund
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.stripe_events import sign

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
SECRET = "whsec_1"
EMAIL = {"email": "ada@example.org"}


@pytest.fixture
def peer(own_folder: Path, settings: Settings) -> Iterator[Peer]:
    with running_peer() as started:
        settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
            update={
                "cards": "stripe",
                "stripe_secret_key": "sk_test_1",
                "stripe_webhook_secrets": (SECRET,),
                "stripe_api_base": started.url,
            }
        )
        payments_providers.cards.cache_clear()
        yield started


def a_page(browser: Client) -> str:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    url = post_checkout(browser, order_id).json()["url"]
    return str(url).rpartition("/")[2]


def hand_in(kind: str, about: dict[str, Any]) -> Any:
    event = {"id": f"evt_{uuid.uuid4().hex}", "type": kind, "data": {"object": about}}
    raw = json.dumps(event).encode()
    return deliver(raw, sign(raw, secret=SECRET, now=datetime.now(UTC)))


def deliver_event(kind: str, about: dict[str, Any]) -> None:
    """And it is worked out at once."""
    assert hand_in(kind, about).status_code == 200
    work_off_events()


def test_the_signed_event_of_a_paid_page_confirms_the_date(peer: Peer, browser: Client) -> None:
    fee = a_paid_fee(peer, browser)

    assert (fee.status, fee.provider, fee.provider_ref) == ("paid", "stripe", "pi_1")
    assert browser.get("/api/appointments/latest", EMAIL).json()["status"] == "confirmed"


@pytest.mark.parametrize(("mood", "status"), [("up", "confirmed"), ("down", "held")])
def test_without_any_event_the_return_page_asks_and_answers_also_while_it_is_not_told(
    peer: Peer, browser: Client, mood: str, status: str
) -> None:
    peer.pay(a_page(browser))
    peer.mood = mood

    found = browser.get("/api/appointments/latest", EMAIL)

    assert (found.status_code, found.json()["status"]) == (200, status)


def test_after_an_outage_the_same_session_is_asked_for_again(peer: Peer, browser: Client) -> None:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    peer.mood = "down"
    down = post_checkout(browser, order_id)
    kept = browser.get(f"/api/orders/{order_id}").json()["status"]
    peer.mood = "up"

    again = post_checkout(browser, order_id)

    assert (down.status_code, down.json()["code"]) == (503, "cards_down")
    assert int(down["Retry-After"]) > 0
    assert (kept, again.status_code) == ("reserved", 201)
    assert len(peer.sessions) == len(peer.answers) == 1


def a_paid_fee(peer: Peer, browser: Client) -> Payment:
    page_id = a_page(browser)
    peer.pay(page_id)
    deliver_event("checkout.session.completed", peer.sessions[page_id])
    return Payment.objects.get()


def test_a_refund_made_in_the_dashboard_and_its_bounce_reach_us(
    peer: Peer, browser: Client
) -> None:
    fee = a_paid_fee(peer, browser)
    refund = peer.refund_by_hand("pi_1", amount=100_00)
    charge = {"object": "charge", "payment_intent": "pi_1", "amount_refunded": 100_00}

    deliver_event("refund.created", refund)
    deliver_event("charge.refunded", charge | {"metadata": {"payment_id": str(fee.public_id)}})

    fee.refresh_from_db()
    assert (fee.status, balance(fee.order), Refund.objects.count()) == ("refunded", 0, 1)
    assert Refund.objects.get().needs_decision
    deliver_event("refund.failed", peer.bounce(refund["id"], reason="lost_or_stolen_card"))
    assert (balance(fee.order), Refund.objects.get().status) == (-100_00, "returned")


@pytest.mark.parametrize(
    ("end", "moved", "status", "owed"),
    [
        ("won", (-100_00, 100_00), "paid", 0),
        ("lost", (-100_00,), "returned", 100_00),
        ("warning_closed", (), "paid", 0),
    ],
)
@pytest.mark.parametrize("is_in_order", [True, False])
def test_a_dispute_is_followed_to_its_end(
    peer: Peer,
    browser: Client,
    *,
    end: str,
    moved: tuple[int, ...],
    status: str,
    owed: int,
    is_in_order: bool,
) -> None:
    fee = a_paid_fee(peer, browser)
    opened = peer.dispute("pi_1", amount=100_00, status="needs_response", moved=moved[:1])
    if is_in_order:
        deliver_event("charge.dispute.created", opened)
        deliver_event("charge.dispute.funds_withdrawn", opened)
    closed = peer.dispute("pi_1", amount=100_00, status=end, moved=moved)

    for kind in ("closed", "funds_reinstated", "updated", "created", "funds_withdrawn"):
        deliver_event(f"charge.dispute.{kind}", opened if kind == "created" else closed)

    fee.refresh_from_db()
    assert (fee.status, balance(fee.order)) == (status, owed)
    found = Dispute.objects.get()
    assert (found.provider_ref, found.status, found.charge) == ("du_1", end, "pi_1")


def test_webhooks_are_answered_at_once_while_the_provider_is_silent(
    peer: Peer, browser: Client
) -> None:
    session = peer.sessions[a_page(browser)] | {"status": "complete", "payment_status": "paid"}
    peer.mood, asked = "slow", len(peer.requests)

    answers = [hand_in("checkout.session.completed", session) for _ in range(100)]

    assert [answer.status_code for answer in answers] == [200] * 100
    assert len(peer.requests) == asked  # nobody was asked anything
    assert PaymentEvent.objects.filter(processed_at=None).count() == 100
    print("C6: 100 events are taken while providers are silent, and none is asked")
