"""Reports of the changes that a coverage import would make."""

import gzip
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson

from standby.coverage.providers.boundaries import Boundary, BoundaryFile
from standby.coverage.rules.coverage_change import ZipListDiff, ZipRecord
from standby.coverage.rules.zip_list import ZipList
from standby.coverage.selectors import zips as queries

_METERS_PER_DEGREE: Final = 100_000  # of longitude in Houston, roughly
_MOST_NAMED: Final = 50  # in lists that only give examples


def zip_list_report(diff: ZipListDiff, *, zip_list: ZipList, is_whole_list: bool) -> dict[str, Any]:
    opened = [change.after.zip_code for change in diff.changes if change.opens]
    return {
        "is_whole_list": is_whole_list,
        "added": [
            {"zip_code": change.after.zip_code, "city": change.after.city}
            for change in diff.changes
            if change.before is None
        ],
        "opened": opened,
        "closed": [change.after.zip_code for change in diff.changes if change.closes],
        "changed": [
            {"zip_code": change.after.zip_code, "fields": change.fields}
            for change in diff.changes
            if change.fields
        ],
        "unchanged": diff.unchanged,
        "bad": [{"line": one.line, "reason": one.reason} for one in diff.bad],
        "left_open": diff.left_open,
        "ignored_columns": zip_list.ignored_columns,
        "zeros_restored": zip_list.zeros_restored,
        "waiting": queries.count_waiting_phones(opened),
    }


def boundary_report(
    boundary_file: BoundaryFile, *, zips: Mapping[str, ZipRecord]
) -> dict[str, Any]:
    drawn = queries.zips_with_boundary()
    matched = {boundary.zip_code for boundary in boundary_file.boundaries}
    unmatched = sorted(
        one.zip_code for one in zips.values() if one.is_served and one.zip_code not in matched
    )
    # The first three digits of a ZIP code are its sorting center, so equal ones are nearby.
    prefixes = {zip_code[:3] for zip_code in zips}
    before, after = _map_responses(boundary_file.boundaries)
    return {
        "matched": len(matched),
        "first_drawn": sorted(matched - set(drawn)),
        "were_approximate": sum(1 for zip_code in matched if drawn.get(zip_code)),
        "unmatched": unmatched,
        "without_outline": [zip_code for zip_code in unmatched if zip_code not in drawn],
        "unlisted": len(boundary_file.unlisted),
        "unlisted_near": [one for one in boundary_file.unlisted if one[:3] in prefixes][
            :_MOST_NAMED
        ],
        "points_before": sum(boundary.points_before for boundary in boundary_file.boundaries),
        "points_after": sum(boundary.points_after for boundary in boundary_file.boundaries),
        "tolerance_m": round(boundary_file.tolerance_deg * _METERS_PER_DEGREE),
        "do_borders_match": boundary_file.do_borders_match,
        "repaired": boundary_file.repaired,
        "middles_moved": [
            boundary.zip_code
            for boundary in boundary_file.boundaries
            if middle_to_move(boundary, zips=zips) is not None
        ],
        "map_bytes_before": len(before),
        "map_bytes_after": len(after),
        "map_bytes_before_zipped": len(gzip.compress(before, mtime=0)),
        "map_bytes_after_zipped": len(gzip.compress(after, mtime=0)),
        "peak_bytes": boundary_file.peak_bytes,
    }


def _map_responses(boundaries: Sequence[Boundary]) -> tuple[bytes, bytes]:
    # The coverage map's response as it is now, and as it would be after the import.
    current = queries.served_boundaries()
    shapes = {str(shape["zip_code"]): shape for shape in current}
    served = {one.zip_code: one for one in queries.served_zips()}
    for boundary in boundaries:
        if covered_zip := served.get(boundary.zip_code):
            shapes[boundary.zip_code] = {
                "zip_code": boundary.zip_code,
                "city": covered_zip.city,
                "state": covered_zip.state,
                "bbox": boundary.bbox,
                "geometry_json": boundary.geometry,
            }
    return orjson.dumps(current), orjson.dumps(list(shapes.values()))


def middle_to_move(
    boundary: Boundary, *, zips: Mapping[str, ZipRecord]
) -> tuple[float, float] | None:
    """Return a new center for a ZIP code whose estimated one lies outside its boundary, or None."""
    west, south, east, north = boundary.bbox
    lat, lon = zips[boundary.zip_code].middle
    is_inside = south <= lat <= north and west <= lon <= east
    return None if is_inside else boundary.inner_point
