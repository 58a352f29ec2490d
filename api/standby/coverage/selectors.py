"""Served ZIP codes and their boundaries, and demand: searched addresses and notify requests."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Length

from standby.core.clock import Period
from standby.core.errors import NotFound, _
from standby.core.market import PLACE
from standby.coverage.models import AddressSearch, CoveredZip, NotifyRequest, ZipBoundary
from standby.coverage.providers.places import Shapes, Town
from standby.coverage.rules.addresses import is_zip
from standby.coverage.rules.zip_list import ZipRecord

_ZIP_CHARACTERS: Final = 5
_ADDRESS_RETENTION: Final = timedelta(days=30)  # later only the ZIP code, to measure demand
# Excluded from demand: covered searches, and failed lookups, which the browser reports a second
# time.
_NOT_COUNTED: Final = ("covered", "lookup_failed")


class ZipNotCovered(NotFound):
    code = "zip_not_covered"
    message = _("This ZIP code is not on our list yet.")


def get_zip(zip_code: str, *, of: QuerySet[CoveredZip] | None = None) -> CoveredZip:
    """Return a ZIP code on the list, or `of` these rows of it. Raises ZipNotCovered."""
    # A visitor may claim any text; PostgreSQL refuses one with NUL.
    if not is_zip(zip_code):
        raise ZipNotCovered
    try:
        return (CoveredZip.objects.all() if of is None else of).get(zip_code=zip_code)
    except CoveredZip.DoesNotExist as error:
        raise ZipNotCovered from error


def served_zips() -> list[CoveredZip]:
    """Return the active ZIP codes of our state by city, then ZIP code (API-02.2)."""
    active = CoveredZip.objects.filter(status=CoveredZip.Status.ACTIVE, state__in=PLACE.state_names)
    return list(active.order_by("city", "zip_code"))


def served_boundaries() -> list[dict[str, object]]:
    """Return the simplified boundaries of served ZIP codes (API-02.11)."""
    active = ZipBoundary.objects.filter(
        covered_zip__status=CoveredZip.Status.ACTIVE, covered_zip__state__in=PLACE.state_names
    )
    rows = active.order_by("covered_zip__zip_code").values(
        "bbox",
        "geometry_json",
        "is_approximate",
        "source",
        zip_code=F("covered_zip__zip_code"),
        city=F("covered_zip__city"),
        state=F("covered_zip__state"),
    )
    return [dict(row) for row in rows]


def towns() -> list[Town]:
    """Return all served ZIP codes with city and center point, for address completion."""
    rows = (
        CoveredZip.objects.filter(status=CoveredZip.Status.ACTIVE)
        .order_by("zip_code")
        .values_list("zip_code", "city", "state", "lat", "lon")
    )
    return [Town(*row) for row in rows]


def shapes() -> Shapes:
    """Return the boundaries of served ZIP codes."""
    active = ZipBoundary.objects.filter(covered_zip__status=CoveredZip.Status.ACTIVE)
    rows = active.order_by("covered_zip__zip_code")
    return dict(rows.values_list("covered_zip__zip_code", "geometry_json"))


def all_zips() -> dict[str, ZipRecord]:
    columns = [field.name for field in fields(ZipRecord)]
    rows = CoveredZip.objects.order_by("zip_code").values(*columns)
    return {row["zip_code"]: ZipRecord(**row) for row in rows}


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


def old_searches(*, now: datetime) -> QuerySet[AddressSearch]:
    old = AddressSearch.objects.filter(created_at__lt=now - _ADDRESS_RETENTION)
    return old.annotate(address_length=Length("address")).filter(
        Q(address_length__gt=_ZIP_CHARACTERS)
        | Q(geocoding_response__isnull=False)
        | ~Q(session_id="")
    )


def purge_addresses(searches: QuerySet[AddressSearch]) -> int:
    return searches.update(address=F("zip_code"), geocoding_response=None, session_id="")


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


def unmet_demand(period: Period) -> list[dict[str, Any]]:
    """Count searches and notify requests per ZIP code not served; `lat` and `lon` if known."""
    searches = _by_zip(searches_not_served(period))
    requests = _by_zip(requests_not_served(period))
    zips = {*searches, *requests}
    places = CoveredZip.objects.in_bulk(zips, field_name="zip_code")
    return [
        {
            "zip_code": zip_code,
            "searches": searches[zip_code],
            "requests": requests[zip_code],
            "lat": places[zip_code].lat if zip_code in places else None,
            "lon": places[zip_code].lon if zip_code in places else None,
        }
        for zip_code in sorted(zips, key=lambda one: (-searches[one] - requests[one], one))
    ]


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
