"""Coverage checks, notify requests, the search log, and changes of the ZIP code list."""

import csv
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from django.conf import settings
from django.db import DatabaseError, transaction

from standby.core.contacts import format_phone
from standby.core.errors import Invalid, _
from standby.core.words import in_language
from standby.coverage.models import AddressSearch, CoveredZip, NotifyRequest, ZipBoundary
from standby.coverage.providers.places import Places, PlacesDown
from standby.coverage.rules.addresses import extract_zip, phone_digits
from standby.coverage.rules.nearest_town import NearestTown, nearest_town
from standby.coverage.selectors import ZipNotCovered, get_zip, towns
from standby.messaging.models import Message
from standby.messaging.rendering import render_plain
from standby.messaging.services import outbox

log = logging.getLogger(__name__)
ZIP_CODES: Final = "coverage_zip_codes.csv"
SHAPES: Final = "coverage_geometries_approximate.json"
COVERED: Final = "covered"
_LOOKUP_FAILED: Final = "lookup_failed"
ADDRESS_FIELDS: Final = (
    "address_formatted",
    "street_number",
    "street_name",
    "city",
    "state",
    "zip_code",
    "country",
)
Reason = Literal["no_zip", "not_covered", "lookup_failed"]


class PhoneIncomplete(Invalid):
    code = "phone_incomplete"
    message = _("Please enter a phone number with its area code.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The result for one address. `reason` says why it is not covered, None when it is.

    `nearest` is the covered town nearest to a ZIP code that is not covered; None when unknown.
    """

    zip_code: str | None = None
    city: str | None = None
    formatted_address: str
    reason: Reason | None = None
    nearest: NearestTown | None = None

    @property
    def is_covered(self) -> bool:
        return self.reason is None


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
            address=address,
            coverage_status=_LOOKUP_FAILED,
            session_id="",
            search_context="coverage_check",
            geocoding_response={"status": down.status},
            now=now,
        )
        return Coverage(formatted_address=address, reason="lookup_failed")
    if not geocoded.zip_code:
        return Coverage(city=geocoded.city or None, formatted_address=address, reason="no_zip")
    return coverage_of(geocoded.zip_code, formatted_address=geocoded.formatted_address)


def coverage_of(zip_code: str, *, formatted_address: str) -> Coverage:
    """Return whether a ZIP code is covered, and the nearest covered town where it is not."""
    try:
        zip_row = get_zip(zip_code)
    except ZipNotCovered:
        zip_row = None
    is_covered = zip_row is not None and zip_row.is_served
    return Coverage(
        zip_code=zip_code,
        city=zip_row.city if zip_row else None,
        formatted_address=formatted_address,
        reason=None if is_covered else "not_covered",
        nearest=None if is_covered else nearest_town(zip_code, towns()),
    )


def log_search_best_effort(
    *,
    address: str,
    coverage_status: str,
    session_id: str,
    search_context: str,
    geocoding_response: Any,
    now: datetime,
) -> None:
    """Log a search; a database error is logged and never raised (ADDR-06.2)."""
    try:
        with transaction.atomic():
            firsts = {}
            # A failed lookup is no first check: the visitor's browser reports the search again.
            if coverage_status != _LOOKUP_FAILED:
                earlier = AddressSearch.objects.filter(session_id=session_id).exclude(session_id="")
                is_covered = coverage_status == COVERED
                had_covered = earlier.filter(coverage_status=COVERED)
                firsts = {
                    "is_first_check": not earlier.exists(),
                    "is_first_covered": is_covered and not had_covered.exists(),
                }
            AddressSearch.objects.create(
                address=address,
                coverage_status=coverage_status,
                session_id=session_id,
                search_context=search_context,
                geocoding_response=geocoding_response,
                zip_code=extract_zip(address) or "",
                **firsts,
                created_at=now,
            )
    except DatabaseError as error:
        log.warning("address search not kept: %s", type(error).__name__)


def create_notify_request(
    address: Mapping[str, str],
    *,
    phone_number: str,
    formatted: str = "",
    consent_text: str,
    reason: str,
    source: str,
    language: str = settings.LANGUAGE_CODE,
    now: datetime,
) -> NotifyRequest:
    """Store a notify request, once per phone and address. Safe to repeat.

    `address` holds ADDRESS_FIELDS; `formatted` is the phone number as the client shows it; we write
    to it in `language`. Raises PhoneIncomplete when the phone has fewer than seven digits.
    """
    digits = phone_digits(phone_number)
    if digits is None:
        raise PhoneIncomplete(field="phone_number")
    zip_code = extract_zip(address["zip_code"]) or extract_zip(address["address_formatted"])
    waiting, _ = NotifyRequest.objects.get_or_create(
        phone_number=digits,
        address_formatted=address["address_formatted"],
        notification_status=NotifyRequest.NotificationStatus.PENDING,
        defaults={
            **{name: address[name] for name in ADDRESS_FIELDS},
            "zip_code": zip_code or "",
            "language": language,
            "formatted_phone": format_phone(formatted or phone_number),
            "rejection_reason": reason,
            "source": source,
            "consent_text": consent_text,
            "consented_at": now if consent_text else None,
            "verified_at": now,
            "notification_requested_at": now,
            "created_at": now,
        },
    )
    return waiting


def load_coverage_seed(folder: Path) -> int:
    """Add missing ZIP codes and boundaries and return how many; existing rows are kept.

    Safe to repeat.
    """
    text = (folder / ZIP_CODES).read_text()
    if "\0" in text:
        raise ValueError(f"{ZIP_CODES} has a NUL in it")
    rows = list(csv.DictReader(text.splitlines()))
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
                source="approximate, drawn from the ZIP codes' centers",
            )
            for boundary in boundaries
            if boundary["zip_code"] in without
        )
    return len(added_zips) + len(added_boundaries)


def notify_waitlist(zip_row: CoveredZip, *, now: datetime) -> int:
    """Queue a text to each phone number waiting for a ZIP code, once ever, and return how many.

    Requests without consent are left out. Runs in the transaction that opens the ZIP code.
    """
    waiting = NotifyRequest.objects.select_for_update().filter(
        zip_code=zip_row.zip_code,
        notification_status=NotifyRequest.NotificationStatus.PENDING,
        consented_at__isnull=False,
    )
    requests = list(waiting.order_by("created_at", "pk"))
    NotifyRequest.objects.filter(pk__in=[request.pk for request in requests]).update(
        notification_status=NotifyRequest.NotificationStatus.NOTIFIED
    )
    # One text per phone, for its oldest request.
    oldest_of_each: dict[str, NotifyRequest] = {}
    for request in requests:
        oldest_of_each.setdefault(request.phone_number, request)
    messages = [_zip_opened(zip_row, request) for request in oldest_of_each.values()]
    outbox.queue_messages(*messages, now=now)
    return len(messages)


def _zip_opened(zip_row: CoveredZip, request: NotifyRequest) -> Message:
    with in_language(request.language):
        words = render_plain(
            "zip_opened",
            zip_code=zip_row.zip_code,
            city=zip_row.city,
            link=f"{settings.SITE_URL}/installation-wizard",
        )
    return Message(
        kind="zip_opened",
        channel=Message.Channel.SMS,
        recipient=request.phone_number,
        language=request.language,
        dedupe_key=f"zip_opened:{request.pk}",
        **words,
    )
