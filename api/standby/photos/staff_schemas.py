"""Shapes of what staff see and decide about photos."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.utils.timezone import now
from ninja import Schema
from pydantic import AfterValidator, Field, StrictBool

from standby.audit.selectors import name_of_actor
from standby.core.policy import LEAST_PHOTOS, LONGEST_QUOTED_RUN_FT
from standby.core.schema import Cents, IfVersion, In, Line, Lines
from standby.core.words import say
from standby.orders.models import ChangeOrder, Order
from standby.orders.selectors.stay_on import answers_in_words, modules_to_quote
from standby.orders.services.changes import is_refundable, newest_change_of
from standby.orders.services.order_log import version_of
from standby.photos import selectors
from standby.photos.api import PhotoOut, photo_out
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import EXTRAS, FIRST_FIVE, GUIDED, SLOT_TITLES, VIDEO
from standby.pricing.api.quoting_schemas import LineItemIn, ReceiptLinesOut
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.line_items import MOST_LINES
from standby.pricing.rules.pricing import percent_of_change
from standby.workflows.decide_photo_review import (
    first_promised,
    may_be_decided,
)

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
    deadline: datetime | None
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
    """One photo slot of the policy; `is_required`: required in this review."""

    slot: str
    title: str
    hint: str
    is_required: bool


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
    deadline: datetime | None
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
            {**shot.in_words, "is_required": shot in requested}
            for shot in (*GUIDED, *EXTRAS, VIDEO)
        ]

    @staticmethod
    def resolve_chosen(review: PhotoReview) -> Quote:
        return first_promised(review.order.quote)

    @staticmethod
    def resolve_photos(review: PhotoReview) -> list[AddedPhotoOut]:
        return [added_photo(photo) for photo in selectors.photos_of(review)]


class RetakeIn(In):
    """`slots` are the photos in question.

    `needs_full_review`: five photos are not enough, ten are required.
    """

    reason: Annotated[str, Line(500, min_length=3)]
    slots: Annotated[list[Slot], Field(max_length=len(SLOT_TITLES))] = []
    needs_full_review: StrictBool = False
    if_version: IfVersion = None


class RetakeOut(Schema):
    status: PhotoReview.Status


class ReviewDecisionIn(In):
    """`installation_cents` only for a run beyond the bands or for extra work.

    Where modules are to be quoted: `module_cents` each, before tax, or `without_modules` with
    what the customer said to that, which the order's log keeps.
    """

    confirmed_run_ft: RunFt
    installation_cents: Cents | None = None
    module_cents: Cents | None = None
    without_modules: StrictBool = False
    customer_words: Annotated[str, Line(100)] = ""
    reason: Annotated[str, Line(500, min_length=3)]
    if_version: IfVersion = None


class PriceChangeIn(In):
    """All lines of the new price; tax and discount follow from them.

    `total_cents` is the total that they gave on the screen. The customer reads the reason. Where it
    leaves out modules that their list needs, `customer_words` how they agreed, for the log.
    """

    line_items: Annotated[list[LineItemIn], Field(min_length=1, max_length=MOST_LINES)]
    total_cents: Cents
    reason: Annotated[str, Line(500, min_length=3)]
    customer_words: Annotated[str, Line(100)] = ""
    if_version: IfVersion = None


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
    if_version: IfVersion = None


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


def added_photo(photo: Photo) -> AddedPhotoOut:
    shown = photo_out(photo, base_url=STAFF_PHOTOS).model_dump()
    return AddedPhotoOut(**shown, is_added_by_staff=photo.added_by != "")
