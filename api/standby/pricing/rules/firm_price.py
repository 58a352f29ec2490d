"""Firm price after the photo review: never above the quote without approval (PHOTO-02)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from standby.core.errors import Invalid, _
from standby.pricing.rules.distance import DistanceBand, band_for
from standby.pricing.rules.policy import REFUNDABLE_CHANGE_PERCENT
from standby.pricing.rules.pricing import PriceBreakdown


class InstallationPriceMissing(Invalid):
    code = "installation_price_missing"
    message = _("A run over 150 ft has no flat price: please say what its installation costs.")


class DiscountBeyondPrice(Invalid):
    code = "discount_beyond_price"
    message = _("The discount that was promised is more than this price.")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedPrice:
    """The band the customer chose and the price quoted for it."""

    band: DistanceBand
    price: PriceBreakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedRun:
    """The run that the photos show. `installation_cents` is set only where staff set a price."""

    run_ft: int
    installation_cents: int | None = None


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
    promise: QuotedPrice, *, confirmed: ConfirmedRun, flat_cents: Mapping[DistanceBand, int]
) -> FirmPrice:
    """Compute the firm price: as quoted, the nearer band's flat price, or more with approval.

    Only the installation price can change; the other lines stay as quoted. `flat_cents` are today's
    flat prices in cents. Raises InstallationPriceMissing and DiscountBeyondPrice.
    """
    band = DistanceBand.FAR
    if confirmed.run_ft <= band.max_distance_ft:
        band = band_for(confirmed.run_ft)
    elif confirmed.installation_cents is None:
        raise InstallationPriceMissing(field="installation_cents")
    installation_cents = _installation_cents(
        promise, band=band, entered_cents=confirmed.installation_cents, flat_cents=flat_cents
    )
    price = replace(promise.price, installation_cents=installation_cents)
    if price.total_cents < 0:
        raise DiscountBeyondPrice(field="installation_cents")
    return FirmPrice(band=band, price=price, was_cents=promise.price.total_cents)


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


def _installation_cents(
    promise: QuotedPrice,
    *,
    band: DistanceBand,
    entered_cents: int | None,
    flat_cents: Mapping[DistanceBand, int],
) -> int:
    # A shorter run costs at most the nearer band's flat price, even if staff enter more, unless
    # extra work raises it above the quote, which the customer then has to approve.
    promised = promise.price.installation_cents
    is_shorter = band.max_distance_ft < promise.band.max_distance_ft
    fair = min(promised, flat_cents.get(band, promised)) if is_shorter else promised
    if entered_cents is not None:
        return entered_cents if entered_cents > promised else min(entered_cents, fair)
    if band == promise.band or is_shorter:
        return fair
    return max(promised, flat_cents.get(band, promised))
