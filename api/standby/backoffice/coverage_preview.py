"""What a coverage import would change, as sentences and as a small SVG map."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, cos, radians
from typing import Any, Final, NamedTuple

from standby.core.market import PLACE
from standby.coverage import selectors as queries
from standby.coverage.models import CoverageImport

Report = Mapping[str, Any]
_WIDTH: Final = 900
_HEIGHT: Final = 640
_MARGIN: Final = 12
Point = tuple[float, float]


class ReportSentence(NamedTuple):
    words: str
    rows: Sequence[str] = ()
    is_warning: bool = False  # staff should check it


def sentences_of(imported: CoverageImport) -> list[ReportSentence]:
    if imported.kind == CoverageImport.Kind.ZIP_LIST:
        return list(_zip_list_sentences(imported.report))
    return list(_boundary_sentences(imported.report))


def _zip_list_sentences(report: Report) -> Iterator[ReportSentence]:
    bad = [f"line {one['line']}: {one['reason']}" for one in report["bad"]]
    added = [f"{one['zip_code']} {one['city']}" for one in report["added"]]
    opened, closed = report["opened"], report["closed"]
    changed = []
    for one in report["changed"]:
        fields = [
            f"{name}: {_value(before)} becomes {_value(after)}"
            for name, (before, after) in one["fields"].items()
        ]
        changed.append(f"{one['zip_code']} ({'; '.join(fields)})")
    zeros = [f"line {line}" for line in report["zeros_restored"]]
    columns = [column or "(without a name)" for column in report["ignored_columns"]]
    yield from _counted(bad, "line cannot be used", "lines cannot be used", is_warning=True)
    yield from _counted(added, "ZIP code is new to the list", "ZIP codes are new to the list")
    yield from _counted(opened, "ZIP code will be activated", "ZIP codes will be activated")
    if waiting := report["waiting"]:
        people = sum(waiting.values())
        label = "person asked to be notified and gets"
        if people != 1:
            label = "people asked to be notified and get"
        rows = [f"{zip_code} ({phones})" for zip_code, phones in waiting.items()]
        yield ReportSentence(f"{people} {label} a text that we now serve it", rows)
    yield from _counted(
        closed, "ZIP code will be deactivated", "ZIP codes will be deactivated", is_warning=True
    )
    yield from _counted(
        report["left_open"],
        "active ZIP code is not in the file; it stays active until the lines above are fixed",
        "active ZIP codes are not in the file; they stay active until the lines above are fixed",
        is_warning=True,
    )
    yield from _counted(changed, "ZIP code will be updated", "ZIP codes will be updated")
    yield ReportSentence(f"{report['unchanged']} stay unchanged")
    yield from _counted(
        zeros, "ZIP code had lost its leading zeros", "ZIP codes had lost their leading zeros"
    )
    yield from _counted(columns, "column is not used", "columns are not used")


def _boundary_sentences(report: Report) -> Iterator[ReportSentence]:
    yield ReportSentence(f"{report['matched']} of our ZIP codes are in the file")
    first_drawn, near = report["first_drawn"], report["unlisted_near"]
    yield from _counted(first_drawn, "is drawn for the first time", "are drawn for the first time")
    if approximate := report["were_approximate"]:
        yield ReportSentence(f"{approximate} had only approximate outlines until now")
    yield from _counted(
        report["unmatched"],
        "active ZIP code is not in it (PO boxes have no area) and stays unchanged",
        "active ZIP codes are not in it (PO boxes have no area) and stay unchanged",
        is_warning=True,
    )
    yield from _counted(
        report["without_outline"],
        "of them is not on the map at all",
        "of them are not on the map at all",
        is_warning=True,
    )
    if unlisted := report["unlisted"]:
        yield ReportSentence(f"{unlisted:,} other ZIP codes of the file are not on our list")
    yield from _counted(near, "of them is next door", "of them are next door")
    yield ReportSentence(
        f"{report['points_before']:,} points become {report['points_after']:,}, within "
        f"{report['tolerance_m']} m"
    )
    if not report["do_borders_match"]:
        words = "Neighboring areas overlap in this file: check the map"
        yield ReportSentence(words, is_warning=True)
    yield from _counted(
        report["repaired"],
        "outline crossed itself and was repaired",
        "outlines crossed themselves and were repaired",
        is_warning=True,
    )
    yield from _counted(
        report["middles_moved"],
        "middle lay outside of its outline and moves into it",
        "middles lay outside of their outlines and move into them",
    )


def _counted(
    rows: Sequence[str], one: str, more: str, *, is_warning: bool = False
) -> Iterator[ReportSentence]:
    if rows:
        words = f"{len(rows):,} {one if len(rows) == 1 else more}"
        yield ReportSentence(words, rows, is_warning)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value or "none"
    return ", ".join(f"{part:g}" for part in value)


def picture_of(imported: CoverageImport) -> dict[str, Any]:
    """Return the picture's width, height and areas.

    An area has a `kind` (stays, drawn, opened, closed, missing) and either an SVG `path` or,
    without a boundary, a `dot` at its center.
    """
    outlines = dict(queries.shapes())
    kinds = dict.fromkeys(outlines, "stays")
    # Points are longitude before latitude, as in GeoJSON.
    middles = {zip_code: (one.lon, one.lat) for zip_code, one in queries.all_zips().items()}
    if imported.kind == CoverageImport.Kind.ZIP_LIST:
        kinds |= dict.fromkeys(imported.report["opened"], "opened")
        kinds |= dict.fromkeys(imported.report["closed"], "closed")
        new = {row["zip_code"]: (row["lon"], row["lat"]) for row in imported.changes}
        middles = {**new, **middles}
    else:
        drawn = {row["zip_code"]: row["geometry_json"] for row in imported.changes}
        outlines |= drawn
        kinds |= dict.fromkeys(drawn, "drawn")
        kinds |= dict.fromkeys(imported.report["without_outline"], "missing")
    rings_of, dots = {}, {}
    for zip_code in kinds:
        if zip_code not in outlines:
            dots[zip_code] = middles[zip_code]
            continue
        polygons = outlines[zip_code].get("coordinates", [])
        if outlines[zip_code].get("type") == "Polygon":
            polygons = [polygons]
        rings_of[zip_code] = [ring for polygon in polygons for ring in polygon]
    points = [point for rings in rings_of.values() for ring in rings for point in ring]
    scale = _Scale([*points, *dots.values()] or [(PLACE.center["lng"], PLACE.center["lat"])])
    areas: list[dict[str, Any]] = [
        {"zip_code": zip_code, "kind": kinds[zip_code], "path": scale.path(rings)}
        for zip_code, rings in rings_of.items()
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
