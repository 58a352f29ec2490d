"""Staff cannot tell the run from these photos: better ones are asked for (PHOTO-02)."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.services.order_log import ensure_seen
from standby.apps.photos import services as photos
from standby.apps.photos.models import PhotoReview
from standby.domain.policy import FULL_REVIEW_PHOTOS
from standby.flows.messages.tell import tell_customer
from standby.flows.writing import writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Retake:
    """A full review asks for ten photos instead of five, and keeps asking for them."""

    reason: str
    needs_full_review: bool
    staff: str
    seen_version: int | None = None


def request_retake(review: PhotoReview, retake: Retake, *, now: datetime) -> PhotoReview:
    """Raises ChangedMeanwhile, and StatusMoved when the photos are not with staff."""
    reason = retake.reason
    with writing():
        order = bookings.lock_order(review.order_id)
        ensure_seen(order, retake.seen_version, now=now)
        least = FULL_REVIEW_PHOTOS if retake.needs_full_review else review.least_photos
        review = photos.request_retake(
            review, reason=reason, least_photos=least, actor=retake.staff, now=now
        )
        tell_customer(
            review.order,
            kind="retake_wanted",
            occasion=f"{now:%Y%m%d%H%M%S}",
            now=now,
            reason=reason,
        )
        return review
