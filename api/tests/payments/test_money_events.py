"""What the worker makes of events about refunds and disputes."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from accounts import a_dispute, a_scheduled_order, balance
from bookings import NOW, CardsAreDown
from worked_off import process_next_event

from standby.core.models import Job
from standby.core.policy import EARLY_CARD_EVENT_TRIED_FOR
from standby.payments.models import Payment, PaymentEvent
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges
from standby.reports.selectors.what_waits import backlog

pytestmark = pytest.mark.usefixtures("shop")


def hear(kind: str, about: dict[str, Any], cards: TestCards) -> PaymentEvent:
    charges.store_event(provider="test", event_id=kind, kind=kind, payload=about, now=NOW)
    process_next_event(cards=cards, now=NOW)
    return PaymentEvent.objects.get(event_id=kind)


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
    "payment_intent.payment_failed",
]


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_of_event_about_a_charge_has_it_looked_at(kind: str, cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = Payment.objects.get(order=order)
    cards.dispute(payment.provider_ref or "", a_dispute(payment))
    about = {"object": "payment_intent", "id": payment.provider_ref}
    if not kind.startswith("payment_intent"):
        about = {"payment_intent": payment.provider_ref}

    event = hear(kind, about, cards)

    assert event.error == "charge followed"
    assert balance(order) == 100_00


@pytest.mark.parametrize(
    ("kind", "about", "outcome"),
    [
        (
            "payment_intent.payment_failed",
            {"object": "payment_intent", "id": "pi_new"},
            "nothing to do",
        ),
        (
            "charge.refunded",
            {"payment_intent": "pi_other", "metadata": {"payment_id": "theirs"}},
            "nothing of ours",
        ),
        ("refund.failed", {"metadata": None}, "no charge that can be read"),
    ],
    ids=["failed before it was paid", "of another shop", "without a charge"],
)
def test_an_event_that_says_nothing_of_a_payment_of_ours_is_over(
    kind: str, about: dict[str, Any], outcome: str, cards: TestCards
) -> None:
    event = hear(kind, about, cards)

    assert (event.error, event.processed_at) == (outcome, NOW)


def test_an_event_of_a_charge_of_nobody_is_given_up_in_the_end(cards: TestCards) -> None:
    event = hear("charge.dispute.created", {"payment_intent": "pi_other"}, cards)
    first = (Job.objects.get(kind="payment_event").last_error, event.processed_at)

    for hours in range(1, 48):
        process_next_event(cards=cards, now=NOW + timedelta(hours=hours))
    event.refresh_from_db()
    assert event.processed_at is None

    for hours in range(48, 60):
        process_next_event(cards=cards, now=NOW + timedelta(hours=hours))

    event.refresh_from_db()
    assert first == ("ChargeUnknown", None)
    assert event.error == "given up: charge_unknown"
    assert event.processed_at is not None
    assert event.processed_at - event.received_at >= EARLY_CARD_EVENT_TRIED_FOR


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

    hear("charge.dispute.created", {"payment_intent": payment.provider_ref}, down)
    assert Job.objects.get(kind="payment_event").last_error == "CardsDown"
    process_next_event(cards=cards, now=NOW + timedelta(minutes=5))

    assert balance(order) == 100_00


def test_an_event_that_breaks_for_days_is_tried_until_it_is_processed(
    tmp_path: Path, cards: TestCards
) -> None:
    order = a_scheduled_order(cards)
    payment = Payment.objects.get(order=order)
    cards.dispute(payment.provider_ref or "", a_dispute(payment))
    down, now = CardsAreDown(folder=tmp_path, secret="s" * 50), NOW
    event = hear("charge.dispute.created", {"payment_intent": payment.provider_ref}, down)

    for _ in range(99):
        now = Job.objects.get(kind="payment_event").due_at
        process_next_event(cards=down, now=now)

    assert now - NOW > EARLY_CARD_EVENT_TRIED_FOR
    assert backlog(now=now + timedelta(hours=1))["card_events_waiting"] == 1
    due_at = Job.objects.get(kind="payment_event").due_at
    assert process_next_event(cards=cards, now=due_at)
    event.refresh_from_db()
    assert event.processed_at == due_at
    assert balance(order) == 100_00
