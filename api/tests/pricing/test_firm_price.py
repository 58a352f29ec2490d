"""What the confirmed run does to a promised price."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.firm_price import (
    DiscountBeyondPrice,
    FirmPrice,
    InstallationPriceMissing,
    firm_price,
    is_refundable_change,
    percent_of_change,
)
from standby.pricing.rules.pricing import PriceBreakdown

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


CENTS = st.integers(min_value=0, max_value=100_000_00)


@given(
    promised=CENTS,
    band=st.sampled_from(list(DistanceBand)),
    run_ft=st.integers(min_value=0, max_value=150),
    today=st.fixed_dictionaries(dict.fromkeys(DistanceBand, CENTS)),
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
