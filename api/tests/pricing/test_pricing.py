"""The price of an installation, quoted and firm, and the township whose permit fee it pays."""

import json
from contextlib import nullcontext
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.market import TAXES
from standby.coverage.rules.addresses import city_of, township_key, township_of
from standby.pricing.rules.distance import (
    DistanceBand,
    RunMissing,
    RunNotQuoted,
    RunTooLong,
    band_for,
    feet_from_steps,
    limits_of,
    manual_quote_run_ft,
)
from standby.pricing.rules.pricing import (
    DiscountBeyondPrice,
    DiscountTooLarge,
    FirmPrice,
    InstallationPriceMissing,
    PriceBreakdown,
    firm_price,
    is_refundable_change,
    percent_of_change,
    price_installation,
    with_discount,
)

SALES_TAX_RATE = Decimal(TAXES["sales_tax_rate"])
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
        tax_rate=SALES_TAX_RATE,
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
            tax_rate=SALES_TAX_RATE,
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
        installation_cents=12_119_00, permit_cents=0, tax_rate=SALES_TAX_RATE
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
        tax_rate=SALES_TAX_RATE,
    )

    for kind, value in (("percent", percent), ("cents", off)):
        cheaper = with_discount(price, kind=kind, value=value)
        assert 0 <= cheaper.discount_cents <= price.subtotal_cents
        assert cheaper.total_cents == price.total_cents - cheaper.discount_cents
        assert cheaper.total_cents >= price.sales_tax_cents == cheaper.sales_tax_cents


@pytest.mark.parametrize("bands", [["close", "far"], ["close", "medium", "far", "far"]])
def test_a_market_has_one_package_for_each_band(bands: list[str]) -> None:
    packages = [{"band": band, "max_distance_feet": 25} for band in bands]

    with pytest.raises(ValueError, match="one package for each of close, medium, far"):
        limits_of(packages)


@pytest.mark.req("DIST-01.3", "DIST-01.4")
@pytest.mark.parametrize(
    ("run_ft", "band"),
    [(0, "close"), (25, "close"), (26, "medium"), (50, "medium"), (51, "far"), (150, "far")],
)
def test_an_edge_belongs_to_the_nearer_band_and_over_150_ft_none_is_sold(
    run_ft: int, band: str
) -> None:
    assert band_for(run_ft) == band
    with pytest.raises(RunTooLong) as refusal:
        band_for(run_ft + 151)
    assert refusal.value.code == "run_too_long"


@pytest.mark.parametrize(
    ("named", "band"), [("25", "close"), (50, "medium"), (150, "far"), ("far", "far")]
)
def test_a_band_is_also_named_by_its_farthest_foot(named: Any, band: str) -> None:
    assert DistanceBand(named) == band


@pytest.mark.parametrize("named", ["", "26", 0, None, True, "CLOSE "])
def test_nothing_else_names_a_band(named: Any) -> None:
    with pytest.raises(ValueError, match="is not a valid DistanceBand"):
        DistanceBand(named)


@pytest.mark.req("DIST-01.2")
@pytest.mark.parametrize(
    ("steps", "feet"), [(-1, 0), (0, 0), (1, 3), (8, 24), (80, 240), (81, 240)]
)
def test_a_step_is_3_ft_and_steps_are_clamped_to_80(steps: int, feet: int) -> None:
    assert feet_from_steps(steps) == feet


@pytest.mark.parametrize(
    ("run_ft", "steps", "feet"), [(151, None, 151), (2000, None, 2000), (None, 51, 153)]
)
def test_a_run_that_no_band_holds_is_told_in_feet_or_in_steps(
    run_ft: int | None, steps: int | None, feet: int
) -> None:
    assert manual_quote_run_ft(run_ft=run_ft, steps=steps) == feet


@pytest.mark.parametrize(
    ("run_ft", "steps", "field"),
    [(150, None, "run_ft"), (2001, None, "run_ft"), (-1, None, "run_ft"), (None, 50, "steps")],
)
def test_a_run_that_a_band_holds_is_not_quoted_by_hand(
    run_ft: int | None, steps: int | None, field: str
) -> None:
    with pytest.raises(RunNotQuoted) as refusal:
        manual_quote_run_ft(run_ft=run_ft, steps=steps)
    assert refusal.value.field == field


@pytest.mark.parametrize(("run_ft", "steps"), [(None, None), (200, 60)])
def test_a_run_is_told_once(run_ft: int | None, steps: int | None) -> None:
    with pytest.raises(RunMissing):
        manual_quote_run_ft(run_ft=run_ft, steps=steps)


CLOSE, MEDIUM, FAR = DistanceBand.CLOSE, DistanceBand.MEDIUM, DistanceBand.FAR
TODAY = {CLOSE: 4_990_00, MEDIUM: 5_990_00, FAR: 7_490_00}
PRICE = PriceBreakdown(
    installation_cents=5_990_00,
    generator_cents=6_979_00,
    permit_cents=150_00,
    sales_tax_cents=575_77,
    discount_cents=100_00,
)


def firm(
    run_ft: int,
    *,
    told: int | None = None,
    quoted: PriceBreakdown = PRICE,
    band: DistanceBand = MEDIUM,
    today: dict[DistanceBand, int] = TODAY,
) -> FirmPrice:
    return firm_price(
        quoted, quoted_band=band, run_ft=run_ft, installation_cents=told, flat_cents=today
    )


@pytest.mark.parametrize(
    ("run_ft", "told", "band", "installation_cents", "needs_approval"),
    [
        (26, None, MEDIUM, 5_990_00, False),
        (50, None, MEDIUM, 5_990_00, False),
        (25, None, CLOSE, 4_990_00, False),
        (0, None, CLOSE, 4_990_00, False),
        (51, None, FAR, 7_490_00, True),
        (150, None, FAR, 7_490_00, True),
        (151, 9_000_00, FAR, 9_000_00, True),
        (151, 5_990_00, FAR, 5_990_00, False),
        (60, 6_500_00, FAR, 6_500_00, True),
        (40, 6_200_00, MEDIUM, 6_200_00, True),
        (40, 5_990_01, MEDIUM, 5_990_01, True),
        (40, 5_000_00, MEDIUM, 5_000_00, False),
        (20, 5_500_00, CLOSE, 4_990_00, False),
        (20, 4_500_00, CLOSE, 4_500_00, False),
        (20, 6_200_00, CLOSE, 6_200_00, True),
    ],
)
def test_only_the_installation_follows_the_run(
    run_ft: int, told: int | None, band: DistanceBand, installation_cents: int, needs_approval: bool
) -> None:
    found = firm(run_ft, told=told)
    assert found.band == band
    assert found.price == replace(PRICE, installation_cents=installation_cents)
    assert found.needs_approval is needs_approval


@pytest.mark.parametrize(
    ("run_ft", "today"),
    [
        (45, {CLOSE: 9_000_00, MEDIUM: 8_000_00, FAR: 9_999_00}),
        (10, {**TODAY, CLOSE: 6_500_00}),
        (10, {MEDIUM: 5_990_00}),
        (100, {**TODAY, FAR: 5_000_00}),
    ],
    ids=["the same band", "a dearer nearer one", "a nearer one sold no more", "a cheaper farther"],
)
def test_all_lines_stay_whatever_is_charged_today(
    run_ft: int, today: dict[DistanceBand, int]
) -> None:
    assert firm(run_ft, today=today).price == PRICE


def test_a_run_beyond_the_bands_needs_a_price_from_staff() -> None:
    with pytest.raises(InstallationPriceMissing) as refused:
        firm(151)
    assert refused.value.field == "installation_cents"


def test_a_price_below_the_discount_is_refused() -> None:
    own = replace(PRICE, generator_cents=0, sales_tax_cents=0, discount_cents=6_000_00)
    with pytest.raises(DiscountBeyondPrice):
        firm(40, told=100_00, quoted=own)


@pytest.mark.req("PHOTO-02.5")
@pytest.mark.parametrize(
    ("was_cents", "now_cents", "percent", "refundable"),
    [
        (10_000_00, 11_500_00, 15.0, False),
        (10_000_00, 11_500_01, 15.0, True),
        (13_694_77, 13_694_77 + 2_054_21, 15.0, False),
        (13_694_77, 13_694_77 + 2_054_22, 15.0, True),
        (10_000_00, 9_000_00, -10.0, False),
        (3, 4, 33.3, True),
        (0, 0, 0.0, False),
        (0, 1, 100.0, True),
    ],
)
def test_more_than_fifteen_percent_is_refundable_to_the_cent(
    was_cents: int, now_cents: int, percent: float, refundable: bool
) -> None:
    assert percent_of_change(was_cents, now_cents) == percent
    assert is_refundable_change(was_cents, now_cents) is refundable


def test_a_change_knows_whether_it_is_refundable() -> None:
    assert not firm(40, told=6_200_00).is_refundable
    assert firm(151, told=9_000_00).is_refundable


PRICES = st.integers(min_value=0, max_value=100_000_00)


@given(
    promised=PRICES,
    band=st.sampled_from(list(DistanceBand)),
    run_ft=st.integers(min_value=0, max_value=150),
    today=st.fixed_dictionaries(dict.fromkeys(DistanceBand, PRICES)),
)
def test_a_price_within_the_promised_band_is_never_higher(
    promised: int, band: DistanceBand, run_ft: int, today: dict[DistanceBand, int]
) -> None:
    quoted = replace(PRICE, installation_cents=promised)
    found = firm(run_ft, quoted=quoted, band=band, today=today)
    if run_ft <= band.max_distance_ft:
        assert found.price.total_cents <= quoted.total_cents
        assert not found.needs_approval
    assert found.price.installation_cents <= max(promised, *today.values())
