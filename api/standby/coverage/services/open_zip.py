"""Opening of a ZIP code, with messages to its waitlist."""

from dataclasses import dataclass
from datetime import datetime

from standby.core.office import MessageContext
from standby.core.writing import write_transaction
from standby.coverage.models import CoveredZip, NotifyRequest
from standby.coverage.services import coverage
from standby.messaging.kinds import staff
from standby.messaging.models import Message
from standby.messaging.services import outbox as notifications
from standby.messaging.services.outbox import MessageHeader, Recipient


def notify_zip_opened(
    request: NotifyRequest, *, zip_row: CoveredZip, message_context: MessageContext, now: datetime
) -> None:
    notifications.queue_message(
        staff.zip_opened(
            zip_code=zip_row.zip_code,
            city=zip_row.city,
            link=f"{message_context.site_url}/installation-wizard",
        ),
        to=Recipient(channel=Message.Channel.SMS, recipient=request.phone_number),
        header=MessageHeader(kind="zip_opened", dedupe_key=f"zip_opened:{request.pk}"),
        now=now,
    )


@dataclass(frozen=True, slots=True)
class OpenedZip:
    covered_zip: CoveredZip
    notified_count: int  # phone numbers for which a text was queued


def open_zip(
    opening: coverage.ZipOpening, *, message_context: MessageContext, now: datetime
) -> OpenedZip:
    """Open a ZIP code and notify its waitlist.

    Idempotent: a repeat notifies only requests made since. Raises ZipUnreadable and ZipUndescribed.
    """
    with write_transaction():
        listed = coverage.open_zip_code(opening)
        return OpenedZip(
            listed, notified_count=notify_waitlist(listed, message_context=message_context, now=now)
        )


def notify_waitlist(zip_row: CoveredZip, *, message_context: MessageContext, now: datetime) -> int:
    """Queue a text to each phone number waiting for a ZIP code, once ever, and return how many.

    Runs in the transaction that opens the ZIP code.
    """
    requests = coverage.claim_notify_requests(zip_row.zip_code)
    for request in requests:
        notify_zip_opened(request, zip_row=zip_row, message_context=message_context, now=now)
    return len(requests)
