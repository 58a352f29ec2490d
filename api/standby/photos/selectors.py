"""Lookups of an order's photo review and its photos."""

from typing import Final
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from standby.core.errors import NotFound, _
from standby.core.policy import LEAST_PHOTOS
from standby.orders.models import Order
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import FULL_REVIEW_PHOTOS, requested_slots

SENT: Final = (Photo.Status.STORED, Photo.Status.READY)
_MOST_WAITING: Final = 200


class PhotosNotRequested(NotFound):
    code = "photos_not_asked"
    message = _("No photos are requested for this order.")


class PhotoNotFound(NotFound):
    code = "photo_not_found"
    message = _("There is no such photo in this review.")


def review_of(order: Order) -> PhotoReview:
    review = PhotoReview.objects.filter(order=order).first()
    if review is None:
        raise PhotosNotRequested
    return review


def review_with_counts(order: Order) -> PhotoReview | None:
    """Return the review with how many photos were `sent`, and for how many slots that we ask."""
    received = Q(photos__kind=Photo.Kind.PHOTO, photos__status__in=SENT)
    review = (
        PhotoReview.objects.filter(order=order)
        .annotate(
            received=Count("photos", filter=received),
            sent_of_five=_slots_sent(received, LEAST_PHOTOS),
            sent_of_ten=_slots_sent(received, FULL_REVIEW_PHOTOS),
        )
        .first()
    )
    if review:
        review.sent = review.received
        is_full = review.least_photos > LEAST_PHOTOS
        review.sent_requested = review.sent_of_ten if is_full else review.sent_of_five
    return review


def _slots_sent(received: Q, least: int) -> Count:
    requested = received & Q(photos__slot__in=requested_slots(least))
    return Count("photos__slot", filter=requested, distinct=True)


def requested_photos_of(order: Order) -> list[Photo]:
    """Return the photos of the order that we asked for and that can be shown, as asked for."""
    review = PhotoReview.objects.filter(order=order).first()
    if review is None:
        return []
    slots = requested_slots(review.least_photos)
    shown = review.photos.filter(
        kind=Photo.Kind.PHOTO, status=Photo.Status.READY, slot__in=slots
    ).exclude(thumbnail_key="")
    return sorted(shown, key=lambda photo: slots.index(photo.slot))


def photos_of(review: PhotoReview) -> list[Photo]:
    return list(review.photos.order_by("pk"))


def photo_of(order: Order, public_id: UUID) -> Photo:
    # Another order's photo is not found either.
    return _only(Photo.objects.filter(review__order=order), public_id)


def any_photo(public_id: UUID) -> Photo:
    return _only(Photo.objects.all(), public_id)


def _only(photos: QuerySet[Photo], public_id: UUID) -> Photo:
    photo = photos.select_related("review__order").filter(public_id=public_id).first()
    if photo is None:
        raise PhotoNotFound
    return photo


def photos_sent(review: PhotoReview) -> list[Photo]:
    """Return what arrived whole and was not refused."""
    return list(review.photos.filter(status__in=SENT).order_by("pk"))


def sent_count(review: PhotoReview) -> int:
    return review.photos.filter(kind=Photo.Kind.PHOTO, status__in=SENT).count()


def upload_usage(review: PhotoReview) -> tuple[int, int]:
    # An unfinished upload counts with its announced size, which was granted when it began.
    totals = review.photos.exclude(status=Photo.Status.REFUSED).aggregate(
        photos=Count("pk", filter=Q(kind=Photo.Kind.PHOTO)), size_bytes=Sum("size_bytes")
    )
    return totals["photos"], totals["size_bytes"] or 0


def reviews_waiting(*, status: str) -> list[PhotoReview]:
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
    return list(waiting.order_by("submitted_at", "created_at", "pk")[:_MOST_WAITING])


def any_review(public_id: UUID) -> PhotoReview:
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
        raise PhotosNotRequested
    return review
