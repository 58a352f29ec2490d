"""Staff review photos, longest waiting first, and request retakes."""

import logging
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.roles import Permission
from standby.core.schema import In, ProblemOut, SeenVersion, line
from standby.orders.models import ChangeOrder, Order
from standby.orders.services.changes import newest_change_of
from standby.orders.services.order_log import version_of
from standby.photos import selectors as queries
from standby.photos.api import PhotoOut, Rendition, file_of, photo_out
from standby.photos.models import PhotoReview
from standby.photos.rules import EXTRAS, FIRST_FIVE, GUIDED, LEAST_PHOTOS, VIDEO, review_deadline
from standby.photos.services.reviews import request_retake
from standby.pricing.api.verify import ReceiptLinesOut
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.firm_price import is_refundable_change, percent_of_change
from standby.workflows.decide_photo_review import may_be_decided

log = logging.getLogger(__name__)
router = Router(tags=["staff"])

STAFF_PHOTOS = "/api/staff/photos"
REFUSALS = dict.fromkeys((401, 404, 429), ProblemOut)


class WaitingReviewOut(Schema):
    """One queue entry; `band` and `max_distance_ft` are the customer's choice."""

    id: UUID
    order_id: UUID
    status: PhotoReview.Status
    customer_name: str
    address: str
    band: DistanceBand
    max_distance_ft: int
    city: str
    submitted_at: datetime | None
    answered_by: datetime | None
    is_overdue: bool
    waiting_hours: float
    photo_count: int
    retake_reason: str


class ReviewSlotOut(Schema):
    """One photo slot of the policy; `is_asked`: required in this review."""

    slot: str
    title: str
    hint: str
    is_asked: bool


class ReviewPriceOut(Schema):
    """The promised price, or the locked one."""

    version: int
    locked_at: datetime | None
    lines: ReceiptLinesOut


class ReviewChangeOut(Schema):
    """The newest change order and the customer's answer."""

    status: ChangeOrder.Status
    reason: str
    percent: float
    is_refundable: bool
    lines: ReceiptLinesOut
    proposed_at: datetime
    proposed_by: str
    decided_at: datetime | None


class ReviewDetailOut(Schema):
    """What is needed to judge the run, beside the photos.

    A decision sends `order_version` back, so that newer changes are not overwritten.
    """

    id: UUID
    order_id: UUID
    order_version: int
    order_status: Order.Status
    status: PhotoReview.Status
    customer_name: str
    address: str
    band: DistanceBand
    max_distance_ft: int
    generator: str | None
    least_photos: int
    submitted_at: datetime | None
    answered_by: datetime | None
    is_overdue: bool
    notes: str
    is_decision_maker: bool
    can_place_stake: bool
    consent_wording: str
    consented_at: datetime | None
    retake_reason: str
    confirmed_run_ft: int | None
    decided_at: datetime | None
    decided_by: str
    can_be_decided: bool
    price: ReviewPriceOut
    change: ReviewChangeOut | None
    shots: list[ReviewSlotOut]
    photos: list[PhotoOut]


class RetakeIn(In):
    """`needs_full_review`: five photos are not enough, ten are required."""

    reason: line(500, min_length=3)  # type: ignore[valid-type]
    needs_full_review: StrictBool = False
    seen_version: SeenVersion = None


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
    """The review queue, longest wait first."""
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
            city=review.order.order_location.city,
            submitted_at=review.submitted_at,
            answered_by=_deadline_of(review),
            is_overdue=_is_overdue(review, moment),
            waiting_hours=round((moment - review.submitted_at).total_seconds() / 3600, 1)
            if review.submitted_at
            else 0.0,
            photo_count=review.sent_photos,  # type: ignore[attr-defined]
            retake_reason=review.retake_reason,
        )
        for review in queries.reviews_waiting(status=status)
    ]


@router.get(
    "/staff/photo-reviews/{review_id}",
    response={200: ReviewDetailOut, **REFUSALS},
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="get_photo_review_at_desk",
)
def get_review_at_desk(request: HttpRequest, review_id: UUID) -> ReviewDetailOut:
    """The photos and the chosen band."""
    review = queries.any_review(review_id)
    log.info("%s looks at photo review %s", staff_name(request), review.public_id)
    order = review.order
    quote, generator = order.quote, order.generator
    own_generator = order.own_model_number or None  # None: the customer gave no model
    requested = GUIDED if review.least_photos > LEAST_PHOTOS else FIRST_FIVE
    return ReviewDetailOut(
        id=review.public_id,
        order_id=order.public_id,
        order_version=version_of(order),
        order_status=Order.Status(order.status),
        status=PhotoReview.Status(review.status),
        customer_name=order.customer.name,
        address=order.order_location.formatted_address,
        band=DistanceBand(order.quote.band),
        max_distance_ft=order.package.max_distance_feet,
        generator=f"{generator.brand} {generator.model}, {generator.kw} kW"
        if generator
        else own_generator,
        least_photos=review.least_photos,
        submitted_at=review.submitted_at,
        answered_by=_deadline_of(review),
        is_overdue=_is_overdue(review, now()),
        notes=review.notes,
        is_decision_maker=review.is_decision_maker,
        can_place_stake=review.can_place_stake,
        consent_wording=review.consent_wording,
        consented_at=review.consented_at,
        retake_reason=review.retake_reason,
        confirmed_run_ft=review.confirmed_run_ft,
        decided_at=review.decided_at,
        decided_by=review.decided_by,
        can_be_decided=may_be_decided(review),
        price=ReviewPriceOut(
            version=quote.version,
            locked_at=quote.locked_at,
            lines=ReceiptLinesOut.from_orm(quote),
        ),
        change=_change_of(order),
        shots=[
            ReviewSlotOut(
                slot=shot.slot, title=shot.title, hint=shot.hint, is_asked=shot in requested
            )
            for shot in (*GUIDED, *EXTRAS, VIDEO)
        ],
        photos=[photo_out(photo, base_url=STAFF_PHOTOS) for photo in queries.photos_of(review)],
    )


@router.post(
    "/staff/photo-reviews/{review_id}/retake",
    response={200: RetakeOut, 409: ProblemOut, 422: ProblemOut, **REFUSALS},
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="request_photo_retake",
)
def post_retake(request: HttpRequest, review_id: UUID, payload: RetakeIn) -> RetakeOut:
    """Ask the customer for better photos, saying which and why."""
    review = request_retake(
        queries.any_review(review_id),
        reason=payload.reason,
        needs_full_review=payload.needs_full_review,
        actor=staff_name(request),
        if_version=payload.seen_version,
        now=now(),
    )
    return RetakeOut(status=PhotoReview.Status(review.status))


@router.get(
    "/staff/photos/{photo_id}/{rendition}",
    response={200: None, 422: ProblemOut, 503: ProblemOut, **REFUSALS},
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="get_photo_at_desk",
)
def get_photo_at_desk(
    request: HttpRequest, photo_id: UUID, rendition: Rendition
) -> HttpResponseBase:
    """One photo or video, for staff."""
    photo = queries.any_photo(photo_id)
    log.info("%s sees %s of photo %s", staff_name(request), rendition, photo.public_id)
    return file_of(photo, rendition, through_us=True)


def _deadline_of(review: PhotoReview) -> datetime | None:
    if review.status != PhotoReview.Status.SUBMITTED or review.submitted_at is None:
        return None
    return review_deadline(review.submitted_at)


def _is_overdue(review: PhotoReview, moment: datetime) -> bool:
    deadline = _deadline_of(review)
    return deadline is not None and deadline < moment


def _change_of(order: Order) -> ReviewChangeOut | None:
    change = newest_change_of(order)
    if change is None:
        return None
    old_quote: Quote = change.from_quote
    new_quote: Quote = change.to_quote
    return ReviewChangeOut(
        status=ChangeOrder.Status(change.status),
        reason=change.reason,
        percent=percent_of_change(old_quote.total_cents, new_quote.total_cents),
        is_refundable=is_refundable_change(old_quote.total_cents, new_quote.total_cents),
        lines=ReceiptLinesOut.from_orm(new_quote),
        proposed_at=change.proposed_at,
        proposed_by=change.proposed_by,
        decided_at=change.decided_at,
    )
