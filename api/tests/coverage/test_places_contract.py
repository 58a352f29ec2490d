"""Every places adapter keeps the same promises; Google's against a peer on this machine."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from google_peer import KEY, google_peer
from PIL import Image

from standby.core.provider_calls import Breaker
from standby.coverage.providers.places import Picture, PlaceNotFound, Places, Shapes, Town, google
from standby.coverage.providers.places.map_picture import atlas_from
from standby.coverage.providers.places.offline import OfflinePlaces
from standby.coverage.providers.places.picture_cache import PictureCache


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
        pictures=PictureCache(folder),
    )


@pytest.fixture(params=["offline", "google"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Places]:
    if request.param == "offline":
        yield offline(tmp_path)
        return
    with (
        google_peer() as peer,
        google.http_client() as client,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(google, "PLACES_HOST", peer.origin)
        patch.setattr(google, "MAPS_HOST", peer.origin)
        yield google.GooglePlaces(
            key=KEY, client=client, breaker=Breaker(), spend_millicents=lambda cost: None
        )
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
        places.static_map(
            Picture(center="1 Nowhere St, Nowhere", zoom=18, width=320, height=200, scale=1)
        )


def test_a_map_has_the_size_asked_for(places: Places) -> None:
    png = places.static_map(
        Picture(center="1234 Main St, Tomball, TX 77375", zoom=18, width=320, height=200, scale=2)
    )

    with Image.open(io.BytesIO(png)) as image:
        assert (image.format, image.size) == ("PNG", (640, 400))
