"""A visitor tries a code, and sees what the job would cost with it (OPS-12, reliability C10)."""

from typing import Any

import pytest
from booking_client import ADDRESS
from django.test import Client

from standby.pricing.models.catalog import Coupon, CouponUse

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

    assert (answer.status_code, answer.json()) == (
        200,
        {
            "installation_cents": 4_990_00,
            "generator_cents": 6_979_00,
            "permit_cents": 150_00,
            "sales_tax_cents": 575_77,
            "discount_cents": 1_211_90,
            "total_cents": 11_482_87,
        },
    )
    assert not CouponUse.objects.exists()
    assert Coupon.objects.get().used == 0


@pytest.mark.parametrize(
    ("code", "location", "answered"),
    [
        ("USED", {}, (409, "coupon_used_up")),
        ("OTHER", {}, (422, "coupon_unknown")),
        *((wrong, {}, (422, "invalid")) for wrong in ("", None, ["SPRING", "AUTUMN"], "x" * 41, 5)),
        (
            "SPRING",
            {"address": {"formatted": "1 A St, Dallas, TX 75201"}, "distance": {"band": "far"}},
            (422, "address_not_covered"),
        ),
    ],
)
def test_c10_one_code_of_ours_it_is_for_an_address_of_ours(
    browser: Client, code: object, location: dict[str, Any], answered: tuple[int, str]
) -> None:
    a_coupon()
    a_coupon(code="USED", most_uses=1, used=1)
    answer = check(browser, code, location=location or JOB["location"])
    assert (answer.status_code, answer.json()["code"]) == answered
