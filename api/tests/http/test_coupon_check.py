"""A visitor tries a code, and sees what the job would cost with it (OPS-12, reliability C10)."""

from datetime import UTC, datetime
from typing import Any

import pytest
from booking_client import ADDRESS
from django.test import Client
from windows import in_one_window

from standby.apps.catalog.models import Coupon, CouponUse

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]
JOB: dict[str, Any] = {
    "location": {"address": {"formatted": ADDRESS}, "distance": {"band": "close"}},
    "generator": {"choice": "buy_here", "product": {"model_number": "7043"}},
}


def check(browser: Client, code: object = "spring", **changes: Any) -> Any:
    return browser.post(
        "/api/coupons/check", {**JOB, "code": code, **changes}, content_type="application/json"
    )


def a_coupon(**changes: Any) -> None:
    Coupon.objects.create(**{"code": "SPRING", "kind": "percent", "value": 10} | changes)


def test_the_lines_of_the_job_with_the_discount(browser: Client) -> None:
    a_coupon(most_uses=1)

    answer = check(browser)

    assert answer.status_code == 200
    assert answer.json() == {
        "installation_cents": 4_990_00,
        "generator_cents": 6_979_00,
        "permit_cents": 150_00,
        "sales_tax_cents": 575_77,
        "discount_cents": 1_211_90,
        "total_cents": 11_482_87,
    }
    assert not CouponUse.objects.exists()
    assert Coupon.objects.get().used == 0


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"code": "OTHER"}, 422, "coupon_unknown"),
        ({"is_active": False}, 422, "coupon_inactive"),
        ({"starts_on": datetime(2999, 1, 1, tzinfo=UTC)}, 422, "coupon_too_early"),
        ({"ends_on": datetime(2000, 1, 1, tzinfo=UTC)}, 422, "coupon_expired"),
        ({"most_uses": 1, "used": 1}, 409, "coupon_used_up"),
    ],
)
def test_a_code_that_does_not_count_says_why(
    browser: Client, changes: dict[str, Any], status: int, code: str
) -> None:
    a_coupon(**changes)

    answer = check(browser)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("code", ["", None, ["SPRING", "AUTUMN"], "x" * 41, 5])
def test_c10_one_code_it_is_and_no_two(browser: Client, code: object) -> None:
    a_coupon()

    assert check(browser, code).status_code == 422


def test_an_address_elsewhere_has_no_price(browser: Client) -> None:
    a_coupon()
    location = {"address": {"formatted": "1 A St, Dallas, TX 75201"}, "distance": {"band": "far"}}

    assert check(browser, location=location).json()["code"] == "address_not_covered"


def test_codes_are_not_tried_for_ever(browser: Client) -> None:
    in_one_window()
    answers = [check(browser, f"TRY-{number}").status_code for number in range(21)]

    assert answers == [422] * 20 + [429]
