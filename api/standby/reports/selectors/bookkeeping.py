"""The ledger and the payouts as journal entries that QuickBooks Online imports.

In dollars and local dates. Money that customers paid goes to clearing, and from there with a payout
to the bank, less what the card provider kept.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Final

from django.db.models import OuterRef, Q, Subquery, Sum

from standby.core.clock import Period, local_date
from standby.diagnostics.models import Diagnostic
from standby.orders.models import Order
from standby.payments.models import BalanceTransaction, LedgerEntry, Milestone, Payment, Payout
from standby.reports.rules import (
    CLEARING,
    DIAGNOSTIC_FEES,
    JournalLine,
    csv_row,
    entry_lines,
    journal_lines,
    payout_journal,
    tax_shares,
)

# The names of QuickBooks Online's import; the booking goes into the memo of each line.
COLUMNS: Final = (
    *("JournalNo", "JournalDate", "AccountName", "Debits", "Credits"),
    *("Description", "Name", "Memo"),
)
_CHUNK_ROWS: Final = 500
_TAXED: Final = (LedgerEntry.Kind.MILESTONE, LedgerEntry.Kind.REVERSAL)
_Kind = BalanceTransaction.Kind


def export_journal(period: Period) -> Iterator[str]:
    """Yield the CSV lines of the ledger and the payouts of a period, in balanced journal entries.

    Debits less credits of Accounts Receivable are the sum of the ledger. Payouts stand at the day
    they reached the bank.
    """
    entries = LedgerEntry.objects.filter(at__gte=period.begins_at, at__lt=period.ends_at)
    related = entries.select_related("order__customer", "order__quote", "milestone", "payment")
    yield csv_row(COLUMNS)
    rows = related.prefetch_related("order__milestones").order_by("at", "pk")
    for entry in rows.iterator(chunk_size=_CHUNK_ROWS):
        yield from _of_ledger(entry)
    yield from _of_diagnostics(period)
    arrived = Payout.objects.filter(arrives_on__range=(period.first, period.last))
    for payout in arrived.filter(
        Q(lines_read_at__isnull=False) | Q(is_manual=True), status__in=Payout.OVER
    ).order_by("arrives_on", "pk"):
        yield from _of_payout(payout)


def milestone_tax_cents(order: Order, milestone: Milestone) -> int:
    """Return the milestone's share of the order's sales tax, in cents."""
    milestones = sorted(order.milestones.all(), key=lambda each: each.pk)
    shares = tax_shares(
        [each.amount_cents for each in milestones], tax_cents=order.quote.sales_tax_cents
    )
    return shares[[each.pk for each in milestones].index(milestone.pk)]


def _of_ledger(entry: LedgerEntry) -> Iterator[str]:
    reference = entry.payment.provider_ref if entry.payment else ""
    return _rows(
        f"L{entry.pk}",
        local_date(entry.at),
        entry_lines(entry.kind, amount_cents=entry.amount_cents, tax_cents=_tax_cents(entry)),
        description=" ".join(filter(None, (entry.get_kind_display(), reference))),
        name=entry.order.customer.name,
        memo=entry.order.confirmation_code,
    )


def _tax_cents(entry: LedgerEntry) -> int:
    if entry.kind not in _TAXED or entry.milestone is None:
        return 0
    share = milestone_tax_cents(entry.order, entry.milestone)
    return round(share * entry.amount_cents / entry.milestone.amount_cents)


def _of_diagnostics(period: Period) -> Iterator[str]:
    # Their fee is in no ledger until an order takes it over: then it leaves these accounts again.
    moments: tuple[tuple[str, str, int], ...] = (
        ("Diagnostic paid", "paid_at", 1),
        ("Diagnostic refunded", "refunded_at", -1),
        ("Diagnostic credited to an order", "credited_at", -1),
    )
    credited = Payment.objects.filter(provider_ref=OuterRef("charge")).values("created_at")
    paid = Diagnostic.objects.filter(charge__isnull=False).annotate(credited_at=Subquery(credited))
    for number, (title, moment, sign) in enumerate(moments, start=1):
        within = {f"{moment}__gte": period.begins_at, f"{moment}__lt": period.ends_at}
        for diagnostic in paid.filter(**within).order_by(moment, "pk"):
            at: datetime = getattr(diagnostic, moment)
            cents = sign * diagnostic.amount_cents
            yield from _rows(
                f"D{diagnostic.pk}-{number}",
                local_date(at),
                journal_lines((CLEARING, cents), (DIAGNOSTIC_FEES, -cents)),
                description=f"{title} {diagnostic.charge}",
                name=diagnostic.name,
            )


def _of_payout(payout: Payout) -> Iterator[str]:
    sums = payout.lines.aggregate(
        kept=Sum("fee_cents"),
        fees=Sum("amount_cents", filter=Q(kind=_Kind.FEE)),
        other=Sum("amount_cents", filter=Q(kind=_Kind.OTHER)),
    )
    return _rows(
        f"P{payout.pk}",
        payout.arrives_on,
        payout_journal(
            payout.amount_cents,
            fee_cents=(sums["kept"] or 0) - (sums["fees"] or 0),
            other_cents=sums["other"] or 0,
            has_arrived=payout.status not in Payout.NOT_ARRIVED,
        ),
        description=f"Payout {payout.provider_ref}",
    )


def _rows(
    number: str,
    day: date,
    lines: Iterable[JournalLine],
    *,
    description: str,
    name: str = "",
    memo: str = "",
) -> Iterator[str]:
    for line in lines:
        yield csv_row((number, f"{day:%m/%d/%Y}", *line, description, name, memo))
