"""Served ZIP codes and their boundaries, and demand: searched addresses and notify requests."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Length

from standby.core.clock import Period
from standby.core.errors import NotFound, _
from standby.coverage.models import (
    AddressSearch,
    CoverageImport,
    CoveredZip,
    NotifyRequest,
    ZipBoundary,
)
from standby.coverage.providers.places import Shape, Town
from standby.coverage.rules.addresses import extract_zip, is_zip
from standby.coverage.rules.coverage_change import ZipRecord
from standby.coverage.rules.policy import SEARCHED_ADDRESSES_KEPT

# Staff may enter either name of the state.
TEXAS = ("TX", "Texas")
_ONE_ZIP = "SELECT zip_code, city, state, status, region FROM coverage_zipcode WHERE zip_code = %s"
_ZIP_CHARACTERS: Final = 5
# Excluded from demand: covered searches, and failed lookups, which the browser reports a second
# time.
_NOT_COUNTED: Final = ("covered", "lookup_failed")


class ZipNotCovered(NotFound):
    code = "zip_not_covered"
    message = _("This ZIP code is not on our list yet.")


@dataclass(frozen=True, slots=True)
class ListedZip:
    zip_code: str
    city: str
    state: str
    status: str
    region: str

    @property
    def is_served(self) -> bool:
        return self.status == CoveredZip.Status.ACTIVE


def get_zip(zip_code: str) -> ListedZip:
    """Return a ZIP code on the list. Raises ZipNotCovered."""
    if not is_zip(zip_code):
        raise ZipNotCovered
    # Hand-written SQL, since this is every visitor's first call.
    with connection.cursor() as cursor:
        cursor.execute(_ONE_ZIP, [zip_code])
        row = cursor.fetchone()
    if row is None:
        raise ZipNotCovered
    return ListedZip(*row)


def served_zips() -> list[ListedZip]:
    """Return the active ZIP codes of Texas by city, then ZIP code (API-02.2)."""
    rows = (
        CoveredZip.objects.filter(status=CoveredZip.Status.ACTIVE, state__in=TEXAS)
        .order_by("city", "zip_code")
        .values_list("zip_code", "city", "state", "status", "region")
    )
    return [ListedZip(*row) for row in rows]


def served_boundaries() -> list[dict[str, object]]:
    """Return the simplified boundaries of served ZIP codes (API-02.11)."""
    rows = (
        ZipBoundary.objects.filter(
            covered_zip__status=CoveredZip.Status.ACTIVE, covered_zip__state__in=TEXAS
        )
        .order_by("covered_zip__zip_code")
        .values_list(
            "covered_zip__zip_code",
            "covered_zip__city",
            "covered_zip__state",
            "bbox",
            "geometry_json",
        )
    )
    names = ("zip_code", "city", "state", "bbox", "geometry_json")
    return [dict(zip(names, row, strict=True)) for row in rows]


def towns() -> list[Town]:
    """Return all served ZIP codes with city and center point, for address completion."""
    rows = (
        CoveredZip.objects.filter(status=CoveredZip.Status.ACTIVE)
        .order_by("zip_code")
        .values_list("zip_code", "city", "state", "lat", "lon")
    )
    return [Town(*row) for row in rows]


def shapes() -> list[Shape]:
    rows = (
        ZipBoundary.objects.filter(covered_zip__status=CoveredZip.Status.ACTIVE)
        .order_by("covered_zip__zip_code")
        .values_list("covered_zip__zip_code", "geometry_json")
    )
    return [Shape(zip_code=zip_code, geometry=geometry) for zip_code, geometry in rows]


def zips_version() -> str:
    """Return a hash of the served ZIP codes, which changes with them."""
    return hashlib.sha256(repr(served_zips()).encode()).hexdigest()


def shapes_version() -> str:
    return hashlib.sha256(json.dumps(served_boundaries()).encode()).hexdigest()


def all_zips() -> dict[str, ZipRecord]:
    return {
        one.zip_code: ZipRecord(
            zip_code=one.zip_code,
            city=one.city,
            state=one.state,
            county=one.county,
            region=one.region,
            middle=(one.lat, one.lon),
            is_served=one.status == CoveredZip.Status.ACTIVE,
        )
        for one in CoveredZip.objects.order_by("zip_code")
    }


def version_of(zips: Mapping[str, ZipRecord]) -> str:
    return hashlib.sha256(repr(sorted(zips.items())).encode()).hexdigest()


def count_waiting_phones(zip_codes: Iterable[str]) -> dict[str, int]:
    """Count phones to notify per ZIP code; ZIP codes without any are left out."""
    waiting = NotifyRequest.objects.filter(
        zip_code__in=list(zip_codes),
        notification_status=NotifyRequest.NotificationStatus.PENDING,
        consented_at__isnull=False,
    )
    counted = waiting.values("zip_code").annotate(phones=Count("phone_number", distinct=True))
    return {one["zip_code"]: one["phones"] for one in counted.order_by("zip_code")}


def zips_with_boundary() -> dict[str, bool]:
    """Return which ZIP codes have a boundary, mapped to whether it is only approximate."""
    boundaries = ZipBoundary.objects.values_list("covered_zip__zip_code", "is_approximate")
    return dict(boundaries)


def pending_import(*, kind: str, sha256: str) -> CoverageImport | None:
    waiting = CoverageImport.objects.filter(
        kind=kind, file_sha256=sha256, status=CoverageImport.Status.PREVIEWED
    )
    return waiting.order_by("-pk").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """Searches and notify requests for one ZIP code not served; its position only if known."""

    zip_code: str
    searches: int
    requests: int
    lat: float | None
    lon: float | None


def old_searches(*, now: datetime) -> QuerySet[AddressSearch]:
    old = AddressSearch.objects.filter(created_at__lt=now - SEARCHED_ADDRESSES_KEPT)
    return old.annotate(address_length=Length("address")).filter(
        Q(address_length__gt=_ZIP_CHARACTERS)
        | Q(geocoding_response__isnull=False)
        | ~Q(session_id="")
    )


def purge_addresses(searches: QuerySet[AddressSearch]) -> int:
    rows = list(searches)
    for search in rows:
        search.address = extract_zip(search.address) or ""
        search.geocoding_response, search.session_id = None, ""
    AddressSearch.objects.bulk_update(rows, ["address", "geocoding_response", "session_id"])
    return len(rows)


def checks_in(period: Period) -> QuerySet[AddressSearch]:
    return _searches_in(period).filter(is_first_check=True)


def covered_checks_in(period: Period) -> QuerySet[AddressSearch]:
    return _searches_in(period).filter(is_first_covered=True)


def searches_not_served(period: Period, *, zip_code: str | None = None) -> QuerySet[AddressSearch]:
    """Return searches for ZIP codes not served today; `zip_code` "" selects those without one."""
    searches = _searches_in(period).exclude(coverage_status__in=_NOT_COUNTED)
    return searches.filter(~_is_served(), **_of(zip_code))


def requests_not_served(period: Period, *, zip_code: str | None = None) -> QuerySet[NotifyRequest]:
    requests = NotifyRequest.objects.filter(
        created_at__gte=period.begins_at, created_at__lt=period.ends_at
    )
    return requests.filter(~_is_served(), **_of(zip_code))


def unmet_demand(period: Period) -> list[Demand]:
    searches = _by_zip(searches_not_served(period))
    requests = _by_zip(requests_not_served(period))
    zips = {*searches, *requests}
    places = {
        zip_code: (lat, lon)
        for zip_code, lat, lon in CoveredZip.objects.filter(zip_code__in=zips).values_list(
            "zip_code", "lat", "lon"
        )
    }
    demand = [
        Demand(
            zip_code=zip_code,
            searches=searches[zip_code],
            requests=requests[zip_code],
            lat=places.get(zip_code, (None, None))[0],
            lon=places.get(zip_code, (None, None))[1],
        )
        for zip_code in zips
    ]
    return sorted(demand, key=lambda one: (-one.searches - one.requests, one.zip_code))


def _searches_in(period: Period) -> QuerySet[AddressSearch]:
    return AddressSearch.objects.filter(
        created_at__gte=period.begins_at, created_at__lt=period.ends_at
    )


def _is_served() -> Exists:
    served = CoveredZip.objects.filter(status=CoveredZip.Status.ACTIVE)
    return Exists(served.filter(zip_code=OuterRef("zip_code")))


def _of(zip_code: str | None) -> dict[str, str]:
    return {} if zip_code is None else {"zip_code": zip_code}


def _by_zip(rows: QuerySet[AddressSearch] | QuerySet[NotifyRequest]) -> defaultdict[str, int]:
    counted: Iterable[tuple[str, int]] = (
        rows.order_by().values_list("zip_code").annotate(count=Count("pk"))
    )
    return defaultdict(int, counted)
