from collections.abc import Callable, Sequence
from functools import cache

from django.conf import settings

from standby.coverage.providers.boundaries import BoundaryReader
from standby.coverage.providers.boundaries.reader import CensusBoundaryReader
from standby.coverage.providers.places import Places, Shape, Town
from standby.coverage.providers.places.google import GoogleConnection, GooglePlaces, open_line
from standby.coverage.providers.places.map_picture import atlas_from
from standby.coverage.providers.places.offline import OfflinePlaces
from standby.coverage.providers.places.picture_cache import PictureCache

Towns = Callable[[], Sequence[Town]]
Shapes = Callable[[], Sequence[Shape]]


def places(*, towns: Towns, shapes: Shapes, spend_millicents: Callable[[int], None]) -> Places:
    environment = settings.ENVIRONMENT
    if environment.places == "google":
        return GooglePlaces(
            key=environment.google_server_key,
            line=_google_line(),
            spend_millicents=spend_millicents,
        )
    return offline_places(towns=towns, shapes=shapes)


def offline_places(*, towns: Towns, shapes: Shapes) -> Places:
    # The fallback when the configured provider is down.
    return OfflinePlaces(
        towns=towns,
        shapes=shapes,
        atlas=atlas_from(settings.SEEDS / "coverage_counties.geojson"),
        pictures=_map_cache(),
    )


def boundaries() -> BoundaryReader:
    return CensusBoundaryReader()


@cache
def _google_line() -> GoogleConnection:
    # One per process, because its circuit breaker keeps state.
    return open_line()


@cache
def _map_cache() -> PictureCache:
    return PictureCache(settings.DATA / "maps")
