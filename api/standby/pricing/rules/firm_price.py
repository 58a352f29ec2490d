"""Firm price after the photo review: never above the quote without approval (PHOTO-02)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from standby.core.errors import Invalid, _
from standby.pricing.rules.distance import (
    FARTHEST_BAND,
    LONGEST_FLAT_RUN_FT,
    DistanceBand,
    band_for,
)
from standby.pricing.rules.policy import REFUNDABLE_CHANGE_PERCENT
from standby.pricing.rules.pricing import PriceBreakdown


class InstallationPriceMissing(Invalid):
    code = "installation_price_missing"
    message = _("This run has no flat price: please enter what its installation costs.")


class DiscountBeyondPrice(Invalid):
    code = "discount_beyond_price"
    message = _("The promised discount is more than this price.")


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmPrice:
    band: DistanceBand
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
    quoted_band: DistanceBand,
    run_ft: int,
    installation_cents: int | None,
    flat_cents: Mapping[DistanceBand, int],
) -> FirmPrice:
    """Compute the firm price: as quoted, the nearer band's flat price, or more with approval.

    Only the installation price can change; the other lines stay as quoted. `run_ft` is what the
    photos show, `installation_cents` a price that staff entered, `flat_cents` are today's flat
    prices. Raises InstallationPriceMissing and DiscountBeyondPrice.
    """
    band = FARTHEST_BAND
    if run_ft <= LONGEST_FLAT_RUN_FT:
        band = band_for(run_ft)
    elif installation_cents is None:
        raise InstallationPriceMissing(field="installation_cents")
    # A shorter run costs at most the nearer band's flat price, even if staff enter more, unless
    # extra work raises it above the quote, which the customer then has to approve.
    promised = quoted.installation_cents
    is_shorter = band.max_distance_ft < quoted_band.max_distance_ft
    flat = flat_cents.get(band, promised)
    fair = min(promised, flat) if is_shorter else promised
    if installation_cents is not None:
        is_raised = installation_cents > promised
        firm_cents = installation_cents if is_raised else min(installation_cents, fair)
    elif band == quoted_band or is_shorter:
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
