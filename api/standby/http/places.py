"""Addresses: suggestions while typing, ZIP codes, geocoding, the map picture, the search log."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from standby.http.schema import In, Line100, Line200, Line500, ProblemOut

router = Router()


class SuggestionsIn(In):
    input: Line200
    sessionToken: Line200 = ""  # noqa: N815 (the wire's name)


class StructuredFormattingOut(Schema):
    main_text: str
    secondary_text: str


class PredictionOut(Schema):
    description: str
    place_id: str
    structured_formatting: StructuredFormattingOut


class SuggestionsOut(Schema):
    predictions: list[PredictionOut]


class SuggestionsFailedOut(Schema):
    error: str
    status: str


class AddressIn(In):
    address: Line500


class ExtractedZipOut(Schema):
    zipCode: str | None  # noqa: N815 (the wire's name)
    formattedAddress: str  # noqa: N815 (the wire's name)


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


class AddressSearchIn(In):
    address: Line500
    coverage_status: Line100 = ""
    session_id: Line100 = ""
    search_context: Line100 = ""
    geocoding_response: Any = None


class NothingOut(Schema):
    pass


class MapsKeyOut(Schema):
    apiKey: str | None  # noqa: N815 (the wire's name)


class MapQuery(In):
    center: Annotated[Line200, Field(min_length=1)]
    zoom: Annotated[int, Field(ge=0, le=21)] = 18
    size: Annotated[str, Field(pattern=r"^[0-9]{2,4}x[0-9]{2,4}$")] = "640x400"
    scale: Literal[1, 2] = 2
    maptype: Literal["roadmap"] = "roadmap"


LIMITED = {422: ProblemOut, 429: ProblemOut}


@router.post(
    "/google-places",
    response={200: SuggestionsOut | SuggestionsFailedOut, **LIMITED},
    operation_id="suggestAddresses",
)
def post_google_places(
    request: HttpRequest, response: HttpResponse, asked: SuggestionsIn
) -> SuggestionsOut | SuggestionsFailedOut:
    """At most five addresses that begin as the visitor typed."""
    raise NotImplementedError


@router.post(
    "/extract-zipcode",
    response={200: ExtractedZipOut, **LIMITED},
    operation_id="extractZipcode",
)
def post_extract_zipcode(
    request: HttpRequest, response: HttpResponse, asked: AddressIn
) -> ExtractedZipOut:
    """The ZIP code of an address; null when it has none and none can be found."""
    raise NotImplementedError


@router.post(
    "/geocode-complete",
    response={200: GeocodedOut, **LIMITED},
    operation_id="geocodeAddress",
)
def post_geocode_complete(
    request: HttpRequest, response: HttpResponse, asked: AddressIn
) -> GeocodedOut:
    """The parts of an address and where it is, as precisely as its provider knows."""
    raise NotImplementedError


@router.post(
    "/log-address-search",
    response={202: NothingOut, **LIMITED},
    operation_id="logAddressSearch",
)
def post_log_address_search(request: HttpRequest, asked: AddressSearchIn) -> Status[NothingOut]:
    """Keep what was searched for; best effort."""
    raise NotImplementedError


@router.get(
    "/map-static",
    response={200: None, 404: ProblemOut, **LIMITED},
    operation_id="staticMap",
    openapi_extra={
        "responses": {
            200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
        }
    },
)
def get_map_static(request: HttpRequest, asked: Query[MapQuery]) -> HttpResponse:
    """A picture of where the address is."""
    raise NotImplementedError


def _maps_key(request: HttpRequest) -> MapsKeyOut:
    raise NotImplementedError


@router.get("/google-maps-key", response={200: MapsKeyOut, 403: ProblemOut}, operation_id="mapsKey")
def get_google_maps_key(request: HttpRequest) -> MapsKeyOut:
    """The restricted browser key, only for our own pages; null when there is none."""
    return _maps_key(request)


@router.post(
    "/google-maps-key", response={200: MapsKeyOut, 403: ProblemOut}, operation_id="askMapsKey"
)
def post_google_maps_key(request: HttpRequest) -> MapsKeyOut:
    """The restricted browser key, only for our own pages; null when there is none."""
    return _maps_key(request)
