"""The customer answers a higher price: one test for each ending."""

from datetime import timedelta

import pytest
from bookings import NOW, a_wish
from papers import a_submitted_review, answer, decide

from standby.messaging.models import Message
from standby.orders.models import ChangeOrder, Order
from standby.orders.services.changes import ChangeNotFound, PriceAgreed
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.distance import DistanceBand
from standby.workflows.decide_change_order import ChangeDecided

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(hours=2)


def a_change() -> ChangeOrder:
    change = decide(a_submitted_review(a_wish(band=DistanceBand.MEDIUM)), run_ft=80).change
    assert change is not None
    return change


def told(kind: str) -> int:
    return Message.objects.filter(kind=kind).count()


def test_yes_locks_the_higher_price() -> None:
    change = answer(a_change(), "approve", now=LATER)

    order = Order.objects.get()
    assert (change.status, change.decided_at) == ("approved", LATER)
    assert (order.quote.version, order.quote.locked_at) == (3, LATER)
    assert order.quote.supersedes == change.to_quote
    assert (order.quote.confirmed_run_ft, order.total_cents) == (80, 1_519_477)
    assert order.package.max_distance_feet == 150
    assert PriceReceipt.objects.count() == 2
    assert told("change_approved") == 2


def test_no_leaves_the_promise_as_it_is_and_tells_staff() -> None:
    change = answer(a_change(), "decline")

    order = Order.objects.get()
    assert change.status == "declined"
    assert (order.quote.version, order.quote.locked_at, order.total_cents) == (1, None, 1_369_477)
    assert PriceReceipt.objects.count() == 1
    assert (told("change_declined"), told("staff_needed")) == (2, 1)


@pytest.mark.parametrize(("first", "other"), [("approve", "decline"), ("decline", "approve")])
def test_the_first_answer_counts(first: str, other: str) -> None:
    change = a_change()
    answer(change, first)  # type: ignore[arg-type]

    again = answer(change, first, now=LATER)  # type: ignore[arg-type]
    with pytest.raises(ChangeDecided):
        answer(change, other)  # type: ignore[arg-type]

    assert again.decided_at == NOW
    assert Quote.objects.count() == (3 if first == "approve" else 2)
    assert told("change_approved") + told("change_declined") == 2


def test_neither_another_orders_change_nor_one_of_a_cancelled_order_is_answered() -> None:
    change = a_change()
    other = a_submitted_review().order
    theirs = change.order_id
    change.order_id = other.pk

    with pytest.raises(ChangeNotFound):
        answer(change, "approve")
    change.order_id = theirs
    Order.objects.update(status="cancelled")
    with pytest.raises(PriceAgreed):
        answer(change, "approve")
