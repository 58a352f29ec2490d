"""A locked price changes only by a change order, a lower one at once; a wrong lock is corrected."""

import pytest
from accounts import accept, an_accepted_order, balance, fresh, pay_milestone
from bookings import NOW, SIGNER
from papers import a_locked_order, a_scheduled_order, answer

from standby.messaging.models import Message
from standby.orders.models import ChangeOrder, Order
from standby.orders.services.changes import ChangeWaits, PriceAgreed
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.milestones import PriceBelowPaid, milestone_of, milestones_of, reach
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.workflows.decide_change_order import is_refundable
from standby.workflows.decide_photo_review import (
    NoPriceChange,
    NothingLocked,
    TotalTooLow,
    change_agreed_price,
    correct_lock,
)

pytestmark = pytest.mark.usefixtures("shop")
JO = "staff jo"


def change(order: Order, total_cents: int, *, reason: str = "Rock in the ground") -> object:
    return change_agreed_price(
        fresh(order), total_cents=total_cents, reason=reason, actor=JO, signer=SIGNER, now=NOW
    )


def correct(order: Order, run_ft: int) -> Quote:
    return correct_lock(
        fresh(order), run_ft=run_ft, reason="A typing error", actor=JO, signer=SIGNER, now=NOW
    )


def told(order: Order, kind: str) -> int:
    return Message.objects.filter(order_ref=order.public_id, kind=kind).count()


def accept_in_full(order: Order) -> Order:
    """The locked order's proposal is accepted."""
    accept(order, total_cents=order.total_cents)
    return fresh(order)


@pytest.mark.req("OPS-18.3")
def test_a_higher_price_after_acceptance_holds_once_the_customer_approves_it() -> None:
    order = accept_in_full(a_locked_order())
    before, receipts = order.total_cents, PriceReceipt.objects.count()

    proposed = change(order, before + 500_00)
    assert isinstance(proposed, ChangeOrder)
    assert fresh(order).total_cents == before
    assert told(order, "price_change_later") == 2
    assert not is_refundable(proposed)
    with pytest.raises(ChangeWaits):
        change(order, before + 600_00)

    answer(proposed, "approve")

    order = fresh(order)
    assert order.total_cents == before + 500_00
    assert order.quote.locked_at is not None
    assert sum(each.amount_cents for each in milestones_of(order)) == order.total_cents
    assert PriceReceipt.objects.count() == receipts + 1
    assert balance(order) == milestone_of(order, "acceptance").amount_cents


def test_a_declined_change_leaves_the_agreed_price() -> None:
    order = accept_in_full(a_locked_order())
    proposed = change(order, order.total_cents + 500_00)
    assert isinstance(proposed, ChangeOrder)

    answer(proposed, "decline")

    assert fresh(order).total_cents == order.total_cents
    assert fresh(order).status == "accepted"


def test_a_lower_price_needs_no_yes_and_what_is_paid_stays(cards: TestCards) -> None:
    order = accept_in_full(a_locked_order())
    pay_milestone(order, cards=cards)
    paid = milestone_of(order, "acceptance").amount_cents

    assert change(order, order.total_cents - 300_00, reason="No trench") is None

    after = fresh(order)
    planned = {each.kind: each.amount_cents for each in milestones_of(after)}
    assert after.total_cents == order.total_cents - 300_00
    assert planned["acceptance"] == paid
    assert sum(planned.values()) == after.total_cents
    assert told(order, "price_lowered") == 2


def test_a_price_is_not_lowered_below_what_is_paid(cards: TestCards) -> None:
    order = accept_in_full(a_locked_order())
    pay_milestone(order, cards=cards)
    reach(order, "equipment", actor=JO, now=NOW)
    pay_milestone(order, "equipment", cards=cards)

    with pytest.raises(PriceBelowPaid):
        change(order, 9_000_00)


def test_what_is_due_already_follows_in_the_ledger() -> None:
    order = accept_in_full(a_locked_order())
    reach(order, "equipment", actor=JO, now=NOW)

    change(order, order.total_cents - 400_00)

    due = [each for each in milestones_of(fresh(order)) if each.status == "due"]
    assert balance(order) == sum(each.amount_cents for each in due)


def test_what_is_refused() -> None:
    with pytest.raises(NothingLocked):
        change(a_scheduled_order(), 1)
    order = a_locked_order()
    with pytest.raises(NoPriceChange):
        change(order, order.total_cents)
    with pytest.raises(TotalTooLow):
        change(order, 1)
    Order.objects.filter(pk=order.pk).update(status="cancelled")
    with pytest.raises(PriceAgreed):
        change(order, 1)


@pytest.mark.req("OPS-18.2")
def test_a_wrong_distance_is_corrected_by_a_new_version_whose_receipt_follows() -> None:
    order = a_locked_order(run_ft=20)
    wrong = PriceReceipt.objects.get(quote=order.quote)

    version = correct(order, 23)

    after = fresh(order)
    receipt = PriceReceipt.objects.get(quote=after.quote)
    assert (after.quote, version.confirmed_run_ft) == (version, 23)
    assert version.locked_at is not None
    assert receipt.previous == wrong
    assert told(order, "corrected") == 2
    assert after.photo_review.confirmed_run_ft == 23


def test_a_correction_that_costs_more_is_put_to_the_customer() -> None:
    order = a_locked_order(run_ft=20)

    version = correct(order, 40)

    after = fresh(order)
    assert (version.locked_at, after.quote) == (None, order.quote)
    assert ChangeOrder.objects.get().to_quote == version
    assert told(order, "price_change_later") == 2


def test_a_price_that_is_not_locked_or_was_accepted_has_no_lock_to_correct(
    cards: TestCards,
) -> None:
    with pytest.raises(NothingLocked):
        correct(a_scheduled_order(), 23)
    with pytest.raises(PriceAgreed):
        correct(an_accepted_order(cards), 23)
