"""A coupon makes a job cheaper, so often and so long as staff said (OPS-12, reliability C10)."""

import dataclasses
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from booking_helpers import (
    DAY,
    NOW,
    OTHER_DAY,
    a_request,
    appointment_of,
    open_page,
    pay,
    reserve,
    settle,
)

from standby.core.errors import DomainError
from standby.orders.models import CrewSeat, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.payments.providers.cards.test_mode import TestCards
from standby.pricing.models.catalog import Coupon, CouponUse
from standby.pricing.services.quoting import CouponUsedUp, reclaim_use, release_coupon
from standby.workflows.cancel_order import (
    CancellationRequest,
    ShownTerms,
    cancel_order,
    cancellation_terms,
)
from standby.workflows.release_holds import release_coupons, release_hold

TODAY = date(2025, 11, 3)
LATER = NOW + timedelta(hours=1)
SUBTOTAL, TAX = 4_990_00 + 6_979_00 + 150_00, 575_77

pytestmark = pytest.mark.usefixtures("shop")


def a_coupon(**changes: Any) -> Coupon:
    return Coupon.objects.create(**{"code": "SPRING", "kind": "percent", "value": 5} | changes)


def used(coupon: Coupon) -> int:
    coupon.refresh_from_db()
    return coupon.used


@pytest.mark.req("OPS-12.5")
@pytest.mark.parametrize(
    ("kind", "value", "discount"), [("percent", 5, 605_95), ("cents", 250_00, 250_00)]
)
def test_c10_a_discount_is_off_the_charges_before_tax(kind: str, value: int, discount: int) -> None:
    """No cent of it off the tax; both days of a coupon count in Houston."""
    coupon = a_coupon(kind=kind, value=value, starts_on=TODAY, ends_on=TODAY)
    quote = reserve(a_request(coupon_code=" spring ")).quote
    assert (quote.discount_cents, quote.sales_tax_cents) == (discount, TAX)
    assert quote.total_cents == SUBTOTAL + TAX - discount
    assert used(coupon) == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"code": "OTHER"}, "coupon_unknown"),
        ({"is_active": False}, "coupon_inactive"),
        ({"starts_on": TODAY + timedelta(days=1)}, "coupon_too_early"),
        ({"ends_on": TODAY - timedelta(days=1)}, "coupon_expired"),
        ({"most_uses": 3, "used": 3}, "coupon_used_up"),
    ],
)
def test_c10_a_coupon_that_does_not_count_is_refused(changes: dict[str, Any], code: str) -> None:
    a_coupon(**changes)
    with pytest.raises(DomainError) as refused:
        reserve(a_request(coupon_code="SPRING"))
    assert refused.value.code == code
    assert not Order.objects.exists()
    assert not CouponUse.objects.exists()


def test_reserving_again_keeps_the_one_use_and_another_coupon_takes_its_place() -> None:
    spring, autumn = a_coupon(most_uses=1), a_coupon(code="AUTUMN", value=10)
    request = a_request(coupon_code="SPRING")
    order = reserve(request)

    reserve(dataclasses.replace(request, slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
    assert (used(spring), used(autumn)) == (1, 0)
    reserve(dataclasses.replace(request, coupon_code="autumn"))
    assert (used(spring), used(autumn)) == (0, 1)
    reserve(dataclasses.replace(request, coupon_code=""))
    assert (used(spring), used(autumn)) == (0, 0)
    order.refresh_from_db()
    assert order.quote.discount_cents == 0
    assert Order.objects.count() == 1


def test_c10_a_use_is_given_back_with_the_hold_and_used_again_if_left(cards: TestCards) -> None:
    """The last use is one order's: of whoever came back to pay, or of another who came first."""
    coupon = a_coupon(most_uses=1)
    order = reserve(a_request(coupon_code="SPRING"))
    assert release_coupons(now=NOW) == 0
    with pytest.raises(CouponUsedUp):
        reserve(a_request(coupon_code="SPRING"))
    seat = CrewSeat.objects.get(afternoon=appointment_of(order))
    release_hold(seat, cards=cards, now=LATER)

    assert [release_coupons(now=LATER) for _ in range(2)] == [1, 0]
    assert used(coupon) == 0
    other = reserve(a_request(coupon_code="SPRING"), now=LATER)
    assert other.quote.discount_cents > 0
    with pytest.raises(CouponUsedUp):
        open_page(order, cards=cards, now=LATER)
    release_coupon(other.public_id, now=LATER)
    assert open_page(order, cards=cards, now=LATER)
    assert used(coupon) == 1
    reclaim_use(order.public_id, now=LATER)
    assert used(coupon) == 1


def cancel(order: Order, *, cards: TestCards) -> None:
    order.refresh_from_db()
    shown = CancellationRequest(shown=ShownTerms.of(cancellation_terms(order, now=NOW)))
    cancel_order(order, shown, cards=cards, now=NOW)


def test_a_use_is_given_back_when_the_order_is_cancelled_unpaid(cards: TestCards) -> None:
    coupon = a_coupon()
    cancel(reserve(a_request(coupon_code="SPRING")), cards=cards)
    release_coupons(now=NOW)
    assert used(coupon) == 0


def test_what_was_paid_for_stays_used(cards: TestCards) -> None:
    coupon, finalized_at = a_coupon(), LATER + timedelta(days=1)
    order = reserve(a_request(coupon_code="SPRING"))
    settle(pay(order, cards=cards), cards=cards)
    assert release_coupons(now=finalized_at) == 0
    cancel(order, cards=cards)
    assert release_coupons(now=LATER) == 0
    assert used(coupon) == 1
    assert CouponUse.objects.get().finalized_at == finalized_at


def test_an_order_without_a_coupon_has_nothing_to_give_back() -> None:
    assert release_coupon(uuid4(), now=NOW) is False
    reclaim_use(uuid4(), now=NOW)
    assert appointment_of(reserve()).day == DAY
