"""An order's account: entries written once and never changed, whose sum is the balance (PAY-03)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from standby.apps.booking.models import Order
from standby.apps.payments.models import Dispute, LedgerEntry, Milestone, Payment, Refund
from standby.apps.rows import insert_all

Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPosting:
    """What is written: above zero the customer owes it. `key` says what it is about."""

    kind: LedgerEntry.Kind
    amount_cents: int
    key: str
    note: str = ""
    milestone: Milestone | None = None
    payment: Payment | None = None
    refund: Refund | None = None
    dispute: Dispute | None = None


def post(order: Order, *lines: LedgerPosting, actor: str, now: datetime) -> None:
    """Each once, by its key, however often it is posted; a line of nothing is no line."""
    insert_all(
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
        ending='ON CONFLICT ("key") DO NOTHING',
    )


def entries_of(order: Order) -> list[LedgerEntry]:
    """The oldest first."""
    return list(LedgerEntry.objects.filter(order=order).order_by("pk"))


def balance_cents(order: Order) -> int:
    """Above zero the customer owes it, below zero we do."""
    totals = LedgerEntry.objects.filter(order=order).aggregate(sum=Sum("amount_cents"))
    return int(totals["sum"] or 0)
