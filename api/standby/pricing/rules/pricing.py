"""Price of an installation in cents: as quoted, and firm after the photo review.

A firm price is never above the quote without the customer's approval (PHOTO-02).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from standby.core.errors import Invalid, _
from standby.core.money import in_whole_dollars, round_cents, shares_of
from standby.pricing.rules.distance import Band, package_band_for
from standby.pricing.rules.policy import REFUNDABLE_CHANGE_PERCENT

BILLED_AT_COST: Final = "other"  # the calculator's choice for an unknown township (HOME-05.4)


class DiscountTooLarge(Invalid):
    code = "discount_too_large"
    message = _("The discount is more than all the charges.")


class InstallationPriceMissing(Invalid):
    code = "installation_price_missing"
    message = _("This run has no flat price: please enter what its installation costs.")


class DiscountBeyondPrice(Invalid):
    code = "discount_beyond_price"
    message = _("The promised discount is more than this price.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceBreakdown:
    """The sums that a customer sees, in cents.

    The total is their sum and is never stored separately. Only a custom quote has extras.
    """

    installation_cents: int
    generator_cents: int
    permit_cents: int
    sales_tax_cents: int
    discount_cents: int
    extras_cents: int = 0

    @property
    def subtotal_cents(self) -> int:
        charges = self.installation_cents + self.generator_cents + self.permit_cents
        return charges + self.extras_cents

    @property
    def total_cents(self) -> int:
        return self.subtotal_cents + self.sales_tax_cents - self.discount_cents

    def as_dict(self) -> dict[str, int]:
        values = {**asdict(self), "total_cents": self.total_cents}
        if not self.extras_cents:
            del values["extras_cents"]  # a flat price reads as it always did
        return values


def price_installation(
    *,
    installation_cents: int,
    permit_cents: int,
    tax_rate: Decimal,
    generator_cents: int = 0,
    discount_cents: int = 0,
) -> PriceBreakdown:
    # Only the generator is taxed; a customer who brings their own pays no tax.
    breakdown = PriceBreakdown(
        installation_cents=installation_cents,
        generator_cents=generator_cents,
        permit_cents=permit_cents,
        sales_tax_cents=round_cents(generator_cents * tax_rate),
        discount_cents=discount_cents,
    )
    if breakdown.total_cents < 0:
        raise DiscountTooLarge
    return breakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class PricePart:
    """One of the payments of a price, in cents as it will be billed and in whole dollars."""

    kind: str
    percent: int
    amount_cents: int
    shown_cents: int


def parts_of(total_cents: int, *, percents: Mapping[str, int]) -> list[PricePart]:
    """Split a total, in cents, into its payments; both their columns sum to it."""
    shares = shares_of(total_cents, percents=percents)
    shown = in_whole_dollars([cents for *_, cents in shares])
    return [
        PricePart(kind=kind, percent=percent, amount_cents=cents, shown_cents=shown_cents)
        for (kind, percent, cents), shown_cents in zip(shares, shown, strict=True)
    ]


def in_shown_dollars(price: PriceBreakdown) -> PriceBreakdown:
    """Return the price as pages in whole dollars show it: its lines sum to its cut total."""
    lines = asdict(price)
    signs = {name: -1 if name == "discount_cents" else 1 for name in lines}
    shown = in_whole_dollars([signs[name] * cents for name, cents in lines.items()])
    return PriceBreakdown(
        **{name: signs[name] * cents for name, cents in zip(lines, shown, strict=True)}
    )


def with_discount(price: PriceBreakdown, *, kind: str, value: int) -> PriceBreakdown:
    # By `kind`, `value` is whole percent of those charges ("percent"), or cents ("cents"). The
    # sales tax does not change: it is on the generator's own price, while a discount is on the
    # whole job.
    percent_cents = round_cents(Decimal(price.subtotal_cents * value) / 100)
    nominal_cents = percent_cents if kind == "percent" else value
    return replace(price, discount_cents=min(nominal_cents, price.subtotal_cents))


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmPrice:
    band: Band
    price: PriceBreakdown
    was_cents: int

    @property
    def needs_approval(self) -> bool:
        return self.price.total_cents > self.was_cents

    @property
    def is_refundable(self) -> bool:
        return is_refundable_change(self.was_cents, self.price.total_cents)


def firm_price(
    quoted: PriceBreakdown,
    *,
    quoted_band: Band,
    run_ft: int,
    installation_cents: int | None,
    bands: Sequence[Band],
    flat_cents: Mapping[str, int],
    quoted_run_ft: int | None = None,
) -> FirmPrice:
    """Compute the firm price: as quoted, the nearer band's flat price, or more with approval.

    Only the installation price can change; the other lines stay as quoted. `run_ft` is what the
    photos show, `installation_cents` a price that staff entered, `bands` are today's and
    `flat_cents` their flat prices by code. A run within the quoted band stays in it, whatever the
    bands are today. `quoted_run_ft` is the run that a custom quote beyond the bands is for. Raises
    InstallationPriceMissing and DiscountBeyondPrice.
    """
    is_as_quoted = quoted_band.holds(run_ft)
    band = quoted_band if is_as_quoted else package_band_for(run_ft, bands)
    is_flat, is_promised = run_ft <= band.max_ft, run_ft <= (quoted_run_ft or quoted_band.max_ft)
    if not is_flat and installation_cents is None and not is_promised:
        raise InstallationPriceMissing(field="installation_cents")
    # A shorter run costs at most the nearer band's flat price, even if staff enter more, unless
    # extra work raises it above the quote, which the customer then has to approve.
    promised = quoted.installation_cents
    is_shorter = is_flat and is_promised and (not is_as_quoted or quoted_run_ft is not None)
    flat = flat_cents.get(band.code, promised)
    fair = min(promised, flat) if is_shorter else promised
    if installation_cents is not None:
        is_raised = installation_cents > promised
        firm_cents = installation_cents if is_raised else min(installation_cents, fair)
    elif is_promised:
        firm_cents = fair
    else:
        firm_cents = max(promised, flat)
    price = replace(quoted, installation_cents=firm_cents)
    if price.total_cents < 0:
        raise DiscountBeyondPrice(field="installation_cents")
    return FirmPrice(band=band, price=price, was_cents=quoted.total_cents)


def is_refundable_change(was_cents: int, now_cents: int) -> bool:
    """Whether a rise exceeds 15 % of the quote: if not approved, everything is refunded."""
    return now_cents * 100 > was_cents * (100 + REFUNDABLE_CHANGE_PERCENT)


def percent_of_change(was_cents: int, now_cents: int) -> float:
    """Return the change in percent with one decimal, for display; 100 for a rise from zero.

    Decisions use `is_refundable_change`.
    """
    if was_cents == 0:
        return 0.0 if now_cents == 0 else 100.0
    change = Decimal(now_cents - was_cents) * 100 / was_cents
    return float(change.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP))
