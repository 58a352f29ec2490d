"""Which adapter stands for each outside service, by setting."""

from collections.abc import Callable, Sequence
from functools import cache

from django.conf import settings

from standby.providers.places import Places, Shape, Town
from standby.providers.places.google import GooglePlaces, Line, open_line
from standby.providers.places.kept_pictures import KeptPictures
from standby.providers.places.map_picture import atlas_from
from standby.providers.places.offline import OfflinePlaces

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
    """What stands in when the chosen provider is down."""
    return OfflinePlaces(
        towns=towns,
        shapes=shapes,
        atlas=atlas_from(settings.SEEDS / "coverage_counties.geojson"),
        kept=_kept_maps(),
    )


@cache
def _google_line() -> Line:
    """One for the process: its breaker remembers failures."""
    return open_line()


@cache
def _kept_maps() -> KeptPictures:
    return KeptPictures(settings.DATA / "maps")
