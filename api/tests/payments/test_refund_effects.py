"""A refund says what it does to what is still to pay, before staff press and in its mail."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from account_helpers import (
    a_scheduled_order,
    accept,
    an_accepted_order,
    ask_back,
    cancel_by_staff,
    fresh,
    pay_milestone,
    send_refunds,
)
from booking_helpers import NOW, pay, reserve, set_rule, settle
from outbox_helpers import worded

from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.api.my_booking_money import money_of
from standby.payments.models import Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.refund_effects import words_before_refund
from standby.payments.services.refund_errors import PaymentNotFound
from standby.payments.services.refunds import mark_sent, payment_by_id

pytestmark = pytest.mark.usefixtures("shop")


def fee_of(order: Order) -> Payment:
    return payment_by_id(order.payments.get(purpose="scheduling_fee").public_id)


def before(payment: Payment, cents: int) -> str:
    return words_before_refund(payment, amount_cents=cents, now=NOW)


def mails() -> list[str]:
    sent = worded(Message.objects.filter(kind="refund_sent", channel="email").order_by("pk"))
    return [mail.text for mail in sent]


def remaining(order: Order) -> int:
    return int(money_of(fresh(order), now=NOW)["remaining_cents"])


def dollars_text(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


@pytest.mark.req("PRICE-02.2", "TRUTH-03.1")
def test_what_goes_back_of_the_fee_before_signing_raises_what_is_still_to_pay(
    cards: TestCards,
) -> None:
    order = a_scheduled_order(cards)
    was_cents = remaining(order)
    words = f"The amount still to pay rises by $40.00, to {dollars_text(was_cents + 40_00)}."

    assert before(fee_of(order), 40_00) == words
    ask_back(fee_of(order), 40_00)
    send_refunds(cards)

    assert remaining(order) == was_cents + 40_00
    assert words in mails()[0]
    assert f"rises by $60.00, to {dollars_text(was_cents + 100_00)}." in before(
        fee_of(order), 60_00
    )
    ask_back(fee_of(order), 60_00, key="two")
    send_refunds(cards)
    assert f"rises by $60.00, to {dollars_text(was_cents + 100_00)}." in mails()[1]
    assert (
        before(fee_of(order), 1)
        == f"The amount still to pay stays {dollars_text(remaining(order))}."
    )


def test_after_signing_a_refund_leaves_what_is_still_to_pay(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    first = pay_milestone(order, cards=cards)
    stays = f"The amount still to pay stays {dollars_text(remaining(order))}."

    for payment in (fee_of(order), payment_by_id(first.public_id)):
        assert before(payment, 40_00) == stays
        ask_back(payment, 40_00)
    send_refunds(cards)

    assert stays == f"The amount still to pay stays {dollars_text(remaining(order))}."
    assert all(stays in mail for mail in mails())
    for milestone in ("equipment", "completion"):
        order.milestones.filter(kind=milestone).update(amount_cents=0)
    assert before(fee_of(order), 1) == ""


def test_a_second_charge_was_credited_to_nothing_and_changes_nothing(cards: TestCards) -> None:
    order = reserve()
    state = pay(order, cards=cards)
    for charge in (state.charge, "pi_again"):
        settle(replace(state, charge=charge), cards=cards)
    was_cents = remaining(order)
    refund = fee_of(order).refunds.get()
    mark_sent(refund, provider_ref="re_1", now=NOW)

    assert "still to pay" not in mails()[0]
    assert remaining(order) == was_cents + 100_00


def test_what_goes_back_of_a_kept_credit_lowers_the_credit(cards: TestCards) -> None:
    set_rule("scheduling", "crews_per_day", 3)
    kept, lost, credited = (a_scheduled_order(cards) for _ in range(3))
    cancel_by_staff(kept, CancellationRule.FEE_KEPT_AS_CREDIT, cards=cards)
    cancel_by_staff(lost, CancellationRule.FEE_FORFEITED, cards=cards)
    words = "The credit toward another installation falls by $40.00, to $60.00."

    assert before(fee_of(fresh(kept)), 40_00) == words
    assert before(fee_of(fresh(lost)), 40_00) == ""
    for order in (kept, lost):
        ask_back(fee_of(fresh(order)), 40_00)
    send_refunds(cards)
    assert [words in mail for mail in mails()] == [True, False]

    accept(credited)
    assert "still to pay stays" in before(fee_of(fresh(kept)), 10_00)
    late = NOW + timedelta(days=31)
    assert words_before_refund(fee_of(fresh(kept)), amount_cents=1, now=late)


def test_there_is_no_refund_of_a_payment_that_is_not() -> None:
    with pytest.raises(PaymentNotFound):
        payment_by_id(uuid.uuid4())
