"""Submission of photos for review by the homeowner."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from standby.core.errors import Conflict, Invalid, _
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer
from standby.photos import selectors as queries
from standby.photos.models import PhotoReview
from standby.photos.rules.policy import PHOTO_CONSENT
from standby.photos.services import photos


class TooFewPhotos(Conflict):
    code = "too_few_photos"
    message = _("Some of the pictures that we need are still missing.")


class PhotoConsentNeeded(Invalid):
    code = "photo_consent_needed"
    message = _("Please agree to the Photo Review Policy.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionForm:
    is_decision_maker: bool
    can_place_stake: bool
    consents: bool  # the only field that is required to be true (PHOTO-01.5)
    notes: str


def submit_photos(order: Order, form: SubmissionForm, *, now: datetime) -> PhotoReview:
    """Submit the photos to staff. Idempotent: submitted photos stay as they are.

    Raises TooFewPhotos, PhotoConsentNeeded, PhotosClosed and PhotosNotAsked.
    """
    if not form.consents:
        raise PhotoConsentNeeded(field="consent")
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        review = queries.review_of(order)
        if review.status == PhotoReview.Status.SUBMITTED:
            return review
        photos.ensure_takes_photos(review)
        count = queries.sent_count(review)
        if count < review.least_photos:
            raise TooFewPhotos(f"{count} of {review.least_photos} pictures are here.")
        submission = photos.SubmissionDetails(
            is_decision_maker=form.is_decision_maker,
            can_place_stake=form.can_place_stake,
            notes=form.notes,
            consent_wording=PHOTO_CONSENT,
        )
        review = photos.submit_review(review, submission=submission, now=now)
        notify_customer(
            order, kind="photos_received", dedupe_part=f"{now:%Y%m%d%H%M%S}", now=now, count=count
        )
        return review
