"""Names of the metrics on the overview, and rows of CSV exports."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from io import StringIO
from itertools import islice
from typing import Any, Final, TypeVar

from standby.core.policy import MARKET_ZONE

Row = TypeVar("Row")
CHUNK_ROWS: Final = 500

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
# Their rows have no amount of money and nothing that is as of now: read from a replica.
COUNTED_IN_PERIOD: Final = (
    Metric.CHECKED,
    Metric.COVERED,
    Metric.SEARCHES,
    Metric.REQUESTS,
    Metric.VISITS,
    Metric.COMPLETIONS,
)
COMING_DAYS: Final = 7


def coming_days(today: date) -> tuple[date, date]:
    return today + timedelta(days=1), today + timedelta(days=COMING_DAYS)


def csv_row(values: Iterable[Any]) -> str:
    """Format one CSV line, CRLF included: instants in the market's time, as spreadsheets read them.

    Text is escaped against formulas; numbers are not.
    """
    cells = []
    for value in values:
        cell = value
        if isinstance(value, bool):
            cell = "yes" if value else "no"
        elif isinstance(value, datetime):
            cell = f"{value.astimezone(MARKET_ZONE):%Y-%m-%d %H:%M}"
        elif value is not None and not isinstance(value, int):
            cell = str(value)
            # Blanks before the sign do not help: some spreadsheets drop them.
            if cell.startswith(_BEGINS_FORMULA) or cell.lstrip().startswith(_BEGINS_FORMULA):
                cell = f"'{cell}"
        cells.append(cell)
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def in_chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Read the rows of an export a few at a time, so that memory stays bounded."""
    while chunk := list(islice(rows, CHUNK_ROWS)):
        yield chunk


RECEIVABLE: Final = "Accounts Receivable (A/R)"
CLEARING: Final = "Card and Bank Clearing"
BANK: Final = "Checking"
PROCESSING_FEES: Final = "Card Processing Fees"
DIAGNOSTIC_FEES: Final = "Diagnostic Fees"
_ADJUSTMENTS: Final = "Card Processor Adjustments"
_TAX: Final = "Sales Tax Payable"
# By the kind of a ledger entry, the account on its other side.
_ACCOUNTS: Final[Mapping[str, str]] = {
    "scheduling_fee": "Reservation Fees",
    "diagnostic": DIAGNOSTIC_FEES,
    "milestone": "Installation Sales",
    "surcharge": "Card Surcharges",
    "late_fee": "Late Fees",
    "cancellation_fee": "Cancellation Fees",
    "credit": "Fees Credited",
    "reversal": "Installation Sales",
    **dict.fromkeys(("payment", "refund", "refund_returned", "taken_back", "reinstated"), CLEARING),
}
JournalLine = tuple[str, str, str]


def entry_lines(kind: str, *, amount_cents: int, tax_cents: int) -> list[JournalLine]:
    """Return account, debit and credit, in dollars, of one ledger entry; they balance.

    What the customer owes is a debit of Accounts Receivable. `tax_cents` is the sales tax in it.
    """
    return journal_lines(
        (RECEIVABLE, amount_cents), (_ACCOUNTS[kind], tax_cents - amount_cents), (_TAX, -tax_cents)
    )


def payout_journal(
    amount_cents: int, *, fee_cents: int, other_cents: int, has_arrived: bool
) -> list[JournalLine]:
    """Return the lines of one payout: what reached the bank, what it cost, what it cleared.

    `other_cents` came from nothing that we know. A payout that the bank did not take stays in
    clearing, where the next payout finds it.
    """
    return journal_lines(
        (BANK if has_arrived else CLEARING, amount_cents),
        (PROCESSING_FEES, fee_cents),
        (_ADJUSTMENTS, -other_cents),
        (CLEARING, other_cents - amount_cents - fee_cents),
    )


def journal_lines(*signed: tuple[str, int]) -> list[JournalLine]:
    """Return account, debit and credit, in dollars, of amounts in cents: positive is a debit."""
    by_account: dict[str, int] = {}
    for account, cents in signed:
        by_account[account] = by_account.get(account, 0) + cents
    return [
        (
            account,
            dollars_plain(cents) if cents > 0 else "",
            dollars_plain(-cents) if cents < 0 else "",
        )
        for account, cents in by_account.items()
        if cents
    ]


class Difference(StrEnum):
    """Why a line of a payout, or the payout as a whole, does not agree with the ledger."""

    NOT_IN_LEDGER = "not_in_ledger"
    OTHER_AMOUNT = "other_amount"
    UNKNOWN = "unknown"
    SUM = "sum"


class PayoutState(StrEnum):
    """`waiting`: the provider does not know its lines yet; of a manual payout it never will."""

    WAITING = "waiting"
    MANUAL = "manual"
    DIFFERENT = "different"
    RECONCILED = "reconciled"


def line_difference(
    kind: str, *, amount_cents: int, expected_cents: int | None
) -> Difference | None:
    """Compare a line with what our books expect of it; None when they agree.

    A fee, and a payout that came back, are in no order's ledger.
    """
    if kind in ("fee", "payout_returned"):
        return None
    if kind == "other":
        return Difference.UNKNOWN
    if expected_cents is None:
        return Difference.NOT_IN_LEDGER
    return None if expected_cents == amount_cents else Difference.OTHER_AMOUNT


def tax_shares(amounts_cents: Sequence[int], *, tax_cents: int) -> list[int]:
    """Return each amount's share of the tax, in cents; together they are the whole tax."""
    total, before, so_far, shares = sum(amounts_cents), 0, 0, []
    for cents in amounts_cents:
        so_far += cents
        until_here = tax_cents * so_far // total if total else 0
        shares.append(until_here - before)
        before = until_here
    return shares


def dollars_plain(cents: int) -> str:
    """Format cents as a plain decimal, as spreadsheets and imports read it."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
