"""Our own map rendering: counties, ZIP code areas, names and a pin."""

import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from PIL import Image, ImageColor, ImageDraw, ImageFont
from PIL.ImageDraw import ImageDraw as Drawing
from PIL.ImageFont import FreeTypeFont
from PIL.ImageFont import ImageFont as BitmapFont

from standby.company.selectors import company
from standby.coverage.providers.places import Picture, Shapes, Town

Pixel = tuple[float, float]
Outline = list[Pixel]
Box = tuple[float, float, float, float]
Ring = Sequence[Sequence[float]]
Polygon = Sequence[Ring]  # its outline, then its lakes


@dataclass(frozen=True, slots=True)
class Atlas:
    """What every map shares, as (longitude, latitude). Beyond `known` all would look like water."""

    land: Sequence[Polygon]
    county_lines: Sequence[Ring]
    known: Box  # west, south, east, north


def _mixed(color: str, other: str, *, share: float) -> str:
    parts = zip(ImageColor.getrgb(color), ImageColor.getrgb(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in parts)


COLORS: Final = settings.COLORS
WATER: Final = COLORS["night-900"]
LAND: Final = COLORS["night-800"]
COUNTY_LINE: Final = COLORS["storm-700"]
AREA: Final = COLORS["night-700"]
AREA_LINE: Final = COLORS["night-600"]
CHOSEN: Final = _mixed(AREA, COLORS["amber-500"], share=0.17)
CHOSEN_LINE: Final = COLORS["amber-500"]
NAME: Final = COLORS["storm-400"]
CHOSEN_NAME: Final = COLORS["amber-300"]
CAPTION: Final = COLORS["storm-200"]
CREDIT: Final = COLORS["storm-500"]
PIN: Final = COLORS["amber-500"]
PIN_EYE: Final = COLORS["night-900"]

APPROXIMATE: Final = "Approximate map"
SMOOTH: Final = 2  # rendered at this factor and reduced, for smooth edges
ZIP_NAMES_FROM_ZOOM: Final = 11


@lru_cache(maxsize=4)
def atlas_from(file: Path) -> Atlas:
    """Read coverage_counties.geojson: the land around the market, and the lines of its counties."""
    features = json.loads(file.read_text())["features"]
    shapes = {one["properties"]["kind"]: one["geometry"] for one in features}
    lines = shapes["county_lines"]
    parts = [lines["coordinates"]] if lines["type"] == "LineString" else lines["coordinates"]
    land = _polygons(shapes["land"])
    corners = [point for polygon in land for point in polygon[0]]
    west, east = min(x for x, _ in corners), max(x for x, _ in corners)
    south, north = min(y for _, y in corners), max(y for _, y in corners)
    return Atlas(land=land, county_lines=parts, known=(west, south, east, north))


def draw_map(
    picture: Picture,
    *,
    middle: tuple[float, float],
    zip_code: str,
    atlas: Atlas,
    shapes: Shapes,
    towns: Sequence[Town],
) -> bytes:
    """Render a PNG around `middle` (latitude, longitude); the area of `zip_code` is highlighted."""
    canvas = _Canvas(picture, middle=middle)
    for outline, *lakes in atlas.land:
        canvas.fill([outline], colour=LAND, line=LAND)
        canvas.fill(lakes, colour=WATER, line=WATER)
    chosen: list[Ring] = []
    for drawn_zip, geometry in shapes.items():
        rings = list(_rings(geometry))
        canvas.fill(rings, colour=AREA, line=AREA_LINE)
        if drawn_zip == zip_code:
            chosen = rings
    canvas.line(atlas.county_lines, line=COUNTY_LINE, width=1)
    canvas.fill(chosen, colour=CHOSEN, line=CHOSEN_LINE)
    canvas.outline(chosen, line=CHOSEN_LINE, width=2)
    canvas.smooth()
    canvas.name_places(towns, chosen_zip=zip_code)
    if picture.has_pin:
        canvas.pin()
    canvas.caption()
    return canvas.png()


def _polygons(geometry: Mapping[str, Any]) -> Sequence[Polygon]:
    polygons: Sequence[Polygon] = geometry["coordinates"]
    return [geometry["coordinates"]] if geometry["type"] == "Polygon" else polygons


def _rings(geometry: Mapping[str, Any]) -> Iterator[Ring]:
    # Outer rings only; holes are too small to be visible.
    for polygon in _polygons(geometry):
        yield polygon[0]


@lru_cache(maxsize=16)
def _font(size: int) -> FreeTypeFont | BitmapFont:
    return ImageFont.load_default(size)


class _Canvas:
    # A picture in Web Mercator.
    def __init__(self, picture: Picture, *, middle: tuple[float, float]) -> None:
        self._zoom, self._unit = picture.zoom, picture.scale
        self._width, self._height = picture.width * picture.scale, picture.height * picture.scale
        self._middle = _mercator(middle[1], middle[0])
        self._pixels_per_world = 256 * 2**picture.zoom * picture.scale
        self._image = Image.new("RGB", (self._width * SMOOTH, self._height * SMOOTH), WATER)
        self._draw: Drawing = ImageDraw.Draw(self._image)

    def fill(self, rings: Sequence[Ring], *, colour: str, line: str) -> None:
        for outline in self._visible(rings):
            self._draw.polygon(outline, fill=colour, outline=line, width=self._unit)

    def outline(self, rings: Sequence[Ring], *, line: str, width: int) -> None:
        self.line([[*ring, ring[0]] for ring in rings], line=line, width=width)

    def line(self, rings: Sequence[Ring], *, line: str, width: int) -> None:
        for points in self._visible(rings):
            self._draw.line(
                points,
                fill=line,
                width=width * self._unit * SMOOTH,
                joint="curve",
            )

    def smooth(self) -> None:
        self._image = self._image.reduce(SMOOTH)
        self._draw = ImageDraw.Draw(self._image)

    def name_places(self, towns: Sequence[Town], *, chosen_zip: str) -> None:
        # ZIP codes at close zoom, cities farther out; names that would overlap are left out.
        if self._zoom >= ZIP_NAMES_FROM_ZOOM:
            names = [
                (one.zip_code, one.lon, one.lat) for one in towns if one.zip_code != chosen_zip
            ]
        else:
            names = _cities(towns)
        font, at = _font(13 * self._unit), (self._width / 2, self._height / 2 + 18 * self._unit)
        self._draw.text(at, chosen_zip, font=font, anchor="mm", fill=CHOSEN_NAME)
        x, y, unit = self._width / 2, self._height / 2, self._unit
        pin_box = (x - 18 * unit, y - 50 * unit, x + 18 * unit, y + 4 * unit)
        boxes = [pin_box, self._draw.textbbox(at, chosen_zip, font=font, anchor="mm")]
        font = _font(11 * self._unit)
        for text, lon, lat in names:
            at = self._place(lon, lat, smooth=1)
            box = self._draw.textbbox(at, text, font=font, anchor="mm")
            if self._is_inside(box) and not any(
                box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
                for other in boxes
            ):
                boxes.append(box)
                self._draw.text(at, text, font=font, anchor="mm", fill=NAME)

    def pin(self) -> None:
        # Drawn large and reduced; its tip is at the center.
        unit = self._unit * 4
        pin = Image.new("RGBA", (40 * unit, 52 * unit))
        draw = ImageDraw.Draw(pin)
        draw.ellipse((11 * unit, 45 * unit, 29 * unit, 51 * unit), fill=(7, 13, 24, 110))
        shoulders = [(6.5 * unit, 26.5 * unit), (33.5 * unit, 26.5 * unit)]
        draw.polygon([*shoulders, (20 * unit, 48 * unit)], PIN)
        draw.ellipse((4 * unit, 2 * unit, 36 * unit, 34 * unit), fill=PIN)
        draw.ellipse((13 * unit, 11 * unit, 27 * unit, 25 * unit), fill=PIN_EYE)
        pin = pin.reduce(4)
        left = (self._width - pin.width) // 2
        top = self._height // 2 - 48 * self._unit
        self._image.paste(pin, (left, top), pin)

    def caption(self) -> None:
        edge = 10 * self._unit
        bottom = self._height - edge
        font = _font(11 * self._unit)
        box = self._draw.textbbox((edge * 2, bottom), APPROXIMATE, font=font, anchor="ls")
        self._draw.text((edge, bottom), APPROXIMATE, font=font, anchor="ls", fill=CAPTION)
        credit = _font(9 * self._unit)
        credit_line = f"© {company().name} · county and ZIP outlines simplified"
        wide = self._draw.textlength(credit_line, font=credit)
        if box[2] + wide + edge < self._width:
            self._draw.text(
                (self._width - edge, bottom), credit_line, font=credit, anchor="rs", fill=CREDIT
            )

    def png(self) -> bytes:
        buffer = io.BytesIO()
        self._image.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            buffer, "PNG", compress_level=6
        )
        return buffer.getvalue()

    def _place(self, lon: float, lat: float, *, smooth: int = SMOOTH) -> Pixel:
        x, y = _mercator(lon, lat)
        return (
            ((x - self._middle[0]) * self._pixels_per_world + self._width / 2) * smooth,
            ((y - self._middle[1]) * self._pixels_per_world + self._height / 2) * smooth,
        )

    def _visible(self, rings: Sequence[Ring]) -> Iterator[Outline]:
        for ring in rings:
            outline = [self._place(point[0], point[1]) for point in ring]
            xs, ys = [x for x, _ in outline], [y for _, y in outline]
            if (
                max(xs) >= 0
                and min(xs) <= self._image.width
                and max(ys) >= 0
                and min(ys) <= self._image.height
            ):
                yield outline

    def _is_inside(self, box: Box) -> bool:
        edge = 4 * self._unit
        floor = self._height - 26 * self._unit
        return box[0] > edge and box[1] > edge and box[2] < self._width - edge and box[3] < floor


def _mercator(lon: float, lat: float) -> Pixel:
    # Both coordinates range from 0 to 1 across the world.
    bounded = max(-85.0, min(85.0, lat))
    sine = math.sin(math.radians(bounded))
    return lon / 360 + 0.5, 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)


def _cities(towns: Sequence[Town]) -> list[tuple[str, float, float]]:
    # Each city at the average position of its ZIP codes, the largest first.
    members: dict[str, list[Town]] = {}
    for town in towns:
        members.setdefault(town.city, []).append(town)
    return [
        (city, sum(one.lon for one in own) / len(own), sum(one.lat for one in own) / len(own))
        for city, own in sorted(members.items(), key=lambda pair: -len(pair[1]))
    ]
