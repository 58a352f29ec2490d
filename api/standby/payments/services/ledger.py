"""The append-only ledger of an order; the sum of its entries is the balance (PAY-03.6)."""

from datetime import datetime

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from standby.core import jobs
from standby.core.models import Job
from standby.orders.models import Order
from standby.payments.models import LedgerEntry, Payment, Refund

Kind = LedgerEntry.Kind


def post(order: Order, *entries: LedgerEntry, actor: str, now: datetime) -> None:
    """Append entries to the order's ledger. Safe to repeat: each `key` is posted once.

    A positive amount is owed by the customer; entries of 0 cents are left out. The worker then
    issues the invoices and receipts that follow from them.
    """
    posted = [entry for entry in entries if entry.amount_cents]
    for entry in posted:
        entry.order, entry.note, entry.actor, entry.at = order, entry.note[:200], actor, now
    if not posted:
        return
    # One at a time, so that the sum has every entry. Rows that point at the order don't wait.
    Order.objects.select_for_update(no_key=True).values_list("pk").get(pk=order.pk)
    LedgerEntry.objects.bulk_create(posted, ignore_conflicts=True)
    note_balance(order)
    issue_documents_from(order, at=now)


def note_balance(order: Order) -> None:
    """Store the balance with the order, for lists of orders. Call it under the order's lock."""
    sums = LedgerEntry.objects.filter(order=OuterRef("pk")).order_by().values("order")
    balance = Subquery(sums.annotate(sum=Sum("amount_cents")).values("sum"))
    Order.objects.filter(pk=order.pk).update(balance_cents=Coalesce(balance, 0))


def issue_documents_from(order: Order, *, at: datetime) -> None:
    """Have the worker issue the order's invoices and receipts at this time and not before."""
    jobs.requeue(Job.Kind.INVOICE, str(order.public_id), now=at)


def balance_cents(order: Order) -> int:
    """Return the balance in cents: positive is owed by the customer, negative by us."""
    totals = LedgerEntry.objects.filter(order=order).aggregate(sum=Sum("amount_cents"))
    return int(totals["sum"] or 0)


def balance_when_all_is_sent(order: Order) -> int:
    """Return the balance in cents after all requested refunds have been sent."""
    return balance_cents(order) + unsent_cents(order)


def unsent_cents(order: Order) -> int:
    """Return the cents of the order's refunds that were requested and not sent yet."""
    credited = LedgerEntry.objects.filter(order=order, kind=Kind.CREDIT).values("payment")
    own = Payment.objects.filter(order=order).values("pk")
    pending = Refund.objects.filter(Q(payment__in=own) | Q(payment__in=credited)).exclude(
        status__in=(Refund.Status.SENT, Refund.Status.REPLACED)
    )
    return sum(
        refund.amount_cents
        for refund in pending.select_related("payment__order")
        if account_of(refund).pk == order.pk
    )


def undecided_cents(order: Order) -> int:
    """Return the cents that banks hold during disputes; they are not due."""
    paid = Payment.objects.filter(order=order, status=Payment.Status.PAID)
    return int(paid.aggregate(sum=Sum("disputed_cents"))["sum"] or 0)


def surcharged_cents(order: Order) -> int:
    """Return the cents that paying by credit card added to what was charged for the order."""
    surcharges = LedgerEntry.objects.filter(order=order, kind=Kind.SURCHARGE)
    return int(surcharges.aggregate(sum=Sum("amount_cents"))["sum"] or 0)


def account_of(refund: Refund) -> Order:
    # The order it was posted to, else the one the payment was credited to, if any.
    entries = LedgerEntry.objects.filter(refund=refund).order_by("pk")
    first = entries.select_related("order__customer", "order__order_location").first()
    if first is not None:
        return first.order
    return account_of_charge(refund.payment, charge=refund.charge)


def account_of_charge(payment: Payment, *, charge: str) -> Order:
    # A second charge for the same payment was never credited to another order.
    if charge != payment.provider_ref:
        return payment.order
    credited = LedgerEntry.objects.filter(payment=payment, kind=Kind.CREDIT)
    entry = credited.select_related("order__customer", "order__order_location").first()
    return entry.order if entry else payment.order
