"""Address suggestions, geocoding and static maps. Adapters: google.py, offline.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, Protocol

from standby.core.errors import NotFound, _
from standby.core.provider_calls import ProviderDown

MOST_SUGGESTIONS: Final = 5  # ADDR-01.3
FEWEST_CHARACTERS: Final = 2  # ADDR-01.1

Shapes = Mapping[str, Mapping[str, Any]]  # GeoJSON Polygon or MultiPolygon by ZIP code
Precision = Literal["zip", "rooftop", "street", "unknown"]


class PlacesDown(ProviderDown):
    """The provider failed; `status` is its own error code."""

    code: ClassVar[str] = "places_down"

    def __init__(self, detail: str, *, status: str = "UNAVAILABLE") -> None:
        super().__init__(detail)
        self.status = status


class PlaceNotFound(NotFound):
    code = "place_not_found"
    message = _("We could not find this address on the map.")


@dataclass(frozen=True, slots=True)
class Town:
    """A ZIP code with its postal city and its center."""

    zip_code: str
    city: str
    state: str
    lat: float
    lon: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    description: str
    place_id: str
    main_text: str
    secondary_text: str
    # The street is what the visitor typed, not one that the provider knows.
    is_street_as_typed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Geocoded:
    """The parts of an address, empty where unknown; `precision` is that of `location`, which is
    (latitude, longitude).
    """

    formatted_address: str
    street_number: str = ""
    street_name: str = ""
    city: str = ""
    state: str = ""
    zip_code: str
    country: str = "USA"
    location: tuple[float, float] | None = None
    precision: Precision = "unknown"
    provider: Literal["offline", "google"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A requested map. The size in pixels is `width` and `height` times `scale`, as at Google."""

    center: str
    zoom: int
    width: int
    height: int
    scale: int
    has_pin: bool = True


class Places(Protocol):
    def suggest(self, query: str, *, session_token: str) -> list[Suggestion]:
        """Return at most five addresses in the United States. Raises PlacesDown."""

    def geocode(self, address: str) -> Geocoded:
        """Locate an address; precision is "unknown" when it is not found. Raises PlacesDown."""

    def static_map(self, picture: Picture) -> bytes:
        """Render a PNG with a pin. Raises PlaceNotFound and PlacesDown."""
