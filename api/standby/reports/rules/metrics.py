"""Names of the metrics on the overview."""

from datetime import date, timedelta
from enum import StrEnum
from typing import Final


class Metric(StrEnum):
    """A figure, and the rows behind it."""

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
