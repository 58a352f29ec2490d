"""Address suggestions, ZIP codes, geocoding, the static map, and the address search log."""

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, Final, Literal

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field, field_validator

from standby.core import limits, visitor_cookies
from standby.core.access import WIZARD_COOKIE, uses
from standby.core.limits import client_of, spend_by_client
from standby.core.market import PLACE
from standby.core.policy import RateLimitRule
from standby.core.schema import In, Line100, Line200, Line500
from standby.core.words import say
from standby.coverage.providers import wiring as coverage_providers
from standby.coverage.providers.places import (
    Geocoded,
    Picture,
    PlaceNotFound,
    Places,
    PlacesDown,
    Suggestion,
)
from standby.coverage.providers.places.address_parser import (
    MissingPart,
    missing_part,
    parse_address,
)
from standby.coverage.rules.addresses import extract_zip
from standby.coverage.services import coverage

router = Router(tags=["places"])

# Rate limits per visitor (SEC-03.4)
_TEN_MINUTES: Final = timedelta(minutes=10)
PLACES_PER_WIZARD: Final = RateLimitRule(name="places_wizard", limit=60, window=_TEN_MINUTES)
PLACES_PER_CLIENT: Final = RateLimitRule(name="places_client", limit=120, window=_TEN_MINUTES)
MAPS_PER_CLIENT: Final = RateLimitRule(name="maps_client", limit=120, window=_TEN_MINUTES)
SEARCH_LOG_PER_CLIENT: Final = RateLimitRule(
    name="search_log_client", limit=60, window=_TEN_MINUTES
)
GOOGLE_DAILY_BUDGET: Final = RateLimitRule(
    name="google_budget",
    limit=settings.ENVIRONMENT.google_daily_budget_cents * 1000,
    window=timedelta(days=1),
)
_COVERAGE_ZOOM: Final = 8
_LONGEST_RESPONSE_BYTES: Final = 8 * 1024
_LARGEST_SIDE: Final = 640  # the limit of Google's API


class SuggestionsIn(In):
    input: Line200
    sessionToken: Line200 = ""  # noqa: N815 (name given by the specification)


class StructuredFormattingOut(Schema):
    main_text: str
    secondary_text: str


class PredictionOut(Schema):
    description: str
    place_id: str
    structured_formatting: StructuredFormattingOut
    is_street_as_typed: bool = False

    @staticmethod
    def resolve_structured_formatting(suggestion: Suggestion) -> Suggestion:
        return suggestion


class SuggestionsOut(Schema):
    """`missing` is what to ask the visitor for when nothing can be suggested."""

    predictions: list[PredictionOut]
    missing: MissingPart | None = None


class SuggestionsFailedOut(Schema):
    error: str
    status: str


class AddressIn(In):
    address: Line500


class ExtractedZipOut(Schema):
    zipCode: str | None  # noqa: N815 (name given by the specification)
    formattedAddress: str  # noqa: N815 (name given by the specification)


class AddressComponentsOut(Schema):
    street_number: str
    street_name: str
    city: str
    state: str
    zip_code: str
    country: str


class PointOut(Schema):
    lat: float
    lng: float


class GeocodedOut(Schema):
    formatted_address: str
    components: AddressComponentsOut
    location: PointOut | None
    precision: Literal["zip", "rooftop", "street", "unknown"]
    provider: Literal["offline", "google"]

    @staticmethod
    def resolve_components(geocoded: Geocoded) -> Geocoded:
        return geocoded

    @staticmethod
    def resolve_location(geocoded: Geocoded) -> dict[str, float] | None:
        return (
            dict(zip(("lat", "lng"), geocoded.location, strict=True)) if geocoded.location else None
        )


class AddressSearchIn(In):
    address: Line500
    coverage_status: Line100 = ""
    session_id: Line100 = ""
    search_context: Line100 = ""
    geocoding_response: Any = None

    @field_validator("geocoding_response", mode="before")
    @classmethod
    def reduce_to_storable(cls, value: object) -> object:
        # Any JSON becomes a value that PostgreSQL can store; None if it is too long or has a NUL.
        try:
            encoded = orjson.dumps(value)
        except orjson.JSONEncodeError:
            return None
        if len(encoded) > _LONGEST_RESPONSE_BYTES or b"\\u0000" in encoded:
            return None
        stored: object = orjson.loads(encoded)  # drops values that are not JSON, such as infinity
        return stored


class SearchLoggedOut(Schema):
    """Empty: the search is logged."""


class MapsKeyOut(Schema):
    apiKey: str | None  # noqa: N815 (name given by the specification)


class MapQuery(In):
    center: Annotated[Line200, Field(min_length=1)]
    zoom: Annotated[int, Field(ge=0, le=21)] = 18
    size: Annotated[str, Field(pattern=r"^[0-9]{2,3}x[0-9]{2,3}$")] = "640x400"
    scale: Annotated[int, Field(ge=1, le=2)] = 2
    maptype: Literal["roadmap"] = "roadmap"

    @field_validator("size")
    @classmethod
    def ensure_within_bounds(cls, size: str) -> str:
        if not all(16 <= int(side) <= _LARGEST_SIDE for side in size.split("x")):
            raise ValueError(f"must be from 16x16 to {_LARGEST_SIDE}x{_LARGEST_SIDE}")
        return size


@router.post(
    "/google-places",
    response=SuggestionsOut | SuggestionsFailedOut,
    operation_id="suggest_addresses",
)
def post_google_places(
    request: HttpRequest, payload: SuggestionsIn
) -> dict[str, Any] | SuggestionsFailedOut:
    """At most five addresses that begin with what the visitor typed.

    Without a provider only the town and ZIP code are completed, and the street is the visitor's.
    """
    spend_on_places(request)
    try:
        suggestions = places().suggest(payload.input, session_token=payload.sessionToken)
    except PlacesDown as error:
        return SuggestionsFailedOut(error=say(str(error)), status=error.status)
    missing = None if suggestions else missing_part(parse_address(payload.input))
    return {"predictions": suggestions, "missing": missing}


@router.post(
    "/extract-zipcode",
    response=ExtractedZipOut,
    operation_id="extract_zipcode",
)
def post_extract_zipcode(request: HttpRequest, payload: AddressIn) -> ExtractedZipOut:
    """The ZIP code of an address; null when it has none and none can be found."""
    zip_code = extract_zip(payload.address)
    if zip_code:
        return ExtractedZipOut(zipCode=zip_code, formattedAddress=payload.address)
    spend_on_places(request)
    geocoded = places().geocode(payload.address)
    return ExtractedZipOut(
        zipCode=geocoded.zip_code or None, formattedAddress=geocoded.formatted_address
    )


@router.post(
    "/geocode-complete",
    response=GeocodedOut,
    operation_id="geocode_address",
)
def post_geocode_complete(request: HttpRequest, payload: AddressIn) -> Geocoded:
    """The parts of an address and its location, as precisely as the provider knows it.

    While the provider is down, the location is that of the ZIP code.
    """
    spend_on_places(request)
    try:
        return places().geocode(payload.address)
    except PlacesDown:
        return coverage_providers.offline_places().geocode(payload.address)


@router.post(
    "/log-address-search",
    response={202: SearchLoggedOut},
    openapi_extra=uses(WIZARD_COOKIE),
    operation_id="log_address_search",
)
def post_log_address_search(
    request: HttpRequest, payload: AddressSearchIn
) -> Status[dict[str, Any]]:
    """Log an address search; best effort."""
    spend_by_client(request, SEARCH_LOG_PER_CLIENT)
    coverage.log_search_best_effort(**payload.model_dump(), now=now())
    return Status(202, {})


@router.get(
    "/map-static",
    response={200: None},
    operation_id="map_static",
    openapi_extra={
        "responses": {
            200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
        }
    },
)
def get_map_static(request: HttpRequest, params: Query[MapQuery]) -> HttpResponse:
    """A map picture of the address, rendered here while the provider is down.

    For an address that cannot be found it shows the service area, without a pin.
    """
    spend_by_client(request, MAPS_PER_CLIENT)
    width, height = params.size.split("x")
    picture = Picture(
        center=params.center,
        zoom=params.zoom,
        width=int(width),
        height=int(height),
        scale=params.scale,
    )
    try:
        png = places().static_map(picture)
    except PlacesDown:
        png = coverage_providers.offline_places().static_map(picture)
    except PlaceNotFound:
        coverage_picture = replace(
            picture, center=PLACE.center_text, zoom=_COVERAGE_ZOOM, has_pin=False
        )
        png = coverage_providers.offline_places().static_map(coverage_picture)
    return HttpResponse(
        png, content_type="image/png", headers={"Cache-Control": "private, max-age=3600"}
    )


@router.post(
    "/google-maps-key",
    response=MapsKeyOut,
    operation_id="ask_google_maps_key",
    summary="Post Google Maps Key",
)
@router.get(
    "/google-maps-key",
    response=MapsKeyOut,
    operation_id="get_google_maps_key",
    summary="Get Google Maps Key",
)
def google_maps_key(request: HttpRequest) -> MapsKeyOut:
    """The restricted browser key, for our own pages only; null when there is none."""
    # Browsers send Sec-Fetch-Site; another site's page is not given the key.
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise HttpError(403, say("This key is for our own pages."))
    return MapsKeyOut(apiKey=settings.ENVIRONMENT.google_browser_key or None)


def places() -> Places:
    """Return the configured places provider, whose costs count toward the daily budget."""
    return coverage_providers.places(
        spend_millicents=lambda cost: limits.consume(
            rule=GOOGLE_DAILY_BUDGET, subject="all", now=now(), cost=cost
        ),
    )


def spend_on_places(request: HttpRequest) -> None:
    """Count one use for the client and for its wizard session, if any. Raises LimitReached.

    No wizard session is begun here: two simultaneous first calls would begin two, and one would be
    lost.
    """
    if not settings.ENVIRONMENT.rate_limits:
        return
    spends = limits.by_client(PLACES_PER_CLIENT, client_of(request))
    if wizard := visitor_cookies.read_cookie_hash(request):
        spends.append((PLACES_PER_WIZARD, wizard))
    limits.consume_each(spends=spends, now=now())
