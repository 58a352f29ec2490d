"""What a coverage import would change, as sentences and as a small SVG map."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, cos, radians
from typing import Any, Final, NamedTuple

from standby.core.market import PLACE
from standby.core.words import number_text, say, say_count
from standby.coverage import selectors
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
    bad = [
        say("line %(line)s: %(reason)s", line=one["line"], reason=one["reason"])
        for one in report["bad"]
    ]
    added = [f"{one['zip_code']} {one['city']}" for one in report["added"]]
    opened, closed = report["opened"], report["closed"]
    changed = []
    for one in report["changed"]:
        fields = [
            say(
                "%(name)s: %(before)s becomes %(after)s",
                name=name,
                before=_value(before),
                after=_value(after),
            )
            for name, (before, after) in one["fields"].items()
        ]
        changed.append(f"{one['zip_code']} ({'; '.join(fields)})")
    zeros = [say("line %(line)s", line=line) for line in report["zeros_restored"]]
    columns = [column or say("(without a name)") for column in report["ignored_columns"]]
    yield from _counted(
        bad, "%(number)s line cannot be used", "%(number)s lines cannot be used", is_warning=True
    )
    yield from _counted(
        added, "%(number)s ZIP code is new to the list", "%(number)s ZIP codes are new to the list"
    )
    yield from _counted(
        opened, "%(number)s ZIP code will be activated", "%(number)s ZIP codes will be activated"
    )
    if waiting := report["waiting"]:
        people = sum(waiting.values())
        rows = [f"{zip_code} ({phones})" for zip_code, phones in waiting.items()]
        words = say_count(
            "%(number)s person asked to be notified and gets a text that we now serve it",
            "%(number)s people asked to be notified and get a text that we now serve it",
            people,
        )
        yield ReportSentence(words, rows)
    yield from _counted(
        closed,
        "%(number)s ZIP code will be deactivated",
        "%(number)s ZIP codes will be deactivated",
        is_warning=True,
    )
    yield from _counted(
        report["left_open"],
        "%(number)s active ZIP code is not in the file; it stays active until the lines above are "
        "fixed",
        "%(number)s active ZIP codes are not in the file; they stay active until the lines above "
        "are fixed",
        is_warning=True,
    )
    yield from _counted(
        changed, "%(number)s ZIP code will be updated", "%(number)s ZIP codes will be updated"
    )
    yield ReportSentence(say("%(number)s stay unchanged", number=report["unchanged"]))
    yield from _counted(
        zeros,
        "%(number)s ZIP code had lost its leading zeros",
        "%(number)s ZIP codes had lost their leading zeros",
    )
    yield from _counted(columns, "%(number)s column is not used", "%(number)s columns are not used")


def _boundary_sentences(report: Report) -> Iterator[ReportSentence]:
    yield ReportSentence(
        say("%(number)s of our ZIP codes are in the file", number=report["matched"])
    )
    first_drawn, near = report["first_drawn"], report["unlisted_near"]
    yield from _counted(
        first_drawn,
        "%(number)s is drawn for the first time",
        "%(number)s are drawn for the first time",
    )
    if approximate := report["were_approximate"]:
        yield ReportSentence(
            say("%(number)s had only approximate outlines until now", number=approximate)
        )
    yield from _counted(
        report["unmatched"],
        "%(number)s active ZIP code is not in it (PO boxes have no area) and stays unchanged",
        "%(number)s active ZIP codes are not in it (PO boxes have no area) and stay unchanged",
        is_warning=True,
    )
    yield from _counted(
        report["without_outline"],
        "%(number)s of them is not on the map at all",
        "%(number)s of them are not on the map at all",
        is_warning=True,
    )
    if unlisted := report["unlisted"]:
        yield ReportSentence(
            say(
                "%(number)s other ZIP codes of the file are not on our list",
                number=number_text(unlisted),
            )
        )
    yield from _counted(near, "%(number)s of them is next door", "%(number)s of them are next door")
    yield ReportSentence(
        say(
            "%(before)s points become %(after)s, within %(meters)s m",
            before=number_text(report["points_before"]),
            after=number_text(report["points_after"]),
            meters=report["tolerance_m"],
        )
    )
    if not report["do_borders_match"]:
        words = say("Neighboring areas overlap in this file: check the map")
        yield ReportSentence(words, is_warning=True)
    yield from _counted(
        report["repaired"],
        "%(number)s outline crossed itself and was repaired",
        "%(number)s outlines crossed themselves and were repaired",
        is_warning=True,
    )
    yield from _counted(
        report["middles_moved"],
        "%(number)s middle lay outside of its outline and moves into it",
        "%(number)s middles lay outside of their outlines and move into them",
    )


def _counted(
    rows: Sequence[str], one: str, more: str, *, is_warning: bool = False
) -> Iterator[ReportSentence]:
    if rows:
        yield ReportSentence(say_count(one, more, len(rows)), rows, is_warning)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value or say("none")
    return ", ".join(f"{part:g}" for part in value)


def picture_of(imported: CoverageImport) -> dict[str, Any]:
    """Return the picture's width, height and areas.

    An area has a `kind` (stays, drawn, opened, closed, missing) and either an SVG `path` or,
    without a boundary, a `dot` at its center.
    """
    outlines = dict(selectors.shapes())
    kinds = dict.fromkeys(outlines, "stays")
    # Points are longitude before latitude, as in GeoJSON.
    middles = {zip_code: (one.lon, one.lat) for zip_code, one in selectors.all_zips().items()}
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
