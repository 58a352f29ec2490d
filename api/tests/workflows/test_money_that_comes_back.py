"""Bounced refunds, disputes, returned transfers and refunds by hand reach the account (PAY-04)."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from account_helpers import (
    a_dispute,
    a_scheduled_order,
    accept,
    an_accepted_order,
    ask_back,
    balance,
    cancel_by_staff,
    deliver_event,
    entries,
    fresh,
    page_for,
    pay_milestone,
    send_refunds,
)
from booking_helpers import NOW, settle
from outbox_helpers import worded

from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import Dispute, LedgerEntry, Milestone, Payment, Refund
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.rules import is_closed, is_final, short_status
from standby.payments.services import charges, ledger, milestones, refunds
from standby.payments.services.cancellations import left_of, payments_towards
from standby.payments.services.charges import NothingDue, fee_to_pay
from standby.payments.services.disputes import follow_charge, keep_visit
from standby.payments.services.late_fees import post_late_fees
from standby.payments.services.ledger import Kind
from standby.payments.services.milestones import mark_notified, milestone_of
from standby.payments.services.refund_errors import PaymentDisputed, RefundReplaced, RefundTooLarge
from standby.payments.services.refunds import mark_sent, refund_request, retry_refund
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.selectors.find_orders import OrderFilter, find_orders
from standby.tracking.selectors.orders import order_summaries
from standby.workflows.look_up_payment import reconcile_charges

pytestmark = pytest.mark.usefixtures("columns_kept")


FIRST = 3_073_69  # the first milestone of the specification's example, less the fee


def the_payment(order: Order, purpose: str = "scheduling_fee") -> Payment:
    return Payment.objects.filter(order=order, purpose=purpose).latest("pk")


def the_milestone(order: Order) -> Milestone:
    return Milestone.objects.get(order=order, kind="acceptance")


def charge_of(payment: Payment) -> str:
    return payment.provider_ref or ""


def a_sent_refund(payment: Payment, cards: TestCards, cents: int = 100_00) -> Refund:
    refund = ask_back(payment, cents)
    send_refunds(cards)
    return Refund.objects.get(pk=refund.pk)


def bounce(refund: Refund, cards: TestCards) -> None:
    cards.bounce(refund.provider_ref, reason="lost_or_stolen_card")
    deliver_event(refund.payment, cards)


def a_bounced_refund(payment: Payment, cards: TestCards, cents: int = 100_00) -> Refund:
    refund = a_sent_refund(payment, cards, cents)
    bounce(refund, cards)
    return Refund.objects.get(pk=refund.pk)


def send_again(refund: Refund, cards: TestCards) -> None:
    retry_refund(refund.reference, actor="staff bob", now=NOW)
    send_refunds(cards)


def dispute(payment: Payment, cards: TestCards, status: str, **changed: Any) -> None:
    """The bank says so, and we hear of it."""
    cards.dispute(charge_of(payment), a_dispute(payment, status, **changed))
    deliver_event(payment, cards)


def win(payment: Payment, cards: TestCards) -> None:
    dispute(payment, cards, "won", reinstated_cents=payment.amount_cents)


def pay_by_bank(order: Order, cards: TestCards) -> Payment:
    page_id = page_for(order, method="bank", cards=cards)
    cards.approve(page_id, now=NOW)
    cards.hear_from_bank(page_id, arrives=True, now=NOW)
    settle(cards.look_up(page_id), cards=cards)
    return Payment.objects.get(checkouts__stripe_session_id=page_id)


def messages_of(kind: str, channel: str = "email") -> list[Message]:
    return worded(Message.objects.filter(kind=kind, channel=channel).order_by("pk"))


def texts_to_staff() -> list[str]:
    return [message.text for message in messages_of("staff_needed")]


def steps_of(order: Order) -> list[NextActionKey]:
    [seen] = order_summaries([fresh(order)], now=NOW)
    return [step.key for step in seen.next_actions]


def is_listed(order: Order, step: NextActionKey) -> bool:
    """Staff find it by what is to be done."""
    _, found = find_orders(filters=OrderFilter(next_action=step), now=NOW)
    return [seen.order.pk for seen in found] == [order.pk]


# --- A refund that the customer's bank sends back ---


@pytest.mark.req("PAY-04.1")
def test_a_bounced_refund_is_owed_again_once_and_everybody_is_told(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = a_bounced_refund(the_payment(order), cards)

    for _ in range(3):
        deliver_event(refund.payment, cards)

    payment = the_payment(order)
    assert (refund.status, refund.last_error) == ("returned", "lost_or_stolen_card")
    assert (payment.status, payment.refunded_cents) == ("paid", 100_00)
    assert balance(order) == -100_00
    assert entries(order)[-1] == ("refund_returned", -100_00)
    assert steps_of(order)[0] is NextActionKey.RETRY_REFUND
    assert is_listed(order, NextActionKey.RETRY_REFUND)
    [to_staff] = texts_to_staff()
    assert refund.provider_ref in to_staff
    assert "lost_or_stolen_card" in to_staff
    [to_customer] = messages_of("refund_returned")
    assert "The money is still yours" in to_customer.text


@pytest.mark.req("PAY-04.5")
def test_a_bounced_refund_is_sent_again_and_each_bounce_is_of_one_attempt(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    first = a_bounced_refund(the_payment(order), cards)

    again = [retry_refund(first.reference, actor="staff bob", now=NOW) for _ in range(2)]
    deliver_event(first.payment, cards)
    on_its_way = Refund.objects.get().status
    send_refunds(cards)
    deliver_event(first.payment, cards)

    refund = Refund.objects.get()
    assert [*(one.status for one in again), on_its_way] == ["requested"] * 3
    assert (refund.status, refund.retries) == ("sent", 1)
    assert refund.provider_ref != first.provider_ref
    assert cards.look_up_charge(refund.charge).refunded_cents == 100_00
    assert (the_payment(order).status, balance(order)) == ("refunded", 0)
    assert len(messages_of("refund_sent")) == 2

    bounce(refund, cards)
    assert (balance(order), len(messages_of("refund_returned"))) == (-100_00, 2)
    send_again(refund, cards)
    assert (balance(order), Refund.objects.get().retries) == (0, 2)


def test_after_a_bounce_a_new_refund_takes_its_place(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    bounced = a_bounced_refund(the_payment(order), cards)

    ask_back(the_payment(order), 100_00, key="two")
    send_refunds(cards)

    bounced.refresh_from_db()
    assert bounced.status == "replaced"
    assert (the_payment(order).status, balance(order)) == ("refunded", 0)
    assert cards.look_up_charge(bounced.charge).refunded_cents == 100_00
    assert NextActionKey.RETRY_REFUND not in steps_of(order)
    with pytest.raises(RefundReplaced):
        send_again(bounced, cards)


def test_a_smaller_new_refund_leaves_the_bounced_one_to_be_sent(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    bounced = a_bounced_refund(the_payment(order), cards, 60_00)
    ask_back(the_payment(order), 40_00, key="two")
    with pytest.raises(RefundTooLarge):
        ask_back(the_payment(order), 60_01, key="three")
    send_again(bounced, cards)
    assert (the_payment(order).status, balance(order)) == ("refunded", 0)


def test_a_refund_that_failed_before_we_sent_it_needs_a_new_attempt(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = ask_back(the_payment(order), 100_00)
    sent = cards.refund(refund_request(refund))
    cards.bounce(sent, reason="expired_or_canceled_card")

    for _ in range(2):
        deliver_event(the_payment(order), cards)
    failed = Refund.objects.get().status
    send_again(refund, cards)

    assert failed == "failed"
    assert not messages_of("refund_returned")
    assert (Refund.objects.get().status, balance(order)) == ("sent", 0)


def test_a_bounced_refund_of_a_diagnostic_paid_again_leaves_both(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    first = pay_milestone(order, None, cards=cards)
    refund = a_sent_refund(first, cards, first.amount_cents)
    pay_milestone(order, None, cards=cards)
    bounce(refund, cards)
    assert Payment.objects.get(pk=first.pk).status == "refunded"
    assert Refund.objects.get().status == "returned"
    assert balance(order) == -first.amount_cents


# --- A refund that somebody made in the provider's dashboard ---


@pytest.mark.req("PAY-04.4")
def test_a_fee_refunded_by_hand_asks_about_the_visit_until_staff_keep_it(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    by_hand = cards.refund_by_hand(charge_of(payment), amount_cents=100_00)

    for _ in range(3):
        deliver_event(payment, cards)

    assert (the_payment(order).status, balance(order)) == ("refunded", 0)
    assert entries(order)[-2:] == [("reversal", -100_00), ("refund", 100_00)]
    assert steps_of(order)[0] is NextActionKey.DECIDE_VISIT
    assert is_listed(order, NextActionKey.DECIDE_VISIT)
    [to_staff] = texts_to_staff()
    assert by_hand.id in to_staff
    assert "cancel the visit or keep it" in to_staff
    [to_customer] = messages_of("fee_refunded")
    assert "still on our calendar" in to_customer.text

    for _ in range(2):
        keep_visit(order, actor="staff ada", now=NOW)
    assert NextActionKey.DECIDE_VISIT not in steps_of(order)
    kept = order.log.filter(subject="visit")
    assert [(entry.actor, entry.after) for entry in kept] == [("staff ada", "kept")]


def test_a_milestone_refunded_by_hand_asks_nothing_about_a_visit(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards)
    cards.refund_by_hand(charge_of(payment), amount_cents=50_00)
    deliver_event(payment, cards)
    assert NextActionKey.DECIDE_VISIT not in steps_of(order)
    assert (the_payment(order, payment.purpose).status, balance(order)) == ("paid", 0)
    assert len(messages_of("refund_sent")) == 1
    assert "cancel the visit" not in texts_to_staff()[0]


def test_a_refund_by_hand_that_failed_at_once_is_nothing(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    by_hand = cards.refund_by_hand(charge_of(the_payment(order)), amount_cents=100_00)
    cards.bounce(by_hand.id, reason="declined")
    deliver_event(the_payment(order), cards)
    assert (Refund.objects.count(), balance(order)) == (0, 0)


def test_a_refund_by_hand_that_bounces_can_be_sent_by_us(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    by_hand = cards.refund_by_hand(charge_of(the_payment(order)), amount_cents=100_00)
    deliver_event(the_payment(order), cards)
    cards.bounce(by_hand.id, reason="declined")

    deliver_event(the_payment(order), cards)
    owed = balance(order)
    send_again(Refund.objects.get(), cards)
    deliver_event(the_payment(order), cards)

    assert (owed, balance(order), Refund.objects.get().status) == (-100_00, 0, "sent")


# --- Disputes ---


def test_an_inquiry_moves_no_money_and_is_answered_in_time(cards: TestCards) -> None:
    order, by = a_scheduled_order(cards), datetime(2025, 11, 20, 23, 59, tzinfo=UTC)
    inquiry = {"withdrawn_cents": 0, "respond_by": by}

    dispute(the_payment(order), cards, "warning_needs_response", **inquiry)

    assert (the_payment(order).status, balance(order)) == ("paid", 0)
    [seen] = order_summaries([fresh(order)], now=NOW)
    assert (seen.next_actions[0].key, seen.next_actions[0].by) == (NextActionKey.ANSWER_DISPUTE, by)
    assert is_listed(order, NextActionKey.ANSWER_DISPUTE)
    [to_staff] = texts_to_staff()
    assert "du_1 warning_needs_response" in to_staff
    assert "respond by November 20, 2025" in to_staff

    dispute(the_payment(order), cards, "warning_closed", **inquiry)

    assert NextActionKey.ANSWER_DISPUTE not in steps_of(order)
    assert Dispute.objects.get().closed_at == NOW


@pytest.mark.req("PAY-04.2")
def test_withdrawn_funds_leave_the_account_and_come_back_when_it_is_won(cards: TestCards) -> None:
    """Nothing of it is told to the customer."""
    order = a_scheduled_order(cards)
    before = Message.objects.exclude(kind="staff_needed").count()

    for _ in range(3):
        dispute(the_payment(order), cards, "needs_response")

    payment = the_payment(order)
    assert (payment.status, payment.disputed_cents, payment.left_cents) == ("paid", 100_00, 0)
    assert balance(order) == 100_00
    assert entries(order)[-1] == ("taken_back", 100_00)
    assert left_of(payments_towards(order)) == 0
    assert len(texts_to_staff()) == 1
    with pytest.raises(RefundTooLarge):
        ask_back(payment, 1)

    win(payment, cards)
    payment.refresh_from_db()
    assert (payment.status, payment.disputed_cents, balance(order)) == ("paid", 0, 0)
    assert entries(order)[-1] == ("reinstated", -100_00)
    found = Dispute.objects.get()
    assert (found.status, found.closed_at) == ("won", NOW)
    assert found.funds_withdrawn_at == found.funds_reinstated_at == NOW
    assert Message.objects.exclude(kind="staff_needed").count() == before


def test_a_fee_that_is_lost_is_owed_again_until_that_is_overturned(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    dispute(the_payment(order), cards, "needs_response")

    for _ in range(2):
        dispute(the_payment(order), cards, "lost")

    assert (the_payment(order).status, balance(order)) == ("returned", 100_00)
    assert steps_of(order)[:2] == [NextActionKey.DECIDE_VISIT, NextActionKey.COLLECT_OWED]
    assert is_listed(order, NextActionKey.COLLECT_OWED)
    assert is_listed(order, NextActionKey.DECIDE_VISIT)
    [to_customer] = messages_of("payment_returned")
    assert "$100.00 is due again" in to_customer.text
    assert "We will contact you about how to pay it" in to_customer.text
    with pytest.raises(NothingDue):
        fee_to_pay(order)

    win(the_payment(order), cards)
    assert (the_payment(order).status, balance(order)) == ("paid", 0)
    assert NextActionKey.DECIDE_VISIT not in steps_of(order)


@pytest.mark.req("PAY-04.2")
def test_a_milestone_that_is_lost_is_due_again_once_and_can_be_paid_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="credit_card", cards=cards)

    for reason in ("fraudulent", "product_not_received"):
        dispute(payment, cards, "lost", reason=reason)

    assert (the_milestone(order).status, the_milestone(order).due_on) == ("due", date(2025, 11, 11))
    assert milestone_of(order, "acceptance").due_cents == balance(order) == FIRST
    [to_customer] = messages_of("payment_returned")
    assert "You can pay it again on your booking page" in to_customer.text
    assert pay_by_bank(order, cards) != payment
    assert (the_milestone(order).status, balance(order)) == ("paid", 0)


def test_given_back_while_it_is_due_again_it_is_paid(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="credit_card", cards=cards)
    dispute(payment, cards, "lost")
    page_for(order, cards=cards)

    win(payment, cards)

    assert the_milestone(order).status == "paid"
    statuses = Payment.objects.filter(milestone__isnull=False).values_list("status", flat=True)
    assert sorted(statuses) == ["cancelled", "paid"]
    assert balance(order) == 0


def test_given_back_after_it_was_paid_again_goes_back(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards)
    dispute(payment, cards, "lost")
    pay_milestone(order, cards=cards)

    win(payment, cards)
    over = balance(order)
    send_refunds(cards)

    assert (over, balance(order)) == (-FIRST, 0)
    assert any("returned by the bank" in text for text in texts_to_staff())


def test_two_disputes_of_one_charge_never_take_more_than_was_paid(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    dispute(payment, cards, "needs_response", id="du_1", withdrawn_cents=70_00)
    dispute(payment, cards, "needs_response", id="du_2", withdrawn_cents=70_00)
    both = balance(order)
    dispute(payment, cards, "won", id="du_1", withdrawn_cents=70_00, reinstated_cents=70_00)
    assert (both, balance(order), the_payment(order).disputed_cents) == (100_00, 70_00, 70_00)


def test_a_refund_and_a_dispute_of_one_charge_are_both_on_the_account(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    a_sent_refund(the_payment(order), cards)
    dispute(the_payment(order), cards, "lost")
    payment = the_payment(order)
    assert (payment.status, payment.left_cents, balance(order)) == ("refunded", 0, 100_00)
    assert NextActionKey.COLLECT_OWED in steps_of(order)


@pytest.mark.parametrize(
    ("end", "refund_status", "status"),
    [("lost", "replaced", "returned"), ("won", "sent", "refunded")],
)
def test_a_refund_waits_for_the_end_of_a_dispute(
    cards: TestCards, end: str, refund_status: str, status: str
) -> None:
    order = a_scheduled_order(cards)
    refund = ask_back(the_payment(order), 100_00)
    dispute(the_payment(order), cards, "needs_response")
    send_refunds(cards)
    refused = Refund.objects.get().status
    with pytest.raises(PaymentDisputed):
        send_again(refund, cards)

    if end == "won":
        win(the_payment(order), cards)
        send_again(refund, cards)
    else:
        dispute(the_payment(order), cards, end)

    assert (refused, Refund.objects.get().status) == ("failed", refund_status)
    assert (the_payment(order).status, balance(order)) == (status, 0)
    assert not messages_of("payment_returned")[1:]


def test_an_older_answer_of_the_provider_takes_nothing_back(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    win(payment, cards)
    cards.dispute(charge_of(payment), a_dispute(payment))
    deliver_event(payment, cards, now=NOW - timedelta(seconds=1))
    assert (Dispute.objects.get().status, balance(order)) == ("won", 0)


def test_a_cancelled_order_gets_back_what_the_bank_gives_us_again(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    dispute(payment, cards, "needs_response")
    cancel_by_staff(order, CancellationRule.NOT_FEASIBLE, cards=cards)
    settled = balance(order)

    win(payment, cards)
    send_refunds(cards)

    assert (settled, balance(order)) == (0, 0)
    assert cards.look_up_charge(charge_of(payment)).refunded_cents == 100_00


def test_a_cancelled_order_whose_fee_is_lost_owes_it_and_nothing_is_due(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    cancel_by_staff(order, CancellationRule.FEE_FORFEITED, cards=cards)

    dispute(the_payment(order), cards, "lost")

    assert (the_payment(order).status, balance(order)) == ("returned", 100_00)
    assert steps_of(order)[0] is NextActionKey.COLLECT_OWED
    assert is_listed(order, NextActionKey.COLLECT_OWED)
    assert not messages_of("payment_returned")
    win(the_payment(order), cards)
    assert (balance(order), Refund.objects.count()) == (0, 0)


def test_a_fee_disputed_while_the_project_begins_is_credited_once_won(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    dispute(the_payment(order), cards, "needs_response")
    accept(order)
    without = milestone_of(order, "acceptance").credit_cents

    win(the_payment(order), cards)

    assert (without, milestone_of(order, "acceptance").credit_cents) == (0, 100_00)
    assert balance(order) == FIRST


def test_a_dispute_of_a_second_charge_leaves_the_first_alone(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    line = LedgerEntry(
        kind=Kind.PAYMENT, amount_cents=-100_00, key="paid:pi_second", payment=payment
    )
    ledger.post(order, line, actor="x", now=NOW)
    lost = a_dispute(payment, "lost")

    class Second(TestCards):
        def look_up_charge(self, charge: str) -> Any:
            return replace(super().look_up_charge(charge_of(payment)), disputes=(lost,))

    second = Second(folder=cards._folder, secret="s" * 50)
    follow_charge("pi_second", cards=second, now=NOW)

    assert (the_payment(order).status, the_payment(order).disputed_cents) == ("paid", 0)
    assert balance(order) == 0


# --- A bank transfer that is returned days later ---


@pytest.mark.req("PAY-04.3")
def test_a_returned_transfer_is_due_again_with_a_link_to_pay(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_by_bank(order, cards)
    cards.return_by_bank(charge_of(payment))

    for _ in range(2):
        deliver_event(payment, cards)

    assert (balance(order), the_milestone(order).status) == (FIRST, "due")
    assert the_payment(order, payment.purpose).status == "returned"
    assert steps_of(order)[-1] is NextActionKey.WAIT_TO_ASK  # signed today
    assert len(texts_to_staff()) == len(messages_of("payment_returned")) == 1
    assert "returned by the bank" in order.log.get(subject="dispute").note


def test_a_transfer_disputed_at_the_bank_is_due_at_once(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_by_bank(order, cards)
    cards.return_by_bank(charge_of(payment))
    dispute(payment, cards, "needs_response", reason="insufficient_funds")
    assert the_milestone(order).status == "due"
    assert (Dispute.objects.count(), balance(order)) == (1, FIRST)
    assert "respond by" not in texts_to_staff()[0]


def test_late_fees_of_what_is_due_again_run_from_then(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment, later = pay_by_bank(order, cards), NOW + timedelta(days=40)
    cards.return_by_bank(charge_of(payment))
    deliver_event(payment, cards, now=later)
    mark_notified(the_milestone(order), now=later)

    none = post_late_fees(the_milestone(order), now=later + timedelta(days=25))
    one_month = post_late_fees(the_milestone(order), now=later + timedelta(days=40))

    assert (none, one_month) == (0, 46_11)
    assert milestone_of(order, "acceptance").due_cents == balance(order) == FIRST + 46_11


def test_what_was_promised_back_is_not_due_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_by_bank(order, cards)
    ask_back(payment, FIRST)
    cards.return_by_bank(charge_of(payment))
    deliver_event(payment, cards)
    assert the_milestone(order).status == "paid"
    assert not messages_of("payment_returned")


def a_second_charge_that_came_back(order: Order, cards: TestCards) -> Refund:
    """The bank took the first one, and the refund of the second one was returned to us."""
    payment = pay_by_bank(order, cards)
    page = cards.look_up(payment.checkouts.get().stripe_session_id or "")
    settle(replace(page, charge="pi_again"), cards=cards)
    twice = Refund.objects.get(status="requested")
    mark_sent(twice, provider_ref="re_1", now=NOW)
    cards.return_by_bank(charge_of(payment))
    deliver_event(payment, cards)
    assert (the_milestone(order).status, balance(order)) == ("due", FIRST)
    twice.refresh_from_db()
    assert refunds.mark_returned(twice, reason="lost_or_stolen_card", now=NOW)
    deliver_event(payment, cards)
    return twice


def test_a_second_charge_that_stays_stands_in_for_the_one_taken_back(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    twice = a_second_charge_that_came_back(order, cards)
    between = (the_milestone(order).status, balance(order))

    again = retry_refund(twice.reference, actor="staff ada", now=NOW)
    mark_sent(again, provider_ref="re_2", now=NOW)
    assert between == ("paid", 0)
    assert (the_milestone(order).status, balance(order)) == ("due", FIRST)


def test_nothing_of_a_cancelled_order_is_due_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    twice = a_second_charge_that_came_back(order, cards)
    cancel_by_staff(fresh(order), cards=cards)
    again = retry_refund(twice.reference, actor="staff ada", now=NOW)
    mark_sent(again, provider_ref="re_2", now=NOW)
    assert the_milestone(order).status == "paid"


def test_a_part_that_is_lost_is_due_again_and_a_second_part_as_well(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="debit_card", cards=cards)
    first_cents = FIRST // 2
    dispute(payment, cards, "lost", id="du_1", withdrawn_cents=first_cents)
    assert milestone_of(order, "acceptance").due_cents == balance(order) == first_cents
    assert pay_by_bank(order, cards).amount_cents == first_cents
    assert (the_milestone(order).status, balance(order)) == ("paid", 0)

    dispute(payment, cards, "lost", id="du_2", withdrawn_cents=FIRST - first_cents)

    assert (the_milestone(order).status, balance(order)) == ("due", FIRST - first_cents)
    assert milestone_of(order, "acceptance").due_cents == FIRST - first_cents


def test_what_comes_back_of_a_part_that_is_lost_was_paid_with_its_surcharge(
    cards: TestCards,
) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="credit_card", cards=cards)
    lost_cents, rest_cents = FIRST // 2, payment.amount_cents - FIRST // 2
    dispute(payment, cards, "lost", id="du_1", withdrawn_cents=lost_cents)

    for number in ("du_2", "du_3"):
        taken = {"id": number, "withdrawn_cents": rest_cents}
        dispute(payment, cards, "needs_response", **taken)
        assert balance(order) == FIRST
        dispute(payment, cards, "won", **taken, reinstated_cents=rest_cents)
        assert balance(order) == lost_cents


# --- Finding out without events, and what is not ours ---


def test_the_nightly_look_back_finds_what_no_event_told(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment, later = the_payment(order), NOW + timedelta(days=90)
    cards.dispute(charge_of(payment), a_dispute(payment))
    reconcile_charges(cards=cards, now=NOW)
    cards.dispute(charge_of(payment), a_dispute(payment, "won", reinstated_cents=100_00))
    looked_at = [reconcile_charges(cards=cards, now=later) for _ in range(2)]
    assert (looked_at, balance(order)) == ([1, 0], 0)


def test_services_do_nothing_a_second_time_and_nothing_before_its_turn(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = the_payment(order)
    asked = ask_back(payment, 1_00)
    assert [charges.mark_returned(payment, now=NOW) for _ in range(2)] == [True, False]
    assert [charges.stands_again(payment, now=NOW) for _ in range(2)] == [True, False]
    assert not refunds.mark_returned(asked, reason="x", now=NOW)
    milestones.make_due_again(the_milestone(order), now=NOW + timedelta(days=9))
    assert the_milestone(order).due_on == date(2025, 11, 11)


def test_what_the_provider_calls_closed_and_final() -> None:
    assert all(map(is_closed, ("won", "lost", "prevented", "warning_closed")))
    assert not is_closed("appeal_needs_response")
    assert is_final("lost", is_bank_transfer=False)
    assert is_final("needs_response", is_bank_transfer=True)
    assert not is_final("needs_response", is_bank_transfer=False)
    assert short_status("warning_needs_response") == "needs_response"
    assert short_status("appeal_under_review") == "under_review"
    assert len(short_status("a_word_of_theirs_that_nobody_knows")) == 20
