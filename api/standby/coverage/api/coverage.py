"""Served ZIP codes, their boundaries, and notify requests."""

from datetime import timedelta
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema, Status
from ninja.decorators import decorate_view
from pydantic import Field, StrictBool

from standby.core.limits import spend_by_client
from standby.core.middleware import same_for_everybody
from standby.core.policy import RateLimitRule
from standby.core.schema import In, Line, Line20, Line100, Line200, Line500
from standby.core.words import _, active_language, say
from standby.coverage import selectors
from standby.coverage.models import CoveredZip, NotifyRequest
from standby.coverage.services import coverage

router = Router(tags=["coverage"])
NOTIFY_PER_CLIENT: Final = RateLimitRule(name="notify_client", limit=5, window=timedelta(hours=1))
# Consent of somebody who leaves a phone number outside the coverage area (MSG-02.3)
NOTIFY_CONSENT: Final = _(
    "Text or call me once when service becomes available in my area. "
    "Message and data rates may apply. Reply STOP to opt out."
)

ZipStatus = Literal["active", "inactive"]


class CoveredZipOut(Schema):
    zip_code: str
    city: str
    state: str
    status: ZipStatus
    county: str
    region: str


class ZipShapeOut(Schema):
    zip_code: str
    city: str
    state: str
    bbox: list[float]
    geometry_json: dict[str, Any]
    is_approximate: bool
    source: str


class NotifyRequestIn(In):
    address_formatted: Annotated[Line500, Field(min_length=1)]
    street_number: Line20 = ""
    street_name: Line200 = ""
    city: Line100 = ""
    state: Line100 = ""
    zip_code: Line20 = ""
    country: Line100 = "USA"
    phone_number: Annotated[str, Line(40)]
    formatted_phone: Annotated[str, Line(40)] = ""
    rejection_reason: Line200 = ""
    source: Line100 = ""
    consent: StrictBool | Annotated[str, Line(1000)] | None = None


class NotifyRequestOut(Schema):
    id: UUID
    notification_status: Literal["pending", "notified", "failed"]


@router.get(
    "/coverage-zipcodes", response=list[CoveredZipOut], operation_id="list_coverage_zipcodes"
)
@decorate_view(same_for_everybody("public, max-age=900"))  # 15 minutes (API-02.2)
def get_coverage_zipcodes(request: HttpRequest) -> list[CoveredZip]:
    """The served ZIP codes by city, then ZIP code, with an ETag."""
    return selectors.served_zips()


@router.get(
    "/coverage-zipcodes/{zip_code}",
    response=CoveredZipOut,
    operation_id="get_coverage_zipcode",
)
def get_coverage_zipcode(request: HttpRequest, zip_code: str) -> CoveredZip:
    """One listed ZIP code, whether or not it is still served."""
    return selectors.get_zip(zip_code)


@router.get(
    "/coverage-geometries", response=list[ZipShapeOut], operation_id="list_coverage_geometries"
)
# 15 min fresh, and served stale up to 60 min
@decorate_view(same_for_everybody("public, max-age=900, stale-while-revalidate=2700"))
def get_coverage_geometries(request: HttpRequest) -> list[dict[str, object]]:
    """get_active_coverage_geometries_simplified: the boundaries for the coverage map."""
    return selectors.served_boundaries()


@router.post(
    "/coverage-rejection-requests",
    response={201: NotifyRequestOut},
    operation_id="ask_to_be_notified",
)
def post_coverage_rejection_request(
    request: HttpRequest, payload: NotifyRequestIn
) -> Status[NotifyRequest]:
    """Leave a phone number, to be notified when the address is served."""
    spend_by_client(request, NOTIFY_PER_CLIENT)
    # The exact wording that was agreed to; our page's own when only a checkbox was sent.
    checked = say(NOTIFY_CONSENT) if payload.consent else ""
    notify_request = coverage.create_notify_request(
        payload.model_dump(include=set(coverage.ADDRESS_FIELDS)),
        phone_number=payload.phone_number,
        formatted=payload.formatted_phone,
        consent_text=payload.consent if isinstance(payload.consent, str) else checked,
        reason=payload.rejection_reason,
        source=payload.source,
        language=active_language(),
        now=now(),
    )
    return Status(201, notify_request)
