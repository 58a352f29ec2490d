"""Pictures as phones make them come out right: what stands behind them, their ends and colors."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sent_files import (
    ADOBE_RGB,
    DISPLAY_P3,
    LINEAR_GRAY,
    PROPHOTO,
    a_heic,
    a_jpeg,
    a_jpeg_with_gain_map,
    a_picture,
    a_png_of_16_bits,
    behind_pictures,
    saved,
)

from standby.photos.providers.pictures import PHOTO_TYPES, PictureRefused
from standby.photos.providers.pictures.file_type import TYPE_OF_BRAND, type_of
from standby.photos.providers.pictures.process import reencode_logo, reencode_photo

SHARED = json.loads((Path(__file__).parents[3] / "contract" / "file-cases.json").read_text())
RED = (255, 0, 0)


def shown(content: bytes, folder: Path) -> Any:
    """The picture that everybody sees."""
    path = folder / "shown.jpg"
    path.write_bytes(reencode_photo(content))
    with Image.open(path) as picture:
        picture.load()
    return picture


def logo(content: bytes, folder: Path) -> Any:
    path = folder / "logo.png"
    path.write_bytes(reencode_logo(content)[0])
    with Image.open(path) as picture:
        picture.load()
    return picture


def is_near(color: Any, wanted: tuple[int, ...]) -> bool:
    return all(abs(has - wants) <= 3 for has, wants in zip(color, wanted, strict=True))


@pytest.mark.req("PHOTO-03.1")
@pytest.mark.parametrize("name", behind_pictures())
@pytest.mark.parametrize("make", [a_jpeg, a_heic], ids=["jpeg", "heic"])
def test_whatever_phones_put_behind_a_picture_it_is_taken_and_the_rest_left_away(
    tmp_path: Path, make: Callable[[], bytes], name: str
) -> None:
    picture = shown(make() + behind_pictures()[name], tmp_path)

    assert picture.size == (640, 480)
    seen = (tmp_path / "shown.jpg").read_bytes()
    assert b"ftyp" not in seen
    assert b"<" not in seen[-2:]
    assert seen.endswith(b"\xff\xd9")


def test_of_a_picture_with_its_gain_map_the_picture_is_shown(tmp_path: Path) -> None:
    assert shown(a_jpeg_with_gain_map(), tmp_path).size == (640, 480)


@pytest.mark.req("PHOTO-03.3")
@pytest.mark.parametrize("progressive", [False, True], ids=["baseline", "progressive"])
@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("missing", [1, 2])
def test_a_jpeg_that_lacks_its_end_marker_alone_is_whole(
    tmp_path: Path, missing: int, mode: str, progressive: bool
) -> None:
    content = a_jpeg(mode=mode, progressive=progressive)

    assert shown(content[:-missing], tmp_path) == shown(content, tmp_path)
    assert logo(content[:-missing], tmp_path).size == (427, 320)


@pytest.mark.parametrize("progressive", [False, True], ids=["baseline", "progressive"])
@pytest.mark.parametrize("missing", [6, 20, 400, 5000])
def test_a_jpeg_that_lacks_pixels_is_not(missing: int, progressive: bool) -> None:
    content = a_jpeg(progressive=progressive)

    with pytest.raises(PictureRefused, match="photo_unreadable"):
        reencode_photo(content[:-missing])


@pytest.mark.req("PHOTO-03.2")
@pytest.mark.parametrize(
    ("profile", "red"),
    [(DISPLAY_P3, (234, 51, 35)), (ADOBE_RGB, (219, 0, 0)), (PROPHOTO, (179, 70, 26))],
    ids=["display p3", "adobe rgb", "prophoto"],
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "HEIF"])
def test_colors_are_shown_as_the_camera_meant_them(
    tmp_path: Path, kind: str, profile: bytes, red: tuple[int, int, int]
) -> None:
    options = {} if kind == "PNG" else {"quality": 95}
    content = saved(Image.new("RGB", (64, 48), red), kind, icc_profile=profile, **options)

    assert is_near(shown(content, tmp_path).getpixel((32, 24)), RED)
    if kind != "HEIF":
        assert is_near(logo(content, tmp_path).getpixel((32, 24)), (*RED, 255))


def test_a_clear_picture_keeps_its_clearness_and_a_gray_one_its_grays(tmp_path: Path) -> None:
    clear = Image.new("RGBA", (64, 48), (234, 51, 35, 128))
    gray = Image.new("L", (64, 48), 55)

    made = logo(saved(clear, "PNG", icc_profile=DISPLAY_P3), tmp_path)

    assert is_near(made.getpixel((32, 24)), (*RED, 128))
    dark = shown(saved(gray, "PNG", icc_profile=LINEAR_GRAY), tmp_path)
    assert is_near(dark.getpixel((32, 24)), (128, 128, 128))


@pytest.mark.parametrize(
    ("mode", "color", "profile"),
    [
        ("RGB", RED, b"\0" * 128),
        ("RGB", RED, DISPLAY_P3[:200]),
        ("RGB", RED, LINEAR_GRAY),
        ("CMYK", (0, 255, 255, 0), ADOBE_RGB),
        ("RGB", RED, b""),
    ],
    ids=["no profile", "half a profile", "of gray", "of no ink", "none"],
)
def test_a_profile_that_does_not_fit_the_picture_is_ignored(
    tmp_path: Path, mode: str, color: tuple[int, ...], profile: bytes
) -> None:
    content = saved(Image.new(mode, (64, 48), color), "JPEG", icc_profile=profile, quality=95)

    assert is_near(shown(content, tmp_path).getpixel((32, 24)), RED)


@pytest.mark.parametrize("channels", [1, 2, 3, 4], ids=["gray", "clear gray", "color", "clear"])
def test_pictures_of_16_bits_go_from_black_to_white(tmp_path: Path, channels: int) -> None:
    content = a_png_of_16_bits(channels=channels)

    for picture in (shown(content, tmp_path), logo(content, tmp_path).convert("RGB")):
        for x in (2, 64, 128, 192, 253):
            assert is_near(picture.getpixel((x, 8)), (x, x, x))


@pytest.mark.parametrize(
    ("size", "size_shown"),
    [((9000, 1500), (8688, 1448)), ((1500, 9000), (1448, 8688)), ((6000, 500), (6000, 500))],
)
def test_a_panorama_may_be_longer_so_that_its_height_can_be_read(
    tmp_path: Path, size: tuple[int, int], size_shown: tuple[int, int]
) -> None:
    assert shown(saved(Image.new("RGB", size), "JPEG"), tmp_path).size == size_shown


@pytest.mark.req("PHOTO-03.4")
def test_the_server_takes_the_brands_that_the_browser_takes() -> None:
    listed = {brand: kind for kind, brands in SHARED["brands"].items() for brand in brands}

    assert listed == TYPE_OF_BRAND


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["head"] or "nothing")
def test_a_file_is_known_by_its_first_bytes(case: dict[str, str]) -> None:
    assert type_of(bytes.fromhex(case["head"])) == case["type"]


@pytest.mark.parametrize(
    "brand", [brand for brand, kind in TYPE_OF_BRAND.items() if kind in PHOTO_TYPES]
)
def test_a_heic_of_every_brand_on_the_list_can_be_read(tmp_path: Path, brand: str) -> None:
    made = partial(saved, a_picture(64, 48), "HEIF")()

    assert shown(made[:8] + brand.encode() + made[12:], tmp_path).size == (64, 48)
