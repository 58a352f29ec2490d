"""The homeowner is done with the photos: staff may look (PHOTO-01)."""

from dataclasses import dataclass
from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order
from standby.apps.photos import queries
from standby.apps.photos import services as photos
from standby.apps.photos.models import PhotoReview
from standby.domain.errors import Conflict, Invalid
from standby.domain.policy import PHOTO_CONSENT
from standby.flows.tell import tell_customer
from standby.flows.writing import writing


class TooFewPhotos(Conflict):
    """Some of the pictures that we need are still missing."""

    code = "too_few_photos"


class DecisionMakerNeeded(Invalid):
    """Please have the homeowner, or whoever decides, send the photos."""

    code = "decision_maker_needed"


class StakeNeeded(Invalid):
    """Please place a stake or flag where the generator is to stand."""

    code = "stake_needed"


class PhotoConsentNeeded(Invalid):
    """Please agree to the Photo Review Policy."""

    code = "photo_consent_needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The form beside the photos."""

    is_decision_maker: bool
    can_place_stake: bool
    consents: bool
    notes: str


def submit_photos(order: Order, answers: Answers, *, now: datetime) -> PhotoReview:
    """Safe to repeat: photos that are with staff already stay as they are.

    Raises TooFewPhotos, DecisionMakerNeeded, StakeNeeded, PhotoConsentNeeded, PhotosClosed and
    PhotosNotAsked.
    """
    _ensure_answered(answers)
    with writing():
        bookings.lock_order(order.pk)
        review = queries.review_of(order)
        if review.status == PhotoReview.Status.SUBMITTED:
            return review
        photos.ensure_takes_photos(review)
        count = queries.sent_count(review)
        if count < review.least_photos:
            raise TooFewPhotos(f"{count} of {review.least_photos} pictures are here.")
        review = photos.submit_review(
            review, notes=answers.notes, consent_wording=PHOTO_CONSENT, now=now
        )
        tell_customer(
            order, kind="photos_received", occasion=f"{now:%Y%m%d%H%M%S}", now=now, count=count
        )
        return review


def _ensure_answered(answers: Answers) -> None:
    if not answers.is_decision_maker:
        raise DecisionMakerNeeded(field="is_decision_maker")
    if not answers.can_place_stake:
        raise StakeNeeded(field="can_place_stake")
    if not answers.consents:
        raise PhotoConsentNeeded(field="consent")
