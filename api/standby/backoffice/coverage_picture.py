"""A small SVG map of what a coverage import changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, radians
from typing import Any, Final

from standby.coverage.models import CoverageImport
from standby.coverage.rules.coverage_change import ZipRecord
from standby.coverage.selectors import zips as queries

_WIDTH: Final = 900
_HEIGHT: Final = 640
_MARGIN: Final = 12
Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    zip_code: str
    kind: str  # stays, drawn, opened, closed, missing
    path: str = ""  # SVG path
    dot: Point | None = None  # center of a ZIP code without a boundary


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveragePicture:
    width: int
    height: int
    areas: Sequence[Area]


def picture_of(imported: CoverageImport) -> CoveragePicture:
    zips = queries.all_zips()
    outlines = {shape.zip_code: shape.geometry for shape in queries.shapes()}
    kinds = dict.fromkeys(outlines, "stays")
    if imported.kind == CoverageImport.Kind.ZIP_LIST:
        kinds |= dict.fromkeys(imported.report["opened"], "opened")
        kinds |= dict.fromkeys(imported.report["closed"], "closed")
        middles = {row["zip_code"]: (row["lon"], row["lat"]) for row in imported.changes}
    else:
        drawn = {row["zip_code"]: row["geometry_json"] for row in imported.changes}
        outlines |= drawn
        kinds |= dict.fromkeys(drawn, "drawn")
        kinds |= dict.fromkeys(imported.report["without_outline"], "missing")
        middles = {}
    places = middles | {zip_code: _point(one) for zip_code, one in zips.items()}
    return _scale_to_fit(kinds, outlines=outlines, middles=places)


def _point(record: ZipRecord) -> Point:
    lat, lon = record.middle
    return lon, lat


def _scale_to_fit(
    kinds: Mapping[str, str],
    *,
    outlines: Mapping[str, Mapping[str, Any]],
    middles: Mapping[str, Point],
) -> CoveragePicture:
    drawn = {
        zip_code: list(_rings(outlines[zip_code])) for zip_code in kinds if zip_code in outlines
    }
    dots = {zip_code: middles[zip_code] for zip_code in kinds if zip_code not in outlines}
    points = [point for rings in drawn.values() for ring in rings for point in ring]
    scale = _Scale([*points, *dots.values()] or [(-95.37, 29.76)])
    areas = [
        Area(zip_code=zip_code, kind=kinds[zip_code], path=scale.path(rings))
        for zip_code, rings in drawn.items()
    ]
    areas += [
        Area(zip_code=zip_code, kind=kinds[zip_code], dot=scale.put(point))
        for zip_code, point in dots.items()
    ]
    # Changed areas are drawn over unchanged ones.
    areas.sort(key=lambda area: area.kind != "stays")
    return CoveragePicture(width=scale.width, height=scale.height, areas=areas)


class _Scale:
    # Degrees of longitude are shorter than degrees of latitude; north is up.
    def __init__(self, points: Sequence[Point]) -> None:
        self.west, self.north = min(x for x, _ in points), max(y for _, y in points)
        east, south = max(x for x, _ in points), min(y for _, y in points)
        self.narrower = cos(radians((self.north + south) / 2))
        width, height = (east - self.west) * self.narrower or 1e-6, (self.north - south) or 1e-6
        pixels = min((_WIDTH - 2 * _MARGIN) / width, (_HEIGHT - 2 * _MARGIN) / height)
        self.pixels = min(pixels, 20_000)
        self.width = ceil(width * self.pixels) + 2 * _MARGIN
        self.height = ceil(height * self.pixels) + 2 * _MARGIN

    def put(self, point: Point) -> Point:
        x = _MARGIN + (point[0] - self.west) * self.narrower * self.pixels
        y = _MARGIN + (self.north - point[1]) * self.pixels
        return round(x, 1), round(y, 1)

    def path(self, rings: Iterable[Sequence[Point]]) -> str:
        return "".join(
            "M" + "L".join(f"{x:g} {y:g}" for x, y in map(self.put, ring)) + "Z" for ring in rings
        )


def _rings(geometry: Mapping[str, Any]) -> Iterator[Sequence[Point]]:
    polygons = geometry.get("coordinates", [])
    for polygon in [polygons] if geometry.get("type") == "Polygon" else polygons:
        yield from polygon
