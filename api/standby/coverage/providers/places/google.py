"""Google's Places API (New), Geocoding and Static Maps, within a daily budget."""

import hashlib
import json
import logging
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import httpx
from django.conf import settings

from standby.core.errors import RateLimited
from standby.core.market import PLACE
from standby.core.provider_calls import Breaker, Unreachable, outgoing
from standby.core.words import _
from standby.coverage.providers.places import (
    FEWEST_CHARACTERS,
    MOST_SUGGESTIONS,
    Geocoded,
    Picture,
    PlaceNotFound,
    PlacesDown,
    Precision,
    Suggestion,
)
from standby.coverage.rules.addresses import extract_zip

log = logging.getLogger(__name__)
T = TypeVar("T")

PLACES_HOST: Final = "https://places.googleapis.com"
MAPS_HOST: Final = "https://maps.googleapis.com"
# Price of one request, in thousandths of a cent (price list, first tier, 2025)
AUTOCOMPLETE_MILLICENTS: Final = 283
GEOCODE_MILLICENTS: Final = 500
STATIC_MAP_MILLICENTS: Final = 200
# At most 3 s in all for one try; a body that trickles in is given up too.
TIMEOUT: Final = httpx.Timeout(1.5, connect=1.0)
LONGEST_S: Final = 2.0
LARGEST_ANSWER_BYTES: Final = 2 * 1024 * 1024
SUGGESTIONS_FAILED: Final = _("Failed to get address suggestions")  # ERR-01.1

_FIELDS: Final = (
    "suggestions.placePrediction.placeId,"
    "suggestions.placePrediction.text.text,"
    "suggestions.placePrediction.structuredFormat"
)
_NEAR_US: Final = {
    "circle": {
        "center": {"latitude": PLACE.center["lat"], "longitude": PLACE.center["lng"]},
        "radius": 50_000.0,
    }
}
_PIN: Final = settings.COLORS["amber-500"].upper().replace("#", "0x")
_HOMES: Final = ["street_address", "premise", "subpremise", "route"]
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,36}")
_PRECISION_OF: Final[Mapping[str, Precision]] = {
    "ROOFTOP": "rooftop",
    "RANGE_INTERPOLATED": "street",
    "GEOMETRIC_CENTER": "street",
}


def http_client() -> httpx.Client:
    # Redirects are not followed, and no proxy is taken from the environment.
    return httpx.Client(timeout=TIMEOUT, follow_redirects=False, trust_env=False)


class GooglePlaces:
    def __init__(
        self,
        *,
        key: str,
        client: httpx.Client,
        breaker: Breaker,
        spend_millicents: Callable[[int], None],
    ) -> None:
        # `spend_millicents` raises RateLimited when the day's budget is spent.
        self._key = key
        self._client = client
        self._breaker = breaker
        self._spend = spend_millicents

    def suggest(self, query: str, *, session_token: str) -> list[Suggestion]:
        if len(query.strip()) < FEWEST_CHARACTERS:
            return []
        # Google accepts at most 36 safe characters; any other token is replaced by its hash.
        if not _TOKEN.fullmatch(session_token):
            session_token = hashlib.sha256(session_token.encode()).hexdigest()[:36]
        status, _, body = self._request(
            "POST",
            f"{PLACES_HOST}/v1/places:autocomplete",
            millicents=AUTOCOMPLETE_MILLICENTS,
            headers={"X-Goog-Api-Key": self._key, "X-Goog-FieldMask": _FIELDS},
            json={
                "input": query,
                "sessionToken": session_token,
                "includedRegionCodes": ["us"],
                "includedPrimaryTypes": _HOMES,
                "locationBias": _NEAR_US,
                "languageCode": "en",
            },
        )
        data = _json(body)
        if status != httpx.codes.OK:
            raise _refused(data.get("error"))
        return _read_as(_suggestions, data)

    def geocode(self, address: str) -> Geocoded:
        if not address.strip():
            return _unknown(address)
        _, _, body = self._request(
            "GET",
            f"{MAPS_HOST}/maps/api/geocode/json",
            millicents=GEOCODE_MILLICENTS,
            params={"address": address, "components": "country:US", "key": self._key},
        )
        data = _json(body)
        status = data.get("status")
        if status == "ZERO_RESULTS":
            return _unknown(address)
        if status != "OK":
            raise _refused({"status": status, "message": data.get("error_message")})
        return _read_as(_geocoded, data)

    def static_map(self, picture: Picture) -> bytes:
        status, headers, body = self._request(
            "GET",
            f"{MAPS_HOST}/maps/api/staticmap",
            millicents=STATIC_MAP_MILLICENTS,
            params={
                "center": picture.center,
                "zoom": picture.zoom,
                "size": f"{picture.width}x{picture.height}",
                "scale": picture.scale,
                "maptype": "roadmap",
                "markers": f"color:{_PIN}|{picture.center}",
                "key": self._key,
            },
        )
        if "X-Staticmap-API-Warning" in headers:
            raise PlaceNotFound
        if status != httpx.codes.OK or not body.startswith(b"\x89PNG"):
            raise _refused({"status": "REQUEST_DENIED", "message": None})
        return body

    def _request(
        self, method: str, url: str, *, millicents: int, **request: Any
    ) -> tuple[int, httpx.Headers, bytes]:
        # Returns status, headers and body. Raises PlacesDown: over budget, breaker open,
        # unreachable, or a server error at Google.
        with self._breaker.watch(down=PlacesDown(SUGGESTIONS_FAILED)):
            try:
                self._spend(millicents)
            except RateLimited as spent:
                log.error("the day's budget for Google is spent")
                raise PlacesDown(SUGGESTIONS_FAILED, status="OVER_DAILY_LIMIT") from spent
            try:
                with outgoing("google"):
                    return self._read(method, url, **request)
            except httpx.HTTPError as error:
                raise Unreachable(type(error).__name__) from None  # its text holds the address

    def _read(self, method: str, url: str, **request: Any) -> tuple[int, httpx.Headers, bytes]:
        gives_up_at = time.monotonic() + LONGEST_S
        body = bytearray()
        with self._client.stream(method, url, **request) as response:
            for chunk in response.iter_bytes():
                body += chunk
                if time.monotonic() > gives_up_at or len(body) > LARGEST_ANSWER_BYTES:
                    raise Unreachable("too slow or too large")
            if response.is_server_error or response.is_redirect:
                raise Unreachable(f"status {response.status_code}")
            return response.status_code, response.headers, bytes(body)


def _read_as(meaning: Callable[[dict[str, Any]], T], data: dict[str, Any]) -> T:
    # A response of another shape than Google's counts as down.
    try:
        return meaning(data)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        raise PlacesDown(SUGGESTIONS_FAILED, status="UNKNOWN_ERROR") from error


def _json(body: bytes) -> dict[str, Any]:
    try:
        data = json.loads(body)
    except ValueError as error:
        raise PlacesDown(SUGGESTIONS_FAILED, status="UNKNOWN_ERROR") from error
    if not isinstance(data, dict):
        raise PlacesDown(SUGGESTIONS_FAILED, status="UNKNOWN_ERROR")
    return data


def _refused(error: object) -> PlacesDown:
    # Google's own message, with any quoted API key masked.
    details: Mapping[str, object] = error if isinstance(error, dict) else {}
    status = str(details.get("status") or "UNKNOWN_ERROR")[:40]
    message = str(details.get("message") or SUGGESTIONS_FAILED)[:300]
    log.error("Google refused: %s", status)
    return PlacesDown(re.sub(r"AIza[\w-]{10,50}", "…", message), status=status)


def _suggestions(data: Mapping[str, Any]) -> list[Suggestion]:
    # With no results Google leaves the list out.
    places = (one.get("placePrediction") for one in data.get("suggestions", []))
    return [
        Suggestion(
            description=str(place["text"]["text"]),
            place_id=str(place["placeId"]),
            main_text=str(place["structuredFormat"]["mainText"]["text"]),
            secondary_text=str(place["structuredFormat"].get("secondaryText", {}).get("text", "")),
        )
        for place in places
        if place is not None
    ][:MOST_SUGGESTIONS]


def _geocoded(answer: Mapping[str, Any]) -> Geocoded:
    data = answer["results"][0]
    parts = {kind: part for part in data["address_components"] for kind in part["types"]}

    def text(kind: str, form: str = "long_name") -> str:
        return str(parts[kind][form]) if kind in parts else ""

    geometry = data["geometry"]
    by_zip: Precision = "zip" if "postal_code" in data["types"] else "unknown"
    return Geocoded(
        formatted_address=str(data["formatted_address"]),
        street_number=text("street_number"),
        street_name=text("route"),
        city=text("locality") or text("postal_town") or text("sublocality"),
        state=text("administrative_area_level_1", "short_name"),
        zip_code=text("postal_code"),
        country="USA" if text("country", "short_name") == "US" else text("country"),
        location=(float(geometry["location"]["lat"]), float(geometry["location"]["lng"])),
        precision=_PRECISION_OF.get(geometry["location_type"], by_zip),
        provider="google",
    )


def _unknown(address: str) -> Geocoded:
    zip_code = extract_zip(address) or ""
    return Geocoded(formatted_address=address, zip_code=zip_code, provider="google")
