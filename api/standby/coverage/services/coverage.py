"""Coverage checks, notify requests, the search log, and changes of the ZIP code list."""

import csv
import json
import logging
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from django.db import DatabaseError, transaction
from django.db.models import Avg

from standby.core.errors import Invalid, _
from standby.coverage.models import AddressSearch, CoveredZip, NotifyRequest, ZipBoundary
from standby.coverage.providers.places import Places, PlacesDown
from standby.coverage.rules.addresses import extract_zip, formatted_phone, is_zip, phone_digits
from standby.coverage.selectors.zips import ZipNotCovered, get_zip

log = logging.getLogger(__name__)

ZIP_CODES: Final = "coverage_zip_codes.csv"
SHAPES: Final = "coverage_geometries_approximate.json"

COVERED: Final = "covered"
_LOOKUP_FAILED: Final = "lookup_failed"

Reason = Literal["no_zip", "not_covered", "lookup_failed"]


class ZipUnreadable(Invalid):
    code = "zip_unreadable"
    message = _("A ZIP code has five digits.")


class ZipUndescribed(Invalid):
    code = "zip_undescribed"
    message = _(
        "A ZIP code that is new to the list needs its city, and a known region or its middle."
    )


class PhoneIncomplete(Invalid):
    code = "phone_incomplete"
    message = _("Please enter a phone number with its area code.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The result for one address. `reason` says why it is not covered, None when it is."""

    zip_code: str | None
    city: str | None
    formatted_address: str
    reason: Reason | None

    @property
    def is_covered(self) -> bool:
        return self.reason is None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotifyContact:
    phone_number: str
    formatted_phone: str
    consent_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedAddress:
    address_formatted: str
    street_number: str
    street_name: str
    city: str
    state: str
    zip_code: str
    country: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipOpening:
    """A ZIP code to serve; an empty or None field keeps the listed value.

    `middle` is its latitude and longitude.
    """

    zip_code: str
    city: str = ""
    region: str = ""
    middle: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressSearchInput:
    """One address search as the client reports it."""

    address: str
    coverage_status: str
    session_id: str
    search_context: str
    geocoding_response: Any


def check_coverage(*, address: str, places: Places, now: datetime) -> Coverage:
    """Check coverage by the ZIP code in the address; geocode the address only if it has none.

    A provider failure gives the reason lookup_failed and is logged, so that staff can call back.
    """
    zip_code = extract_zip(address)
    if zip_code:
        return coverage_of(zip_code, formatted_address=address)
    try:
        geocoded = places.geocode(address)
    except PlacesDown as down:
        log.warning("coverage not looked up: places answered %s", down.status)
        log_search_best_effort(
            AddressSearchInput(
                address=address,
                coverage_status=_LOOKUP_FAILED,
                session_id="",
                search_context="coverage_check",
                geocoding_response={"status": down.status},
            ),
            now=now,
        )
        return Coverage(zip_code=None, city=None, formatted_address=address, reason="lookup_failed")
    if not geocoded.zip_code:
        return Coverage(
            zip_code=None, city=geocoded.city or None, formatted_address=address, reason="no_zip"
        )
    return coverage_of(geocoded.zip_code, formatted_address=geocoded.formatted_address)


def coverage_of(zip_code: str, *, formatted_address: str) -> Coverage:
    try:
        zip_row = get_zip(zip_code)
    except ZipNotCovered:
        return Coverage(
            zip_code=zip_code, city=None, formatted_address=formatted_address, reason="not_covered"
        )
    return Coverage(
        zip_code=zip_code,
        city=zip_row.city,
        formatted_address=formatted_address,
        reason=None if zip_row.is_served else "not_covered",
    )


def log_search_best_effort(search: AddressSearchInput, *, now: datetime) -> None:
    """Log a search; a database error is logged and never raised (ADDR-06.2)."""
    try:
        with transaction.atomic():
            firsts = {}
            # A failed lookup is no first check: the visitor's browser reports the search again.
            if search.coverage_status != _LOOKUP_FAILED:
                earlier = AddressSearch.objects.filter(session_id=search.session_id).exclude(
                    session_id=""
                )
                is_covered = search.coverage_status == COVERED
                had_covered = earlier.filter(coverage_status=COVERED)
                firsts = {
                    "is_first_check": not earlier.exists(),
                    "is_first_covered": is_covered and not had_covered.exists(),
                }
            AddressSearch.objects.create(
                address=search.address,
                coverage_status=search.coverage_status,
                session_id=search.session_id,
                search_context=search.search_context,
                geocoding_response=search.geocoding_response,
                zip_code=extract_zip(search.address) or "",
                **firsts,
                created_at=now,
            )
    except DatabaseError as error:
        log.warning("address search not kept: %s", type(error).__name__)


def create_notify_request(
    *, address: RejectedAddress, caller: NotifyContact, reason: str, source: str, now: datetime
) -> NotifyRequest:
    """Store a notify request, once per phone and address. Safe to repeat.

    Raises PhoneIncomplete when the phone has fewer than seven digits.
    """
    digits = phone_digits(caller.phone_number)
    if digits is None:
        raise PhoneIncomplete(
            "Please enter a phone number with its area code.", field="phone_number"
        )
    waiting, _ = NotifyRequest.objects.get_or_create(
        phone_number=digits,
        address_formatted=address.address_formatted,
        notification_status=NotifyRequest.NotificationStatus.PENDING,
        defaults={
            "street_number": address.street_number,
            "street_name": address.street_name,
            "city": address.city,
            "state": address.state,
            "zip_code": extract_zip(address.zip_code)
            or extract_zip(address.address_formatted)
            or "",
            "country": address.country,
            "formatted_phone": caller.formatted_phone or formatted_phone(digits),
            "rejection_reason": reason,
            "source": source,
            "consent_text": caller.consent_text,
            "consented_at": now if caller.consent_text else None,
            "verified_at": now,
            "notification_requested_at": now,
            "created_at": now,
        },
    )
    return waiting


def open_zip_code(opening: ZipOpening) -> CoveredZip:
    """Serve this ZIP code from now on. Safe to repeat.

    Raises ZipUnreadable; ZipUndescribed when it is new and its city or position is missing.
    """
    if not is_zip(opening.zip_code):
        raise ZipUnreadable
    zip_row = CoveredZip.objects.filter(zip_code=opening.zip_code).first()
    zip_row = zip_row or CoveredZip(zip_code=opening.zip_code)
    zip_row.status = CoveredZip.Status.ACTIVE
    zip_row.city = opening.city or zip_row.city
    zip_row.region = opening.region or zip_row.region
    middle = opening.middle
    if zip_row.pk is None:
        if middle is None and zip_row.region:
            # The region's average stands in until the ZIP code's own position is entered.
            same_region = CoveredZip.objects.filter(region=zip_row.region)
            average = same_region.aggregate(lat=Avg("lat"), lon=Avg("lon"))
            if average["lat"] is not None:
                middle = average["lat"], average["lon"]
        if not zip_row.city or middle is None:
            raise ZipUndescribed
    if middle is not None:
        zip_row.lat, zip_row.lon = middle
    zip_row.save()
    return zip_row


def claim_notify_requests(zip_code: str) -> list[NotifyRequest]:
    """Mark the waiting requests of a ZIP code as notified and return one per phone, the oldest.

    The caller sends the messages in the same transaction. Requests without consent are left out.
    """
    waiting = NotifyRequest.objects.select_for_update().filter(
        zip_code=zip_code,
        notification_status=NotifyRequest.NotificationStatus.PENDING,
        consented_at__isnull=False,
    )
    requests = list(waiting.order_by("created_at", "pk"))
    NotifyRequest.objects.filter(pk__in=[request.pk for request in requests]).update(
        notification_status=NotifyRequest.NotificationStatus.NOTIFIED
    )
    first_of_each = {request.phone_number: request for request in reversed(requests)}
    return [request for request in requests if first_of_each[request.phone_number] is request]


def load_coverage_seed(folder: Path) -> int:
    """Add missing ZIP codes and boundaries and return how many; existing rows are kept.

    Safe to repeat.
    """
    with (folder / ZIP_CODES).open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    boundaries = json.loads((folder / SHAPES).read_text())
    with transaction.atomic():
        existing = set(CoveredZip.objects.values_list("zip_code", flat=True))
        added_zips = CoveredZip.objects.bulk_create(
            CoveredZip(
                **{name: row[name] for name in ("zip_code", "city", "state", "county", "region")},
                lat=float(row["lat"]),
                lon=float(row["lon"]),
            )
            for row in rows
            if row["zip_code"] not in existing
        )
        without = dict(CoveredZip.objects.filter(shape=None).values_list("zip_code", "pk"))
        added_boundaries = ZipBoundary.objects.bulk_create(
            ZipBoundary(
                covered_zip_id=without[boundary["zip_code"]],
                bbox=boundary["bbox"],
                geometry_json=boundary["geometry_json"],
                is_approximate=True,
                source="approximate, drawn from the ZIP codes' centres",
            )
            for boundary in boundaries
            if boundary["zip_code"] in without
        )
    return len(added_zips) + len(added_boundaries)
