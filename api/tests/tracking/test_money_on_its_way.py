"""Money on its way is shown as such: to the homeowner and to staff (OPS-21.2)."""

from datetime import datetime, timedelta

import pytest
from account_helpers import an_accepted_order, cancel_by_staff, page_for, pay_on
from booking_helpers import NOW, settle
from outbox_helpers import the_message, worded
from whole_orders import a_refund

from standby.accounts.models import User
from standby.core.clock import local_date
from standby.core.words import dollars, weekday_date
from standby.crews.models import Technician
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.api.my_booking_money import money_of
from standby.payments.models import LedgerEntry, Milestone, Refund
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.rules import transfer_after_cancelling
from standby.payments.services.cancellations import under_way_words
from standby.payments.services.milestones import milestone_of
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.rules.progress import NextStepKey
from standby.tracking.rules.staff_actions import may_resend
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.booking import booking_view
from standby.tracking.selectors.find_orders import OrderFilter, find_orders
from standby.tracking.selectors.orders import OrderSummary, order_summaries
from standby.tracking.selectors.waits import waiting_groups
from standby.tracking.staff_api.order_schemas import order_row_out
from standby.workflows.cancel_order import cancellation_choices
from standby.workflows.still_so import why_not_so

pytestmark = pytest.mark.usefixtures("shop")
WEEKS_LATER = NOW + timedelta(days=30)


@pytest.fixture
def order(cards: TestCards) -> Order:
    order = an_accepted_order(cards)
    sam = Technician.objects.create(name="Sam", phone="(281) 555-0107")
    order.appointments.update(assigned_to=sam)
    return order


def summary_of(order: Order) -> OrderSummary:
    return order_summaries([order], now=WEEKS_LATER)[0]


@pytest.mark.req("OPS-21.2")
def test_a_transfer_on_its_way_is_neither_due_nor_late(order: Order, cards: TestCards) -> None:
    Milestone.objects.filter(order=order, status="due").update(overdue_notified_at=NOW)
    assert booking_view(order, now=WEEKS_LATER).next_step == NextStepKey.PAY_MILESTONE
    assert summary_of(order).next_actions[0].key == NextActionKey.CHASE_PAYMENT

    pay_on(page_for(order, method="bank", cards=cards), cards=cards)

    view = booking_view(order, now=WEEKS_LATER)
    assert (view.next_step, view.next_step_by) == (NextStepKey.WAIT_TRANSFER, NOW)
    first, *others = money_of(order, now=WEEKS_LATER)["milestones"]
    assert first.transfer_since == NOW
    assert [other.transfer_since for other in others] == [None, None]
    next_action = summary_of(order).next_actions[0]
    assert (next_action.key, next_action.since) == (NextActionKey.WAIT_TRANSFER, NOW)
    late = OrderFilter(next_action=NextActionKey.CHASE_PAYMENT)
    assert find_orders(filters=late, now=WEEKS_LATER) == (0, [])
    row = order_row_out(summary_of(order))
    assert row.transfer_cents == milestone_of(order, "acceptance").due_cents


def test_a_transfer_that_failed_is_due_again(order: Order, cards: TestCards) -> None:
    page = page_for(order, method="bank", cards=cards)
    pay_on(page, cards=cards)

    cards.hear_from_bank(page, arrives=False, now=NOW)
    settle(cards.look_up(page), cards=cards)

    assert booking_view(order, now=WEEKS_LATER).next_step == NextStepKey.PAY_MILESTONE
    assert money_of(order, now=WEEKS_LATER)["milestones"][0].transfer_since is None


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize("at", [NOW, WEEKS_LATER], ids=["may still cancel", "asked to pay"])
def test_a_transfer_that_failed_is_told_until_it_is_paid(
    order: Order, cards: TestCards, at: datetime
) -> None:
    page = page_for(order, method="bank", cards=cards, now=at)
    pay_on(page, cards=cards, now=at)
    said = "The bank transfer of"
    assert said not in " ".join(booking_view(order, now=at).status.lines)

    cards.hear_from_bank(page, arrives=False, now=at)
    for _ in range(2):
        settle(cards.look_up(page), cards=cards, now=at)

    email, text = worded(Message.objects.filter(kind="transfer_failed").order_by("channel"))
    assert "did not go through. Nothing was charged" in email.text
    due = dollars(milestone_of(order, "acceptance").due_cents)
    assert due in email.text
    assert due in text.text
    assert f"{said} {weekday_date(local_date(at))} did not go through." in " ".join(
        booking_view(order, now=at).status.lines
    )
    [summary] = order_summaries([order], now=at)
    assert NextActionKey.PAY_AGAIN in [next_action.key for next_action in summary.next_actions]
    assert may_resend("transfer_failed", summary.facts)
    assert why_not_so(email) == Message.Skipped.NOT
    key = WaitKey.FAILED_TRANSFERS
    [waiting] = waiting_groups([key], user=User(), now=at)
    assert (waiting.items[0].order_id, waiting.items[0].since) == (order.public_id, at)

    later = at + timedelta(hours=1)
    again = page_for(order, method="bank", cards=cards, now=later)
    pay_on(again, cards=cards, now=later)
    assert waiting_groups([key], user=User(), now=later) == []
    assert why_not_so(email) == Message.Skipped.OUT_OF_DATE
    assert booking_view(order, now=later).next_step == NextStepKey.WAIT_TRANSFER
    cards.hear_from_bank(again, arrives=True, now=later)
    settle(cards.look_up(again), cards=cards, now=later)

    assert said not in " ".join(booking_view(order, now=later).status.lines)
    [summary] = order_summaries([order], now=later)
    assert summary.facts.failed_transfer_since is None
    assert not may_resend("transfer_failed", summary.facts)


@pytest.mark.req("TRUTH-03.1", "TRUTH-03.3")
@pytest.mark.parametrize(
    ("rule", "then", "due"),
    [
        ("within_three_days", "it is sent back.", "Your order is canceled, and nothing is due."),
        ("after_three_days", "the rest back.", "Still to pay of your canceled order: $1,169.47."),
    ],
)
def test_a_transfer_that_fails_after_a_cancellation_is_told_to_customer_and_staff(
    order: Order, cards: TestCards, rule: str, then: str, due: str
) -> None:
    page = page_for(order, method="bank", cards=cards)
    pay_on(page, cards=cards)
    _, choices = cancellation_choices(order, costs_cents=0, now=NOW)
    [terms] = [each for each in choices if each.rule == rule]
    said = "is still on its way; if it arrives,"
    assert under_way_words(order, owed_cents=terms.owed_cents, now=NOW).endswith(then)
    cancel_by_staff(order, CancellationRule(rule), cards=cards)
    assert said in " ".join(booking_view(order, now=NOW).status.lines)
    canceled = the_message(kind="order_cancelled", channel="email").text
    assert said in canceled
    assert then in canceled

    cards.hear_from_bank(page, arrives=False, now=NOW)
    for _ in range(2):
        settle(cards.look_up(page), cards=cards)

    assert not Message.objects.filter(kind="transfer_failed").exists()
    for told in worded(Message.objects.filter(kind="late_transfer_failed")):
        assert due in told.text
    assert Message.objects.filter(kind="late_transfer_failed", channel="email").count() == 1
    [office] = Message.objects.filter(kind="staff_needed", text__contains="did not go through")
    assert ("nothing is due" in office.text) is (rule == "within_three_days")
    assert said not in " ".join(booking_view(order, now=NOW).status.lines)


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize(
    ("moving", "owed", "then"),
    [
        (0, 0, ""),
        (100_00, 0, "it is sent back."),
        (100_00, 40_00, "we keep the $40.00 that you still owe and send the rest back."),
        (100_00, 100_00, "it goes toward what you still owe."),
    ],
)
def test_what_becomes_of_a_transfer_to_a_canceled_order(moving: int, owed: int, then: str) -> None:
    said = str(transfer_after_cancelling(moving, owed_cents=owed) or "")

    assert said == then if not moving else said.endswith(f"if it arrives, {then}")


@pytest.mark.req("OPS-21.2")
def test_a_refund_is_on_its_way_until_a_bank_has_had_two_weeks(order: Order) -> None:
    fee = order.payments.get(purpose="scheduling_fee")
    refund = a_refund(fee, amount_cents=100_00)
    entry = {"order": order, "amount_cents": -100_00, "key": "k", "actor": "test", "at": NOW}
    LedgerEntry.objects.create(kind="payment", **entry)
    assert money_of(order, now=NOW)["refunding_cents"] == 100_00
    assert order_row_out(summary_of(order)).refunding_cents == 100_00

    Refund.objects.filter(pk=refund.pk).update(status="sent", sent_at=NOW)
    refund.refresh_from_db()

    assert money_of(order, now=NOW)["refunding_cents"] == 0
    assert refund.is_on_its_way(NOW + timedelta(days=13))
    assert not refund.is_on_its_way(NOW + timedelta(days=15))
