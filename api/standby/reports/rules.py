"""Names of the metrics on the overview, and rows of CSV exports."""

import csv
from collections.abc import Iterable
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
