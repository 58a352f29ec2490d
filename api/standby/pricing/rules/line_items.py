"""The lines that a quote is made of (OPS-16.2).

A quote stores a line as a dict: the keys of `LineItem`, and its `amount_cents`. The sums
by kind are a `PriceBreakdown`; tax and discount are lines that follow from it.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from standby.core.errors import Invalid, _
from standby.core.money import round_cents
from standby.pricing.rules.pricing import DiscountBeyondPrice, PriceBreakdown

MOST_LINES: Final = 40
FLAT: Final = "flat rate"  # the unit of an installation whose price is that of its band
MOST_CENTS: Final = 10**12  # what the database keeps of each sum of a price
_ONCE: Final = ("installation", "generator", "permit")
_UNTAXED: Final = ("installation", "permit")


class LineKind(StrEnum):
    INSTALLATION = "installation"
    GENERATOR = "generator"
    PERMIT = "permit"
    EXTRA = "extra"
    MODULE = "module"  # of load management; an extra whatever staff call it
    TAX = "tax"
    DISCOUNT = "discount"


EXTRAS: Final = (LineKind.EXTRA, LineKind.MODULE)


class LineTwice(Invalid):
    code = "line_twice"
    message = _("A quote has one installation, one generator and one permit line at most.")


class InstallationMissing(Invalid):
    code = "installation_line_missing"
    message = _("A quote needs a line for the installation.")


class LineNotTaxable(Invalid):
    code = "line_not_taxable"
    message = _("Sales tax is on the generator and on extras, not on installation or permit.")


class GeneratorLineMismatch(Invalid):
    code = "generator_line_mismatch"
    message = _("A generator that the customer brings has no price, and ours has its line.")


class PriceTooLarge(Invalid):
    code = "price_too_large"
    message = _("These lines come to more than a price can be. Please check the amounts.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineItem:
    """One line before tax: so many of something at a price in cents. Quantities are whole."""

    kind: LineKind
    description: str
    quantity: int = 1
    unit: str = ""
    unit_cents: int
    taxable: bool = False

    @property
    def amount_cents(self) -> int:
        return self.quantity * self.unit_cents

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "kind": str(self.kind), "amount_cents": self.amount_cents}


def price_of_lines(
    lines: Sequence[LineItem], *, tax_rate: Decimal, discount_cents: int = 0
) -> PriceBreakdown:
    """Return the sums by kind; the tax is on the taxable lines alone, rounded once.

    Raises LineTwice, InstallationMissing, LineNotTaxable and PriceTooLarge.
    """
    kinds = [line.kind for line in lines]
    if any(line.taxable and line.kind in _UNTAXED for line in lines):
        raise LineNotTaxable(field="line_items")
    if any(kinds.count(LineKind(kind)) > 1 for kind in _ONCE):
        raise LineTwice(field="line_items")
    if LineKind.INSTALLATION not in kinds:
        raise InstallationMissing(field="line_items")

    def total(kind: LineKind) -> int:
        return sum(line.amount_cents for line in lines if line.kind == kind)

    price = PriceBreakdown(
        installation_cents=total(LineKind.INSTALLATION),
        generator_cents=total(LineKind.GENERATOR),
        permit_cents=total(LineKind.PERMIT),
        extras_cents=sum(total(kind) for kind in EXTRAS),
        sales_tax_cents=round_cents(_taxable_cents(lines) * tax_rate),
        discount_cents=discount_cents,
    )
    _ensure_storable(price)
    return price


def changed_price(
    agreed: PriceBreakdown,
    agreed_lines: Sequence[LineItem],
    lines: Sequence[LineItem],
    *,
    tax_rate: Decimal,
) -> PriceBreakdown:
    """Return the price of other lines for an agreed one, whose discount stays.

    What was taxed keeps its tax, whatever the rate is today; the rate is for what is added or left
    out. Raises GeneratorLineMismatch, DiscountBeyondPrice and what `price_of_lines` raises.
    """
    if _has_generator(lines) != _has_generator(agreed_lines):
        raise GeneratorLineMismatch(field="line_items")
    untaxed = price_of_lines(lines, tax_rate=Decimal(), discount_cents=agreed.discount_cents)
    change_cents = _taxable_cents(lines) - _taxable_cents(agreed_lines)
    tax_cents = max(0, agreed.sales_tax_cents + round_cents(change_cents * tax_rate))
    price = replace(untaxed, sales_tax_cents=tax_cents if _taxable_cents(lines) else 0)
    _ensure_storable(price)
    if price.total_cents < 0:
        raise DiscountBeyondPrice(field="line_items")
    return price


def _ensure_storable(price: PriceBreakdown) -> None:
    # With its tax, and as it is before a discount.
    if price.total_cents + price.discount_cents > MOST_CENTS:
        raise PriceTooLarge(field="line_items")


def read_lines(stored: Sequence[dict[str, Any]]) -> list[LineItem]:
    """Return stored lines without those of tax and discount, which follow from them."""
    return [
        LineItem(
            **{
                **{name: value for name, value in line.items() if name != "amount_cents"},
                "kind": LineKind(line["kind"]),
            }
        )
        for line in stored
        if line["kind"] not in (LineKind.TAX, LineKind.DISCOUNT)
    ]


def _taxable_cents(lines: Sequence[LineItem]) -> int:
    return sum(line.amount_cents for line in lines if line.taxable)


def _has_generator(lines: Sequence[LineItem]) -> bool:
    return any(line.kind == LineKind.GENERATOR for line in lines)


def flat_lines(
    price: PriceBreakdown, *, reach: str, generator: str | None, town: str
) -> list[LineItem]:
    """Return the lines of a flat price; `reach` is the band in words."""
    lines = [
        LineItem(
            kind=LineKind.INSTALLATION,
            description=f"Installation, {reach}",
            unit=FLAT,
            unit_cents=price.installation_cents,
        )
    ]
    if generator is not None:
        lines.append(
            LineItem(
                kind=LineKind.GENERATOR,
                description=generator,
                unit_cents=price.generator_cents,
                taxable=True,
            )
        )
    if price.permit_cents:
        lines.append(
            LineItem(
                kind=LineKind.PERMIT,
                description=f"Permit, {town}" if town else "Permit",
                unit_cents=price.permit_cents,
            )
        )
    return lines


def stored_lines(lines: Sequence[LineItem], price: PriceBreakdown) -> list[dict[str, Any]]:
    """Return the lines as a quote stores them, with those of tax and discount."""
    result = list(lines)
    if price.sales_tax_cents:
        taxed = LineItem(
            kind=LineKind.TAX, description="Sales tax", unit_cents=price.sales_tax_cents
        )
        result.append(taxed)
    if price.discount_cents:
        off = LineItem(
            kind=LineKind.DISCOUNT, description="Discount", unit_cents=-price.discount_cents
        )
        result.append(off)
    return [line.as_dict() for line in result]


def with_installation(
    stored: Sequence[dict[str, Any]], *, cents: int, reach: str
) -> list[dict[str, Any]]:
    """Return stored lines with another price of the installation: a firm price changes no other.

    A flat rate is then that of the band that `reach` names.
    """

    def changed(line: dict[str, Any]) -> dict[str, Any]:
        if line["kind"] != LineKind.INSTALLATION:
            return line
        is_flat = line["unit"] == FLAT
        description = f"Installation, {reach}" if is_flat else line["description"]
        if line["amount_cents"] == cents:
            return {**line, "description": description}
        amounts = {"quantity": 1, "unit_cents": cents, "amount_cents": cents}
        return {**line, **amounts, "description": description, "unit": FLAT if is_flat else ""}

    return [changed(line) for line in stored]
