"""The price of an installation, quoted and firm, and the township whose permit fee it pays."""

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from market_bands import bands_in

from standby.core.market import market_folder, read_sales_tax_rate
from standby.coverage.rules.addresses import city_of, township_key, township_of
from standby.pricing.rules.distance import (
    Band,
    RunMissing,
    RunNotQuoted,
    RunTooLong,
    band_for,
    band_named,
    bands_of,
    feet_from_steps,
    manual_quote_run_ft,
    package_band_for,
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

BANDS = bands_in("test")
SHORT, LONG = BANDS
TODAY = {"short": 3_137_00, "long": 4_411_00}  # market/test/packages.json
SALES_TAX_RATE = read_sales_tax_rate(market_folder("test"))
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
def test_total_is_the_sum_of_its_lines_and_the_tax_on_the_generator_rounded_half_up(
    installation: int, generator: int, permit: int
) -> None:
    price = price_installation(
        installation_cents=installation,
        generator_cents=generator,
        permit_cents=permit,
        tax_rate=SALES_TAX_RATE,
    )
    assert price.total_cents - price.sales_tax_cents == installation + generator + permit
    assert price.sales_tax_cents == (generator * 763 + 5_000) // 10_000


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


@pytest.mark.req("DIST-01.3", "DIST-01.4")
@pytest.mark.parametrize(
    ("market", "run_ft", "code"),
    [
        *(("houston", ft, "close") for ft in (0, 25)),
        *(("houston", ft, "medium") for ft in (26, 50)),
        *(("houston", ft, "far") for ft in (51, 150)),
        *(("dallas", ft, "close") for ft in (0, 25)),
        *(("dallas", ft, "medium") for ft in (26, 50)),
        *(("dallas", ft, "far") for ft in (51, 150)),
        *(("test", ft, "short") for ft in (0, 37)),
        *(("test", ft, "long") for ft in (38, 91)),
    ],
)
def test_an_edge_belongs_to_the_nearer_band_and_beyond_the_farthest_none_is_sold(
    market: str, run_ft: int, code: str
) -> None:
    bands = bands_in(market)
    band = band_for(run_ft, bands)
    assert (band.code, band.holds(run_ft)) == (code, True)
    assert [each.code for each in bands if each.holds(run_ft)] == [code]
    for too_long_ft in (bands[-1].max_ft + 1, run_ft + bands[-1].max_ft + 1):
        with pytest.raises(RunTooLong) as refusal:
            band_for(too_long_ft, bands)
        assert refusal.value.code == "run_too_long"


@pytest.mark.parametrize(
    ("market", "words"),
    [
        ("houston", ["up to 25 ft", "25 to 50 ft", "50 to 150 ft"]),
        ("dallas", ["up to 25 ft", "25 to 50 ft", "50 to 150 ft"]),
        ("test", ["up to 37 ft", "37 to 91 ft"]),
    ],
)
def test_a_band_is_said_in_words(market: str, words: list[str]) -> None:
    assert [band.in_words for band in bands_in(market)] == words


@pytest.mark.parametrize(
    ("named", "code"), [("37", "short"), ("91", "long"), ("short", "short"), ("long", "long")]
)
def test_a_band_is_also_named_by_its_farthest_foot(named: str, code: str) -> None:
    band = band_named(named, BANDS)
    assert band is not None
    assert band.code == code


@pytest.mark.parametrize("named", ["", "38", "0", "close", "SHORT "])
def test_nothing_else_names_a_band(named: str) -> None:
    assert band_named(named, BANDS) is None


def test_of_two_packages_with_one_band_or_one_reach_the_first_counts() -> None:
    reaches = [("far", 150), ("close", 25), ("close", 40), ("near", 25), ("medium", 50)]
    assert bands_of(reaches) == (
        Band("close", 0, 25),
        Band("medium", 25, 50),
        Band("far", 50, 150),
    )


def test_without_bands_every_run_is_too_long() -> None:
    with pytest.raises(RunTooLong):
        package_band_for(10, bands_of([]))


@pytest.mark.req("DIST-01.2")
@pytest.mark.parametrize(
    ("steps", "feet"), [(-1, 0), (0, 0), (1, 3), (8, 24), (80, 240), (81, 240)]
)
def test_a_step_is_3_ft_and_steps_are_clamped_to_80(steps: int, feet: int) -> None:
    assert feet_from_steps(steps) == feet


@pytest.mark.parametrize(
    ("run_ft", "steps", "feet"), [(92, None, 92), (2000, None, 2000), (None, 31, 93)]
)
def test_a_run_that_no_band_holds_is_told_in_feet_or_in_steps(
    run_ft: int | None, steps: int | None, feet: int
) -> None:
    assert manual_quote_run_ft(run_ft=run_ft, steps=steps, bands=BANDS) == feet


@pytest.mark.parametrize(
    ("run_ft", "steps", "field"),
    [(91, None, "run_ft"), (2001, None, "run_ft"), (-1, None, "run_ft"), (None, 30, "steps")],
)
def test_a_run_that_a_band_holds_is_not_quoted_by_hand(
    run_ft: int | None, steps: int | None, field: str
) -> None:
    with pytest.raises(RunNotQuoted) as refusal:
        manual_quote_run_ft(run_ft=run_ft, steps=steps, bands=BANDS)
    assert refusal.value.field == field


@pytest.mark.parametrize(("run_ft", "steps"), [(None, None), (200, 60)])
def test_a_run_is_told_once(run_ft: int | None, steps: int | None) -> None:
    with pytest.raises(RunMissing):
        manual_quote_run_ft(run_ft=run_ft, steps=steps, bands=BANDS)


PRICE = PriceBreakdown(
    installation_cents=4_411_00,
    generator_cents=5_677_00,
    permit_cents=123_00,
    sales_tax_cents=433_16,
    discount_cents=100_00,
)


def firm(
    run_ft: int,
    *,
    told: int | None = None,
    quoted: PriceBreakdown = PRICE,
    band: Band = LONG,
    bands: Sequence[Band] = BANDS,
    today: Mapping[str, int] = TODAY,
) -> FirmPrice:
    return firm_price(
        quoted,
        quoted_band=band,
        run_ft=run_ft,
        installation_cents=told,
        bands=bands,
        flat_cents=today,
    )


@pytest.mark.parametrize(
    ("run_ft", "told", "band", "installation_cents", "needs_approval"),
    [
        (38, None, LONG, 4_411_00, False),
        (91, None, LONG, 4_411_00, False),
        (37, None, SHORT, 3_137_00, False),
        (0, None, SHORT, 3_137_00, False),
        (92, 9_000_00, LONG, 9_000_00, True),
        (92, 4_411_00, LONG, 4_411_00, False),
        (60, 6_200_00, LONG, 6_200_00, True),
        (60, 4_411_01, LONG, 4_411_01, True),
        (60, 4_000_00, LONG, 4_000_00, False),
        (20, 3_500_00, SHORT, 3_137_00, False),
        (20, 3_000_00, SHORT, 3_000_00, False),
        (20, 6_200_00, SHORT, 6_200_00, True),
    ],
)
def test_only_the_installation_follows_the_run(
    run_ft: int, told: int | None, band: Band, installation_cents: int, needs_approval: bool
) -> None:
    found = firm(run_ft, told=told)
    assert found.band == band
    assert found.price == replace(PRICE, installation_cents=installation_cents)
    assert found.needs_approval is needs_approval


HOUSTON = bands_in("houston")
HOUSTON_CENTS = {"close": 4_990_00, "medium": 5_990_00, "far": 7_490_00}


@pytest.mark.parametrize(
    ("run_ft", "told", "code", "installation_cents", "needs_approval"),
    [
        (26, None, "medium", 5_990_00, False),
        (50, None, "medium", 5_990_00, False),
        (25, None, "close", 4_990_00, False),
        (0, None, "close", 4_990_00, False),
        (51, None, "far", 7_490_00, True),
        (150, None, "far", 7_490_00, True),
        (151, 9_000_00, "far", 9_000_00, True),
        (151, 5_990_00, "far", 5_990_00, False),
        (60, 6_500_00, "far", 6_500_00, True),
        (40, 6_200_00, "medium", 6_200_00, True),
        (40, 5_990_01, "medium", 5_990_01, True),
        (40, 5_000_00, "medium", 5_000_00, False),
        (20, 5_500_00, "close", 4_990_00, False),
        (20, 4_500_00, "close", 4_500_00, False),
        (20, 6_200_00, "close", 6_200_00, True),
    ],
)
def test_every_golden_firm_price_of_houston(
    run_ft: int, told: int | None, code: str, installation_cents: int, needs_approval: bool
) -> None:
    quoted = replace(PRICE, installation_cents=5_990_00)
    found = firm(
        run_ft, told=told, quoted=quoted, band=HOUSTON[1], bands=HOUSTON, today=HOUSTON_CENTS
    )
    assert found.band.code == code
    assert found.price == replace(quoted, installation_cents=installation_cents)
    assert found.needs_approval is needs_approval


@pytest.mark.parametrize(
    ("quoted", "run_ft", "code", "installation_cents"),
    [
        (Band("long", 37, 91), 85, "long", 4_411_00),
        (Band("long", 37, 91), 40, "long", 4_411_00),
        (Band("long", 37, 91), 30, "short", 3_000_00),
        (Band("far", 60, 150), 80, "far", 4_411_00),
        (Band("far", 60, 150), 150, "far", 4_411_00),
        (Band("near", 25, 50), 20, "short", 3_000_00),
        (Band("near", 25, 50), 55, "short", 4_411_00),
        (Band("near", 25, 50), 70, "long", 5_000_00),
    ],
)
def test_a_run_within_the_quoted_band_keeps_its_price_when_the_bands_have_moved_since(
    quoted: Band, run_ft: int, code: str, installation_cents: int
) -> None:
    today = (Band("short", 0, 45), Band("long", 45, 80))
    if quoted.code == "near":
        today = (Band("short", 0, 60), Band("long", 60, 80))
    found = firm(run_ft, band=quoted, bands=today, today={"short": 3_000_00, "long": 5_000_00})
    assert (found.band.code, found.price.installation_cents) == (code, installation_cents)


@pytest.mark.parametrize(
    ("run_ft", "today"),
    [
        (60, {"short": 9_000_00, "long": 8_000_00}),
        (10, {**TODAY, "short": 6_500_00}),
        (10, {"long": 4_411_00}),
    ],
    ids=["the same band", "a dearer nearer one", "a nearer one sold no more"],
)
def test_all_lines_stay_whatever_is_charged_today(run_ft: int, today: dict[str, int]) -> None:
    assert firm(run_ft, today=today).price == PRICE


def test_a_farther_band_that_is_cheaper_today_is_no_reason_to_charge_less() -> None:
    found = firm(60, band=SHORT, today={**TODAY, "long": 3_000_00})
    assert (found.band, found.price) == (LONG, PRICE)


def test_a_run_beyond_the_bands_needs_a_price_from_staff() -> None:
    with pytest.raises(InstallationPriceMissing) as refused:
        firm(92)
    assert refused.value.field == "installation_cents"


def test_a_price_below_the_discount_is_refused() -> None:
    own = replace(PRICE, generator_cents=0, sales_tax_cents=0, discount_cents=4_000_00)
    with pytest.raises(DiscountBeyondPrice):
        firm(60, told=100_00, quoted=own)


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
    assert not firm(60, told=4_500_00).is_refundable
    assert firm(92, told=9_000_00).is_refundable


PRICES = st.integers(min_value=0, max_value=100_000_00)


@given(
    promised=PRICES,
    band=st.sampled_from(BANDS),
    run_ft=st.integers(min_value=0, max_value=LONG.max_ft),
    today=st.fixed_dictionaries({band.code: PRICES for band in BANDS}),
)
def test_a_price_within_the_promised_band_is_never_higher(
    promised: int, band: Band, run_ft: int, today: dict[str, int]
) -> None:
    quoted = replace(PRICE, installation_cents=promised)
    found = firm(run_ft, quoted=quoted, band=band, today=today)
    if run_ft <= band.max_ft:
        assert found.price.total_cents <= quoted.total_cents
        assert not found.needs_approval
    assert found.price.installation_cents <= max(promised, *today.values())
