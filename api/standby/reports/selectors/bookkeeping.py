"""The ledger as journal entries that QuickBooks Online imports, in dollars and local dates."""

from collections.abc import Iterator
from typing import Final

from standby.core.clock import Period, local_date
from standby.payments.models import LedgerEntry
from standby.reports.rules import csv_row, journal_lines, tax_shares

# The names of QuickBooks Online's import; the booking goes into the memo of each line.
COLUMNS: Final = (
    *("JournalNo", "JournalDate", "AccountName", "Debits", "Credits"),
    *("Description", "Name", "Memo"),
)
_CHUNK_ROWS: Final = 500
_TAXED: Final = (LedgerEntry.Kind.MILESTONE, LedgerEntry.Kind.REVERSAL)


def export_journal(period: Period) -> Iterator[str]:
    """Yield the CSV lines of the ledger in a period; each entry is one balanced journal entry.

    Debits less credits of Accounts Receivable are the sum of the ledger.
    """
    entries = LedgerEntry.objects.filter(at__gte=period.begins_at, at__lt=period.ends_at)
    related = entries.select_related("order__customer", "order__quote", "milestone", "payment")
    yield csv_row(COLUMNS)
    rows = related.prefetch_related("order__milestones").order_by("at", "pk")
    for entry in rows.iterator(chunk_size=_CHUNK_ROWS):
        yield from _rows(entry)


def _rows(entry: LedgerEntry) -> Iterator[str]:
    day = local_date(entry.at)
    reference = entry.payment.provider_ref if entry.payment else ""
    for account, debit, credit in journal_lines(
        entry.kind, amount_cents=entry.amount_cents, tax_cents=_tax_cents(entry)
    ):
        yield csv_row(
            (
                f"L{entry.pk}",
                f"{day:%m/%d/%Y}",
                account,
                debit,
                credit,
                " ".join(filter(None, (entry.get_kind_display(), reference))),
                entry.order.customer.name,
                entry.order.confirmation_code,
            )
        )


def _tax_cents(entry: LedgerEntry) -> int:
    # Each milestone holds its share of the order's sales tax.
    if entry.kind not in _TAXED or entry.milestone is None:
        return 0
    milestones = sorted(entry.order.milestones.all(), key=lambda each: each.pk)
    shares = tax_shares(
        [each.amount_cents for each in milestones], tax_cents=entry.order.quote.sales_tax_cents
    )
    share = shares[[each.pk for each in milestones].index(entry.milestone.pk)]
    return round(share * entry.amount_cents / entry.milestone.amount_cents)
