"""A coupon makes a job cheaper, so often and so long as staff said (OPS-12, reliability C10)."""

import dataclasses
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from bookings import (
    DAY,
    NOW,
    OFFICE,
    OTHER_DAY,
    a_wish,
    appointment_of,
    pay,
    reserve,
    settle,
    test_cards,
)

from standby.apps.booking.models import CrewSeat, Order
from standby.apps.catalog.coupons import (
    CouponExpired,
    CouponInactive,
    CouponTooEarly,
    CouponUnknown,
    CouponUsedUp,
    give_back,
    use_again,
)
from standby.apps.catalog.models import Coupon, CouponUse
from standby.domain.scheduling import Slot, TimeWindow
from standby.flows.booking.cancel_order import ByCustomer, cancel_order, cancellation_terms
from standby.flows.booking.give_back_coupons import give_back_coupons
from standby.flows.booking.release_hold import release_hold
from standby.flows.money.open_checkout import open_checkout

TODAY = date(2025, 11, 3)
LATER = NOW + timedelta(hours=1)
SUBTOTAL, TAX = 4_990_00 + 6_979_00 + 150_00, 575_77

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shop")]


def a_coupon(**changes: Any) -> Coupon:
    return Coupon.objects.create(**{"code": "SPRING", "kind": "percent", "value": 5} | changes)


def used(coupon: Coupon) -> int:
    coupon.refresh_from_db()
    return coupon.used


def let_the_hold_run_out(order: Order, folder: Path) -> None:
    seat = CrewSeat.objects.get(appointment=appointment_of(order))
    release_hold(seat, cards=test_cards(folder), office=OFFICE, now=LATER)


@pytest.mark.req("OPS-12.5")
def test_c10_the_discount_is_off_the_charges_before_tax() -> None:
    coupon = a_coupon()

    quote = reserve(a_wish(coupon_code=" spring ")).quote

    assert quote.discount_cents == 605_95  # 5 % of 12,119.00, no cent of the tax
    assert quote.sales_tax_cents == TAX
    assert quote.total_cents == SUBTOTAL + TAX - 605_95
    assert used(coupon) == 1


@pytest.mark.parametrize(
    ("kind", "value", "discount"),
    [
        ("percent", 100, SUBTOTAL),
        ("cents", 250_00, 250_00),
        ("cents", 10**12, SUBTOTAL),
        ("cents", 1, 1),
    ],
)
def test_c10_it_is_never_more_than_the_charges(kind: str, value: int, discount: int) -> None:
    a_coupon(kind=kind, value=value)

    quote = reserve(a_wish(coupon_code="SPRING")).quote

    assert (quote.discount_cents, quote.total_cents) == (discount, SUBTOTAL + TAX - discount)


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"code": "OTHER"}, CouponUnknown),
        ({"is_active": False}, CouponInactive),
        ({"starts_on": TODAY + timedelta(days=1)}, CouponTooEarly),
        ({"ends_on": TODAY - timedelta(days=1)}, CouponExpired),
        ({"most_uses": 3, "used": 3}, CouponUsedUp),
    ],
)
def test_c10_a_coupon_that_does_not_count_reserves_nothing(
    changes: dict[str, Any], refusal: type[Exception]
) -> None:
    a_coupon(**changes)

    with pytest.raises(refusal):
        reserve(a_wish(coupon_code="SPRING"))

    assert not Order.objects.exists()
    assert not CouponUse.objects.exists()


def test_c10_both_its_days_count_in_houston() -> None:
    a_coupon(starts_on=TODAY, ends_on=TODAY)

    assert reserve(a_wish(coupon_code="SPRING")).quote.discount_cents == 605_95


def test_c10_the_last_use_is_one_orders() -> None:
    coupon = a_coupon(most_uses=1)
    reserve(a_wish(coupon_code="SPRING"))

    with pytest.raises(CouponUsedUp):
        reserve(a_wish(coupon_code="SPRING"))

    assert used(coupon) == Order.objects.count() == 1


def test_reserving_again_keeps_the_one_use_and_another_coupon_takes_its_place() -> None:
    spring, autumn = a_coupon(most_uses=1), a_coupon(code="AUTUMN", value=10)
    wish = a_wish(coupon_code="SPRING")
    order = reserve(wish)

    reserve(dataclasses.replace(wish, slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
    assert (used(spring), used(autumn)) == (1, 0)
    reserve(dataclasses.replace(wish, coupon_code="autumn"))
    assert (used(spring), used(autumn)) == (0, 1)
    reserve(dataclasses.replace(wish, coupon_code=""))
    assert (used(spring), used(autumn)) == (0, 0)
    order.refresh_from_db()
    assert order.quote.discount_cents == 0
    assert Order.objects.count() == 1


def test_a_use_is_given_back_when_the_hold_ran_out_unpaid(tmp_path: Path) -> None:
    coupon = a_coupon(most_uses=1)
    order = reserve(a_wish(coupon_code="SPRING"))

    assert give_back_coupons(now=NOW) == 0
    let_the_hold_run_out(order, tmp_path)
    assert [give_back_coupons(now=LATER) for _ in range(2)] == [1, 0]

    assert used(coupon) == 0
    assert reserve(a_wish(coupon_code="SPRING")).quote.discount_cents > 0


def test_whoever_comes_back_to_pay_uses_it_again_if_one_is_left(tmp_path: Path) -> None:
    coupon = a_coupon(most_uses=1)
    order = reserve(a_wish(coupon_code="SPRING"))
    let_the_hold_run_out(order, tmp_path)
    give_back_coupons(now=LATER)
    other = reserve(a_wish(coupon_code="SPRING"), now=LATER)

    def go_to_pay() -> str:
        return open_checkout(
            order, agreed_to=None, cards=test_cards(tmp_path), office=OFFICE, now=LATER
        )

    with pytest.raises(CouponUsedUp):
        go_to_pay()
    give_back(other.public_id, now=LATER)
    assert go_to_pay()
    assert used(coupon) == 1
    use_again(order.public_id, now=LATER)
    assert used(coupon) == 1


def test_a_use_is_given_back_when_the_order_is_cancelled_unpaid(tmp_path: Path) -> None:
    coupon = a_coupon()
    order = reserve(a_wish(coupon_code="SPRING"))

    cancel_order(
        order,
        ByCustomer(shown_cents=0),
        cards=test_cards(tmp_path),
        office=OFFICE,
        now=NOW,
    )
    give_back_coupons(now=NOW)

    assert used(coupon) == 0


def test_what_was_paid_for_stays_used(tmp_path: Path) -> None:
    coupon = a_coupon()
    cards = test_cards(tmp_path)
    order = reserve(a_wish(coupon_code="SPRING"))
    settle(pay(order, cards=cards, now=NOW), cards=cards, now=NOW)

    assert give_back_coupons(now=LATER + timedelta(days=1)) == 0
    order.refresh_from_db()
    cancel_order(
        order,
        ByCustomer(shown_cents=cancellation_terms(order, now=NOW).refund_cents),
        cards=cards,
        office=OFFICE,
        now=NOW,
    )
    assert give_back_coupons(now=LATER) == 0
    assert used(coupon) == 1
    assert CouponUse.objects.get().kept_at == LATER + timedelta(days=1)


def test_an_order_without_a_coupon_has_nothing_to_give_back() -> None:
    assert give_back(uuid4(), now=NOW) is False
    use_again(uuid4(), now=NOW)
    assert appointment_of(reserve()).day == DAY
