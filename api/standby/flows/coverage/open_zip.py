"""A ZIP code is served from now on, and those who waited for it are told (MSG-03)."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.coverage import services as coverage
from standby.apps.coverage.models import CoveredZip
from standby.flows.messages.tell import MessageContext, notify_zip_opened
from standby.flows.writing import write_transaction


@dataclass(frozen=True, slots=True)
class OpenedZip:
    """`told` counts the phones for which a text was queued."""

    covered_zip: CoveredZip
    notified_count: int


def open_zip(
    opening: coverage.ZipOpening, *, message_context: MessageContext, now: datetime
) -> OpenedZip:
    """Safe to repeat: whoever asked since the last time is told, and nobody twice.

    Raises ZipUnreadable and ZipUndescribed.
    """
    with write_transaction():
        listed = coverage.open_zip_code(opening)
        return OpenedZip(
            listed, notified_count=notify_waitlist(listed, message_context=message_context, now=now)
        )


def notify_waitlist(zip_row: CoveredZip, *, message_context: MessageContext, now: datetime) -> int:
    """In the transaction that opens the ZIP code. How many phones are told; nobody twice."""
    waiting = coverage.claim_notify_requests(zip_row.zip_code)
    for asked in waiting:
        notify_zip_opened(asked, zip_row=zip_row, message_context=message_context, now=now)
    return len(waiting)
