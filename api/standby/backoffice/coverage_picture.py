"""A small SVG map of what a coverage import changes."""

from collections.abc import Iterable, Sequence
from math import ceil, cos, radians
from typing import Any, Final

from standby.coverage.models import CoverageImport
from standby.coverage.selectors import zips as queries

_WIDTH: Final = 900
_HEIGHT: Final = 640
_MARGIN: Final = 12
Point = tuple[float, float]


def picture_of(imported: CoverageImport) -> dict[str, Any]:
    """Return the picture's width, height and areas.

    An area has a `kind` (stays, drawn, opened, closed, missing) and either an SVG `path` or,
    without a boundary, a `dot` at its center.
    """
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
    # Points are longitude before latitude, as in GeoJSON.
    for zip_code, record in zips.items():
        lat, lon = record.middle
        middles[zip_code] = lon, lat
    drawn_rings, dots = {}, {}
    for zip_code in kinds:
        if zip_code not in outlines:
            dots[zip_code] = middles[zip_code]
            continue
        polygons = outlines[zip_code].get("coordinates", [])
        if outlines[zip_code].get("type") == "Polygon":
            polygons = [polygons]
        drawn_rings[zip_code] = [ring for polygon in polygons for ring in polygon]
    points = [point for rings in drawn_rings.values() for ring in rings for point in ring]
    scale = _Scale([*points, *dots.values()] or [(-95.37, 29.76)])
    areas: list[dict[str, Any]] = [
        {"zip_code": zip_code, "kind": kinds[zip_code], "path": scale.path(rings)}
        for zip_code, rings in drawn_rings.items()
    ]
    areas += [
        {"zip_code": zip_code, "kind": kinds[zip_code], "dot": scale.put(point)}
        for zip_code, point in dots.items()
    ]
    # Changed areas are drawn over unchanged ones.
    areas.sort(key=lambda area: area["kind"] != "stays")
    return {"width": scale.width, "height": scale.height, "areas": areas}


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
