"""What the worker makes of events about refunds and disputes."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from accounts import a_scheduled_order, balance
from bookings import NOW, OFFICE, test_cards

from standby.apps.notifications.models import Message
from standby.apps.payments import inbox
from standby.apps.payments.models import CardEvent, Payment
from standby.domain.policy import EARLY_CARD_EVENT_TRIED_FOR
from standby.flows.money.request_refund import RefundWish, request_refund
from standby.providers.cards.test_mode import TestCards
from standby.worker.card_events import work_out_next_event
from standby.worker.money import send_next

pytestmark = [pytest.mark.usefixtures("shop"), pytest.mark.req("PAY-02")]


@pytest.fixture
def cards(tmp_path: Path) -> TestCards:
    return test_cards(tmp_path)


def hear(kind: str, about: dict[str, Any], cards: TestCards) -> CardEvent:
    inbox.keep_event(provider="test", event_id=kind, kind=kind, payload=about, now=NOW)
    work_out_next_event(cards=cards, office=OFFICE, now=NOW)
    return CardEvent.objects.get(event_id=kind)


def test_a_dispute_is_recorded(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    charge = Payment.objects.get(order=order).provider_ref

    event = hear("charge.dispute.created", {"payment_intent": charge}, cards)

    assert event.error == "dispute recorded"
    assert Payment.objects.get().disputed_at == NOW


def test_a_dispute_of_nothing_of_ours_is_given_up_in_the_end(cards: TestCards) -> None:
    event = hear("charge.dispute.created", {"payment_intent": "pi_other"}, cards)
    first = (event.error, event.processed_at)

    for hours in range(1, 48):
        work_out_next_event(cards=cards, office=OFFICE, now=NOW + timedelta(hours=hours))
    event.refresh_from_db()
    assert event.processed_at is None

    for hours in range(48, 60):
        work_out_next_event(cards=cards, office=OFFICE, now=NOW + timedelta(hours=hours))

    event.refresh_from_db()
    assert first == ("dispute_before_payment", None)
    assert event.error == "given up: dispute_before_payment"
    assert event.processed_at is not None
    assert event.processed_at - event.received_at >= EARLY_CARD_EVENT_TRIED_FOR


def test_a_refund_that_a_bank_sent_back_is_told_to_staff(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    wish = RefundWish(amount_cents=1_00, reason="x", key="k", actor="staff ada")
    refund = request_refund(Payment.objects.get(order=order).public_id, wish, now=NOW)
    while send_next(cards=cards, office=OFFICE, now=NOW + timedelta(seconds=1)):
        pass

    metadata = {"refund_id": str(refund.reference)}
    event = hear("refund.failed", {"metadata": metadata, "failure_reason": "closed"}, cards)

    assert event.error == "staff told of a refund that came back"
    assert "closed" in Message.objects.get(kind="staff_needed").text
    assert balance(order) == 0


def test_a_refund_event_of_another_charge_is_nothing_of_ours(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    about = {
        "payment_intent": "pi_other",
        "amount_refunded": 100_00,
        "metadata": {"payment_id": str(Payment.objects.get(order=order).public_id)},
    }

    assert hear("charge.refunded", about, cards).error == "refund of nothing of ours"
