"""What the worker makes of events about refunds and disputes."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from accounts import a_scheduled_order, balance
from bookings import NOW, OFFICE, CardsAreDown, test_cards

from standby.apps.payments import inbox
from standby.apps.payments.models import CardEvent, Payment
from standby.domain.policy import EARLY_CARD_EVENT_TRIED_FOR
from standby.providers.cards import CardsDown, DisputeState
from standby.providers.cards.test_mode import TestCards
from standby.worker.card_events import work_out_next_event

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def cards(tmp_path: Path) -> TestCards:
    return test_cards(tmp_path)


def hear(kind: str, about: dict[str, Any], cards: TestCards) -> CardEvent:
    inbox.keep_event(provider="test", event_id=kind, kind=kind, payload=about, now=NOW)
    work_out_next_event(cards=cards, office=OFFICE, now=NOW)
    return CardEvent.objects.get(event_id=kind)


EVERY_KIND = [
    "charge.refunded",
    "charge.refund.updated",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
    "charge.failed",
]


def a_dispute(payment: Payment) -> DisputeState:
    return DisputeState(
        id="du_1",
        amount_cents=payment.amount_cents,
        reason="fraudulent",
        status="needs_response",
        opened_at=NOW,
        withdrawn_cents=payment.amount_cents,
    )


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_of_event_about_a_charge_has_it_looked_at(kind: str, cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = Payment.objects.get(order=order)
    cards.dispute(payment.provider_ref or "", a_dispute(payment))

    event = hear(kind, {"payment_intent": payment.provider_ref}, cards)

    assert event.error == "charge followed"
    assert balance(order) == 100_00


def test_a_failed_payment_intent_is_looked_at_once_it_had_been_paid(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = Payment.objects.get(order=order)
    cards.return_by_bank(payment.provider_ref or "")
    about = {"object": "payment_intent", "id": payment.provider_ref}

    event = hear("payment_intent.payment_failed", about, cards)

    assert (event.error, balance(order)) == ("charge followed", 100_00)


def test_a_payment_that_fails_before_it_was_paid_is_nothing_to_do(cards: TestCards) -> None:
    about = {"object": "payment_intent", "id": "pi_new"}

    event = hear("payment_intent.payment_failed", about, cards)

    assert event.error == "nothing to do"
    assert event.processed_at == NOW


def test_an_event_of_a_charge_of_nobody_is_given_up_in_the_end(cards: TestCards) -> None:
    event = hear("charge.dispute.created", {"payment_intent": "pi_other"}, cards)
    first = (event.error, event.processed_at)

    for hours in range(1, 48):
        work_out_next_event(cards=cards, office=OFFICE, now=NOW + timedelta(hours=hours))
    event.refresh_from_db()
    assert event.processed_at is None

    for hours in range(48, 60):
        work_out_next_event(cards=cards, office=OFFICE, now=NOW + timedelta(hours=hours))

    event.refresh_from_db()
    assert first == ("charge_unknown", None)
    assert event.error == "given up: charge_unknown"
    assert event.processed_at is not None
    assert event.processed_at - event.received_at >= EARLY_CARD_EVENT_TRIED_FOR


def test_an_event_that_names_a_payment_of_another_shop_is_nothing_of_ours(
    cards: TestCards,
) -> None:
    about = {"payment_intent": "pi_other", "metadata": {"payment_id": "theirs"}}

    assert hear("charge.refunded", about, cards).error == "nothing of ours"


def test_an_event_without_a_charge_is_nothing(cards: TestCards) -> None:
    assert hear("refund.failed", {"metadata": None}, cards).error == "no charge that can be read"


def test_a_charge_that_the_provider_does_not_know_changes_nothing(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    Payment.objects.update(provider_ref="pi_of_another_account")

    event = hear("charge.refunded", {"payment_intent": {"id": "pi_of_another_account"}}, cards)

    assert event.error == "a charge that the provider does not know"
    assert balance(order) == 0


def test_while_the_provider_is_down_the_event_waits(tmp_path: Path, cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = Payment.objects.get(order=order)
    cards.dispute(payment.provider_ref or "", a_dispute(payment))
    down = CardsAreDown(folder=tmp_path, secret="s" * 50)

    with pytest.raises(CardsDown):
        hear("charge.dispute.created", {"payment_intent": payment.provider_ref}, down)
    work_out_next_event(cards=cards, office=OFFICE, now=NOW + timedelta(minutes=5))

    assert balance(order) == 100_00
