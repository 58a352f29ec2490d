"""Money is integer cents. Here it is rounded and split."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal


def round_cents(cents: Decimal) -> int:
    # Half a cent is rounded up, as on receipts; Python's round() would round to even.
    return int(cents.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def shares_of(total_cents: int, *, percents: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Split a total into milestones: their kind, percentage and cents, which sum to the total.

    The cents lost by rounding down go to the largest remainders, the earlier milestone first.
    """
    rounded_down = {kind: total_cents * percent // 100 for kind, percent in percents.items()}
    left_cents = total_cents - sum(rounded_down.values())
    by_remainder = sorted(percents, key=lambda kind: -(total_cents * percents[kind] % 100))
    rounded_up = by_remainder[:left_cents]
    return [
        (kind, percent, rounded_down[kind] + (kind in rounded_up))
        for kind, percent in percents.items()
    ]


def in_whole_dollars(parts_cents: Sequence[int]) -> tuple[int, ...]:
    """Return what pages in whole dollars show for the parts of a sum, in cents without cents.

    Their sum is the parts' own sum, its cents cut. The dollars that cutting each part would lose
    go to the parts with the most cents, the earlier one first; none is off by a dollar or more.
    """
    cut = [cents // 100 for cents in parts_cents]
    lost = sum(parts_cents) // 100 - sum(cut)
    by_cents = sorted(range(len(cut)), key=lambda part: -(parts_cents[part] % 100))
    raised = by_cents[:lost]
    return tuple((dollars + (part in raised)) * 100 for part, dollars in enumerate(cut))
