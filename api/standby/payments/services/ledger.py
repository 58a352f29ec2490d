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


def account_of(refund: Refund) -> Order:
    """Return the order whose ledger the refund belongs to.

    That is the order it was posted to, else the one the payment was credited to, if any.
    """
    entries = LedgerEntry.objects.filter(refund=refund).order_by("pk")
    first = entries.select_related("order__customer", "order__order_location").first()
    if first is not None:
        return first.order
    return account_of_charge(refund.payment, charge=refund.charge)


def account_of_charge(payment: Payment, *, charge: str) -> Order:
    """Return the order whose ledger this charge belongs to."""
    # A second charge for the same payment was never credited to another order.
    if charge != payment.provider_ref:
        return payment.order
    credited = LedgerEntry.objects.filter(payment=payment, kind=Kind.CREDIT)
    entry = credited.select_related("order__customer", "order__order_location").first()
    return entry.order if entry else payment.order
