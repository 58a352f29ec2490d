"""Staff review photos, longest waiting first, request retakes and decide the price."""

import logging
from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.utils.timezone import now
from ninja import Query, Router, Status

from standby.accounts.staff_auth import StaffBearer, by_staff, staff_name
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.words import say
from standby.orders.selectors import orders
from standby.photos import selectors
from standby.photos.api import Rendition, file_of
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import GUIDED, TOLD_PHOTO_CONSENT
from standby.photos.services.photos import add_photo
from standby.photos.services.reviews import request_retake, submit_photos
from standby.photos.staff_schemas import (
    AddedPhotoOut,
    AddedPhotosOut,
    AddedSlotOut,
    ChangedLinesIn,
    ChangedPriceOut,
    CorrectedLockIn,
    PreviewedPriceOut,
    PriceChangedOut,
    PriceChangeIn,
    PricePreviewQuery,
    RetakeIn,
    RetakeOut,
    ReviewDecidedOut,
    ReviewDecisionIn,
    ReviewDetailOut,
    SubmittedForCustomerIn,
    WaitingReviewOut,
    added_photo,
)
from standby.pricing.api.quoting_schemas import LineItemOut, ReceiptLinesOut
from standby.pricing.rules.pricing import percent_of_change
from standby.workflows.change_price import NewPrice, change_agreed_price, preview_changed_price
from standby.workflows.decide_photo_review import (
    Decision,
    correct_lock,
    decide_photo_review,
    preview_decision,
)

log = logging.getLogger(__name__)
router = Router(tags=["staff"])
price_router = Router(tags=["staff"])


@router.get(
    "/staff/photo-reviews",
    response=list[WaitingReviewOut],
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="list_photo_reviews",
)
def get_photo_reviews(
    request: HttpRequest,
    status: Annotated[PhotoReview.Status, Query()] = PhotoReview.Status.SUBMITTED,
) -> list[PhotoReview]:
    """The review queue, longest wait first."""
    return selectors.reviews_waiting(status=status)


@router.get(
    "/staff/photo-reviews/{review_id}",
    response=ReviewDetailOut,
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="get_photo_review_at_desk",
)
def get_review_at_desk(request: HttpRequest, review_id: UUID) -> PhotoReview:
    """The photos and the chosen band."""
    review = selectors.any_review(review_id)
    log.info("%s looks at photo review %s", staff_name(request), review.public_id)
    return review


@router.post(
    "/staff/photo-reviews/{review_id}/retake",
    response=RetakeOut,
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="request_photo_retake",
)
def post_retake(request: HttpRequest, review_id: UUID, payload: RetakeIn) -> RetakeOut:
    """Ask the customer for better photos, saying which and why."""
    review = request_retake(
        selectors.any_review(review_id),
        reason=payload.reason,
        slots=payload.slots,
        needs_full_review=payload.needs_full_review,
        actor=staff_name(request),
        if_version=payload.if_version,
        now=now(),
    )
    return RetakeOut(status=PhotoReview.Status(review.status))


@router.get(
    "/staff/photos/{photo_id}/{rendition}",
    response={200: None},
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="get_photo_at_desk",
)
def get_photo_at_desk(
    request: HttpRequest, photo_id: UUID, rendition: Rendition
) -> HttpResponseBase:
    """One photo or video, for staff."""
    photo = selectors.any_photo(photo_id)
    log.info("%s sees %s of photo %s", staff_name(request), rendition, photo.public_id)
    return file_of(photo, rendition, through_us=True)


@price_router.get(
    "/staff/photo-reviews/{review_id}/price",
    response=PreviewedPriceOut,
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="preview_photo_decision",
)
def get_previewed_price(
    request: HttpRequest, review_id: UUID, params: Query[PricePreviewQuery]
) -> PreviewedPriceOut:
    """The price that this run would give, in cents. Nothing is saved."""
    firm, lines = preview_decision(review_id, Decision(**params.model_dump()), now=now())
    total_cents = firm.price.total_cents
    outcome_without_approval: Literal["kept", "lowered"] = (
        "lowered" if total_cents < firm.was_cents else "kept"
    )
    return PreviewedPriceOut(
        outcome="asked" if firm.needs_approval else outcome_without_approval,
        **firm.band.as_quoted,
        quoted_run_ft=params.run_ft if params.run_ft > firm.band.max_ft else None,
        was_cents=firm.was_cents,
        change_cents=total_cents - firm.was_cents,
        percent=percent_of_change(firm.was_cents, total_cents),
        is_refundable=firm.is_refundable,
        lines=ReceiptLinesOut(
            **firm.price.as_dict(), line_items=[LineItemOut(**line) for line in lines]
        ),
    )


@price_router.post(
    "/staff/photo-reviews/{review_id}/decide",
    response=ReviewDecidedOut,
    auth=StaffBearer(Permission.DECIDE_PRICE),
    operation_id="decide_photo_review",
)
def post_decide_photo_review(
    request: HttpRequest, review_id: UUID, decided: ReviewDecisionIn
) -> ReviewDecidedOut:
    """Lock the price if it is not higher; otherwise ask the customer to approve it."""
    quote, change = decide_photo_review(
        review_id,
        Decision(
            run_ft=decided.confirmed_run_ft,
            installation_cents=decided.installation_cents,
            module_cents=decided.module_cents,
            without_modules=decided.without_modules,
            customer_words=decided.customer_words,
        ),
        reason=decided.reason,
        actor=staff_name(request),
        if_version=decided.if_version,
        signer=core_providers.signer(),
        now=now(),
    )
    is_locked = quote.locked_at is not None
    was_cents = quote.supersedes.total_cents if quote.supersedes else quote.total_cents
    return ReviewDecidedOut(
        status="locked" if is_locked else "change_proposed",
        change_order_id=change.public_id if change and not is_locked else None,
        percent=percent_of_change(was_cents, quote.total_cents),
        was_cents=was_cents,
        lines=ReceiptLinesOut.from_orm(quote),
        **quote.quoted_band.as_quoted,
        confirmed_run_ft=quote.confirmed_run_ft or 0,
        version=quote.version,
    )


@price_router.post(
    "/staff/orders/{order_id}/price",
    response=PriceChangedOut,
    auth=StaffBearer(Permission.CHANGE_PRICE),
    operation_id="change_agreed_price",
)
def post_price(request: HttpRequest, order_id: str, payload: PriceChangeIn) -> PriceChangedOut:
    """Change a locked price: the customer approves a higher one, a lower one holds at once."""
    change = change_agreed_price(
        orders.get_order(order_id),
        to=NewPrice(
            lines=[item.to_line() for item in payload.line_items],
            total_cents=payload.total_cents,
            customer_words=payload.customer_words,
        ),
        reason=payload.reason,
        actor=staff_name(request),
        if_version=payload.if_version,
        signer=core_providers.signer(),
        now=now(),
    )
    return PriceChangedOut(status="change_proposed" if change else "lowered")


@price_router.post(
    "/staff/orders/{order_id}/price/preview",
    response=ChangedPriceOut,
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="preview_agreed_price",
)
def post_price_preview(
    request: HttpRequest, order_id: str, payload: ChangedLinesIn
) -> ChangedPriceOut:
    """What these lines would come to, in cents, with their tax. Nothing is saved."""
    order = orders.get_order(order_id)
    price = preview_changed_price(order, lines=[item.to_line() for item in payload.line_items])
    change_cents = price.total_cents - order.total_cents
    return ChangedPriceOut(
        outcome=_outcome(change_cents),
        was_cents=order.total_cents,
        change_cents=change_cents,
        total_cents=price.total_cents,
        sales_tax_cents=price.sales_tax_cents,
    )


def _outcome(change_cents: int) -> Literal["kept", "lowered", "asked"]:
    if change_cents == 0:
        return "kept"
    return "asked" if change_cents > 0 else "lowered"


@price_router.post(
    "/staff/orders/{order_id}/correct-lock",
    response=PriceChangedOut,
    auth=StaffBearer(Permission.TAKE_BACK),
    operation_id="correct_lock",
)
def post_correct_lock(
    request: HttpRequest, order_id: str, payload: CorrectedLockIn
) -> PriceChangedOut:
    """Correct the distance that locked a wrong price, before the proposal is accepted."""
    version = correct_lock(
        orders.get_order(order_id),
        run_ft=payload.confirmed_run_ft,
        reason=payload.reason,
        actor=staff_name(request),
        if_version=payload.if_version,
        signer=core_providers.signer(),
        now=now(),
    )
    return PriceChangedOut(status="corrected" if version.locked_at else "change_proposed")


@router.get(
    "/staff/orders/{order_id}/photos",
    response=AddedPhotosOut,
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="get_photo_slots",
)
def get_photo_slots(request: HttpRequest, order_id: str) -> AddedPhotosOut:
    """The photos of a home that are asked for, to add them for the customer."""
    return _slots(selectors.review_of(orders.get_order(order_id)))


@router.post(
    "/staff/orders/{order_id}/photos/{slot}",
    response={201: AddedPhotosOut},
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="add_photo_for_customer",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
def post_photo_for_customer(
    request: HttpRequest, order_id: str, slot: str
) -> Status[AddedPhotosOut]:
    """Add a picture that the customer mailed or showed, as raw bytes; it replaces one there."""
    order = orders.get_order(order_id)
    photo = add_photo(
        order,
        slot=slot,
        content=request.read(),
        files=core_providers.files(),
        **by_staff(request),
    )
    return Status(201, _slots(photo.review))


@router.post(
    "/staff/orders/{order_id}/photo-submission",
    response=AddedPhotosOut,
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="submit_photos_for_customer",
)
def post_photo_submission(
    request: HttpRequest, order_id: str, payload: SubmittedForCustomerIn
) -> AddedPhotosOut:
    """Submit the photos for review, with the customer's consent as they gave it to staff."""
    staff = staff_name(request)
    review = submit_photos(
        orders.get_order(order_id),
        is_decision_maker=payload.is_decision_maker,
        can_place_stake=payload.can_place_stake,
        consents=payload.consents,
        notes=payload.notes,
        actor=staff,
        wording=f"{say(TOLD_PHOTO_CONSENT)} Yes, told to {staff}",
        now=now(),
    )
    return _slots(review)


def _slots(review: PhotoReview) -> AddedPhotosOut:
    in_slot = {photo.slot: photo for photo in selectors.photos_of(review)}
    return AddedPhotosOut(
        status=PhotoReview.Status(review.status),
        least=review.least_photos,
        consent=say(TOLD_PHOTO_CONSENT),
        shots=[
            AddedSlotOut(**shot.in_words, photo=_added(in_slot.get(shot.slot))) for shot in GUIDED
        ],
    )


def _added(photo: Photo | None) -> AddedPhotoOut | None:
    return None if photo is None else added_photo(photo)
