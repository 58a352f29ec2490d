"""Money on its way is shown as such: to the homeowner and to staff (OPS-21.2)."""

from datetime import timedelta

import pytest
from accounts import an_accepted_order, page_for, pay_on
from bookings import NOW, settle
from whole_orders import a_refund

from standby.orders.models import Order, Technician
from standby.payments.api.my_booking_money import money_of
from standby.payments.models import LedgerEntry, Milestone, Refund
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.milestones import milestone_of
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.rules.progress import NextStepKey
from standby.tracking.selectors.booking import booking_view
from standby.tracking.selectors.find_orders import OrderFilter, find_orders
from standby.tracking.selectors.orders import OrderSummary, order_summaries
from standby.tracking.staff_api.order_schemas import order_row_out

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
    assert summary_of(order).steps[0].key == NextActionKey.CHASE_PAYMENT

    pay_on(page_for(order, method="bank", cards=cards), cards=cards)

    view = booking_view(order, now=WEEKS_LATER)
    assert (view.next_step, view.next_step_by) == (NextStepKey.WAIT_TRANSFER, NOW)
    first, *others = money_of(order, now=WEEKS_LATER)["milestones"]
    assert first.transfer_since == NOW
    assert [other.transfer_since for other in others] == [None, None]
    step = summary_of(order).steps[0]
    assert (step.key, step.since) == (NextActionKey.WAIT_TRANSFER, NOW)
    late = OrderFilter(step=NextActionKey.CHASE_PAYMENT)
    assert find_orders(asked=late, now=WEEKS_LATER) == (0, [])
    row = order_row_out(summary_of(order))
    assert row.transfer_cents == milestone_of(order, "acceptance").due_cents


def test_a_transfer_that_failed_is_due_again(order: Order, cards: TestCards) -> None:
    page = page_for(order, method="bank", cards=cards)
    pay_on(page, cards=cards)

    cards.hear_from_bank(page, arrives=False, now=NOW)
    settle(cards.look_up(page), cards=cards)

    assert booking_view(order, now=WEEKS_LATER).next_step == NextStepKey.PAY_MILESTONE
    assert money_of(order, now=WEEKS_LATER)["milestones"][0].transfer_since is None


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
