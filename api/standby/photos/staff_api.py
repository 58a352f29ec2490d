"""Staff review photos, longest waiting first, request retakes and decide the price."""

import logging
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.utils.timezone import now
from ninja import Query, Router, Schema, Status
from pydantic import AfterValidator, Field, StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.audit.selectors import name_of_actor
from standby.core.policy import LEAST_PHOTOS, LONGEST_QUOTED_RUN_FT
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import Cents, In, Line, Lines, SeenVersion
from standby.core.words import say
from standby.orders.models import ChangeOrder, Order
from standby.orders.selectors import orders as bookings
from standby.orders.selectors.stay_on import answers_in_words, modules_to_quote
from standby.orders.services.changes import is_refundable, newest_change_of
from standby.orders.services.order_log import version_of
from standby.photos import selectors as queries
from standby.photos.api import PhotoOut, Rendition, file_of, photo_out
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import EXTRAS, FIRST_FIVE, GUIDED, SLOT_TITLES, TOLD_PHOTO_CONSENT, VIDEO
from standby.photos.services.photos import add_photo
from standby.photos.services.reviews import request_retake, submit_photos
from standby.pricing.api.quoting import LineItemIn, LineItemOut, ReceiptLinesOut
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.line_items import MOST_LINES
from standby.pricing.rules.pricing import percent_of_change
from standby.workflows.change_price import NewPrice, change_agreed_price, preview_changed_price
from standby.workflows.decide_photo_review import (
    Decision,
    correct_lock,
    decide_photo_review,
    first_promised,
    may_be_decided,
    preview_decision,
)

log = logging.getLogger(__name__)
router = Router(tags=["staff"])
price_router = Router(tags=["staff"])

STAFF_PHOTOS = "/api/staff/photos"


def _known_slot(slot: str) -> str:
    if slot not in SLOT_TITLES:
        raise ValueError(say("There is no such photo."))
    return slot


Slot = Annotated[str, AfterValidator(_known_slot)]
RunFt = Annotated[int, Field(strict=True, ge=1, le=LONGEST_QUOTED_RUN_FT)]


class WaitingReviewOut(Schema):
    """One queue entry; the band is the customer's choice."""

    id: UUID = Field(validation_alias="public_id")
    order_id: UUID = Field(validation_alias="order.public_id")
    status: PhotoReview.Status
    customer_name: str = Field(validation_alias="order.customer.name")
    address: str = Field(validation_alias="order.order_location.formatted_address")
    band: str = Field(validation_alias="order.quote.band")
    band_from_ft: int = Field(validation_alias="order.quote.band_from_ft")
    band_max_ft: int = Field(validation_alias="order.quote.band_max_ft")
    quoted_run_ft: int | None = Field(validation_alias="order.quote.quoted_run_ft")
    city: str = Field(validation_alias="order.order_location.city")
    submitted_at: datetime | None
    answered_by: datetime | None = Field(validation_alias="deadline")
    is_overdue: bool
    waiting_hours: float
    photo_count: int = Field(validation_alias="sent_photos")
    retake_reason: str

    @staticmethod
    def resolve_is_overdue(review: PhotoReview) -> bool:
        return _is_overdue(review)

    @staticmethod
    def resolve_waiting_hours(review: PhotoReview) -> float:
        if review.submitted_at is None:
            return 0.0
        return round((now() - review.submitted_at).total_seconds() / 3600, 1)


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

    @staticmethod
    def resolve_lines(quote: Quote) -> Quote:
        return quote


class ReviewChangeOut(Schema):
    """The newest change order and the customer's answer."""

    status: ChangeOrder.Status
    reason: str
    percent: float
    is_refundable: bool
    lines: ReceiptLinesOut = Field(validation_alias="to_quote")
    proposed_at: datetime
    proposed_by: str
    decided_at: datetime | None

    @staticmethod
    def resolve_proposed_by(change: ChangeOrder) -> str:
        return name_of_actor(change.proposed_by)

    @staticmethod
    def resolve_percent(change: ChangeOrder) -> float:
        return percent_of_change(change.from_quote.total_cents, change.to_quote.total_cents)

    @staticmethod
    def resolve_is_refundable(change: ChangeOrder) -> bool:
        return is_refundable(change)


class ChosenPriceOut(Schema):
    """What the customer chose and was promised, before any photo."""

    band: str
    band_from_ft: int
    band_max_ft: int
    quoted_run_ft: int | None
    total_cents: int


class AddedPhotoOut(PhotoOut):
    is_added_by_staff: bool


class ReviewDetailOut(Schema):
    """What is needed to judge the run, beside the photos.

    `answers` are the customer's in the wizard, `modules_to_quote` the load management modules that
    their list needs and the price has not.
    A decision sends `order_version` back, so that newer changes are not overwritten.
    """

    id: UUID = Field(validation_alias="public_id")
    order_id: UUID = Field(validation_alias="order.public_id")
    order_version: int
    order_status: Order.Status = Field(validation_alias="order.status")
    status: PhotoReview.Status
    customer_name: str = Field(validation_alias="order.customer.name")
    address: str = Field(validation_alias="order.order_location.formatted_address")
    band: str = Field(validation_alias="order.quote.band")
    band_from_ft: int = Field(validation_alias="order.quote.band_from_ft")
    band_max_ft: int = Field(validation_alias="order.quote.band_max_ft")
    quoted_run_ft: int | None = Field(validation_alias="order.quote.quoted_run_ft")
    generator: str | None
    least_photos: int
    submitted_at: datetime | None
    answered_by: datetime | None = Field(validation_alias="deadline")
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
    answers: dict[str, str]
    modules_to_quote: int
    chosen: ChosenPriceOut
    price: ReviewPriceOut = Field(validation_alias="order.quote")
    change: ReviewChangeOut | None
    shots: list[ReviewSlotOut]
    photos: list[AddedPhotoOut]

    @staticmethod
    def resolve_order_version(review: PhotoReview) -> int:
        return version_of(review.order)

    @staticmethod
    def resolve_generator(review: PhotoReview) -> str | None:
        generator = review.order.generator
        if generator is None:
            return review.order.own_model_number or None  # None: the customer gave no model
        return f"{generator.brand} {generator.model}, {generator.kw} kW"

    @staticmethod
    def resolve_is_overdue(review: PhotoReview) -> bool:
        return _is_overdue(review)

    @staticmethod
    def resolve_decided_by(review: PhotoReview) -> str:
        return name_of_actor(review.decided_by) if review.decided_by else ""

    @staticmethod
    def resolve_can_be_decided(review: PhotoReview) -> bool:
        return may_be_decided(review)

    @staticmethod
    def resolve_answers(review: PhotoReview) -> dict[str, str]:
        return answers_in_words(review.order)

    @staticmethod
    def resolve_modules_to_quote(review: PhotoReview) -> int:
        return modules_to_quote(review.order)

    @staticmethod
    def resolve_change(review: PhotoReview) -> ChangeOrder | None:
        return newest_change_of(review.order)

    @staticmethod
    def resolve_shots(review: PhotoReview) -> list[dict[str, Any]]:
        requested = GUIDED if review.least_photos > LEAST_PHOTOS else FIRST_FIVE
        return [
            {**shot.in_words, "is_asked": shot in requested} for shot in (*GUIDED, *EXTRAS, VIDEO)
        ]

    @staticmethod
    def resolve_chosen(review: PhotoReview) -> Quote:
        return first_promised(review.order.quote)

    @staticmethod
    def resolve_photos(review: PhotoReview) -> list[AddedPhotoOut]:
        return [_added_photo(photo) for photo in queries.photos_of(review)]


class RetakeIn(In):
    """`slots` are the photos in question.

    `needs_full_review`: five photos are not enough, ten are required.
    """

    reason: Annotated[str, Line(500, min_length=3)]
    slots: Annotated[list[Slot], Field(max_length=len(SLOT_TITLES))] = []
    needs_full_review: StrictBool = False
    seen_version: SeenVersion = None


class RetakeOut(Schema):
    status: PhotoReview.Status


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
    return queries.reviews_waiting(status=status)


@router.get(
    "/staff/photo-reviews/{review_id}",
    response=ReviewDetailOut,
    auth=StaffBearer(Permission.SEE_PHOTOS),
    operation_id="get_photo_review_at_desk",
)
def get_review_at_desk(request: HttpRequest, review_id: UUID) -> PhotoReview:
    """The photos and the chosen band."""
    review = queries.any_review(review_id)
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
        queries.any_review(review_id),
        reason=payload.reason,
        slots=payload.slots,
        needs_full_review=payload.needs_full_review,
        actor=staff_name(request),
        if_version=payload.seen_version,
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
    photo = queries.any_photo(photo_id)
    log.info("%s sees %s of photo %s", staff_name(request), rendition, photo.public_id)
    return file_of(photo, rendition, through_us=True)


class ReviewDecisionIn(In):
    """`installation_cents` only for a run beyond the bands or for extra work.

    Where modules are to be quoted: `module_cents` each, before tax, or `without_modules` with
    what the customer said to that, which the order's log keeps.
    """

    confirmed_run_ft: RunFt
    installation_cents: Cents | None = None
    module_cents: Cents | None = None
    without_modules: StrictBool = False
    customer_said: Annotated[str, Line(100)] = ""
    reason: Annotated[str, Line(500, min_length=3)]
    seen_version: SeenVersion = None


class PriceChangeIn(In):
    """All lines of the new price; tax and discount follow from them.

    `total_cents` is the total that they gave on the screen. The customer reads the reason. Where it
    leaves out modules that their list needs, `customer_said` how they agreed, for the log.
    """

    line_items: Annotated[list[LineItemIn], Field(min_length=1, max_length=MOST_LINES)]
    total_cents: Cents
    reason: Annotated[str, Line(500, min_length=3)]
    customer_said: Annotated[str, Line(100)] = ""
    seen_version: SeenVersion = None


class ChangedLinesIn(In):
    line_items: Annotated[list[LineItemIn], Field(min_length=1, max_length=MOST_LINES)]


class ChangedPriceOut(Schema):
    """What other lines would come to. `asked` waits for the customer's approval."""

    outcome: Literal["kept", "lowered", "asked"]
    was_cents: int
    change_cents: int
    total_cents: int
    sales_tax_cents: int


class CorrectedLockIn(In):
    confirmed_run_ft: RunFt
    reason: Annotated[str, Line(200, min_length=3)]
    seen_version: SeenVersion = None


class PriceChangedOut(Schema):
    """`change_proposed` waits for the customer's approval."""

    status: Literal["change_proposed", "lowered", "corrected"]


class PricePreviewQuery(Schema):
    run_ft: Annotated[int, Field(ge=1, le=LONGEST_QUOTED_RUN_FT)]
    installation_cents: Annotated[int, Field(ge=0, le=10**12)] | None = None
    module_cents: Annotated[int, Field(ge=0, le=10**12)] | None = None


class PreviewedPriceOut(Schema):
    """What deciding on this run would do. `asked` waits for the customer's approval.

    If `is_refundable`, the customer may decline and is refunded in full.
    """

    outcome: Literal["kept", "lowered", "asked"]
    band: str
    band_from_ft: int
    band_max_ft: int
    quoted_run_ft: int | None
    was_cents: int
    change_cents: int
    percent: float
    is_refundable: bool
    lines: ReceiptLinesOut


class ReviewDecidedOut(Schema):
    status: Literal["locked", "change_proposed"]
    change_order_id: UUID | None
    percent: float
    was_cents: int
    lines: ReceiptLinesOut
    band: str
    band_from_ft: int
    band_max_ft: int
    confirmed_run_ft: int
    version: int


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
            customer_said=decided.customer_said,
        ),
        reason=decided.reason,
        actor=staff_name(request),
        if_version=decided.seen_version,
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
        bookings.get_order(order_id),
        to=NewPrice(
            lines=[item.to_line() for item in payload.line_items],
            total_cents=payload.total_cents,
            customer_said=payload.customer_said,
        ),
        reason=payload.reason,
        actor=staff_name(request),
        if_version=payload.seen_version,
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
    order = bookings.get_order(order_id)
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
        bookings.get_order(order_id),
        run_ft=payload.confirmed_run_ft,
        reason=payload.reason,
        actor=staff_name(request),
        if_version=payload.seen_version,
        signer=core_providers.signer(),
        now=now(),
    )
    return PriceChangedOut(status="corrected" if version.locked_at else "change_proposed")


def _is_overdue(review: PhotoReview) -> bool:
    return review.deadline is not None and review.deadline < now()


class AddedSlotOut(Schema):
    slot: str
    title: str
    hint: str
    photo: AddedPhotoOut | None


class AddedPhotosOut(Schema):
    """What is asked for and what is there; `consent` is what staff ask the customer."""

    status: PhotoReview.Status
    least: int
    consent: str
    shots: list[AddedSlotOut]


class SubmittedForCustomerIn(In):
    """`consents`: the customer said yes to the question that staff asked."""

    consents: StrictBool
    is_decision_maker: StrictBool = False
    can_place_stake: StrictBool = False
    notes: Annotated[str, Lines(2000)] = ""


@router.get(
    "/staff/orders/{order_id}/photos",
    response=AddedPhotosOut,
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="get_photo_slots",
)
def get_photo_slots(request: HttpRequest, order_id: str) -> AddedPhotosOut:
    """The photos of a home that are asked for, to add them for the customer."""
    return _slots(queries.review_of(bookings.get_order(order_id)))


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
    order = bookings.get_order(order_id)
    photo = add_photo(
        order,
        slot=slot,
        content=request.read(),
        files=core_providers.files(),
        actor=staff_name(request),
        now=now(),
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
        bookings.get_order(order_id),
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
    in_slot = {photo.slot: photo for photo in queries.photos_of(review)}
    return AddedPhotosOut(
        status=PhotoReview.Status(review.status),
        least=review.least_photos,
        consent=say(TOLD_PHOTO_CONSENT),
        shots=[
            AddedSlotOut(**shot.in_words, photo=_added(in_slot.get(shot.slot))) for shot in GUIDED
        ],
    )


def _added(photo: Photo | None) -> AddedPhotoOut | None:
    return None if photo is None else _added_photo(photo)


def _added_photo(photo: Photo) -> AddedPhotoOut:
    shown = photo_out(photo, base_url=STAFF_PHOTOS).model_dump()
    return AddedPhotoOut(**shown, is_added_by_staff=photo.added_by != "")
