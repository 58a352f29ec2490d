"""Effects of a confirmed date: price receipt, photo review, consent and messages."""

from datetime import datetime

from standby.core.office import MessageContext
from standby.orders.models import Appointment
from standby.orders.services.change_consent import record_first_consent
from standby.orders.services.notify import notify_confirmed, notify_customer
from standby.photos.services.photos import open_review
from standby.pricing.services.receipts import issue_receipt

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
