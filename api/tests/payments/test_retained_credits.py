"""A credit of a canceled reservation is named wherever it counts, until it is used (PAY-03.4)."""

import pytest
from account_helpers import (
    a_scheduled_order,
    accept,
    ask_back,
    cancel_by_staff,
    fresh,
    send_refunds,
)
from booking_helpers import NOW, reserve, set_rule
from outbox_helpers import the_message

from standby.core.words import dollars
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.api.my_booking_money import money_of
from standby.payments.providers.cards.test_mode import TestCards

pytestmark = pytest.mark.usefixtures("shop")
NAME = "$100.00 credit from your reservation canceled November 3"


def money(order: Order) -> dict[str, int]:
    shown = money_of(fresh(order), now=NOW)
    lines_cents = shown["total_cents"] * (not shown["is_canceled"]) + shown["other_cents"]
    credit_cents = sum(credit.cents for credit in shown["retained_credits"])
    assert lines_cents - credit_cents - shown["paid_cents"] == shown["remaining_cents"]
    return {
        "credit": credit_cents,
        "paid": shown["paid_cents"],
        "other": shown["other_cents"],
        "remaining": shown["remaining_cents"],
    }


@pytest.fixture
def canceled(cards: TestCards) -> Order:
    set_rule("scheduling", "crews_per_day", 3)
    order = a_scheduled_order(cards)
    cancel_by_staff(order, CancellationRule.FEE_KEPT_AS_CREDIT, cards=cards)
    return order


def mail(order: Order, kind: str) -> str:
    return " ".join(the_message(kind=kind, order_ref=order.public_id, channel="email").text.split())


@pytest.mark.req("PAY-03.4", "TRUTH-04.1")
def test_it_is_a_line_of_its_own_before_paying_after_and_once_signed(
    canceled: Order, cards: TestCards
) -> None:
    unpaid, order = reserve(), a_scheduled_order(cards)
    total_cents = order.total_cents

    assert money(unpaid) | {"remaining": 0} == {"credit": 100_00, "paid": 0, "other": 0} | {
        "remaining": 0
    }
    assert money(order) == {
        "credit": 100_00,
        "paid": 100_00,
        "other": 0,
        "remaining": total_cents - 200_00,
    }
    confirmed = mail(order, "date_confirmed")
    assert f"Still to pay at today's price: {dollars(total_cents - 200_00)}" in confirmed
    assert f"The {NAME} is taken off." in confirmed
    assert money_of(fresh(canceled), now=NOW)["retained_as"] == "credit"

    accept(order, total_cents=total_cents)
    assert money(order)["credit"] == 100_00
    assert (money(order)["paid"], money(order)["other"]) == (100_00, 0)
    assert money(unpaid)["credit"] == 0
    assert money_of(fresh(canceled), now=NOW)["retained_as"] == "used"
    assert money(canceled)["other"] == 100_00


@pytest.mark.req("TRUTH-03.3")
def test_canceling_the_second_order_says_what_becomes_of_it(
    canceled: Order, cards: TestCards
) -> None:
    before, after = a_scheduled_order(cards), a_scheduled_order(cards)
    accept(after)
    cancel_by_staff(after, CancellationRule.WITHIN_THREE_DAYS, cards=cards)
    assert f"What you paid includes the {NAME}." in mail(after, "order_cancelled")
    assert money(after)["credit"] == 100_00
    send_refunds(cards)
    assert money(after) == {"credit": 0, "paid": 0, "other": 0, "remaining": 0}

    cancel_by_staff(before, CancellationRule.FEE_FORFEITED, cards=cards)
    assert "credit from your reservation" not in mail(before, "order_cancelled")


def test_canceling_before_signing_leaves_it_as_it_is(canceled: Order, cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    cancel_by_staff(order, CancellationRule.FEE_FORFEITED, cards=cards)
    words = f"The {NAME} stays as it is: it comes off your bill if you go ahead with another "
    assert f"{words}installation by December 3." in mail(order, "order_cancelled")
    assert money(order)["credit"] == 0


def test_a_credit_that_went_back_is_none(canceled: Order, cards: TestCards) -> None:
    ask_back(canceled.payments.get(), 100_00)
    order = a_scheduled_order(cards)
    assert money(order)["other"] == 0
    send_refunds(cards)
    assert money(order) | {"remaining": 0} == {"credit": 0, "paid": 100_00, "other": 0} | {
        "remaining": 0
    }
    assert "credit from" not in mail(order, "date_confirmed")
