from collections.abc import Callable
from functools import cache

import httpx
from django.conf import settings
from django.core.cache import BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.filebased import FileBasedCache

from standby.core.provider_calls import Breaker
from standby.coverage import selectors
from standby.coverage.providers.places import Places
from standby.coverage.providers.places.google import GooglePlaces, http_client
from standby.coverage.providers.places.map_picture import atlas_from
from standby.coverage.providers.places.offline import OfflinePlaces


def places(*, spend_millicents: Callable[[int], None]) -> Places:
    """Return the configured provider; `spend_millicents` raises RateLimited over the budget."""
    environment = settings.ENVIRONMENT
    if environment.places != "google":
        return offline_places()
    client, breaker = _google_connection()
    return GooglePlaces(
        key=environment.google_server_key,
        client=client,
        breaker=breaker,
        spend_millicents=spend_millicents,
    )


def offline_places() -> Places:
    # The fallback when the configured provider is down.
    return OfflinePlaces(
        towns=selectors.towns,
        shapes=selectors.shapes,
        atlas=atlas_from(settings.MARKET / "coverage_counties.geojson"),
        pictures=_map_cache(),
    )


@cache
def _google_connection() -> tuple[httpx.Client, Breaker]:
    # One per process, because the circuit breaker keeps state.
    return http_client(), Breaker()


@cache
def _map_cache() -> BaseCache:
    # A changed boundary shows on maps after a day.
    limits = {"timeout": 24 * 60 * 60, "max_entries": 1000}
    try:
        return FileBasedCache(str(settings.DATA / "maps"), limits)
    except OSError:  # a full disk breaks no page
        return DummyCache("", {})
