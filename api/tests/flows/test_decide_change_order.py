"""The customer answers a higher price: one test for each ending."""

from datetime import timedelta
from uuid import uuid4

import pytest
from bookings import NOW, OFFICE, SIGNER, a_wish
from papers import a_submitted_review, answer, decide

from standby.apps.booking.models import ChangeOrder, Order
from standby.apps.booking.services.changes import ChangeNotFound, PriceAgreed
from standby.apps.notifications.models import Message
from standby.apps.quoting.models import PriceReceipt, Quote
from standby.domain.distance import DistanceBand
from standby.flows.photos.decide_change_order import (
    ChangeDecided,
    decide_change_order,
    is_refundable,
)

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(hours=2)


def a_change(*, installation_cents: int | None = None) -> ChangeOrder:
    review = a_submitted_review(a_wish(band=DistanceBand.MEDIUM))
    change = decide(review, run_ft=80, installation_cents=installation_cents).change
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


@pytest.mark.req("PHOTO-02.5")
@pytest.mark.parametrize(
    ("installation_cents", "refundable"), [(8_044_21, False), (8_044_22, True)]
)
def test_over_fifteen_percent_unapproved_is_refundable(
    installation_cents: int, refundable: bool
) -> None:
    """13,694.77 and 15 % of it, 2,054.2155: the last cent decides."""
    change = answer(a_change(installation_cents=installation_cents), "decline")

    assert is_refundable(change) is refundable


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


def test_another_orders_change_is_not_found() -> None:
    change = a_change()
    other = a_submitted_review().order

    for change_id in (change.public_id, uuid4()):
        with pytest.raises(ChangeNotFound):
            decide_change_order(
                other,
                change_id=change_id,
                answer="approve",
                signer=SIGNER,
                office=OFFICE,
                now=NOW,
            )


def test_a_cancelled_order_takes_no_answer() -> None:
    change = a_change()
    Order.objects.update(status="cancelled")

    with pytest.raises(PriceAgreed):
        answer(change, "approve")
