"""Events whose handling fails, and what is signed and no event: set aside, asked for anew."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from booking_helpers import process_next_event
from card_report_helpers import cards, stripe_of_a_paid_order
from pytest_django import Settings
from stripe_peer import Peer
from test_hostile_events import GOOD, delivered
from whole_orders import now

from standby.core.models import Job
from standby.inbox.models import Item
from standby.payments.models import PaymentEvent
from standby.payments.providers.cards.stripe import StripeCards
from standby.workflows.settle_card_report import ignore, try_report_again

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture(autouse=True)
def peer(shop: None, settings: Settings) -> Iterator[Peer]:
    with stripe_of_a_paid_order(settings) as peer:
        yield peer


class Broken(Exception):
    pass


def deliver_event(number: str) -> None:
    raw = json.dumps(GOOD | {"id": number, "type": "customer.created"}).encode()
    assert delivered(raw) == 200


def handled(*, at: datetime) -> bool:
    return process_next_event(cards=cards(), now=at)


@pytest.mark.req("IN-06.4")
def test_an_event_whose_handling_fails_is_set_aside_and_tried_on(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver_event("evt_bad")
    deliver_event("evt_good")

    def fails(_cards: StripeCards, _type: str, about: dict[str, Any]) -> None:
        raise Broken

    with monkeypatch.context() as patch:
        patch.setattr(StripeCards, "read_event", fails)
        handled(at=now())
    handled(at=now())

    item = Item.objects.get()
    assert (item.ref, item.verdict) == ("evt_bad", "set_aside")
    assert item.reason == "its handling failed (Broken); it is tried again by itself"
    assert json.loads(bytes(item.raw))["object"] == {"id": "cus_1"}
    assert PaymentEvent.objects.exclude(processed_at=None).get().event_id == "evt_good"

    handled(at=now() + timedelta(hours=2))

    item.refresh_from_db()
    assert item.verdict == "taken"
    assert not PaymentEvent.objects.filter(processed_at=None).exists()


@pytest.mark.req("IN-06.4")
def test_an_event_is_asked_for_anew_and_worked_out_or_ignored(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_cards: StripeCards, _type: str, about: dict[str, Any]) -> None:
        raise Broken

    with monkeypatch.context() as patch:
        patch.setattr(StripeCards, "read_event", fails)
        for number in ("evt_1", "evt_2"):
            deliver_event(number)
            handled(at=now())
        first, second = Item.objects.order_by("ref")
        failed = try_report_again(first.public_id, cards=cards(), now=now())
    assert failed.reason == "it failed (Broken)"

    taken = try_report_again(first.public_id, cards=cards(), now=now())
    ignored = ignore(second.public_id, now=now())

    assert (taken.verdict, ignored.verdict) == ("taken", "ignored")
    assert not Job.objects.filter(kind="payment_event").exists()
    assert not PaymentEvent.objects.filter(processed_at=None).exists()


@pytest.mark.req("IN-06.4")
def test_what_is_signed_and_no_event_is_set_aside_and_taken_once_it_can_be_read(
    peer: Peer,
) -> None:
    deep = json.loads("[" * 100 + "]" * 100)
    assert (
        delivered(json.dumps(GOOD | {"id": "evt_1", "data": {"object": {"a": deep}}}).encode())
        == 200
    )
    assert delivered(b"no event") == 200
    item = Item.objects.get(ref="evt_1")
    assert item.reason == "it cannot be read: signed, but nested too deeply"
    assert Item.objects.exclude(pk=item.pk).get().subject == ""

    unknown = try_report_again(item.public_id, cards=cards(), now=now())
    peer.events["evt_1"] = {"id": "evt_1", "type": "customer.created", "data": {"object": []}}
    about_nothing = try_report_again(item.public_id, cards=cards(), now=now())
    peer.events["evt_1"]["data"] = {"object": {"id": "cus_1"}}
    taken = try_report_again(item.public_id, cards=cards(), now=now())

    assert unknown.reason.startswith("the provider has nothing by this number")
    assert about_nothing.reason == "it cannot be read: signed, but about nothing"
    assert taken.verdict == "taken"
    assert PaymentEvent.objects.get(event_id="evt_1").error == "nothing to do"
