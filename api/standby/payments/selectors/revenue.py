"""Revenue and outstanding amounts, from the ledgers of all orders (OPS-10.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Q, QuerySet, Sum

from standby.core.periods import Period
from standby.orders.models import Order
from standby.payments.models import LedgerEntry, Milestone

Kind = LedgerEntry.Kind
# Money sent back or taken back, and the part of it that returned to us.
_REFUND_KINDS: Final = (Kind.REFUND, Kind.REFUND_RETURNED, Kind.TAKEN_BACK, Kind.REINSTATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevenueTotals:
    """Sums in cents: received before refunds, and refunded including what banks took."""

    received_cents: int
    refunded_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outstanding:
    cents: int
    orders: int


def received_in(period: Period) -> QuerySet[LedgerEntry]:
    return _entries((Kind.PAYMENT,), period)


def refunded_in(period: Period) -> QuerySet[LedgerEntry]:
    return _entries(_REFUND_KINDS, period)


def money_in(*periods: Period) -> list[RevenueTotals]:
    sums = LedgerEntry.objects.filter(
        kind__in=(Kind.PAYMENT, *_REFUND_KINDS),
        at__gte=min(period.begins_at for period in periods),
        at__lt=max(period.ends_at for period in periods),
    ).aggregate(
        **{
            f"{kinds[0]}_{number}": Sum("amount_cents", filter=Q(kind__in=kinds, **_within(period)))
            for number, period in enumerate(periods)
            for kinds in ((Kind.PAYMENT,), _REFUND_KINDS)
        }
    )
    return [
        RevenueTotals(
            received_cents=-(sums[f"{Kind.PAYMENT}_{number}"] or 0),
            refunded_cents=sums[f"{Kind.REFUND}_{number}"] or 0,
        )
        for number in range(len(periods))
    ]


def orders_owing() -> QuerySet[Order]:
    owing = _balances().filter(owed_cents__gt=0)
    return Order.objects.filter(pk__in=owing.values("order"))


def owed_by(orders: list[Order]) -> dict[int, int]:
    balances = _balances().filter(order__in=orders)
    return dict(balances.values_list("order", "owed_cents"))


def outstanding() -> Outstanding:
    owing = _balances().filter(owed_cents__gt=0)
    totals = owing.aggregate(cents=Sum("owed_cents"), orders=Count("order"))
    return Outstanding(cents=totals["cents"] or 0, orders=totals["orders"])


def completions_in(period: Period) -> QuerySet[Milestone]:
    # The last milestone falls due at the moment of completion.
    return Milestone.objects.filter(
        kind=Milestone.Kind.COMPLETION,
        due_at__gte=period.begins_at,
        due_at__lt=period.ends_at,
    )


def _balances() -> QuerySet[Any, Any]:
    by_order = LedgerEntry.objects.order_by().values("order")
    return by_order.annotate(owed_cents=Sum("amount_cents"))


def _entries(kinds: Sequence[LedgerEntry.Kind], period: Period) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(kind__in=kinds, **_within(period))


def _within(period: Period) -> dict[str, object]:
    return {"at__gte": period.begins_at, "at__lt": period.ends_at}
