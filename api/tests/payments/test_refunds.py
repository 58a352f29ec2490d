"""Refunds: requested once, sent by the worker, never more than was paid, also in races."""

import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from account_helpers import (
    a_scheduled_order,
    ask_back,
    balance,
    deliver_event,
    entries,
    fresh,
    send_refunds,
)
from booking_helpers import (
    NOW,
    CardsAreDown,
    appointment_of,
    open_page,
    pay,
    reserve,
    send_next_refund,
)

from standby.core.models import Job
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.services.order_log import ChangedMeanwhile, version_of
from standby.payments.models import Cancellation, Payment, Refund
from standby.payments.providers.cards import CardsDown, RefundRefused, RefundRequest
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import refunds
from standby.payments.services.refund_errors import RefundAlreadySent, RefundTooLarge
from standby.payments.services.refunds import refund_request, request_staff_refund, retry_refund
from standby.workflows.cancel_order import (
    CancellationRequest,
    RefundChanged,
    ShownTerms,
    cancel_order,
    cancellation_terms,
)
from standby.workflows.look_up_payment import reconcile_charges, reconcile_payments

pytestmark = pytest.mark.usefixtures("shop")
SOON = NOW + timedelta(seconds=1)


def fee_of(order: Order) -> Payment:
    return Payment.objects.get(order=order)


def give_back(order: Order, cents: int, *, key: str = "one") -> Refund:
    return ask_back(fee_of(order), cents, key=key)


def send(cards: TestCards, *, now: datetime = SOON) -> bool:
    return send_next_refund(cards=cards, now=now)


def test_parts_of_a_payment_go_back_and_never_more_than_was_paid(cards: TestCards) -> None:
    order = a_scheduled_order(cards)

    give_back(order, 40_00)
    asked = balance(order)
    send_refunds(cards)

    assert (asked, balance(order)) == (-40_00, 0)
    assert entries(order)[-2:] == [("reversal", -40_00), ("refund", 40_00)]
    assert (fee_of(order).status, fee_of(order).refunded_cents) == ("paid", 40_00)
    assert Message.objects.filter(kind="refund_sent", channel="email").count() == 1

    with pytest.raises(RefundTooLarge):
        give_back(order, 60_01, key="two")
    give_back(order, 60_00, key="three")
    send_refunds(cards)
    assert (fee_of(order).status, balance(order)) == ("refunded", 0)


def test_who_clicks_twice_or_has_not_seen_a_refund_asks_for_no_second(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    seen, fee = version_of(order), fee_of(order)

    def ask(staff: str) -> Refund:
        values = {"key": staff, "actor": staff, "reason": "sorry"}
        return request_staff_refund(
            fee.public_id, amount_cents=40_00, **values, if_version=seen, now=NOW
        )

    first = ask("staff ada")
    with pytest.raises(ChangedMeanwhile, match=r"^ada "):
        ask("staff bob")
    again = ask("staff ada")
    send_refunds(cards)

    assert first == again
    assert cards.look_up_charge(first.charge).refunded_cents == 40_00


def test_what_was_not_paid_cannot_go_back() -> None:
    with pytest.raises(RefundTooLarge):
        give_back(reserve(), 1)


def test_while_cards_are_down_a_refund_waits_and_then_staff_are_told(
    cards: TestCards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = a_scheduled_order(cards)
    refund, down = give_back(order, 100_00), CardsAreDown(folder=tmp_path, secret="s" * 50)

    monkeypatch.setattr(random, "uniform", min)
    tries, now = 0, NOW
    while Refund.objects.get().status == "requested":
        now = max(SOON, Job.objects.get(kind="refund").due_at)
        tries += send(down, now=now)

    print(f"a refund is given up after {now - NOW} and {tries} tries, at the shortest pauses")
    assert timedelta(hours=24) <= now - NOW < timedelta(hours=26)
    assert "failed" in Message.objects.get(kind="staff_needed").text
    assert not send(down, now=now + timedelta(days=1))
    retry_refund(refund.reference, actor="staff ada", now=now)
    assert send(cards, now=now + timedelta(days=1))
    assert balance(order) == 0


def test_a_refund_that_the_provider_will_not_send_is_for_staff_to_send_again(
    cards: TestCards, tmp_path: Path
) -> None:
    class Refusing(TestCards):
        def refund(self, request: RefundRequest) -> str:
            raise RefundRefused("insufficient_funds")

    order = a_scheduled_order(cards)
    refund = give_back(order, 100_00)
    assert send(Refusing(folder=tmp_path, secret="s" * 50))
    assert Refund.objects.get().status == "failed"
    assert "insufficient_funds" in Message.objects.get(kind="staff_needed").text

    again = [retry_refund(refund.reference, actor="staff bob", now=SOON) for _ in range(2)]
    send_refunds(cards)
    with pytest.raises(RefundAlreadySent):
        retry_refund(refund.reference, actor="staff bob", now=SOON)
    sent = Refund.objects.get()

    assert [(one.status, one.retries) for one in again] == [("requested", 1)] * 2
    assert (sent.status, sent.retries, balance(order)) == ("sent", 1, 0)
    assert cards.look_up_charge(refund.charge).refunded_cents == 100_00
    asked = order.log.filter(subject="refund", before="failed", after="requested")
    assert [entry.actor for entry in asked] == ["staff bob"]


def test_two_workers_send_a_refund_once(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    one = give_back(order, 100_00)
    again = Refund.objects.get()

    for seen in (one, again):
        refunds.mark_sent(seen, provider_ref="re_1", now=SOON)
    refunds.mark_failed(again, reason="too late", now=SOON)

    assert Refund.objects.get().status == "sent"
    assert balance(order) == 0
    assert Message.objects.filter(kind="refund_sent", channel="email").count() == 1


def test_a_charge_that_the_provider_does_not_know_keeps_no_other_waiting(cards: TestCards) -> None:
    lost, order = a_scheduled_order(cards), a_scheduled_order(cards)
    Payment.objects.filter(order=lost).update(provider_ref="pi_of_another_account")
    cards.refund_by_hand(fee_of(order).provider_ref or "", amount_cents=30_00)

    looked_at = [reconcile_charges(cards=cards, now=NOW) for _ in range(2)]

    assert looked_at == [2, 2]
    assert fee_of(order).refunded_cents == 30_00


def test_the_event_of_our_refund_may_come_before_our_own_word_and_often(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = give_back(order, 40_00)
    cards.refund(refund_request(refund))

    deliver_event(fee_of(order), cards)
    send_refunds(cards)
    deliver_event(fee_of(order), cards)

    assert (Refund.objects.get().status, balance(order)) == ("sent", 0)
    assert [kind for kind, _ in entries(order)][-2:] == ["reversal", "refund"]
    assert Message.objects.filter(kind="refund_sent", channel="email").count() == 1


def test_every_purpose_is_reconciled_within_a_month(cards: TestCards) -> None:
    order = reserve()
    pay(order, cards=cards)

    late = NOW + timedelta(days=29)
    lately = reconcile_payments(cards=cards, now=late)
    a_month = reconcile_payments(cards=cards, now=late, since=timedelta(days=30))

    assert (lately, a_month) == (0, 1)
    assert fee_of(order).status == "paid"


def test_reconciling_while_cards_are_down_says_so(cards: TestCards, tmp_path: Path) -> None:
    a_scheduled_order(cards)

    down = CardsAreDown(folder=tmp_path, secret="s" * 50)
    with pytest.raises(CardsDown):
        reconcile_charges(cards=down, now=NOW)


def cancel(order: Order, shown: ShownTerms, *, cards: TestCards) -> None:
    cancel_order(order, CancellationRequest(shown=shown), cards=cards, now=NOW)


def by_hand(payment: Payment, cents: int, *, cards: TestCards) -> None:
    """Somebody refunds it in the provider's dashboard, and we hear of it."""
    cards.refund_by_hand(payment.provider_ref or "", amount_cents=cents)
    deliver_event(payment, cards)


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

    with pytest.raises(RefundChanged):
        cancel(order, ShownTerms.of(cancellation_terms(order, now=NOW)), cards=cards)

    fee = Payment.objects.get()
    assert (fee.status, fresh(order).status) == ("paid", "scheduled")
    cancel(order, ShownTerms.of(cancellation_terms(order, now=NOW)), cards=cards)
    assert Cancellation.objects.get().rule == "fee_kept_as_credit"
    assert fresh(order).status == "cancelled"
    assert appointment_of(order).status == "cancelled"
    assert balance(order) == 0


def test_cancelling_meets_a_refund_that_it_was_not_shown(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    order.scheduling_fee_refundable = True
    order.save()
    ask_back(Payment.objects.get(), 60_00)

    with pytest.raises(RefundChanged):
        cancel(order, ShownTerms(refund_cents=100_00), cards=cards)
    cancel(order, ShownTerms(refund_cents=40_00), cards=cards)
    send_refunds(cards)

    assert went_back(Payment.objects.get(), cards=cards) == 100_00
    assert balance(order) == 0


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
