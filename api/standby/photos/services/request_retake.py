"""Requests for better photos by staff."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version
from standby.photos.models import PhotoReview
from standby.photos.rules.policy import FULL_REVIEW_PHOTOS
from standby.photos.services import photos


@dataclass(frozen=True, slots=True, kw_only=True)
class RetakeRequest:
    reason: str
    needs_full_review: bool  # ten photos instead of five, also for later retakes
    actor: str
    if_version: int | None = None


def request_retake(review: PhotoReview, retake: RetakeRequest, *, now: datetime) -> PhotoReview:
    """Ask the customer for new photos.

    Raises ChangedMeanwhile, and StatusMoved when the photos are not submitted.
    """
    reason = retake.reason
    with transaction.atomic(durable=True):
        order = bookings.lock_order(review.order_id)
        ensure_version(order, retake.if_version, now=now)
        least = FULL_REVIEW_PHOTOS if retake.needs_full_review else review.least_photos
        review = photos.request_retake(
            review, reason=reason, least_photos=least, actor=retake.actor, now=now
        )
        notify_customer(
            review.order,
            kind="retake_wanted",
            dedupe_part=f"{now:%Y%m%d%H%M%S}",
            now=now,
            reason=reason,
        )
        return review
