"""What the office looks at: every figure of the overview by its name."""

from enum import StrEnum
from typing import Final


class Figure(StrEnum):
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


# From an address to the last payment. A visitor's checks are counted by the log of searches, what
# follows by the wizard that was begun: whoever came further passed what lies before.
FUNNEL: Final = (
    Figure.CHECKED,
    Figure.COVERED,
    Figure.BAND,
    Figure.GENERATOR,
    Figure.DATE,
    Figure.RESERVED,
    Figure.FEE_PAID,
    Figure.PRICE_LOCKED,
    Figure.ACCEPTED,
    Figure.COMPLETED,
    Figure.PAID,
)
OF_WIZARDS: Final = FUNNEL[FUNNEL.index(Figure.BAND) :]
