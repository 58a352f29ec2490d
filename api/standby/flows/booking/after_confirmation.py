"""Effects of a confirmed date: price receipt, photo review, consent and messages."""

from datetime import datetime

from standby.apps.booking.models import Appointment
from standby.apps.photos.services import open_review
from standby.apps.quoting.receipts import issue_receipt
from standby.flows.messages.change_consent import record_first_consent
from standby.flows.messages.tell import MessageContext, notify_confirmed, notify_customer

_RECEIPT_REASON = "Your reservation"


def after_confirmation(
    appointment: Appointment, *, message_context: MessageContext, now: datetime
) -> None:
    """Open the photo review, issue the price receipt and queue the confirmation messages.

    Runs in the caller's transaction with the order's row locked. Idempotent.
    """
    order = appointment.order
    review = open_review(order, now=now)
    issue_receipt(
        order.quote,
        order_ref=order.public_id,
        reason=_RECEIPT_REASON,
        signer=message_context.signer,
        now=now,
    )
    record_first_consent(order)
    notify_confirmed(appointment, now=now)
    notify_customer(
        order,
        kind="photo_link",
        dedupe_part=str(review.public_id),
        now=now,
        least=review.least_photos,
    )
