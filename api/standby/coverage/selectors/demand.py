"""Searched addresses as demand by ZIP code, and the removal of their personal data."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Length

from standby.core.periods import Period
from standby.coverage.models import AddressSearch, CoveredZip, NotifyRequest
from standby.coverage.rules.addresses import extract_zip
from standby.coverage.rules.policy import SEARCHED_ADDRESSES_KEPT

_ZIP_CHARACTERS: Final = 5
# Excluded from demand: covered searches, and failed lookups, which the browser reports a second
# time.
_NOT_COUNTED: Final = ("covered", "lookup_failed")


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
