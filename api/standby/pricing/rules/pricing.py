"""Price of an installation in cents, and the township whose permit fee applies."""

from dataclasses import asdict, dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from standby.core.errors import Invalid, _

BILLED_AT_COST: Final = "other"  # the calculator's choice for an unknown township (HOME-05.4)


class DiscountTooLarge(Invalid):
    code = "discount_too_large"
    message = _("The discount is more than all the charges.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceBreakdown:
    """The lines a customer sees, in cents.

    The total is their sum and is never stored separately.
    """

    installation_cents: int
    generator_cents: int
    permit_cents: int
    sales_tax_cents: int
    discount_cents: int

    @property
    def subtotal_cents(self) -> int:
        return self.installation_cents + self.generator_cents + self.permit_cents

    @property
    def total_cents(self) -> int:
        return self.subtotal_cents + self.sales_tax_cents - self.discount_cents

    def as_dict(self) -> dict[str, int]:
        return {**asdict(self), "total_cents": self.total_cents}


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
        sales_tax_cents=_round_cents(generator_cents * tax_rate),
        discount_cents=discount_cents,
    )
    if breakdown.total_cents < 0:
        raise DiscountTooLarge(f"discount of {discount_cents} is more than the charges")
    return breakdown


def with_discount(price: PriceBreakdown, *, kind: str, value: int) -> PriceBreakdown:
    # By `kind`, `value` is whole percent of those charges ("percent"), or cents ("cents"). The
    # sales tax does not change: it is on the generator's own price, while a discount is on the
    # whole job.
    percent_cents = _round_cents(Decimal(price.subtotal_cents * value) / 100)
    nominal_cents = percent_cents if kind == "percent" else value
    return replace(price, discount_cents=min(nominal_cents, price.subtotal_cents))


def _round_cents(cents: Decimal) -> int:
    # Half a cent is rounded up, as on receipts; Python's round() would round to even.
    return int(cents.quantize(Decimal(1), rounding=ROUND_HALF_UP))
