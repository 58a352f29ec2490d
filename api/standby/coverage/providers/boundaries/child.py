"""Read a boundary file and simplify the requested boundaries, in a process with limits.

Run as a separate program (`python -I child.py FILE RULES`): a national file is half a gigabyte, a
broken one may crash a decoder, and the libraries are needed about once a year, so the server never
loads them. Prints its result as one line of JSON. Imports nothing of standby.
"""

import io
import json
import re
import resource
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

MOST_CPU_S = 600
MOST_MEMORY_BYTES = 1024 * 1024 * 1024
MOST_UNPACKED_BYTES = 4 * 1024 * 1024 * 1024
MOST_POINTS_EACH = 1_000_000  # ten times the longest boundary of the Census Bureau
MOST_PARTS = 20_000  # islands

# ZCTA5CE20, GEOID20 and the like of other years; then names used by cities and counties
ZIP_COLUMNS = (r"ZCTA5CE\d\d", r"GEOID\d\d", r"ZCTA5?", r"ZIP_?CODE", r"ZIP5?", r"POSTAL_?CODE")
DEGREES = re.compile(r'\s*GEOG(CS|CRS)\["[^"]*(1983|NAD_?83|1984|WGS_?84)', re.IGNORECASE)

Geometries = dict[str, list[Any]]  # shapely geometries of each requested ZIP code


class BoundaryRejected(Exception):
    pass


def limit_itself() -> None:
    for kind, most in (
        (resource.RLIMIT_CPU, MOST_CPU_S),
        (resource.RLIMIT_DATA, MOST_MEMORY_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hardest = resource.getrlimit(kind)
        allowed = most if hardest == resource.RLIM_INFINITY else min(most, hardest)
        resource.setrlimit(kind, (allowed, allowed))


def boundaries_in(path: Path, *, zip_codes: frozenset[str]) -> tuple[Geometries, set[str]]:
    # Returns the requested boundaries, and the other ZIP codes of the file, in any format.
    if not zipfile.is_zipfile(path):
        with path.open("rb") as lines:
            return from_geojson(lines, zip_codes=zip_codes)
    with zipfile.ZipFile(path) as archive:
        members = members_of(archive)
        if ".shp" in members:
            return from_shapefile(archive, members, zip_codes=zip_codes)
        for ending in (".geojson", ".json"):
            if ending in members:
                with archive.open(members[ending]) as lines:
                    return from_geojson(lines, zip_codes=zip_codes)
    raise BoundaryRejected("boundaries_not_found")


def members_of(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    # By file extension. Raises BoundaryRejected for two of one kind, a password or a large size.
    members: dict[str, zipfile.ZipInfo] = {}
    for member in archive.infolist():
        name = Path(member.filename)
        if member.is_dir() or "__MACOSX" in name.parts or name.name.startswith("."):
            continue
        ending = name.suffix.lower()
        if ending in (".shp", ".dbf", ".geojson") and ending in members:
            raise BoundaryRejected("boundaries_two_layers")
        if member.flag_bits & 1:
            raise BoundaryRejected("boundaries_locked")
        members[ending] = member
    if sum(member.file_size for member in members.values()) > MOST_UNPACKED_BYTES:
        raise BoundaryRejected("boundaries_too_large")
    return members


def from_shapefile(
    archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo], *, zip_codes: frozenset[str]
) -> tuple[Geometries, set[str]]:
    # The small table first; then only the records that it shows to be requested.
    import shapefile  # noqa: PLC0415 - the limits come first

    if ".dbf" not in members or ".shx" not in members:
        raise BoundaryRejected("boundaries_incomplete")
    ensure_degrees(archive, members.get(".prj"))
    with archive.open(members[".dbf"]) as table:
        records = shapefile.Reader(dbf=table, encoding="utf-8", encodingErrors="replace")
        column = zip_column_of(each[0] for each in records.fields if each[0] != "DeletionFlag")
        rows = records.dbf_reader.iterRecords(fields=[column], deleted_as_None=True)
        zips = [_zip(None if row is None else row[column]) for row in rows]
    geometries: Geometries = {}
    with archive.open(members[".shp"]) as shp, archive.open(members[".shx"]) as packed:
        reader = shapefile.Reader(shp=shp, shx=io.BytesIO(packed.read()))
        if reader.shapeTypeName not in ("POLYGON", "POLYGONZ", "POLYGONM"):
            raise BoundaryRejected("boundaries_no_areas")
        for number, zip_code in enumerate(zips):
            if zip_code in zip_codes:
                add_geometry(geometries, zip_code, reader.shape(number).__geo_interface__)
    return geometries, {zip_code for zip_code in zips if zip_code} - zip_codes


def zip_column_of(names: Iterable[str]) -> str:
    for pattern in ZIP_COLUMNS:
        for name in names:
            if re.fullmatch(pattern, name, re.IGNORECASE):
                return name
    raise BoundaryRejected("boundaries_without_zips")


def ensure_degrees(archive: zipfile.ZipFile, member: zipfile.ZipInfo | None) -> None:
    # NAD83 and WGS 84 differ by less than two meters here; any other datum would be misplaced.
    if member is None:
        return
    with archive.open(member) as file:
        if not DEGREES.match(file.read(10_000).decode("utf-8", "replace")):
            raise BoundaryRejected("boundaries_not_in_degrees")


def from_geojson(lines: IO[bytes], *, zip_codes: frozenset[str]) -> tuple[Geometries, set[str]]:
    # Streamed: only one feature is held in memory at a time.
    import ijson  # noqa: PLC0415

    geometries: Geometries = {}
    unlisted, column, is_empty = set(), "", True
    for feature in ijson.items(lines, "features.item", use_float=True):
        is_empty = False
        properties = feature.get("properties")
        if not properties:
            continue
        column = column or zip_column_of(properties)
        zip_code = _zip(properties.get(column))
        if zip_code in zip_codes:
            add_geometry(geometries, zip_code, feature.get("geometry"))
        elif zip_code:
            unlisted.add(zip_code)
    if not column:
        raise BoundaryRejected("boundaries_not_found" if is_empty else "boundaries_without_zips")
    return geometries, unlisted


def _zip(value: object) -> str:
    # Five digits; a number has lost its leading zeros.
    text = str(value).strip() if isinstance(value, (str, int)) else ""
    text = text.zfill(5) if isinstance(value, int) else text
    return text if re.fullmatch(r"[0-9]{5}", text) else ""


def add_geometry(geometries: Geometries, zip_code: str, geometry: Any) -> None:
    from shapely import force_2d, get_num_coordinates, get_num_geometries  # noqa: PLC0415
    from shapely.geometry import shape  # noqa: PLC0415

    if not geometry or not geometry.get("coordinates"):
        return
    if geometry["type"] not in ("Polygon", "MultiPolygon"):
        raise BoundaryRejected("boundaries_no_areas")
    if not _are_numbers(geometry["coordinates"]):
        raise BoundaryRejected("boundaries_unreadable")
    flat = force_2d(shape(geometry))
    west, south, east, north = flat.bounds
    if not (-180 <= west <= east <= 180 and -90 <= south <= north <= 90):
        raise BoundaryRejected("boundaries_not_in_degrees")
    if get_num_coordinates(flat) > MOST_POINTS_EACH or get_num_geometries(flat) > MOST_PARTS:
        raise BoundaryRejected("boundaries_too_detailed")
    geometries.setdefault(zip_code, []).append(flat)


def _are_numbers(coordinates: Any) -> bool:
    # A word or a truth value would be taken for a number.
    if isinstance(coordinates, (list, tuple)):
        return all(map(_are_numbers, coordinates))
    return type(coordinates) in (int, float)


def simplified(geometries: Geometries, *, rules: Mapping[str, Any]) -> dict[str, Any]:
    # All boundaries at once, so that shared borders stay shared; coarser until the result is small
    # enough. A border that is not shared is simplified by the same tolerance.
    import shapely  # noqa: PLC0415
    from shapely.geometry import mapping  # noqa: PLC0415

    names = sorted(geometries)
    whole = [
        parts[0] if len(parts) == 1 else shapely.union_all(parts)
        for parts in (geometries[name] for name in names)
    ]
    repaired = [name for name, one in zip(names, whole, strict=True) if not shapely.is_valid(one)]
    valid = [(name, _valid(one)) for name, one in zip(names, whole, strict=True)]
    names = [name for name, one in valid if not one.is_empty]  # a line has no area
    whole = [one for _name, one in valid if not one.is_empty]
    chosen, tolerance_deg = whole, 0.0
    for tolerance_deg in rules["tolerances_deg"]:
        simpler = shapely.coverage_simplify(whole, tolerance_deg) if whole else []
        chosen = [_rounded(one, digits=rules["digits"]) for one in simpler]
        plain = [json.dumps(mapping(one), separators=(",", ":")) for one in chosen]
        if sum(map(len, plain)) <= rules["most_bytes"]:
            break
    else:
        raise BoundaryRejected("boundaries_too_detailed")
    boundaries = []
    for name, before, after in zip(names, whole, chosen, strict=True):
        if after.is_empty:  # too small to draw
            continue
        inner = before.representative_point()
        boundaries.append(
            {
                "zip_code": name,
                "bbox": after.bounds,
                "geometry": mapping(after),
                "inner_point": [round(inner.y, 6), round(inner.x, 6)],
                "points_before": int(shapely.get_num_coordinates(before)),
                "points_after": int(shapely.get_num_coordinates(after)),
            }
        )
    return {
        "boundaries": boundaries,
        "tolerance_deg": tolerance_deg,
        "do_borders_match": bool(shapely.coverage_is_valid(whole)) if whole else True,
        "repaired": repaired,
    }


def _valid(geometry: Any) -> Any:
    # Polygons only: repairing a self-intersecting border may leave stray lines.
    from shapely import MultiPolygon, get_parts, make_valid  # noqa: PLC0415

    if geometry.is_valid:
        return geometry
    parts = [
        polygon
        for part in get_parts(make_valid(geometry))
        for polygon in get_parts(part)
        if polygon.geom_type == "Polygon"
    ]
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def _rounded(geometry: Any, *, digits: int) -> Any:
    # A point shared by neighbors rounds to the same point.
    from shapely import set_precision, transform  # noqa: PLC0415

    rounded = transform(geometry, lambda points: points.round(digits))
    return rounded if rounded.is_valid else _valid(set_precision(geometry, 10.0**-digits))


def peak_bytes() -> int:
    # VmHWM is this process's own peak; ru_maxrss would include the parent's size before exec.
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    [peak] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(peak.split()[1]) * 1024


def read(path: Path, *, rules: Mapping[str, Any]) -> dict[str, Any]:
    import ijson  # noqa: PLC0415
    import shapefile  # noqa: PLC0415
    import shapely  # noqa: PLC0415

    broken = (
        OSError, EOFError, ValueError, TypeError, LookupError, AttributeError, AssertionError,
        RuntimeError, NotImplementedError, RecursionError, struct.error, zlib.error,
        zipfile.BadZipFile, ijson.JSONError, shapefile.ShapefileException,
        shapely.errors.ShapelyError,
    )  # fmt: skip
    try:
        geometries, unlisted = boundaries_in(path, zip_codes=frozenset(rules["wanted"]))
        return {**simplified(geometries, rules=rules), "unlisted": sorted(unlisted)}
    except broken as error:
        raise BoundaryRejected("boundaries_unreadable") from error


def main() -> int:
    _, path, rules = sys.argv
    limit_itself()
    try:
        result: dict[str, Any] = read(Path(path), rules=json.loads(Path(rules).read_text()))
    except BoundaryRejected as refused:
        result = {"refused": refused.args[0]}
    except MemoryError:
        result = {"refused": "boundaries_too_detailed"}
    result["peak_bytes"] = peak_bytes()
    sys.stdout.write(json.dumps(result, allow_nan=False))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
