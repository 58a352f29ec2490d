"""Staff confirm a run from the photos, which locks or changes the price."""

from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.policy import LONGEST_QUOTED_RUN_FT
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import Cents, In, ProblemOut, SeenVersion, line
from standby.pricing.api.verify import ReceiptLinesOut
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.firm_price import percent_of_change
from standby.workflows.decide_photo_review import decide_photo_review, preview_decision

router = Router(tags=["staff"])

REFUSALS = dict.fromkeys((401, 404, 409, 422, 429, 503), ProblemOut)
RunFt = Annotated[int, Field(strict=True, ge=0, le=LONGEST_QUOTED_RUN_FT)]


class ReviewDecisionIn(In):
    """`installation_cents` only for a run beyond the bands or for extra work."""

    confirmed_run_ft: RunFt
    installation_cents: Cents | None = None
    reason: line(500, min_length=3)  # type: ignore[valid-type]
    seen_version: SeenVersion = None


class PricePreviewQuery(Schema):
    run_ft: Annotated[int, Field(ge=0, le=LONGEST_QUOTED_RUN_FT)]
    installation_cents: Annotated[int, Field(ge=0, le=10**12)] | None = None


class PreviewedPriceOut(Schema):
    """What deciding on this run would do. `asked` waits for the customer's approval.

    If `is_refundable`, the customer may decline and is refunded in full.
    """

    outcome: Literal["kept", "lowered", "asked"]
    band: DistanceBand
    max_distance_ft: int
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
    band: DistanceBand
    confirmed_run_ft: int
    version: int


@router.get(
    "/staff/photo-reviews/{review_id}/price",
    response={200: PreviewedPriceOut, **REFUSALS},
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="preview_photo_decision",
)
def get_previewed_price(
    request: HttpRequest, review_id: UUID, params: Query[PricePreviewQuery]
) -> PreviewedPriceOut:
    """The price that this run would give, in cents. Nothing is saved."""
    firm = preview_decision(
        review_id, run_ft=params.run_ft, installation_cents=params.installation_cents, now=now()
    )
    total_cents = firm.price.total_cents
    outcome_without_approval: Literal["kept", "lowered"] = (
        "lowered" if total_cents < firm.was_cents else "kept"
    )
    return PreviewedPriceOut(
        outcome="asked" if firm.needs_approval else outcome_without_approval,
        band=firm.band,
        max_distance_ft=firm.band.max_distance_ft,
        was_cents=firm.was_cents,
        change_cents=total_cents - firm.was_cents,
        percent=percent_of_change(firm.was_cents, total_cents),
        is_refundable=firm.is_refundable,
        lines=ReceiptLinesOut.from_orm(firm.price),
    )


@router.post(
    "/staff/photo-reviews/{review_id}/decide",
    response={200: ReviewDecidedOut, **REFUSALS},
    auth=StaffBearer(Permission.REVIEW_PHOTOS),
    operation_id="decide_photo_review",
)
def post_decide_photo_review(
    request: HttpRequest, review_id: UUID, decided: ReviewDecisionIn
) -> ReviewDecidedOut:
    """Lock the price if it is not higher; otherwise ask the customer to approve it."""
    quote, change = decide_photo_review(
        review_id,
        run_ft=decided.confirmed_run_ft,
        installation_cents=decided.installation_cents,
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
        band=DistanceBand(quote.band),
        confirmed_run_ft=quote.confirmed_run_ft or 0,
        version=quote.version,
    )
