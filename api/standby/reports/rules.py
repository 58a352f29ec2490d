"""Names of the metrics on the overview, and rows of CSV exports."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from io import StringIO
from typing import Any, Final

# First characters that make a spreadsheet compute a cell, with their full-width forms, which East
# Asian versions accept (ASVS 1.2.10).
_BEGINS_FORMULA: Final = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


class Metric(StrEnum):
    """A metric of the overview."""

    CHECKED = "checked"
    COVERED = "covered"
    BAND = "band"
    GENERATOR = "generator"
    DATE = "date"
    RESERVED = "reserved"
    FEE_PAID = "fee_paid"
    PRICE_LOCKED = "price_locked"
    ACCEPTED = "accepted"
    COMPLETED = "completed"
    PAID = "paid"
    RECEIVED = "received"
    REFUNDED = "refunded"
    OUTSTANDING = "outstanding"
    ABANDONED = "abandoned"
    FAILED_MESSAGES = "failed_messages"
    SEARCHES = "searches"
    REQUESTS = "requests"
    VISITS = "visits"
    COMPLETIONS = "completions"
    TODAY = "today"
    NEXT_DAYS = "next_days"


# From an address to the last payment. Checks are counted by the address search log, the rest by
# wizard sessions. A visitor who reached a stage counts in all stages before it.
FUNNEL: Final = (
    Metric.CHECKED,
    Metric.COVERED,
    Metric.BAND,
    Metric.GENERATOR,
    Metric.DATE,
    Metric.RESERVED,
    Metric.FEE_PAID,
    Metric.PRICE_LOCKED,
    Metric.ACCEPTED,
    Metric.COMPLETED,
    Metric.PAID,
)
OF_WIZARDS: Final = FUNNEL[FUNNEL.index(Metric.BAND) :]
COMING_DAYS: Final = 7


def coming_days(today: date) -> tuple[date, date]:
    return today + timedelta(days=1), today + timedelta(days=COMING_DAYS)


def csv_row(values: Iterable[Any]) -> str:
    """Format one CSV line, CRLF included. Text is escaped against formulas; numbers are not."""
    cells = []
    for value in values:
        cell = value
        if isinstance(value, bool):
            cell = "yes" if value else "no"
        elif isinstance(value, datetime):
            cell = value.strftime("%Y-%m-%dT%H:%M:%SZ")
        elif value is not None and not isinstance(value, int):
            cell = str(value)
            # Blanks before the sign do not help: some spreadsheets drop them.
            if cell.startswith(_BEGINS_FORMULA) or cell.lstrip().startswith(_BEGINS_FORMULA):
                cell = f"'{cell}"
        cells.append(cell)
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


RECEIVABLE: Final = "Accounts Receivable (A/R)"
_TAX: Final = "Sales Tax Payable"
_CLEARING: Final = "Card and Bank Clearing"
# By the kind of a ledger entry, the account on its other side.
_ACCOUNTS: Final[Mapping[str, str]] = {
    "scheduling_fee": "Reservation Fees",
    "diagnostic": "Diagnostic Fees",
    "milestone": "Installation Sales",
    "surcharge": "Card Surcharges",
    "late_fee": "Late Fees",
    "cancellation_fee": "Cancellation Fees",
    "credit": "Fees Credited",
    "reversal": "Installation Sales",
    **dict.fromkeys(
        ("payment", "refund", "refund_returned", "taken_back", "reinstated"), _CLEARING
    ),
}


def journal_lines(kind: str, *, amount_cents: int, tax_cents: int) -> list[tuple[str, str, str]]:
    """Return account, debit and credit, in dollars, of one ledger entry; they balance.

    What the customer owes is a debit of Accounts Receivable. `tax_cents` is the sales tax in it.
    """
    signed = {
        RECEIVABLE: amount_cents,
        _ACCOUNTS[kind]: tax_cents - amount_cents,
        _TAX: -tax_cents,
    }
    return [
        (account, _plain(cents) if cents > 0 else "", _plain(-cents) if cents < 0 else "")
        for account, cents in signed.items()
        if cents
    ]


def tax_shares(amounts_cents: Sequence[int], *, tax_cents: int) -> list[int]:
    """Return each amount's share of the tax, in cents; together they are the whole tax."""
    total, before, so_far, shares = sum(amounts_cents), 0, 0, []
    for cents in amounts_cents:
        so_far += cents
        until_here = tax_cents * so_far // total if total else 0
        shares.append(until_here - before)
        before = until_here
    return shares


def _plain(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
