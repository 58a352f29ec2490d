"""Staff cannot tell the run from these photos: better ones are asked for (PHOTO-02)."""

from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.photos import services as photos
from standby.apps.photos.models import PhotoReview
from standby.domain.policy import FULL_REVIEW_PHOTOS
from standby.flows.tell import tell_customer
from standby.flows.writing import writing


def request_retake(
    review: PhotoReview, *, reason: str, needs_full_review: bool, actor: str, now: datetime
) -> PhotoReview:
    """A full review asks for ten photos instead of five, and keeps asking for them.

    Raises StatusMoved when the photos are not with staff.
    """
    with writing():
        bookings.lock_order(review.order_id)
        least = FULL_REVIEW_PHOTOS if needs_full_review else review.least_photos
        review = photos.request_retake(
            review, reason=reason, least_photos=least, actor=actor, now=now
        )
        tell_customer(
            review.order,
            kind="retake_wanted",
            occasion=f"{now:%Y%m%d%H%M%S}",
            now=now,
            reason=reason,
        )
        return review
