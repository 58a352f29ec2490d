# /// script
# requires-python = ">=3.11"
# dependencies = ["bokeh-sampledata==2026.1", "shapely==2.2.0", "zipcodes==3.0.0"]
# ///
"""Write the coverage files of a market: `uv run market/write_coverage.py market/dallas TX Dallas …`.

The arguments are the market's folder, the state and the names of its counties. ZIP codes with their
coordinates come from the package `zipcodes`, outlines of counties (Census TIGER/Line) from
`bokeh-sampledata`; both ship their data. A ZIP code's shape is the part of the market that is nearer
to its coordinates than to another's: an approximation, until staff import real boundaries.
"""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import zipcodes
from bokeh_sampledata.us_counties import records
from shapely import MultiPoint, Point, transform, voronoi_polygons
from shapely.geometry import mapping
from shapely.ops import unary_union

SPELLED = {"Mckinney": "McKinney", "Desoto": "DeSoto"}  # names with a capital inside
COLUMNS = ("zip_code", "city", "state", "county", "region", "lat", "lon")
DECIMALS = 4  # of a degree: about 36 ft
DETAIL = 0.003  # degrees: about 1,000 ft


def main(market: Path, state: str, *counties: str) -> None:
    outlines = {one["name"]: one for one in records(state=state) if one["name"] in counties}
    if missing := set(counties) - set(outlines):
        raise SystemExit(f"no county of {state}: {', '.join(sorted(missing))}")
    homes = [row for row in zipcodes.list_all() if row["state"] == state and has_homes(row)]
    covered = [row for row in homes if county_of(row) in counties]
    write_zip_codes(market / "coverage_zip_codes.csv", covered)
    outline = unary_union([one["geometry"] for one in outlines.values()])
    write_shapes(market / "coverage_geometries_approximate.json", covered, outline)
    write_counties(market / "coverage_counties.geojson", list(outlines.values()))


def has_homes(row: dict[str, Any]) -> bool:
    # Post office boxes and companies have ZIP codes of their own.
    return row["active"] and row["zip_code_type"] == "STANDARD"


def county_of(row: dict[str, Any]) -> str:
    return row["county"].removesuffix(" County")


def write_zip_codes(file: Path, rows: list[dict[str, Any]]) -> None:
    with file.open("w", newline="") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in sorted(rows, key=lambda row: row["zip_code"]):
            city = SPELLED.get(row["city"], row["city"])
            place = (row["zip_code"], city, row["state"], county_of(row), row["county"])
            writer.writerow((*place, row["lat"], row["long"]))


def write_shapes(file: Path, rows: list[dict[str, Any]], outline: Any) -> None:
    points = {row["zip_code"]: Point(float(row["long"]), float(row["lat"])) for row in rows}
    cells = voronoi_polygons(MultiPoint(list(points.values())), extend_to=outline).geoms
    lines = []
    for zip_code, point in sorted(points.items()):
        cell = next(cell for cell in cells if cell.intersects(point))
        part = rounded(cell.intersection(outline).simplify(DETAIL))
        bbox = [round(edge, DECIMALS) for edge in part.bounds]
        shape = {"zip_code": zip_code, "bbox": bbox, "geometry_json": mapping(part)}
        lines.append(json.dumps(shape, separators=(",", ":")))
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def write_counties(file: Path, counties: list[dict[str, Any]]) -> None:
    features = [
        {
            "type": "Feature",
            "id": county["fips"],
            "properties": {"name": county["name"]},
            "geometry": mapping(rounded(county["geometry"].simplify(DETAIL))),
        }
        for county in counties
    ]
    collection = {"type": "FeatureCollection", "features": features}
    file.write_text(json.dumps(collection, separators=(",", ":")) + "\n")


def rounded(geometry: Any) -> Any:
    return transform(geometry, lambda points: points.round(DECIMALS)).buffer(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
