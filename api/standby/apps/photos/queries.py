"""An order's photo review and its photos, as the homeowner and staff see them."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from standby.apps.booking.models import Order
from standby.apps.photos.models import Photo, PhotoReview
from standby.domain.errors import NotFound, _

SENT: Final = (Photo.Status.STORED, Photo.Status.READY)


class PhotosNotAsked(NotFound):
    code = "photos_not_asked"
    message = _("No photos are asked for this order.")


class PhotoNotFound(NotFound):
    code = "photo_not_found"
    message = _("There is no such photo in this review.")


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadUsage:
    """What a review's photos and videos take of what one order may send."""

    photos: int
    size_bytes: int


def review_of(order: Order) -> PhotoReview:
    """Raises PhotosNotAsked."""
    review = PhotoReview.objects.filter(order=order).first()
    if review is None:
        raise PhotosNotAsked
    return review


def photos_of(review: PhotoReview) -> list[Photo]:
    return list(review.photos.order_by("pk"))


def photo_of(order: Order, public_id: UUID) -> Photo:
    """Raises PhotoNotFound, for another order's photo as well."""
    return _only(Photo.objects.filter(review__order=order), public_id)


def any_photo(public_id: UUID) -> Photo:
    """For staff. Raises PhotoNotFound."""
    return _only(Photo.objects.all(), public_id)


def _only(photos: QuerySet[Photo], public_id: UUID) -> Photo:
    photo = photos.select_related("review__order").filter(public_id=public_id).first()
    if photo is None:
        raise PhotoNotFound
    return photo


def sent_count(review: PhotoReview) -> int:
    """How many photos have arrived and were not refused. A video is no photo."""
    return review.photos.filter(kind=Photo.Kind.PHOTO, status__in=SENT).count()


def upload_usage(review: PhotoReview) -> UploadUsage:
    """Those that are still coming count in full: they were promised their place."""
    totals = review.photos.exclude(status=Photo.Status.REFUSED).aggregate(
        photos=Count("pk", filter=Q(kind=Photo.Kind.PHOTO)), size_bytes=Sum("size_bytes")
    )
    return UploadUsage(photos=totals["photos"], size_bytes=totals["size_bytes"] or 0)


def photo_in(review: PhotoReview, *, slot: str) -> Photo | None:
    """The one that has this place, unless it was refused."""
    return review.photos.filter(slot=slot).exclude(status=Photo.Status.REFUSED).first()


def reviews_waiting(*, status: str, limit: int = 200) -> list[PhotoReview]:
    """The longest waiting first, each with `sent_photos`, how many pictures there are to see."""
    waiting = (
        PhotoReview.objects.filter(status=status)
        .select_related(
            "order__customer", "order__order_location", "order__package", "order__quote"
        )
        .annotate(
            sent_photos=Count(
                "photos",
                filter=Q(photos__kind=Photo.Kind.PHOTO, photos__status__in=SENT),
            )
        )
    )
    return list(waiting.order_by("submitted_at", "created_at", "pk")[:limit])


def any_review(public_id: UUID) -> PhotoReview:
    """For staff. Raises PhotosNotAsked."""
    review = (
        PhotoReview.objects.select_related(
            "order__customer",
            "order__order_location",
            "order__package",
            "order__generator",
            "order__quote",
        )
        .filter(public_id=public_id)
        .first()
    )
    if review is None:
        raise PhotosNotAsked
    return review
