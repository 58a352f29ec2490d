"""Which ZIP codes are served, what they look like, and who would like to be told."""

from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from standby.http.schema import In, Line20, Line100, Line200, Line500, ProblemOut, line

router = Router()

ZipStatus = Literal["active", "inactive"]


class CoveredZipOut(Schema):
    zip_code: str
    city: str
    state: str
    status: ZipStatus
    region: str


class ZipShapeOut(Schema):
    zip_code: str
    city: str
    state: str
    bbox: list[float]
    geometry_json: dict[str, Any]


class CoverageQuery(In):
    address: Line500


class CoverageOut(Schema):
    is_covered: bool
    zip_code: str | None
    city: str | None
    township: str
    formatted_address: str
    reason: Literal["no_zip", "not_covered", "lookup_failed"] | None


class NotifyRequestIn(In):
    address_formatted: Annotated[Line500, Field(min_length=1)]
    street_number: Line20 = ""
    street_name: Line200 = ""
    city: Line100 = ""
    state: Line100 = ""
    zip_code: Line20 = ""
    country: Line100 = "USA"
    phone_number: Annotated[line(40), Field(description="at least 7 digits")]
    formatted_phone: line(40) = ""
    rejection_reason: Line200 = ""
    source: Line100 = ""
    consent: bool | line(1000) | None = None


class NotifyRequestOut(Schema):
    id: UUID
    notification_status: Literal["pending", "notified", "failed"]


@router.get(
    "/coverage-check",
    response={200: CoverageOut, 422: ProblemOut, 429: ProblemOut},
    operation_id="checkCoverage",
)
def get_coverage_check(request: HttpRequest, asked: Query[CoverageQuery]) -> CoverageOut:
    """Whether we install at an address; every failure counts as not covered."""
    raise NotImplementedError


@router.get("/coverage-zipcodes", response={200: list[CoveredZipOut]}, operation_id="coveredZips")
def get_coverage_zipcodes(request: HttpRequest) -> HttpResponse:
    """The served ZIP codes by city, then ZIP code."""
    raise NotImplementedError


@router.get(
    "/coverage-zipcodes/{zip_code}",
    response={200: CoveredZipOut, 404: ProblemOut},
    operation_id="coveredZip",
)
def get_coverage_zipcode(request: HttpRequest, zip_code: str) -> CoveredZipOut:
    """One ZIP code of the list, served or not any more."""
    raise NotImplementedError


@router.get(
    "/coverage-geometries", response={200: list[ZipShapeOut]}, operation_id="coverageShapes"
)
def get_coverage_geometries(request: HttpRequest) -> HttpResponse:
    """get_active_coverage_geometries_simplified: the outlines for the coverage map."""
    raise NotImplementedError


@router.post(
    "/coverage-rejection-requests",
    response={201: NotifyRequestOut, 422: ProblemOut, 429: ProblemOut},
    operation_id="askToBeNotified",
)
def post_coverage_rejection_request(
    request: HttpRequest, asked: NotifyRequestIn
) -> Status[NotifyRequestOut]:
    """Leave a phone number, to be told when we come to this address."""
    raise NotImplementedError
