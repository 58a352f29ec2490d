"""An order's photos and their review, from the first piece received to the decision."""

from datetime import datetime

from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import CLOCK, log_change
from standby.apps.photos.models import PhotoReview


def open_review(order: Order, *, now: datetime) -> PhotoReview:
    """In the caller's transaction. Safe to repeat: an order has one review."""
    review, is_new = PhotoReview.objects.get_or_create(order=order, defaults={"created_at": now})
    if is_new:
        change = ("", PhotoReview.Status.AWAITING_PHOTOS.value)
        log_change(order, subject="photo review", change=change, actor=CLOCK, now=now)
    return review
