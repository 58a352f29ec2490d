"""Every places adapter keeps the same promises; what is only of our own list, or of Google."""

import csv
import io
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.core.cache.backends.filebased import FileBasedCache
from google_peer import KEY, Peer, google_peer
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageColor
from shapely.geometry import shape

from standby.core.errors import RateLimited
from standby.core.provider_calls import Breaker
from standby.coverage.providers.places import (
    Picture,
    PlaceNotFound,
    Places,
    PlacesDown,
    Shapes,
    Town,
)
from standby.coverage.providers.places import google as google_places
from standby.coverage.providers.places import offline as offline_places
from standby.coverage.providers.places.address_parser import missing_part, parse_address
from standby.coverage.providers.places.google import (
    AUTOCOMPLETE_MILLICENTS,
    GEOCODE_MILLICENTS,
    LONGEST_S,
    MAPS_HOST,
    PLACES_HOST,
    TIMEOUT,
    GooglePlaces,
    http_client,
)
from standby.coverage.providers.places.map_picture import WATER, atlas_from
from standby.coverage.providers.places.offline import OfflinePlaces


def seeded_towns() -> list[Town]:
    with (settings.MARKET / "coverage_zip_codes.csv").open(newline="") as lines:
        return [
            Town(row["zip_code"], row["city"], row["state"], float(row["lat"]), float(row["lon"]))
            for row in csv.DictReader(lines)
        ]


def seeded_shapes() -> Shapes:
    outlines = json.loads((settings.MARKET / "coverage_geometries_approximate.json").read_text())
    return {one["zip_code"]: one["geometry_json"] for one in outlines}


def offline(folder: Path) -> OfflinePlaces:
    return OfflinePlaces(
        towns=seeded_towns,
        shapes=seeded_shapes,
        atlas=atlas_from(settings.MARKET / "coverage_counties.geojson"),
        pictures=FileBasedCache(str(folder), {}),
    )


def picture_of(center: str, *, zoom: int = 18, scale: int = 1) -> Picture:
    return Picture(center=center, zoom=zoom, width=160, height=100, scale=scale)


@contextmanager
def google_here() -> Iterator[Peer]:
    """Google's peer, in Google's place."""
    with google_peer() as peer, pytest.MonkeyPatch.context() as patch:
        patch.setattr(google_places, "PLACES_HOST", peer.origin)
        patch.setattr(google_places, "MAPS_HOST", peer.origin)
        yield peer


@pytest.fixture(params=["offline", "google"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Places]:
    if request.param == "offline":
        yield offline(tmp_path)
        return
    with google_here() as peer, http_client() as client:
        yield google(client)
        assert peer.wrong == []


@pytest.mark.req("ADDR-01.3", "ADDR-01.4")
@pytest.mark.parametrize("session_token", ["token", "ü" * 300, ""])
def test_a_beginning_is_completed_with_at_most_five(places: Places, session_token: str) -> None:
    found = places.suggest("1234 Main St, Tom", session_token=session_token)

    assert 1 <= len(found) <= 5
    assert found[0].description == f"{found[0].main_text}, {found[0].secondary_text}"
    assert found[0].main_text.startswith("1234 Main St")
    assert found[0].secondary_text.startswith("Tomball, TX")
    assert found[0].place_id


@pytest.mark.parametrize("typed", ["", " ", "1", "1 Nowhere, Nowhere"])
def test_nothing_useful_is_answered_with_nothing(places: Places, typed: str) -> None:
    assert places.suggest(typed, session_token="") == []


def test_a_full_address_is_taken_to_its_parts(places: Places) -> None:
    found = places.geocode("1234 Main St, Tomball, TX 77375")

    assert (found.street_number, found.city, found.state) == ("1234", "Tomball", "TX")
    assert (found.zip_code, found.country) == ("77375", "USA")
    assert found.street_name.startswith("Main St")
    assert found.location is not None
    assert tuple(map(round, found.location)) == (30, -96)
    assert found.precision in ("rooftop", "zip")


@pytest.mark.parametrize("address", ["1 Nowhere St, Nowhere", ""])
def test_what_cannot_be_found_is_told_as_unknown_and_has_no_map(
    places: Places, address: str
) -> None:
    found = places.geocode(address)

    assert (found.precision, found.location, found.zip_code) == ("unknown", None, "")
    with pytest.raises(PlaceNotFound):
        places.static_map(picture_of("1 Nowhere St, Nowhere"))


def test_a_map_has_the_size_asked_for(places: Places) -> None:
    png = places.static_map(picture_of("1234 Main St, Tomball, TX 77375", scale=2))

    with Image.open(io.BytesIO(png)) as image:
        assert (image.format, image.size) == ("PNG", (320, 200))


KATYS = ("77449", "77450", "77493", "77494")
TOMBALLS = ["Tomball, TX 77375", "Tomball, TX 77377"]


def suggested(typed: str) -> list[str]:
    found = offline(Path("/nonexistent")).suggest(typed, session_token="")
    return [one.description for one in found]


@pytest.mark.parametrize(
    ("typed", "endings"),
    [
        ("1234 Main St, Tom", TOMBALLS),
        ("1234 main st tomball", TOMBALLS),
        ("1234 Main St, woodl", [f"The Woodlands, TX 7738{number}" for number in range(3)]),
        ("1234 Main St, Ka", [f"Katy, TX {zip_code}" for zip_code in KATYS]),
        ("1234 Main St, Tomball, TX 773", TOMBALLS),
        ("1234 Main St, Tomball, T", TOMBALLS),
        (
            "1234 Main St, 7737",
            ["Splendora, TX 77372", "Spring, TX 77373", "Spring, TX 77379", *TOMBALLS],
        ),
        ("1234 Main St, Tomball, TX 77377", TOMBALLS[1:]),
        ("1234 Main St, 77377", TOMBALLS[1:]),
        ("1234 Main St, Dallas, TX 75201", ["Dallas, TX 75201"]),
        *((typed, []) for typed in ("1234 Main St, Dallas", "1234 Main St, Denver, CO")),
        *((no_town, []) for no_town in ("1234 Main St", "1234 Main St,", "1234 Main St, K")),
        *((no_number, []) for no_number in ("Main St, Tomball", "Main St, 77375")),
        *((one_of_many, []) for one_of_many in ("1234 Main St, Houston", "1234 Main St, 77")),
        *((no_street, []) for no_street in ("Tomball", "Tomball, TX", "77375", "1234", "12 34")),
        *((no_street, []) for no_street in (", ,", "TX")),
    ],
)
def test_a_street_is_completed_with_the_cities_we_serve(typed: str, endings: list[str]) -> None:
    assert suggested(typed) == [f"1234 Main St, {ending}" for ending in endings]


@pytest.mark.req("ADDR-07.1")
@pytest.mark.parametrize("typed", ["2114 Cinco", "2114 Cinco Park Pl Dr", "24 Waterway Ave"])
def test_a_street_alone_is_given_no_town(typed: str) -> None:
    assert suggested(typed) == []
    assert missing_part(parse_address(typed)) == "town_or_zip"
    assert suggested(f"{typed}, Katy, TX 77450") == [f"{typed}, Katy, TX 77450"]


def test_a_unit_stays_between_street_and_town() -> None:
    assert suggested("9 Elm St, Apt 5, Tomb")[0] == "9 Elm St, Apt 5, Tomball, TX 77375"


@pytest.mark.parametrize(
    ("typed", "missing"),
    [
        ("2114 Cinco", "town_or_zip"),
        ("2114 Cinco Park Pl Dr, Houston", "zip"),
        ("2114 Cinco Park Pl Dr, Houston, TX 77", "zip"),
        ("2114 Cinco Park Pl Dr, Houston, TX 77084", None),
        ("2114 Cinco Park Pl Dr, 77450", None),
        *((no_street, None) for no_street in ("2114", "Katy", "77450", "Katy, TX 77450", "")),
    ],
)
def test_what_a_street_still_needs_is_named(typed: str, missing: str | None) -> None:
    assert missing_part(parse_address(typed)) == missing


@given(st.from_regex(r"[1-9][0-9]{0,3} (Oak|Elm|Cinco Park) (St|Dr)(, ?[A-Za-z]{0,6})?"))
def test_no_town_is_suggested_that_was_not_begun(typed: str) -> None:
    town = parse_address(typed).city.lower().removeprefix("the ")

    for one in suggested(typed):
        assert town
        assert one.split(", ")[1].lower().removeprefix("the ").startswith(town)


@given(st.text(max_size=300))
def test_nothing_that_is_typed_fails(typed: str) -> None:
    assert len(suggested(typed)) <= 5
    parse_address(typed)


@given(
    st.from_regex(
        r"[0-9]{1,5} [NSEW]? ?(Oak|Elm|Lake) (St|Ave|Blvd), [A-Za-z ]{0,8}", fullmatch=True
    )
)
def test_every_suggestion_begins_with_the_typed_street(typed: str) -> None:
    street = " ".join(typed.split(",")[0].split())

    assert all(one.startswith(street) for one in suggested(typed))


def test_a_zip_of_another_city_name_keeps_the_name_typed(tmp_path: Path) -> None:
    found = offline(tmp_path).geocode("1 Oak Ln, Jersey Village, TX 77040")

    assert (found.city, found.zip_code) == ("Jersey Village", "77040")
    assert found.formatted_address == "1 Oak Ln, Jersey Village, TX 77040"


def test_a_picture_is_drawn_once_and_kept_where_the_folder_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, drawn = tmp_path / "maps", list[Picture]()

    def draw(picture: Picture, **_: object) -> bytes:
        drawn.append(picture)
        return b"drawn"

    monkeypatch.setattr(offline_places, "draw_map", draw)
    places = offline(folder)

    def show(address: str) -> bytes:
        return places.static_map(picture_of(address))

    once = [show("1 Main St, Tomball, TX 77375"), show("2 Oak St, Tomball, TX 77375")]
    assert (once, len(drawn)) == ([b"drawn"] * 2, 1)
    shutil.rmtree(folder)
    folder.touch()  # as on a disk that cannot be written
    again = [show("1 Main St, Tomball, TX 77375"), show("1 Main St, Tomball, TX 77375")]
    assert (again, len(drawn)) == ([b"drawn"] * 2, 3)


@pytest.mark.parametrize(
    "center",
    ["1 Main St, Tomball, TX 77375", "77375", "1 Main St, Galveston", "29.7604,-95.3698"],
)
@pytest.mark.parametrize("zoom", [0, 9, 21])
def test_a_map_is_drawn_of_anything_that_can_be_placed(
    tmp_path: Path, center: str, zoom: int
) -> None:
    picture = picture_of(center, zoom=zoom)

    with Image.open(io.BytesIO(offline(tmp_path).static_map(picture))) as image:
        assert image.size == (160, 100)


def test_the_zip_of_an_address_is_lit_up(tmp_path: Path) -> None:
    picture = picture_of("1 Main St, Tomball, TX 77375")

    with Image.open(io.BytesIO(offline(tmp_path).static_map(picture))) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(10**6) or []}

    assert (0xF2, 0xA3, 0x3A) in colours


@pytest.mark.parametrize(
    "center", ["1 Main St, Dallas, TX 75201", "somewhere", "\U0001f600", "0,0", "39.7,-104.9"]
)
def test_what_we_do_not_serve_has_no_map(tmp_path: Path, center: str) -> None:
    with pytest.raises(PlaceNotFound):
        offline(tmp_path).static_map(picture_of(center))


LANDMARKS = {
    "Katy": (29.79, -95.82, "land"),
    "Kemah": (29.54, -95.025, "land"),
    "Smith Point": (29.537, -94.762, "land"),
    "Crystal Beach": (29.458, -94.633, "land"),
    "Galveston": (29.295, -94.80, "land"),
    "Jamaica Beach": (29.19, -94.98, "land"),
    "Beaumont": (30.08, -94.10, "land"),
    "College Station": (30.62, -96.33, "land"),
    "Galveston Bay": (29.50, -94.87, "water"),
    "Trinity Bay": (29.70, -94.75, "water"),
    "East Bay": (29.505, -94.60, "water"),
    "West Bay": (29.235, -94.98, "water"),
    "the Gulf": (29.10, -94.70, "water"),
}


@pytest.mark.req("COVMAP-03.1")
@pytest.mark.parametrize(("lat", "lon", "expected"), LANDMARKS.values(), ids=list(LANDMARKS))
def test_land_and_water_are_where_they_are(
    tmp_path: Path, lat: float, lon: float, expected: str
) -> None:
    picture = replace(picture_of(f"{lat},{lon}", zoom=11), has_pin=False)

    with Image.open(io.BytesIO(offline(tmp_path).static_map(picture))) as image:
        middle = image.convert("RGB").crop((80, 50, 81, 51)).tobytes()

    water = ImageColor.getrgb(WATER)
    is_water = all(abs(one - two) <= 4 for one, two in zip(middle, water, strict=True))
    assert is_water == (expected == "water")


def test_no_area_of_a_zip_code_reaches_into_water_or_another_county() -> None:
    ground = json.loads((settings.MARKET / "coverage_counties.geojson").read_text())
    kinds = {one["properties"]["kind"]: shape(one["geometry"]) for one in ground["features"]}
    areas = {one: shape(geometry) for one, geometry in seeded_shapes().items()}

    assert set(areas) == {town.zip_code for town in seeded_towns()}
    assert kinds["county_lines"].length > 3
    for zip_code, area in areas.items():
        assert area.is_valid, zip_code
        wet = area.difference(kinds["land"].buffer(0.006)).area
        assert wet < 0.02 * area.area + 1e-5, zip_code


ADDRESS = "1234 Main St, Tomball, TX"


@pytest.fixture
def peer() -> Iterator[Peer]:
    with google_here() as one:
        yield one


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=0.3, trust_env=False) as one:
        yield one


def test_j1_one_try_of_a_visitors_takes_three_seconds_at_most_and_follows_nobody() -> None:
    with http_client() as ours:
        assert ours.timeout == TIMEOUT
        assert (ours.follow_redirects, ours.trust_env) == (False, False)
    assert max(TIMEOUT.read or 99, LONGEST_S) + (TIMEOUT.connect or 99) <= 3
    assert PLACES_HOST == "https://places.googleapis.com"
    assert MAPS_HOST == "https://maps.googleapis.com"


class Purse:
    def __init__(self, millicents: int) -> None:
        self.left = millicents

    def spend(self, millicents: int) -> None:
        if millicents > self.left:
            raise RateLimited
        self.left -= millicents


def google(client: httpx.Client, *, purse: Purse | None = None) -> GooglePlaces:
    spend = (purse or Purse(10**9)).spend
    return GooglePlaces(key=KEY, client=client, breaker=Breaker(), spend_millicents=spend)


@pytest.mark.parametrize(
    "illness",
    ["slow", "reset", "500", "truncated", "trickle", "garbage", "other shape", "redirect"],
)
def test_an_ill_provider_is_left_while_it_is_still_ill(
    peer: Peer, client: httpx.Client, illness: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is slow or trickles goes on until the test is over."""
    monkeypatch.setattr(google_places, "LONGEST_S", 0.5)
    peer.illness = illness
    places = google(client)

    with pytest.raises(PlacesDown) as down:
        places.suggest(ADDRESS, session_token="t")

    assert str(down.value) == "Failed to get address suggestions"
    assert "/canary" not in peer.asked


@pytest.mark.parametrize("illness", ["reset", "500", "garbage", "other shape"])
def test_geocoding_and_maps_are_down_too(peer: Peer, client: httpx.Client, illness: str) -> None:
    peer.illness = illness
    places = google(client)

    with pytest.raises(PlacesDown):
        places.geocode(ADDRESS)
    with pytest.raises(PlacesDown):
        places.static_map(picture_of(ADDRESS))


def test_after_five_failures_it_is_not_asked_again(peer: Peer, client: httpx.Client) -> None:
    peer.illness = "500"
    places = google(client)

    for _ in range(8):
        with pytest.raises(PlacesDown):
            places.suggest(ADDRESS, session_token="t")

    assert len(peer.asked) == 5


def test_a_refused_key_is_told_without_the_key(peer: Peer, client: httpx.Client) -> None:
    peer.illness = "denied"

    with pytest.raises(PlacesDown) as down:
        google(client).suggest(ADDRESS, session_token="t")

    assert down.value.status == "PERMISSION_DENIED"
    assert str(down.value) == "API key … not valid."


def test_the_days_budget_ends_the_asking(peer: Peer, client: httpx.Client) -> None:
    purse = Purse(AUTOCOMPLETE_MILLICENTS + GEOCODE_MILLICENTS)
    places = google(client, purse=purse)
    places.suggest(ADDRESS, session_token="t")
    places.geocode(ADDRESS)

    with pytest.raises(PlacesDown) as down:
        places.suggest(ADDRESS, session_token="t")

    assert down.value.status == "OVER_DAILY_LIMIT"
    assert (len(peer.asked), purse.left) == (2, 0)


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data",
        "//127.0.0.1:22/",
        "x@127.0.0.1",
        "file:///etc/passwd",
        "a\r\nHost: evil",
        "&key=other&signature=x",
        "%00%0d%0a",
    ],
)
def test_an_address_is_only_ever_a_parameter(
    peer: Peer, client: httpx.Client, address: str
) -> None:
    places = google(client)

    places.geocode(address)

    assert (peer.asked, peer.wrong) == ([address], [])
