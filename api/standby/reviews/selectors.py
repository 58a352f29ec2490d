"""Published reviews, for pages that show them."""

from typing import Any, Final

from django.db.models import Avg, Count

from standby.reviews.models import CustomerReview

_MOST_SHOWN: Final = 200
_PUBLISHED: Final = CustomerReview.Status.PUBLISHED


def published_reviews() -> list[CustomerReview]:
    """Return the newest published reviews with what their order says about them."""
    published = CustomerReview.objects.filter(status=_PUBLISHED).select_related(
        "order__order_location", "order__quote", "order__generator"
    )
    return list(published.order_by("-written_at")[:_MOST_SHOWN])


def review_counts() -> dict[str, Any]:
    """Return `count` and `average_stars` of all published reviews; None when there are none."""
    published = CustomerReview.objects.filter(status=_PUBLISHED)
    return published.aggregate(count=Count("pk"), average_stars=Avg("stars"))
