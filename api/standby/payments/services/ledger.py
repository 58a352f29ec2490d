"""The append-only ledger of an order; the sum of its entries is the balance (PAY-03.6)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from standby.orders.models import Order
from standby.payments.models import Dispute, LedgerEntry, Milestone, Payment, Refund

Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPosting:
    """An entry to post; a positive amount is owed by the customer. `key` makes it unique."""

    kind: LedgerEntry.Kind
    amount_cents: int
    key: str
    note: str = ""
    milestone: Milestone | None = None
    payment: Payment | None = None
    refund: Refund | None = None
    dispute: Dispute | None = None


def post(order: Order, *lines: LedgerPosting, actor: str, now: datetime) -> None:
    """Append entries to the order's ledger. Safe to repeat: each key is posted once.

    Entries of 0 cents are left out.
    """
    LedgerEntry.objects.bulk_create(
        [
            LedgerEntry(
                order=order,
                kind=line.kind,
                amount_cents=line.amount_cents,
                key=line.key,
                note=line.note[:200],
                milestone=line.milestone,
                payment=line.payment,
                refund=line.refund,
                dispute=line.dispute,
                actor=actor,
                at=now,
            )
            for line in lines
            if line.amount_cents
        ],
        ignore_conflicts=True,
    )


def entries_of(order: Order) -> list[LedgerEntry]:
    return list(LedgerEntry.objects.filter(order=order).order_by("pk"))


def balance_cents(order: Order) -> int:
    """Return the balance in cents: positive is owed by the customer, negative by us."""
    totals = LedgerEntry.objects.filter(order=order).aggregate(sum=Sum("amount_cents"))
    return int(totals["sum"] or 0)
