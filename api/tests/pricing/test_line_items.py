"""A quote is its lines (OPS-16.2)."""

from dataclasses import replace
from decimal import Decimal

import pytest
from booking_helpers import NOW, a_request, reserve
from market_bands import bands_in

from standby.core.providers import wiring as core_providers
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.line_items import (
    InstallationMissing,
    LineItem,
    LineKind,
    LineNotTaxable,
    LineTwice,
    PriceTooLarge,
    changed_price,
    flat_lines,
    price_of_lines,
    stored_lines,
    with_installation,
)
from standby.pricing.rules.pricing import (
    DiscountBeyondPrice,
    InstallationPriceMissing,
    PriceBreakdown,
    firm_price,
)
from standby.pricing.selectors.catalog import CustomPrice
from standby.pricing.services.quoting import make_version
from standby.pricing.services.receipts import issue_receipt, signed_text

HOUSTON = bands_in("houston")
RATE = Decimal("0.0825")
RUN = LineItem(
    kind=LineKind.INSTALLATION,
    description="Installation, 210 ft run",
    unit_cents=11_000_00,
)
MACHINE = LineItem(
    kind=LineKind.GENERATOR, description="Generac 22 kW", unit_cents=6_979_00, taxable=True
)
TRENCH = LineItem(
    kind=LineKind.EXTRA,
    description="Trenching under concrete",
    quantity=40,
    unit="ft",
    unit_cents=45_00,
)
STAND = LineItem(kind=LineKind.EXTRA, description="Stand", unit_cents=400_00, taxable=True)


@pytest.mark.req("OPS-16.2")
def test_the_sums_follow_from_the_lines_and_tax_is_on_taxable_lines_alone() -> None:
    price = price_of_lines([RUN, MACHINE, TRENCH, STAND], tax_rate=RATE)

    assert price == PriceBreakdown(
        installation_cents=11_000_00,
        generator_cents=6_979_00,
        permit_cents=0,
        extras_cents=2_200_00,
        sales_tax_cents=608_77,  # 8.25 % of $7,379
        discount_cents=0,
    )
    stored = stored_lines([RUN, MACHINE, TRENCH, STAND], price)
    assert sum(line["amount_cents"] for line in stored) == price.total_cents
    assert [line["kind"] for line in stored][-1] == "tax"


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ([RUN, RUN], LineTwice),
        ([RUN, MACHINE, MACHINE], LineTwice),
        ([TRENCH], InstallationMissing),
        ([replace(RUN, taxable=True)], LineNotTaxable),
        ([RUN, replace(STAND, quantity=10_000, unit_cents=10**9)], PriceTooLarge),
        ([RUN, replace(STAND, unit_cents=998 * 10**9)], PriceTooLarge),  # with its tax
    ],
)
def test_a_quote_has_one_installation_and_one_generator_and_a_price_that_can_be_kept(
    lines: list[LineItem], error: type[Exception]
) -> None:
    with pytest.raises(error):
        price_of_lines(lines, tax_rate=RATE)


def test_an_agreed_price_does_not_grow_by_its_tax_beyond_what_can_be_kept() -> None:
    agreed = price_of_lines([RUN], tax_rate=RATE)

    with pytest.raises(PriceTooLarge):
        changed_price(agreed, [RUN], [RUN, replace(STAND, unit_cents=998 * 10**9)], tax_rate=RATE)


def test_a_price_does_not_fall_below_its_discount() -> None:
    agreed = price_of_lines([RUN], tax_rate=RATE, discount_cents=500_00)

    with pytest.raises(DiscountBeyondPrice):
        changed_price(agreed, [RUN], [replace(RUN, unit_cents=499_99)], tax_rate=RATE)


def test_a_firm_price_changes_the_line_of_the_installation_alone() -> None:
    price = price_of_lines([RUN, TRENCH], tax_rate=RATE)
    before = stored_lines([RUN, TRENCH], price)

    after = with_installation(before, cents=9_000_00, reach="")

    assert [line["amount_cents"] for line in after] == [9_000_00, 1_800_00]
    assert after[1] == before[1]


@pytest.mark.usefixtures("shop")
def test_a_flat_quote_has_its_lines_and_they_add_up() -> None:
    quote = reserve().quote

    kinds = [(line["kind"], line["amount_cents"]) for line in quote.line_items]
    assert kinds == [
        ("installation", 4_990_00),
        ("generator", 6_979_00),
        ("permit", 150_00),
        ("tax", 575_77),
    ]
    assert sum(cents for _, cents in kinds) == quote.total_cents


@pytest.mark.usefixtures("shop")
def test_a_version_for_another_band_says_so_in_its_line() -> None:
    quote = reserve().quote

    version = make_version(
        quote,
        band="medium",
        band_from_ft=25,
        band_max_ft=50,
        installation_cents=5_990_00,
        total_cents=quote.total_cents + 1_000_00,
        now=NOW,
    )

    assert version.line_items[0]["description"] == "Installation, 25 to 50 ft"
    assert quote.line_items[0]["description"] == "Installation, up to 25 ft"


@pytest.mark.usefixtures("shop")
def test_an_order_at_a_custom_price_keeps_its_lines_in_every_version_and_on_the_receipt() -> None:
    lines = [RUN, MACHINE, TRENCH]
    price = price_of_lines(lines, tax_rate=RATE)
    custom = CustomPrice(lines=lines, price=price, run_ft=210)

    order = reserve(a_request(band="far", custom=custom))

    quote = Quote.objects.get()
    assert (order.total_cents, quote.extras_cents, quote.quoted_run_ft) == (
        price.total_cents,
        1_800_00,
        210,
    )
    version = make_version(
        quote,
        installation_cents=10_000_00,
        total_cents=quote.total_cents - 1_000_00,
        now=NOW,
    )
    assert version.line_items[0]["amount_cents"] == 10_000_00
    assert sum(line["amount_cents"] for line in version.line_items) == version.total_cents
    receipt = issue_receipt(
        quote, order_ref=order.public_id, reason="", signer=core_providers.signer(), now=NOW
    )
    text = signed_text(receipt)
    assert "quoted_run_ft: 210\n" in text
    assert "extra 1: Trenching under concrete, 180000\n" in text


def test_the_receipt_of_a_flat_price_reads_as_it_always_did(shop: None) -> None:
    order = reserve()
    receipt = issue_receipt(
        order.quote, order_ref=order.public_id, reason="", signer=core_providers.signer(), now=NOW
    )

    assert "extra" not in signed_text(receipt)
    assert "quoted_run" not in signed_text(receipt)


def firm_cents(run_ft: int, installation_cents: int | None = None) -> int:
    quoted = price_of_lines([RUN], tax_rate=RATE)
    firm = firm_price(
        quoted,
        quoted_band=HOUSTON[-1],
        quoted_run_ft=210,
        run_ft=run_ft,
        installation_cents=installation_cents,
        bands=HOUSTON,
        flat_cents={"far": 8_490_00, "medium": 5_990_00},
    )
    return firm.price.installation_cents


def test_a_custom_run_is_kept_as_quoted_falls_to_a_flat_price_and_rises_with_a_price_only() -> None:
    assert firm_cents(210) == firm_cents(180) == 11_000_00
    assert firm_cents(150) == 8_490_00
    assert firm_cents(40) == 5_990_00
    with pytest.raises(InstallationPriceMissing):
        firm_cents(230)
    assert firm_cents(230, 12_000_00) == 12_000_00


def test_a_flat_price_without_a_permit_fee_has_no_permit_line() -> None:
    price = PriceBreakdown(
        installation_cents=4_990_00,
        generator_cents=0,
        permit_cents=0,
        sales_tax_cents=0,
        discount_cents=0,
    )
    lines = flat_lines(price, reach="up to 25 ft", generator=None, town="")
    assert [line.kind for line in lines] == ["installation"]
