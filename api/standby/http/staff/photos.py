"""Staff look at photos, the longest waiting first, and ask for better ones."""

import logging
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.utils.timezone import now
from ninja import Query, Router, Schema

from standby.apps.photos import queries
from standby.apps.photos.models import PhotoReview
from standby.domain.distance import DistanceBand
from standby.domain.roles import Permission
from standby.flows.request_retake import request_retake
from standby.http.photo_files import Rendition, file_of
from standby.http.photos import PhotoOut, photo_out
from standby.http.schema import In, ProblemOut, line
from standby.http.staff.auth import StaffBearer, staff_name

log = logging.getLogger(__name__)
router = Router(tags=["staff"])

STAFF_PHOTOS = "/api/staff/photos"
REFUSALS = dict.fromkeys((401, 404), ProblemOut)


class WaitingReviewOut(Schema):
    """One line of the queue; `band` and `max_distance_ft` are what the customer chose."""

    id: UUID
    order_id: UUID
    status: PhotoReview.Status
    customer_name: str
    address: str
    band: DistanceBand
    max_distance_ft: int
    submitted_at: datetime | None
    waiting_hours: float
    photo_count: int
    retake_reason: str


class ReviewAtDeskOut(Schema):
    """All that is needed to tell the run, beside the photos themselves."""

    id: UUID
    order_id: UUID
    status: PhotoReview.Status
    customer_name: str
    address: str
    band: DistanceBand
    max_distance_ft: int
    submitted_at: datetime | None
    notes: str
    is_decision_maker: bool
    can_place_stake: bool
    consent_wording: str
    consented_at: datetime | None
    retake_reason: str
    confirmed_run_ft: int | None
    decided_at: datetime | None
    decided_by: str
    photos: list[PhotoOut]


class RetakeIn(In):
    """`needs_full_review`: five photos cannot settle it, ten are asked."""

    reason: line(500, min_length=3)  # type: ignore[valid-type]
    needs_full_review: bool = False


class RetakeOut(Schema):
    status: PhotoReview.Status


@router.get(
    "/staff/photo-reviews",
    response={200: list[WaitingReviewOut], 401: ProblemOut, 422: ProblemOut},
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="list_photo_reviews",
)
def get_photo_reviews(
    request: HttpRequest,
    status: Annotated[PhotoReview.Status, Query()] = PhotoReview.Status.SUBMITTED,
) -> list[WaitingReviewOut]:
    """The queue: those that wait the longest come first."""
    moment = now()
    return [
        WaitingReviewOut(
            id=review.public_id,
            order_id=review.order.public_id,
            status=PhotoReview.Status(review.status),
            customer_name=review.order.customer.name,
            address=review.order.order_location.formatted_address,
            band=DistanceBand(review.order.quote.band),
            max_distance_ft=review.order.package.max_distance_feet,
            submitted_at=review.submitted_at,
            waiting_hours=_hours_since(review.submitted_at, moment),
            photo_count=review.sent_photos,  # type: ignore[attr-defined]
            retake_reason=review.retake_reason,
        )
        for review in queries.reviews_waiting(status=status)
    ]


@router.get(
    "/staff/photo-reviews/{review_id}",
    response={200: ReviewAtDeskOut, **REFUSALS},
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="get_photo_review_at_desk",
)
def get_review_at_desk(request: HttpRequest, review_id: UUID) -> ReviewAtDeskOut:
    """The photos beside the chosen band."""
    review = queries.any_review(review_id)
    log.info("%s looks at photo review %s", staff_name(request), review.public_id)
    order = review.order
    return ReviewAtDeskOut(
        id=review.public_id,
        order_id=order.public_id,
        status=PhotoReview.Status(review.status),
        customer_name=order.customer.name,
        address=order.order_location.formatted_address,
        band=DistanceBand(order.quote.band),
        max_distance_ft=order.package.max_distance_feet,
        submitted_at=review.submitted_at,
        notes=review.notes,
        is_decision_maker=review.is_decision_maker,
        can_place_stake=review.can_place_stake,
        consent_wording=review.consent_wording,
        consented_at=review.consented_at,
        retake_reason=review.retake_reason,
        confirmed_run_ft=review.confirmed_run_ft,
        decided_at=review.decided_at,
        decided_by=review.decided_by,
        photos=[photo_out(photo, below=STAFF_PHOTOS) for photo in queries.photos_of(review)],
    )


@router.post(
    "/staff/photo-reviews/{review_id}/retake",
    response={200: RetakeOut, 409: ProblemOut, 422: ProblemOut, **REFUSALS},
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="request_photo_retake",
)
def post_retake(request: HttpRequest, review_id: UUID, asked: RetakeIn) -> RetakeOut:
    """Ask the customer for better photos, and say which and why."""
    review = request_retake(
        queries.any_review(review_id),
        reason=asked.reason,
        needs_full_review=asked.needs_full_review,
        actor=staff_name(request),
        now=now(),
    )
    return RetakeOut(status=PhotoReview.Status(review.status))


@router.get(
    "/staff/photos/{photo_id}/{rendition}",
    response={200: None, 302: None, 422: ProblemOut, 503: ProblemOut, **REFUSALS},
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="get_photo_at_desk",
)
def get_photo_at_desk(
    request: HttpRequest, photo_id: UUID, rendition: Rendition
) -> HttpResponseBase:
    """One photo's or video's bytes, for staff."""
    photo = queries.any_photo(photo_id)
    log.info("%s sees %s of photo %s", staff_name(request), rendition, photo.public_id)
    return file_of(photo, rendition)


def _hours_since(submitted_at: datetime | None, moment: datetime) -> float:
    if submitted_at is None:
        return 0.0
    return round((moment - submitted_at).total_seconds() / 3600, 1)
