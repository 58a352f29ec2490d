"""The price of an installation, and the township whose permit fee it pays."""

import json
from contextlib import nullcontext
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from standby.coverage.rules.addresses import city_of, township_key, township_of
from standby.pricing.rules.pricing import (
    DiscountTooLarge,
    price_installation,
    with_discount,
)

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "contract" / "price-cases.json").read_text(encoding="utf-8")
)
CENTS = st.integers(min_value=0, max_value=10**12)


@pytest.mark.req("HOME-05.3", "PRICE-01.5")
@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: str(case["name"]))
def test_every_golden_price(case: dict[str, Any]) -> None:
    """The first is the specification's; homeowners' own generators are not taxed."""
    price = price_installation(
        installation_cents=case["installation_cents"],
        generator_cents=case["generator_cents"],
        permit_cents=case["permit_cents"],
        discount_cents=case["discount_cents"],
        tax_rate=Decimal(GOLDEN["tax_rate"]),
    )

    assert price.sales_tax_cents == case["sales_tax_cents"]
    assert price.total_cents == case["total_cents"]


@pytest.mark.parametrize("case", GOLDEN["townships"], ids=lambda case: str(case["address"]))
def test_every_golden_township(case: dict[str, Any]) -> None:
    found = township_of(
        address=case["address"], zip_city=case["zip_city"], configured=case["configured"]
    )

    assert found == case["township"]


@pytest.mark.req("PRICE-01.2", "PRICE-01.4")
@given(installation=CENTS, generator=CENTS, permit=CENTS)
def test_total_is_the_sum_of_its_lines_and_8_25_percent_of_the_generator_rounded_half_up(
    installation: int, generator: int, permit: int
) -> None:
    price = price_installation(
        installation_cents=installation,
        generator_cents=generator,
        permit_cents=permit,
        tax_rate=settings.SALES_TAX_RATE,
    )

    assert price.total_cents - price.sales_tax_cents == installation + generator + permit
    assert price.sales_tax_cents == (generator * 825 + 5_000) // 10_000


@given(charges=CENTS, discount=CENTS)
def test_a_discount_never_pays_the_customer(charges: int, discount: int) -> None:
    expected = nullcontext() if discount <= charges else pytest.raises(DiscountTooLarge)

    with expected:
        price = price_installation(
            installation_cents=charges,
            permit_cents=0,
            discount_cents=discount,
            tax_rate=settings.SALES_TAX_RATE,
        )
        assert price.total_cents == charges - discount


@pytest.mark.req("PRICE-01.3")
@pytest.mark.parametrize(
    "city",
    ["The Woodlands", " the woodlands ", "WOODLANDS", "The\u00a0Woodlands", "the  woodlands"],
)
def test_a_township_is_known_whatever_its_spelling(city: str) -> None:
    assert township_key(city) == "woodlands"


@pytest.mark.req("PRICE-01.3")
@given(address=st.text(max_size=200), zip_city=st.none() | st.text(max_size=50))
def test_any_text_has_a_configured_township_or_the_default_by_a_comma_part_of_the_address(
    address: str, zip_city: str | None
) -> None:
    found = township_of(address=address, zip_city=zip_city, configured={"woodlands", "tomball"})

    assert found in {"woodlands", "tomball", "default"}
    assert city_of(address) in ["", *(part.strip() for part in address.split(","))]


@pytest.mark.parametrize(
    ("kind", "value", "cents"),
    [
        ("percent", 10, 1_211_90),
        ("percent", 100, 12_119_00),
        ("cents", 250_00, 250_00),
        ("cents", 99_999_00, 12_119_00),
    ],
)
def test_a_discount_is_off_the_charges_before_tax(kind: str, value: int, cents: int) -> None:
    price = price_installation(
        installation_cents=12_119_00, permit_cents=0, tax_rate=settings.SALES_TAX_RATE
    )

    assert with_discount(price, kind=kind, value=value).discount_cents == cents


@given(
    installation=CENTS,
    generator=CENTS,
    percent=st.integers(min_value=1, max_value=100),
    off=st.integers(min_value=1, max_value=10**13),
)
def test_c12_no_discount_makes_a_total_negative_or_touches_the_tax(
    installation: int, generator: int, percent: int, off: int
) -> None:
    price = price_installation(
        installation_cents=installation,
        generator_cents=generator,
        permit_cents=150_00,
        tax_rate=settings.SALES_TAX_RATE,
    )

    for kind, value in (("percent", percent), ("cents", off)):
        cheaper = with_discount(price, kind=kind, value=value)
        assert 0 <= cheaper.discount_cents <= price.subtotal_cents
        assert cheaper.total_cents == price.total_cents - cheaper.discount_cents
        assert cheaper.total_cents >= price.sales_tax_cents == cheaper.sales_tax_cents
