"""Places without an account: completed from the list of ZIP codes, drawn by ourselves."""

import io
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from test_places_contract import offline

from standby.coverage.providers.places import Picture, PlaceNotFound
from standby.coverage.providers.places.address_parser import parse_address
from standby.coverage.providers.places.picture_cache import LASTS_S, PictureCache

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
        ("1234 Main St, Tomball, TX 773", TOMBALLS),
        ("1234 Main St, Tomball, T", TOMBALLS),
        ("1234 Main St, Tomball, TX 77377", TOMBALLS[1:]),
        ("1234 Main St, 77377", TOMBALLS[1:]),
        ("1234 Main St, Dallas, TX 75201", ["Dallas, TX 75201"]),
        *((typed, []) for typed in ("1234 Main St, Dallas", "1234 Main St, Denver, CO")),
        *((no_street, []) for no_street in ("Tomball", "Tomball, TX", "77375", "1234", "12 34")),
        *((no_street, []) for no_street in (", ,", "TX")),
    ],
)
def test_a_street_is_completed_with_the_cities_we_serve(typed: str, endings: list[str]) -> None:
    assert suggested(typed) == [f"1234 Main St, {ending}" for ending in endings]


def test_a_street_is_completed_as_typed_with_different_cities() -> None:
    cities = [one.split(", ")[1] for one in suggested("1234 Main St")]

    assert len(set(cities)) == len(cities) == 5
    assert cities[0] == "Houston"
    assert suggested("Main St, Tomball")[0] == "Main St, Tomball, TX 77375"
    assert suggested("9 Elm St, Apt 5, Tomb")[0] == "9 Elm St, Apt 5, Tomball, TX 77375"


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


def test_a_picture_is_drawn_once_and_kept_for_a_day_where_the_folder_can_be_written(
    tmp_path: Path,
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    later = PictureCache(tmp_path, clock=lambda: time.time() + LASTS_S + 1)

    shown = [
        pictures.picture("a", draw=lambda drawn=drawn: drawn)  # type: ignore[misc]
        for pictures, drawn in (
            (PictureCache(tmp_path), b"first"),
            (PictureCache(tmp_path), b"second"),
            (later, b"third"),
            (PictureCache(blocked), b"fourth"),
        )
    ]

    assert shown == [b"first", b"first", b"third", b"fourth"]


def test_the_folder_of_pictures_stays_small(tmp_path: Path) -> None:
    kept = PictureCache(tmp_path, most_bytes=3000)
    for number in range(10):
        kept.picture(str(number), draw=lambda: b"x" * 1000)

    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 3000


@pytest.mark.parametrize(
    "center",
    ["1 Main St, Tomball, TX 77375", "77375", "1 Main St, Galveston", "29.7604,-95.3698", "0,0"],
)
@pytest.mark.parametrize("zoom", [0, 9, 21])
def test_a_map_is_drawn_of_anything_that_can_be_placed(
    tmp_path: Path, center: str, zoom: int
) -> None:
    picture = Picture(center=center, zoom=zoom, width=160, height=100, scale=1)

    with Image.open(io.BytesIO(offline(tmp_path).static_map(picture))) as image:
        assert image.size == (160, 100)


def test_the_zip_of_an_address_is_lit_up(tmp_path: Path) -> None:
    picture = Picture(
        center="1 Main St, Tomball, TX 77375", zoom=18, width=640, height=400, scale=1
    )

    with Image.open(io.BytesIO(offline(tmp_path).static_map(picture))) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(10**6) or []}

    assert (0xF2, 0xA3, 0x3A) in colours


@pytest.mark.parametrize("center", ["1 Main St, Dallas, TX 75201", "somewhere", "\U0001f600"])
def test_what_we_do_not_serve_has_no_map(tmp_path: Path, center: str) -> None:
    picture = Picture(center=center, zoom=18, width=160, height=100, scale=1)

    with pytest.raises(PlaceNotFound):
        offline(tmp_path).static_map(picture)
