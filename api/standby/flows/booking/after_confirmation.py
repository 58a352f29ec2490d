"""The date is certain: the price is promised in writing, the photos are asked for (BOOK-02)."""

from datetime import datetime

from standby.apps.booking.models import Appointment
from standby.apps.photos.services import open_review
from standby.apps.quoting.receipts import issue_receipt
from standby.flows.messages.change_consent import record_first_consent
from standby.flows.messages.tell import Office, tell_customer, tell_of_confirmation

_WHY_PROMISED = "Your reservation"


def after_confirmation(appointment: Appointment, *, office: Office, now: datetime) -> None:
    """In the caller's transaction, with the order's row locked. Safe to repeat."""
    order = appointment.order
    review = open_review(order, now=now)
    issue_receipt(
        order.quote,
        order_ref=order.public_id,
        reason=_WHY_PROMISED,
        signer=office.signer,
        now=now,
    )
    record_first_consent(order)
    tell_of_confirmation(appointment, now=now)
    tell_customer(
        order,
        kind="photo_link",
        occasion=str(review.public_id),
        now=now,
        least=review.least_photos,
    )
