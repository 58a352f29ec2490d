"""Named interleavings of money: what one looked at has changed before it acts (A4).

Each test stops a story half-way, lets another finish, and goes on with what it saw before.
"""

from datetime import timedelta
from pathlib import Path

import pytest
from accounts import (
    a_scheduled_order,
    ask_back,
    balance,
    cancel_by_staff,
    fresh,
    hear,
    send_refunds,
)
from bookings import NOW, appointment_of, open_page, reserve
from worked_off import send_next_refund

from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import Payment, Refund
from standby.payments.providers.cards import RefundRequest
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import refunds
from standby.payments.services.refunds import RefundTooLarge, retry_refund
from standby.workflows.cancel_order import CancellationRequest, RefundChanged, cancel_order

pytestmark = pytest.mark.usefixtures("shop")
SOON = NOW + timedelta(seconds=1)


def cancel(order: Order, *, cards: TestCards, shown_cents: int = 0) -> None:
    cancel_order(
        order,
        CancellationRequest(shown_cents=shown_cents),
        cards=cards,
        now=NOW,
    )


def by_hand(payment: Payment, cents: int, *, cards: TestCards) -> None:
    """Somebody refunds it in the provider's dashboard, and we hear of it."""
    cards.refund_by_hand(payment.provider_ref or "", amount_cents=cents)
    hear(payment, cards)


def went_back(payment: Payment, *, cards: TestCards) -> int:
    return cards.look_up_charge(payment.provider_ref or "").refunded_cents


class PaidWhileItCloses(TestCards):
    """The homeowner pays in the moment in which cancelling closes the page."""

    def close_checkout(self, checkout_id: str) -> None:
        self.approve(checkout_id, now=NOW)
        super().close_checkout(checkout_id)


def test_cancelling_meets_the_payment_on_the_page_it_closes(tmp_path: Path) -> None:
    order, cards = reserve(), PaidWhileItCloses(folder=tmp_path, secret="s" * 50)
    open_page(order, cards=cards)

    cancel(order, cards=cards)

    fee = Payment.objects.get()
    assert (fee.status, fresh(order).status) == ("paid", "cancelled")
    assert appointment_of(order).status == "cancelled"
    assert balance(order) == 0


def test_cancelling_meets_a_refund_that_it_was_not_shown(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    order.scheduling_fee_refundable = True
    order.save()
    ask_back(Payment.objects.get(), 60_00)

    with pytest.raises(RefundChanged):
        cancel(order, cards=cards, shown_cents=100_00)
    cancel(order, cards=cards, shown_cents=40_00)
    send_refunds(cards)

    assert went_back(Payment.objects.get(), cards=cards) == 100_00
    assert balance(order) == 0


def test_refund_meets_the_cancelling(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    as_seen = Payment.objects.get()
    cancel_by_staff(order, CancellationRule.NOT_FEASIBLE, cards=cards)

    with pytest.raises(RefundTooLarge):
        ask_back(as_seen, 1)
    send_refunds(cards)

    assert (went_back(as_seen, cards=cards), balance(order)) == (100_00, 0)


def test_refunds_meet_one_sent_by_hand_at_the_provider(cards: TestCards) -> None:
    """The one that was asked for is replaced; of the rest no more can be asked for than is left."""
    order = a_scheduled_order(cards)
    as_seen = Payment.objects.get()
    ask_back(as_seen, 60_00)

    by_hand(as_seen, 60_00, cards=cards)
    send_refunds(cards)

    assert Refund.objects.get(requested_by="staff ada").status == "replaced"
    assert (went_back(as_seen, cards=cards), balance(order)) == (60_00, 0)
    with pytest.raises(RefundTooLarge):
        ask_back(as_seen, 40_01, key="ada")
    assert ask_back(as_seen, 40_00, key="bob").status == "requested"


def test_two_staff_send_one_failed_refund_again(cards: TestCards) -> None:
    a_scheduled_order(cards)
    refund = ask_back(Payment.objects.get(), 60_00)
    refunds.mark_failed(refund, reason="refused", now=NOW)

    asked = [retry_refund(refund.reference, actor="staff ada", now=NOW) for _ in range(2)]

    assert [(one.status, one.retries) for one in asked] == [("requested", 1)] * 2


def test_asking_again_meets_the_word_that_it_went_after_all(tmp_path: Path) -> None:
    """Two workers: one is told that it went, the other too late that nobody answered."""

    class Slow(TestCards):
        def refund(self, request: RefundRequest) -> str:
            number = super().refund(request)
            refund = Refund.objects.get()
            refunds.mark_failed(refund, reason="no answer", now=NOW)
            retry_refund(refund.reference, actor="staff ada", now=NOW)
            return number

    cards = Slow(folder=tmp_path, secret="s" * 50)
    order = a_scheduled_order(cards)
    ask_back(Payment.objects.get(), 60_00)

    send_next_refund(cards=cards, now=SOON)
    send_refunds(cards)

    assert (Refund.objects.get().status, balance(order)) == ("sent", 0)
    assert went_back(Payment.objects.get(), cards=cards) == 60_00
