"""Which ZIP codes are served, their boundaries, and notify requests."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs
from uuid import UUID

import orjson
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema, Status
from pydantic import Field, StrictBool

from standby.core.client_limits import spend_by_client
from standby.core.response_cache import (
    FRESH_HEADERS,
    Answer,
    CachedResponse,
    cache_response,
    drop_a_dead_connection,
    response_for,
)
from standby.core.schema import (
    In,
    Line20,
    Line100,
    Line200,
    Line500,
    ProblemOut,
    is_plain_line,
    line,
)
from standby.coverage.api.places import places, spend_on_places
from standby.coverage.models import CoveredZip, NotifyRequest, ZipBoundary
from standby.coverage.rules.addresses import LONGEST_ADDRESS, extract_zip
from standby.coverage.rules.policy import NOTIFY_CONSENT, NOTIFY_PER_CLIENT
from standby.coverage.rules.townships import township_of
from standby.coverage.selectors import zips as listed
from standby.coverage.services import coverage
from standby.pricing.selectors import catalog

router = Router(tags=["coverage"])
REFUSALS = dict.fromkeys((422, 429, 503), ProblemOut)

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
    phone_number: line(40)  # type: ignore[valid-type]
    formatted_phone: line(40) = ""  # type: ignore[valid-type]
    rejection_reason: Line200 = ""
    source: Line100 = ""
    consent: StrictBool | line(1000) | None = None  # type: ignore[valid-type]


class NotifyRequestOut(Schema):
    id: UUID
    notification_status: Literal["pending", "notified", "failed"]


@router.get(
    "/coverage-check", response={200: CoverageOut, **REFUSALS}, operation_id="check_coverage"
)
def get_coverage_check(request: HttpRequest, params: Query[CoverageQuery]) -> CoverageOut:
    """Whether we install at an address, and whose permit fee it pays.

    A ZIP code in the address decides, even when a provider is down. Any failure counts as not
    covered.
    """
    if extract_zip(params.address) is None:
        spend_on_places(request)
    result = coverage.check_coverage(address=params.address, places=places(), now=now())
    return CoverageOut(**_coverage_to_out(result))


def cached_coverage(query: str) -> Answer | None:
    """Return the coverage response without running Django, for an address with a ZIP code.

    Returns None when Django has to answer: the query is invalid, or a provider is needed. Raises
    DatabaseError.
    """
    address = parse_qs(query).get("address", [""])[-1] if query.isascii() else ""
    zip_code = extract_zip(address)
    if zip_code is None or len(address) > LONGEST_ADDRESS or not is_plain_line(address):
        return None
    drop_a_dead_connection()
    result = coverage.coverage_of(zip_code, formatted_address=address)
    return HTTPStatus.OK, FRESH_HEADERS, orjson.dumps(_coverage_to_out(result))


def _coverage_to_out(coverage_result: coverage.Coverage) -> dict[str, Any]:
    fees = catalog.configuration().permit_fees
    return {
        "is_covered": coverage_result.is_covered,
        "zip_code": coverage_result.zip_code,
        "city": coverage_result.city,
        "township": township_of(
            address=coverage_result.formatted_address,
            zip_city=coverage_result.city,
            configured=fees.city_specific,
        ),
        "formatted_address": coverage_result.formatted_address,
        "reason": coverage_result.reason,
    }


@router.get(
    "/coverage-zipcodes", response=list[CoveredZipOut], operation_id="list_coverage_zipcodes"
)
def get_coverage_zipcodes(request: HttpRequest) -> HttpResponse:
    """The served ZIP codes by city, then ZIP code. Answered with an ETag."""
    return response_for(request)


@router.get(
    "/coverage-zipcodes/{zip_code}",
    response={200: CoveredZipOut, 404: ProblemOut, 503: ProblemOut},
    operation_id="get_coverage_zipcode",
)
def get_coverage_zipcode(request: HttpRequest, zip_code: str) -> listed.ListedZip:
    """One ZIP code of the list, served or not any more."""
    return listed.get_zip(zip_code)


@router.get(
    "/coverage-geometries", response=list[ZipShapeOut], operation_id="list_coverage_geometries"
)
def get_coverage_geometries(request: HttpRequest) -> HttpResponse:
    """get_active_coverage_geometries_simplified: the outlines for the coverage map."""
    return response_for(request)


@router.post(
    "/coverage-rejection-requests",
    response={201: NotifyRequestOut, 400: ProblemOut, **REFUSALS},
    operation_id="ask_to_be_notified",
)
def post_coverage_rejection_request(
    request: HttpRequest, payload: NotifyRequestIn
) -> Status[NotifyRequest]:
    """Leave a phone number, to be told when we come to this address."""
    spend_by_client(request, NOTIFY_PER_CLIENT)
    notify_request = coverage.create_notify_request(
        payload.model_dump(include=set(coverage.ADDRESS_FIELDS)),
        phone_number=payload.phone_number,
        formatted=payload.formatted_phone,
        consent_text=_consent_text(payload.consent),
        reason=payload.rejection_reason,
        source=payload.source,
        now=now(),
    )
    return Status(201, notify_request)


def _consent_text(consent: bool | str | None) -> str:
    # The exact wording that was agreed to; our page's own wording when only a checkbox was sent.
    if isinstance(consent, str):
        return consent
    return NOTIFY_CONSENT if consent else ""


def _zip_payloads() -> dict[str, Any]:
    return {"/api/coverage-zipcodes": [asdict(zip_row) for zip_row in listed.served_zips()]}


def _boundary_payloads() -> dict[str, Any]:
    return {"/api/coverage-geometries": listed.served_boundaries()}


cache_response(
    CachedResponse(
        prefixes=("/api/coverage-zipcodes",),
        version=listed.zips_version,
        payloads=_zip_payloads,
        cache_control="public, max-age=900",  # 15 minutes (API-02.2)
        models=(CoveredZip,),
    )
)
cache_response(
    CachedResponse(
        prefixes=("/api/coverage-geometries",),
        version=listed.shapes_version,
        payloads=_boundary_payloads,
        # 15 min fresh, and served stale up to 60 min
        cache_control="public, max-age=900, stale-while-revalidate=2700",
        models=(CoveredZip, ZipBoundary),
    )
)
