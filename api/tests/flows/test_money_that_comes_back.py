"""Bounced refunds, disputes, returned transfers and refunds by hand reach the account (PAY-04)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from accounts import (
    a_scheduled_order,
    accept,
    an_accepted_order,
    balance,
    entries,
    fresh,
    page_for,
    pay_milestone,
    send_refunds,
)
from bookings import NOW, OFFICE, settle, test_cards

from standby.apps.booking.models import Order
from standby.apps.notifications.models import Message
from standby.apps.payments import milestones, refunds, services
from standby.apps.payments.cancellations import left_of, payments_towards
from standby.apps.payments.milestones import charge_late_fees, remember_told, share_of
from standby.apps.payments.models import Dispute, LedgerEntry, Milestone, Payment, Refund
from standby.apps.payments.refunds import (
    PaymentDisputed,
    RefundAlreadySent,
    RefundReplaced,
    RefundTooLarge,
)
from standby.apps.payments.services import NothingDue, fee_to_pay
from standby.domain.cancelling import Rule
from standby.domain.disputes import is_closed, is_final, short_status
from standby.domain.staff_steps import Step
from standby.flows.booking.cancel_order import ByStaff, cancel_order
from standby.flows.money.follow_charge import ChargeUnknown, follow_charge
from standby.flows.money.look_up_payment import reconcile_charges
from standby.flows.money.request_refund import RefundWish, request_refund
from standby.flows.money.retry_refund import retry_refund
from standby.flows.money.send_refund import note_sent, send_next_refund
from standby.flows.office.find_orders import Search, find_orders
from standby.flows.office.keep_visit import keep_visit
from standby.flows.office.look_at_orders import look_at_orders
from standby.providers.cards import DisputeState, RefundRequest
from standby.providers.cards.test_mode import TestCards

pytestmark = pytest.mark.usefixtures("shop")
RESPOND_BY = datetime(2025, 11, 20, 23, 59, tzinfo=UTC)
FIRST = 3_073_69  # the first milestone of the specification's example, less the fee


@pytest.fixture
def cards(tmp_path: Path) -> TestCards:
    return test_cards(tmp_path)


def the_payment(order: Order, purpose: str = "scheduling_fee") -> Payment:
    return Payment.objects.filter(order=order, purpose=purpose).latest("pk")


def milestone_of(order: Order) -> Milestone:
    return Milestone.objects.get(order=order, kind="acceptance")


def charge_of(payment: Payment) -> str:
    return payment.provider_ref or ""


def hear(payment: Payment, cards: TestCards, *, now: datetime = NOW) -> None:
    follow_charge(charge_of(payment), cards=cards, office=OFFICE, now=now)


def give_back(payment: Payment, cents: int, *, key: str = "one") -> Refund:
    wish = RefundWish(amount_cents=cents, reason="kindness", key=key, actor="staff ada")
    return request_refund(payment.public_id, wish, now=NOW)


def a_sent_refund(payment: Payment, cards: TestCards, cents: int = 100_00) -> Refund:
    refund = give_back(payment, cents)
    send_refunds(cards)
    return Refund.objects.get(pk=refund.pk)


def bounce(refund: Refund, cards: TestCards) -> None:
    cards.bounce(refund.provider_ref, reason="lost_or_stolen_card")
    hear(refund.payment, cards)


def a_bounced_refund(payment: Payment, cards: TestCards, cents: int = 100_00) -> Refund:
    refund = a_sent_refund(payment, cards, cents)
    bounce(refund, cards)
    return Refund.objects.get(pk=refund.pk)


def a_dispute(payment: Payment, status: str = "needs_response", **changed: Any) -> DisputeState:
    state = DisputeState(
        id="du_1",
        amount_cents=payment.amount_cents,
        reason="fraudulent",
        status=status,
        opened_at=NOW,
        respond_by=RESPOND_BY,
        withdrawn_cents=payment.amount_cents,
    )
    return replace(state, **changed)


def dispute(payment: Payment, cards: TestCards, status: str, **changed: Any) -> None:
    """The bank says so, and we hear of it."""
    cards.dispute(charge_of(payment), a_dispute(payment, status, **changed))
    hear(payment, cards)


def won(payment: Payment) -> dict[str, Any]:
    return {"status": "won", "reinstated_cents": payment.amount_cents}


def told(kind: str, channel: str = "email") -> list[Message]:
    return list(Message.objects.filter(kind=kind, channel=channel).order_by("pk"))


def staff_told() -> list[str]:
    return [message.text for message in told("staff_needed")]


def steps_of(order: Order) -> list[Step]:
    [seen] = look_at_orders([fresh(order)], now=NOW)
    return [step.key for step in seen.steps]


def is_listed(order: Order, step: Step) -> bool:
    """Staff find it by what is to be done."""
    found = find_orders(Search(step=step), now=NOW)
    return [seen.order.pk for seen in found.orders] == [order.pk]


# --- A refund that the customer's bank sends back ---


@pytest.mark.req("PAY-04.1")
def test_a_bounced_refund_is_owed_again_and_everybody_is_told(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = a_bounced_refund(the_payment(order), cards)

    payment = the_payment(order)
    assert (refund.status, refund.last_error) == ("returned", "lost_or_stolen_card")
    assert (payment.status, payment.refunded_cents) == ("paid", 100_00)
    assert balance(order) == -100_00
    assert entries(order)[-1] == ("refund_returned", -100_00)
    assert steps_of(order)[0] is Step.RETRY_REFUND
    assert is_listed(order, Step.RETRY_REFUND)
    [to_staff] = staff_told()
    assert refund.provider_ref in to_staff
    assert "lost_or_stolen_card" in to_staff
    [to_customer] = told("refund_returned")
    assert "The money is still yours" in to_customer.text


def test_hearing_of_a_bounce_often_moves_nothing_twice(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = a_bounced_refund(the_payment(order), cards)

    for _ in range(3):
        hear(refund.payment, cards)

    assert balance(order) == -100_00
    assert len(told("refund_returned")) == len(staff_told()) == 1


@pytest.mark.req("PAY-04.5")
def test_sending_a_bounced_refund_again_really_sends(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    first = a_bounced_refund(the_payment(order), cards)

    again = [retry_refund(first.reference, actor="staff bob", now=NOW) for _ in range(2)]
    send_refunds(cards)

    refund = Refund.objects.get()
    assert [one.status for one in again] == ["requested"] * 2
    assert (refund.status, refund.retries) == ("sent", 1)
    assert refund.provider_ref != first.provider_ref
    assert cards.look_up_charge(refund.charge).refunded_cents == 100_00
    assert (the_payment(order).status, balance(order)) == ("refunded", 0)
    assert len(told("refund_sent")) == 2


def test_the_bounce_of_an_earlier_attempt_says_nothing_of_the_new_one(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = a_bounced_refund(the_payment(order), cards)
    retry_refund(refund.reference, actor="staff bob", now=NOW)

    hear(refund.payment, cards)
    on_its_way = Refund.objects.get().status
    send_refunds(cards)
    hear(refund.payment, cards)

    assert (on_its_way, Refund.objects.get().status) == ("requested", "sent")
    assert balance(order) == 0


def test_a_second_bounce_is_one_more_and_can_be_sent_a_third_time(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = a_bounced_refund(the_payment(order), cards)
    retry_refund(refund.reference, actor="staff bob", now=NOW)
    send_refunds(cards)

    bounce(Refund.objects.get(), cards)
    owed_again = balance(order)
    retry_refund(refund.reference, actor="staff bob", now=NOW)
    send_refunds(cards)

    assert (owed_again, balance(order)) == (-100_00, 0)
    assert len(told("refund_returned")) == 2
    assert Refund.objects.get().retries == 2


def test_what_went_out_is_not_sent_again(cards: TestCards) -> None:
    refund = a_sent_refund(the_payment(a_scheduled_order(cards)), cards)

    with pytest.raises(RefundAlreadySent):
        retry_refund(refund.reference, actor="staff bob", now=NOW)


def test_after_a_bounce_a_new_refund_takes_its_place(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    bounced = a_bounced_refund(the_payment(order), cards)

    give_back(the_payment(order), 100_00, key="two")
    send_refunds(cards)

    bounced.refresh_from_db()
    assert bounced.status == "replaced"
    assert (the_payment(order).status, balance(order)) == ("refunded", 0)
    assert cards.look_up_charge(bounced.charge).refunded_cents == 100_00
    assert Step.RETRY_REFUND not in steps_of(order)
    with pytest.raises(RefundReplaced):
        retry_refund(bounced.reference, actor="staff bob", now=NOW)


def test_a_smaller_new_refund_leaves_the_bounced_one_to_be_sent(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    bounced = a_bounced_refund(the_payment(order), cards, 60_00)

    give_back(the_payment(order), 40_00, key="two")
    with pytest.raises(RefundTooLarge):
        give_back(the_payment(order), 60_01, key="three")
    retry_refund(bounced.reference, actor="staff bob", now=NOW)
    send_refunds(cards)

    assert (the_payment(order).status, balance(order)) == ("refunded", 0)


def test_a_refund_that_failed_before_we_sent_it_needs_a_new_attempt(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = give_back(the_payment(order), 100_00)
    sent = cards.refund(
        RefundRequest(
            reference=str(refund.reference),
            charge=refund.charge,
            amount_cents=100_00,
            order_id="",
            payment_id="",
        )
    )
    cards.bounce(sent, reason="expired_or_canceled_card")

    for _ in range(2):
        hear(the_payment(order), cards)
    failed = Refund.objects.get().status
    retry_refund(refund.reference, actor="staff bob", now=NOW)
    send_refunds(cards)

    assert failed == "failed"
    assert not told("refund_returned")
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
def test_a_fee_refunded_by_hand_is_noted_once_and_asks_about_the_visit(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    by_hand = cards.refund_by_hand(charge_of(payment), amount_cents=100_00)

    for _ in range(3):
        hear(payment, cards)

    assert (the_payment(order).status, balance(order)) == ("refunded", 0)
    assert entries(order)[-2:] == [("reversal", -100_00), ("refund", 100_00)]
    assert steps_of(order)[0] is Step.DECIDE_VISIT
    assert is_listed(order, Step.DECIDE_VISIT)
    [to_staff] = staff_told()
    assert by_hand.id in to_staff
    assert "cancel the visit or keep it" in to_staff
    [to_customer] = told("fee_refunded")
    assert "still on our calendar" in to_customer.text


def test_staff_keep_the_visit_and_nothing_asks_any_more(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    cards.refund_by_hand(charge_of(the_payment(order)), amount_cents=100_00)
    hear(the_payment(order), cards)

    for _ in range(2):
        keep_visit(order, actor="staff ada", now=NOW)

    assert Step.DECIDE_VISIT not in steps_of(order)
    kept = order.log.filter(subject="visit")
    assert [(entry.actor, entry.after) for entry in kept] == [("staff ada", "kept")]


def test_a_milestone_refunded_by_hand_asks_nothing_about_a_visit(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards)
    cards.refund_by_hand(charge_of(payment), amount_cents=50_00)

    hear(payment, cards)

    assert Step.DECIDE_VISIT not in steps_of(order)
    assert (the_payment(order, payment.purpose).status, balance(order)) == ("paid", 0)
    assert len(told("refund_sent")) == 1
    assert "cancel the visit" not in staff_told()[0]


def test_a_refund_by_hand_that_failed_at_once_is_nothing(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    by_hand = cards.refund_by_hand(charge_of(the_payment(order)), amount_cents=100_00)
    cards.bounce(by_hand.id, reason="declined")

    hear(the_payment(order), cards)

    assert not Refund.objects.exists()
    assert balance(order) == 0


def test_a_refund_by_hand_that_bounces_can_be_sent_by_us(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    by_hand = cards.refund_by_hand(charge_of(the_payment(order)), amount_cents=100_00)
    hear(the_payment(order), cards)
    cards.bounce(by_hand.id, reason="declined")

    hear(the_payment(order), cards)
    owed = balance(order)
    retry_refund(Refund.objects.get().reference, actor="staff bob", now=NOW)
    send_refunds(cards)
    hear(the_payment(order), cards)

    assert (owed, balance(order)) == (-100_00, 0)
    assert Refund.objects.get().status == "sent"


# --- Disputes ---


def test_an_inquiry_moves_no_money_and_is_answered_in_time(cards: TestCards) -> None:
    order = a_scheduled_order(cards)

    dispute(the_payment(order), cards, "warning_needs_response", withdrawn_cents=0)

    assert (the_payment(order).status, balance(order)) == ("paid", 0)
    [seen] = look_at_orders([fresh(order)], now=NOW)
    assert (seen.steps[0].key, seen.steps[0].by) == (Step.ANSWER_DISPUTE, RESPOND_BY)
    assert is_listed(order, Step.ANSWER_DISPUTE)
    [to_staff] = staff_told()
    assert "du_1 warning_needs_response" in to_staff
    assert "respond by November 20, 2025" in to_staff

    dispute(the_payment(order), cards, "warning_closed", withdrawn_cents=0)

    assert Step.ANSWER_DISPUTE not in steps_of(order)
    assert Dispute.objects.get().closed_at == NOW


@pytest.mark.req("PAY-04.2")
def test_withdrawn_funds_leave_the_account_and_the_customer_is_not_told(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    before = Message.objects.exclude(kind="staff_needed").count()

    for _ in range(3):
        dispute(the_payment(order), cards, "needs_response")

    payment = the_payment(order)
    assert (payment.status, payment.disputed_cents, payment.left_cents) == ("paid", 100_00, 0)
    assert balance(order) == 100_00
    assert entries(order)[-1] == ("taken_back", 100_00)
    assert left_of(payments_towards(order)) == 0
    assert len(staff_told()) == 1
    assert Message.objects.exclude(kind="staff_needed").count() == before
    with pytest.raises(RefundTooLarge):
        give_back(payment, 1)


@pytest.mark.req("PAY-04.2")
def test_a_dispute_that_is_won_gives_all_back(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    dispute(the_payment(order), cards, "under_review")

    dispute(the_payment(order), cards, **won(the_payment(order)))

    payment = the_payment(order)
    assert (payment.status, payment.disputed_cents, balance(order)) == ("paid", 0, 0)
    assert entries(order)[-1] == ("reinstated", -100_00)
    found = Dispute.objects.get()
    assert (found.status, found.funds_reinstated_at, found.closed_at) == ("won", NOW, NOW)


def test_a_fee_that_is_lost_is_owed_again_and_asks_about_the_visit(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    dispute(the_payment(order), cards, "needs_response")

    for _ in range(2):
        dispute(the_payment(order), cards, "lost")

    assert (the_payment(order).status, balance(order)) == ("returned", 100_00)
    assert steps_of(order)[:2] == [Step.DECIDE_VISIT, Step.COLLECT_OWED]
    assert is_listed(order, Step.COLLECT_OWED)
    assert is_listed(order, Step.DECIDE_VISIT)
    [to_customer] = told("payment_returned")
    assert "$100.00 is due again" in to_customer.text
    assert "We will contact you about how to pay it" in to_customer.text
    with pytest.raises(NothingDue):
        fee_to_pay(order)


def test_a_lost_dispute_overturned_in_the_end_stands_again(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    dispute(the_payment(order), cards, "lost")

    dispute(the_payment(order), cards, **won(the_payment(order)))

    assert (the_payment(order).status, balance(order)) == ("paid", 0)
    assert Step.DECIDE_VISIT not in steps_of(order)


@pytest.mark.req("PAY-04.2")
def test_a_milestone_that_is_lost_is_due_again_and_can_be_paid_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="credit_card", cards=cards)
    dispute(payment, cards, "lost")
    milestone = Milestone.objects.get(order=order, kind="acceptance")
    due = (milestone.status, milestone.owed_since, share_of(order, "acceptance").due_cents)

    pay_milestone(order, method="bank", cards=cards)

    assert due == ("due", NOW, FIRST)
    assert "You can pay it again on your booking page" in told("payment_returned")[0].text
    on_its_way = the_payment(order, "milestone_acceptance")
    assert on_its_way.pk != payment.pk
    cards.hear_from_bank(on_its_way.checkouts.get().stripe_session_id or "", arrives=True, now=NOW)
    settle(cards.look_up(on_its_way.checkouts.get().stripe_session_id or ""), cards=cards)
    milestone.refresh_from_db()
    assert (milestone.status, balance(order)) == ("paid", 0)


def test_part_of_a_milestone_lost_makes_that_part_due(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards)

    dispute(payment, cards, "lost", amount_cents=1_000_00, withdrawn_cents=1_000_00)

    assert share_of(order, "acceptance").due_cents == balance(order) == 1_000_00
    pay_milestone(order, cards=cards)
    assert balance(order) == 0
    assert the_payment(order, payment.purpose).amount_cents == 1_000_00


def test_given_back_while_it_is_due_again_it_is_paid(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="credit_card", cards=cards)
    dispute(payment, cards, "lost")
    page_for(order, cards=cards)

    dispute(payment, cards, **won(payment))

    assert Milestone.objects.get(order=order, kind="acceptance").status == "paid"
    assert sorted(
        Payment.objects.filter(order=order, milestone__isnull=False).values_list(
            "status", flat=True
        )
    ) == ["cancelled", "paid"]
    assert balance(order) == 0


def test_given_back_after_it_was_paid_again_goes_back(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards)
    dispute(payment, cards, "lost")
    pay_milestone(order, cards=cards)

    dispute(payment, cards, **won(payment))
    over = balance(order)
    send_refunds(cards)

    assert (over, balance(order)) == (-FIRST, 0)
    assert any("given back by the bank" in text for text in staff_told())


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
    assert Step.COLLECT_OWED in steps_of(order)


def test_a_refund_asked_for_while_the_bank_takes_it_all_is_not_sent_too(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = give_back(the_payment(order), 100_00)
    dispute(the_payment(order), cards, "needs_response")
    send_refunds(cards)
    refused = Refund.objects.get().status
    with pytest.raises(PaymentDisputed):
        retry_refund(refund.reference, actor="staff bob", now=NOW)

    dispute(the_payment(order), cards, "lost")

    assert (refused, Refund.objects.get().status) == ("failed", "replaced")
    assert balance(order) == 0
    assert not told("payment_returned")[1:]


def test_once_the_dispute_is_won_the_refund_is_sent_again(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    refund = give_back(the_payment(order), 100_00)
    dispute(the_payment(order), cards, "needs_response")
    send_refunds(cards)

    dispute(the_payment(order), cards, **won(the_payment(order)))
    retry_refund(refund.reference, actor="staff bob", now=NOW)
    send_refunds(cards)

    assert (the_payment(order).status, balance(order)) == ("refunded", 0)


def test_an_older_answer_of_the_provider_takes_nothing_back(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    cards.dispute(charge_of(payment), a_dispute(payment, **won(payment)))
    hear(payment, cards, now=NOW)

    cards.dispute(charge_of(payment), a_dispute(payment, "needs_response"))
    hear(payment, cards, now=NOW - timedelta(seconds=1))

    assert (Dispute.objects.get().status, balance(order)) == ("won", 0)


def test_a_cancelled_order_gets_back_what_the_bank_gives_us_again(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    dispute(payment, cards, "needs_response")
    wish = ByStaff(rule=Rule.NOT_FEASIBLE, costs_cents=0, reason="x", actor="staff ada")
    cancel_order(order, wish, cards=cards, office=OFFICE, now=NOW)
    settled = balance(order)

    dispute(payment, cards, **won(payment))
    send_refunds(cards)

    assert (settled, balance(order)) == (0, 0)
    assert cards.look_up_charge(charge_of(payment)).refunded_cents == 100_00


def test_a_cancelled_order_whose_fee_is_lost_owes_it_and_nothing_is_due(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    wish = ByStaff(rule=Rule.FEE_FORFEITED, costs_cents=0, reason="x", actor="staff ada")
    cancel_order(order, wish, cards=cards, office=OFFICE, now=NOW)

    dispute(the_payment(order), cards, "lost")

    assert (the_payment(order).status, balance(order)) == ("returned", 100_00)
    assert steps_of(order)[0] is Step.COLLECT_OWED
    assert is_listed(order, Step.COLLECT_OWED)
    assert not told("payment_returned")
    dispute(the_payment(order), cards, **won(the_payment(order)))
    assert (balance(order), Refund.objects.count()) == (0, 0)


def test_a_fee_disputed_while_the_project_begins_is_credited_once_it_is_won(
    cards: TestCards,
) -> None:
    order = a_scheduled_order(cards)
    dispute(the_payment(order), cards, "needs_response")
    accept(order)
    without = share_of(order, "acceptance").credit_cents

    dispute(the_payment(order), cards, **won(the_payment(order)))

    assert (without, share_of(order, "acceptance").credit_cents) == (0, 100_00)
    assert balance(order) == FIRST


def test_a_dispute_of_a_second_charge_leaves_the_first_alone(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    LedgerEntry.objects.create(
        order=order,
        kind="payment",
        amount_cents=-100_00,
        key="paid:pi_second",
        payment=payment,
        actor="x",
        at=NOW,
    )

    class Second(TestCards):
        def look_up_charge(self, charge: str) -> Any:
            return replace(super().look_up_charge(charge_of(payment)), disputes=(lost,))

    lost = a_dispute(payment, "lost")
    second = Second(folder=cards._folder, secret="s" * 50)
    follow_charge("pi_second", cards=second, office=OFFICE, now=NOW)

    assert (the_payment(order).status, the_payment(order).disputed_cents) == ("paid", 0)
    assert balance(order) == 0


# --- A bank transfer that is returned days later ---


def a_bank_payment(order: Order, cards: TestCards) -> Payment:
    page_id = page_for(order, method="bank", cards=cards)
    cards.approve(page_id, now=NOW)
    cards.hear_from_bank(page_id, arrives=True, now=NOW)
    settle(cards.look_up(page_id), cards=cards)
    return Payment.objects.get(checkouts__stripe_session_id=page_id)


@pytest.mark.req("PAY-04.3")
def test_a_returned_transfer_is_due_again_with_a_link_to_pay(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = a_bank_payment(order, cards)
    paid = balance(order)
    cards.return_by_bank(charge_of(payment))

    for _ in range(2):
        hear(payment, cards)

    milestone = Milestone.objects.get(order=order, kind="acceptance")
    assert (paid, balance(order), milestone.status) == (0, FIRST, "due")
    assert the_payment(order, payment.purpose).status == "returned"
    assert steps_of(order)[-1] is Step.PAY_MILESTONE
    assert len(staff_told()) == len(told("payment_returned")) == 1
    assert "returned by the bank" in order.log.get(subject="dispute").note


def test_a_transfer_disputed_at_the_bank_is_due_at_once(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = a_bank_payment(order, cards)
    cards.return_by_bank(charge_of(payment))

    dispute(payment, cards, "needs_response", reason="insufficient_funds", respond_by=None)

    assert Milestone.objects.get(order=order, kind="acceptance").status == "due"
    assert (Dispute.objects.count(), balance(order)) == (1, FIRST)
    assert "respond by" not in staff_told()[0]


def test_late_fees_of_what_is_due_again_run_from_then(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = a_bank_payment(order, cards)
    later = NOW + timedelta(days=40)
    cards.return_by_bank(charge_of(payment))
    hear(payment, cards, now=later)
    milestone = milestones.milestones_of(order)[0]
    remember_told(milestone, now=later)
    milestone.refresh_from_db()

    none = charge_late_fees(milestone, now=later + timedelta(days=20))
    one_month = charge_late_fees(milestone, now=later + timedelta(days=35))

    assert (none, one_month) == (0, 46_11)
    assert share_of(order, "acceptance").due_cents == balance(order) == FIRST + 46_11


def test_what_was_promised_back_is_not_due_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = a_bank_payment(order, cards)
    give_back(payment, FIRST)
    cards.return_by_bank(charge_of(payment))

    hear(payment, cards)

    assert Milestone.objects.get(order=order, kind="acceptance").status == "paid"
    assert not told("payment_returned")


def a_second_charge_that_came_back(order: Order, cards: TestCards) -> Refund:
    """The bank took the first one, and the refund of the second one was returned to us."""
    payment = a_bank_payment(order, cards)
    [page_id] = payment.checkouts.values_list("stripe_session_id", flat=True)
    assert page_id
    settle(replace(cards.look_up(page_id), charge="pi_again"), cards=cards)
    twice = refunds.claim_next_refund(now=NOW)
    assert twice is not None
    note_sent(twice, provider_ref="re_1", now=NOW)
    cards.return_by_bank(charge_of(payment))
    hear(payment, cards)
    assert (milestone_of(order).status, balance(order)) == ("due", FIRST)
    twice.refresh_from_db()
    assert refunds.mark_returned(twice, reason="lost_or_stolen_card", now=NOW)
    hear(payment, cards)
    return twice


def test_a_second_charge_that_stays_with_us_stands_in_for_the_one_taken_back(
    cards: TestCards,
) -> None:
    order = an_accepted_order(cards)
    twice = a_second_charge_that_came_back(order, cards)
    between = (milestone_of(order).status, balance(order))

    again = retry_refund(twice.reference, actor="staff ada", now=NOW)
    note_sent(again, provider_ref="re_2", now=NOW)

    assert between == ("paid", 0)
    assert (milestone_of(order).status, balance(order)) == ("due", FIRST)


def test_nothing_of_a_cancelled_order_is_due_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    twice = a_second_charge_that_came_back(order, cards)
    terms = ByStaff(rule=None, costs_cents=0, reason="x", actor="staff ada")
    cancel_order(fresh(order), terms, cards=cards, office=OFFICE, now=NOW)

    again = retry_refund(twice.reference, actor="staff ada", now=NOW)
    note_sent(again, provider_ref="re_2", now=NOW)

    assert milestone_of(order).status == "paid"


def test_what_else_is_learned_of_a_lost_dispute_takes_nothing_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="debit_card", cards=cards)
    dispute(payment, cards, "lost")
    before = (milestone_of(order).status, balance(order), len(told("payment_returned")))

    dispute(payment, cards, "lost", reason="product_not_received")

    after = (milestone_of(order).status, balance(order), len(told("payment_returned")))
    assert before == after == ("due", FIRST, 1)


def test_a_second_loss_of_one_payment_is_due_again_as_well(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, method="debit_card", cards=cards)
    first_cents = FIRST // 2
    dispute(payment, cards, "lost", id="du_1", withdrawn_cents=first_cents)
    first = share_of(order, "acceptance").due_cents
    a_bank_payment(order, cards)
    again = milestone_of(order).status

    dispute(payment, cards, "lost", id="du_2", withdrawn_cents=FIRST - first_cents)

    assert (first, again) == (first_cents, "paid")
    assert (milestone_of(order).status, balance(order)) == ("due", FIRST - first_cents)
    assert share_of(order, "acceptance").due_cents == FIRST - first_cents


# --- Finding out without events, and what is not ours ---


def test_the_nightly_look_back_finds_what_no_event_told(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)
    cards.dispute(charge_of(payment), a_dispute(payment))
    reconcile_charges(cards=cards, office=OFFICE, now=NOW)

    much_later = NOW + timedelta(days=90)
    cards.dispute(charge_of(payment), a_dispute(payment, **won(payment)))
    looked_at = reconcile_charges(cards=cards, office=OFFICE, now=much_later)

    assert (looked_at, balance(order)) == (1, 0)
    assert reconcile_charges(cards=cards, office=OFFICE, now=much_later) == 0


def test_a_charge_of_nobody_waits_for_word_of_its_payment(cards: TestCards) -> None:
    with pytest.raises(ChargeUnknown):
        follow_charge("pi_none", cards=cards, office=OFFICE, now=NOW)


def test_money_is_not_taken_back_twice_by_services(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = the_payment(order)

    assert services.mark_returned(payment, now=NOW)
    assert not services.mark_returned(payment, now=NOW)
    assert services.stands_again(payment, now=NOW)
    assert not services.stands_again(payment, now=NOW)


def test_a_refund_that_was_not_sent_does_not_come_back(cards: TestCards) -> None:
    refund = give_back(the_payment(a_scheduled_order(cards)), 1_00)

    assert not refunds.mark_returned(refund, reason="x", now=NOW)


def test_a_milestone_that_is_due_is_not_made_due_again(cards: TestCards) -> None:
    order = an_accepted_order(cards)

    assert not milestones.make_due_again(milestones.milestones_of(order)[0], now=NOW)


def test_what_the_provider_calls_closed_and_final() -> None:
    assert [is_closed(status) for status in ("won", "lost", "prevented", "warning_closed")] == [
        True
    ] * 4
    assert not is_closed("appeal_needs_response")
    assert is_final("lost", is_bank_transfer=False)
    assert is_final("needs_response", is_bank_transfer=True)
    assert not is_final("needs_response", is_bank_transfer=False)
    assert short_status("warning_needs_response") == "needs_response"
    assert short_status("appeal_under_review") == "under_review"
    assert len(short_status("a_word_of_theirs_that_nobody_knows")) == 20


def test_while_the_page_of_a_refund_is_refused_staff_are_told(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    give_back(the_payment(order), 100_00)
    cards.refund_by_hand(charge_of(the_payment(order)), amount_cents=100_00)

    send_next_refund(cards=cards, office=OFFICE, jitter=lambda _: 0, now=NOW + timedelta(seconds=1))
    hear(the_payment(order), cards)

    assert sorted(Refund.objects.values_list("status", flat=True)) == ["replaced", "sent"]
    assert balance(order) == 0
