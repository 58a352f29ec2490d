"""The covered town nearest to a ZIP code, by the post office's list of all ZIP codes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt
from typing import Final

import zipcodes

from standby.coverage.providers.places import Town

_EARTH_RADIUS_MI: Final = 3_958.8
# Nobody looks for us farther away than this: the ZIP code is a slip, or a home of another market.
_FARTHEST_MI: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestTown:
    """A covered town and how far it is, in whole miles as the crow flies, at least one."""

    city: str
    zip_code: str
    miles: int


def point_of(zip_code: str) -> tuple[float, float] | None:
    """Return latitude and longitude of a ZIP code, in degrees; None for one that does not exist."""
    known = next(iter(zipcodes.matching(zip_code)), None)  # type: ignore[no-untyped-call]
    return (float(known["lat"]), float(known["long"])) if known else None


def nearest_town(zip_code: str, towns: Sequence[Town]) -> NearestTown | None:
    """Return the town nearest to a ZIP code; None where there is none within 100 miles.

    Distances are between the centers of ZIP codes. `zip_code` has five digits.
    """
    point = point_of(zip_code)
    if point is None or not towns:
        return None
    miles, nearest = min(
        ((_miles(point, (town.lat, town.lon)), town) for town in towns), key=lambda one: one[0]
    )
    if miles > _FARTHEST_MI:
        return None
    return NearestTown(city=nearest.city, zip_code=nearest.zip_code, miles=max(1, round(miles)))


def _miles(one: tuple[float, float], other: tuple[float, float]) -> float:
    # The haversine formula
    (lat, lon), (other_lat, other_lon) = one, other
    north, east = radians(other_lat - lat), radians(other_lon - lon)
    half_chord = sin(north / 2) ** 2 + cos(radians(lat)) * cos(radians(other_lat)) * (
        sin(east / 2) ** 2
    )
    return 2 * _EARTH_RADIUS_MI * asin(sqrt(half_chord))
