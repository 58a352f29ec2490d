"""Money is integer cents. Here it is rounded, and written as people read it."""

from decimal import ROUND_HALF_UP, Decimal


def round_cents(cents: Decimal) -> int:
    # Half a cent is rounded up, as on receipts; Python's round() would round to even.
    return int(cents.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def percent_text(rate: Decimal) -> str:
    """Write a rate such as 0.0825 as 8.25%."""
    return f"{(rate * 100).normalize():f}%"


def dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"
