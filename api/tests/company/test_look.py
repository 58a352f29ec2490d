"""The logo and the colors that staff choose, and where they are seen."""

import io
from pathlib import Path
from typing import Any, Final

import pytest
from booking_client import ADDRESS
from built_pages import a_build
from console_client import Console
from django.conf import settings
from django.test import Client
from PIL import Image
from pypdf import PdfReader

from standby.company.rules import (
    LEAST_CONTRAST,
    WHITE,
    accent_shades,
    brand_shades,
    contrast,
    contrast_problem,
)
from standby.core.roles import Role
from standby.messaging.rendering import email_html

URL: Final = "settings/look"
BLUE, GOLD = "#1f4e8c", "#f2c200"
GREEN: Final = settings.COLORS["green-600"]
AMBER: Final = settings.COLORS["amber-400"]
NIGHT: Final = "#0b1424"


@pytest.fixture
def console() -> Console:
    return Console(Role.MANAGER)


def a_picture(kind: str = "PNG", size: tuple[int, int] = (300, 100), **options: Any) -> bytes:
    stream = io.BytesIO()
    mode = "RGB" if kind == "JPEG" else "RGBA"
    Image.new(mode, size, (31, 78, 140)).save(stream, kind, **options)
    return stream.getvalue()


def upload(console: Console, content: bytes, *, version: int = 0) -> Any:
    return console.send(f"{URL}/logo?version={version}", content)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [("#000000", WHITE, 21.0), (WHITE, WHITE, 1.0), ("#777777", WHITE, 4.48), (GOLD, WHITE, 1.68)],
)
def test_contrast_is_that_of_wcag(one: str, other: str, found: float) -> None:
    assert contrast(one, other) == pytest.approx(found, abs=0.01)


def test_what_is_short_of_the_least_contrast_is_never_shown_as_enough() -> None:
    found = contrast_problem("#777777", ground=WHITE, name="white")

    assert found == "#777777 on white has 4.4:1, at least 4.5:1 is needed."
    assert contrast_problem("#767676", ground=WHITE, name="white") == ""


@pytest.mark.parametrize("color", [GOLD, "#ffffff", "#767676", "#f2a33a", "#9ecbff"])
def test_every_shade_can_be_read_where_it_stands(color: str) -> None:
    accent = accent_shades(color)

    assert contrast(accent["accent-dark"], accent["accent-pale"]) >= LEAST_CONTRAST
    assert contrast(accent["accent-light"], NIGHT) >= LEAST_CONTRAST
    for shade in brand_shades("#767676").values():
        assert contrast(WHITE, shade) >= LEAST_CONTRAST


@pytest.mark.req("OPS-14.6")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        (
            {"main": "#F2C200"},
            "main",
            "#F2C200 on white has 1.6:1, at least 4.5:1 is needed.",
        ),
        (
            {"accent": "#1F4E8C"},
            "accent",
            "#1F4E8C on night has 2.2:1, at least 4.5:1 is needed.",
        ),
        ({"main": "green"}, "main", "Please enter # and six digits or letters A to F."),
        ({"main": "#0a7f4"}, "main", "Please enter # and six digits or letters A to F."),
    ],
)
def test_a_color_that_cannot_be_read_is_refused_with_its_contrast(
    console: Console, changed: dict[str, str], field: str, message: str
) -> None:
    answer = console.call("PUT", URL, {"version": 0, "main": GREEN, "accent": AMBER, **changed})

    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert (error["field"], error["message"]) == (field, message)


@pytest.mark.req("OPS-14.6")
@pytest.mark.usefixtures("shop")
@pytest.mark.django_db
def test_chosen_colors_and_logo_are_in_emails_and_papers_until_they_are_reset(
    console: Console,
) -> None:
    console.call("PUT", URL, {"version": 0, "main": BLUE, "accent": GOLD})
    look = upload(console, a_picture(), version=1).json()
    letter = a_letter()
    pdf = a_document()

    assert (look["main"], look["logo"]["width_px"], look["logo"]["height_px"]) == (BLUE, 300, 100)
    assert f"background:{BLUE}" in letter
    assert f"border-bottom:4px solid {GOLD}" in letter
    assert look["logo"]["url"] in letter
    assert 'alt="Standby" width="120" height="40"' in letter
    assert len(pdf.pages[0].images) == 1

    console.call("PUT", URL, {"version": 2, "main": GREEN, "accent": AMBER})
    reset = console.call("DELETE", f"{URL}/logo?version=3").json()

    assert (reset["main"], reset["accent"], reset["logo"]) == (GREEN, AMBER, None)
    assert "<img" not in a_letter()
    assert len(a_document().pages[0].images) == 0
    assert [set(change["after"]) for change in reset["history"]] == [
        *({"logo"}, {"main", "accent"}, {"logo"}, {"main", "accent"}),
    ]


def a_letter() -> str:
    parts = {
        "preheader": "",
        "heading": "Your date",
        "name": "Ada Lovelace",
        "paragraphs": ["Hello."],
        "details": [],
        "button": ("Open", "https://standby.example"),
        "closing": [],
    }
    return email_html(parts)


def a_document() -> PdfReader:
    answer = Client().post(
        "/api/gas-requests",
        {"name": "Ada Lovelace", "address": ADDRESS, "appliances": []},
        content_type="application/json",
    )
    return PdfReader(io.BytesIO(answer.content))


@pytest.mark.req("OPS-14.6")
@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_logo_is_served_as_nothing_but_its_pixels(console: Console, kind: str) -> None:
    exif = Image.Exif()
    exif[0x010E] = "secret-place"
    look = upload(console, a_picture(kind, (1920, 400), exif=exif)).json()

    served = Client().get(look["logo"]["url"])

    assert served["Content-Type"] == "image/png"
    assert served["Cache-Control"] == "public, max-age=31536000, immutable"
    assert served["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert b"secret-place" not in served.content
    assert Image.open(io.BytesIO(served.content)).size == (960, 200)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "Please choose a PNG, JPG or WebP file"),
        (a_picture()[:200], "Please choose a PNG, JPG or WebP file"),
        (a_picture(size=(40, 40)), "That picture is 40 by 40 pixels."),
        (a_picture(size=(900, 100)), "A logo can be 8 times as wide as high"),
    ],
    ids=["svg", "cut short", "too small", "too wide"],
)
def test_a_picture_that_cannot_be_a_logo_is_refused_beside_the_field(
    console: Console, content: bytes, sentence: str
) -> None:
    answer = upload(console, content)

    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["field"] == "logo"
    assert error["message"].startswith(sentence)


@pytest.mark.django_db
def test_a_logo_of_more_than_two_megabytes_is_refused(console: Console) -> None:
    assert upload(console, bytes(2 * 1024 * 1024 + 1)).status_code == 413


@pytest.mark.req("OPS-14.6")
@pytest.mark.usefixtures("catalog")
@pytest.mark.django_db
def test_pages_get_the_chosen_look_without_a_build(
    console: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = '<head><link rel="stylesheet" href="/a.css">%%head%%</head>%%policy.style-src%%'
    monkeypatch.setattr(settings, "WHITENOISE_ROOT", a_build(tmp_path, {"faq.html": head}))
    console.call("PUT", URL, {"version": 0, "main": BLUE, "accent": AMBER})
    look = upload(console, a_picture(), version=1).json()

    html = Client().get("/faq").content.decode()
    assert f"<style>:root{{--brand:{BLUE};" in html
    assert f"background:url({look['logo']['url']})" in html
    assert html.index("<style>") > html.index("stylesheet")
    assert "</head>'sha256-" in html
