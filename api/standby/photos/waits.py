"""Photos that wait for staff."""

from datetime import datetime

from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.orders.selectors.waiting import about_order
from standby.photos.models import PhotoReview
from standby.photos.rules import review_deadline


@waits("photo_reviews")
def photo_reviews(_viewer: Viewer, _now: datetime) -> Group:
    waiting = PhotoReview.objects.filter(status=PhotoReview.Status.SUBMITTED)
    waiting = waiting.select_related("order__customer", "order__order_location")

    def to_item(review: PhotoReview) -> WaitingItem:
        return WaitingItem(
            id=str(review.public_id),
            since=review.submitted_at,
            by=review_deadline(review.submitted_at) if review.submitted_at else None,
            **about_order(review.order),
        )

    return waiting.order_by("submitted_at", "pk"), each(to_item)
