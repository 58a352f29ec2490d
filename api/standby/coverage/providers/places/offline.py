"""Places without an external provider: typed addresses completed from the ZIP codes we serve."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from django.core.cache import BaseCache

from standby.core.market import PLACE
from standby.coverage.providers.places import (
    FEWEST_CHARACTERS,
    MOST_SUGGESTIONS,
    Geocoded,
    Picture,
    PlaceNotFound,
    Shapes,
    Suggestion,
    Town,
)
from standby.coverage.providers.places.address_parser import ParsedAddress, parse_address
from standby.coverage.providers.places.map_picture import Atlas, draw_map
from standby.coverage.rules.addresses import (
    LONGEST_ADDRESS,
    extract_coordinates,
    extract_zip,
    township_key,
)

# A pin known only by its ZIP code or city must not look as if it marked the house.
CLOSEST_ZOOM_OF_A_ZIP: Final = 11
CLOSEST_ZOOM_OF_A_CITY: Final = 10
FARTHEST_ZOOM: Final = 8  # farther out we would not know land from water
CLOSEST_ZOOM: Final = 15  # no streets are drawn, so closer shows nothing more


class OfflinePlaces:
    def __init__(
        self,
        *,
        towns: Callable[[], Sequence[Town]],
        shapes: Callable[[], Shapes],
        atlas: Atlas,
        pictures: BaseCache,
    ) -> None:
        self._towns = towns
        self._shapes = shapes
        self._atlas = atlas
        self._pictures = pictures

    def suggest(self, query: str, *, session_token: str) -> list[Suggestion]:  # noqa: ARG002
        if len(query.strip()) < FEWEST_CHARACTERS:
            return []
        address = parse_address(query)
        if not address.has_street:
            return []
        suggestions = []
        for ending in _endings(address, self._towns()):
            description = f"{address.street}, {ending}"
            digest = hashlib.sha256(description.encode()).hexdigest()[:24]
            suggestions.append(
                Suggestion(
                    description=description,
                    place_id=f"offline:{digest}",
                    main_text=address.street,
                    secondary_text=ending,
                    is_street_as_typed=True,
                )
            )
        return suggestions

    def geocode(self, address: str) -> Geocoded:
        parsed = parse_address(address)
        zip_code = extract_zip(address) or ""
        town = next((town for town in self._towns() if town.zip_code == zip_code), None)
        city = _city(parsed, town) if town else parsed.city
        state = town.state if town else parsed.state
        parts = (parsed.street, city, f"{state} {zip_code}".strip())
        return Geocoded(
            formatted_address=", ".join(filter(None, parts)) or address[:LONGEST_ADDRESS].strip(),
            street_number=parsed.street_number,
            street_name=parsed.street_name,
            city=city,
            state=state,
            zip_code=zip_code,
            location=(town.lat, town.lon) if town else None,
            precision="zip" if town else "unknown",
            provider="offline",
        )

    def static_map(self, picture: Picture) -> bytes:
        lat, lon, closest_zoom, zip_code = self._spot(picture.center)
        # Addresses of one ZIP code share a picture.
        zoom = max(FARTHEST_ZOOM, min(picture.zoom, closest_zoom))
        shared = replace(picture, center=f"{lat},{lon}", zoom=zoom)
        key = hashlib.sha256(f"{shared} {zip_code}".encode()).hexdigest()
        # A map that cannot be cached is rendered again, so that a full disk breaks no page.
        with suppress(OSError):
            if png := self._pictures.get(key):
                return bytes(png)
        png = draw_map(
            shared,
            middle=(lat, lon),
            zip_code=zip_code,
            atlas=self._atlas,
            shapes=self._shapes(),
            towns=self._towns(),
        )
        with suppress(OSError):
            self._pictures.set(key, png)
        return png

    def _ensure_known(self, lat: float, lon: float) -> None:
        west, south, east, north = self._atlas.known
        if not (south <= lat <= north and west <= lon <= east):
            raise PlaceNotFound

    def _spot(self, center: str) -> tuple[float, float, int, str]:
        # Latitude, longitude, closest zoom, and the ZIP code if it is known. Raises PlaceNotFound
        # when neither the ZIP code nor the city is one that we serve, or it is off our map.
        coordinates = extract_coordinates(center)
        if coordinates:
            self._ensure_known(*coordinates)
            return *coordinates, CLOSEST_ZOOM, ""
        zip_code, towns = extract_zip(center), self._towns()
        for town in towns:
            if town.zip_code == zip_code:
                return town.lat, town.lon, CLOSEST_ZOOM_OF_A_ZIP, town.zip_code
        city = township_key(parse_address(center).city)
        same_city = [town for town in towns if city and township_key(town.city) == city]
        if zip_code or not same_city:
            raise PlaceNotFound
        lat = round(sum(town.lat for town in same_city) / len(same_city), 6)
        lon = round(sum(town.lon for town in same_city) / len(same_city), 6)
        return lat, lon, CLOSEST_ZOOM_OF_A_CITY, ""


def _endings(address: ParsedAddress, towns: Sequence[Town]) -> list[str]:
    # Completions such as "Tomball, TX 77375": of a whole ZIP code its town, of a town's name or its
    # beginning its ZIP codes. None of a street alone, and none where more would fit than are shown:
    # five of a large city's hundred ZIP codes would be a guess.
    if len(address.zip_code) == 5:
        town = next((town for town in towns if town.zip_code == address.zip_code), None)
        city = _city(address, town) if town else address.city
        state = town.state if town else address.state
        return [f"{city}, {state} {address.zip_code}"] if city and state else []
    ours = (state.upper() for state in PLACE.state_names)
    if address.state and not any(state.startswith(address.state) for state in ours):
        return []
    candidates = _begun_towns(address, towns)
    if len(candidates) > MOST_SUGGESTIONS:
        return []
    return [f"{town.city}, {town.state} {town.zip_code}" for town in candidates]


def _begun_towns(address: ParsedAddress, towns: Sequence[Town]) -> list[Town]:
    # A town typed whole is meant alone, as Houston without South Houston.
    city = township_key(address.city)
    if len(city) < FEWEST_CHARACTERS and not address.zip_code:
        return []
    begun = [
        town
        for town in towns
        if township_key(town.city).startswith(city) and town.zip_code.startswith(address.zip_code)
    ]
    whole = [town for town in begun if township_key(town.city) == city]
    return sorted(whole or begun, key=lambda town: (town.city, town.zip_code))


def _city(address: ParsedAddress, town: Town) -> str:
    # The ZIP code's city, unless another was typed: a ZIP code has several city names.
    is_begun = township_key(town.city).startswith(township_key(address.city))
    return town.city if is_begun else address.city
