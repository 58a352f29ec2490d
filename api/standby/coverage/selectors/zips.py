"""Lookups of served ZIP codes, their boundaries, and waiting notify requests."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count

from standby.core.errors import NotFound, _
from standby.coverage.models import CoverageImport, CoveredZip, NotifyRequest, ZipBoundary
from standby.coverage.providers.places import Shape, Town
from standby.coverage.rules.addresses import is_zip
from standby.coverage.rules.coverage_change import ZipRecord

# Staff may enter either name of the state.
TEXAS = ("TX", "Texas")
_ONE_ZIP = "SELECT zip_code, city, state, status, region FROM coverage_zipcode WHERE zip_code = %s"


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
