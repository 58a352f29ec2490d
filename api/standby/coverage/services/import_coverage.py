"""Coverage imports: preview a file, then apply it as previewed or withdraw it."""

import gzip
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import orjson
from django.db import transaction

from standby.audit.services import record_event
from standby.core.errors import Conflict, Invalid, NotFound, _
from standby.core.lifecycle import COVERAGE_IMPORT, statuses_before
from standby.core.policy import HOUSTON
from standby.coverage import selectors as queries
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary
from standby.coverage.providers.boundaries import (
    BoundariesRefused,
    Boundary,
    BoundaryFile,
    BoundaryReader,
)
from standby.coverage.rules.coverage_change import ZipListDiff, ZipRecord, diff_zip_list
from standby.coverage.rules.policy import LARGEST_ZIP_LIST_BYTES
from standby.coverage.rules.zip_list import ZipList, read_zip_list
from standby.coverage.services.coverage import notify_waitlist

_METERS_PER_DEGREE: Final = 100_000  # of longitude in Houston, roughly
_MOST_NAMED: Final = 50  # in lists that only give examples
_ERROR_TEXTS: Final[Mapping[str, str]] = {
    "boundaries_not_found": "No boundaries are in it: take a zip with a shapefile, or GeoJSON.",
    "boundaries_unreadable": "It is broken, or neither a shapefile in a zip nor GeoJSON.",
    "boundaries_incomplete": "A shapefile needs its .shp, .shx and .dbf together in one zip.",
    "boundaries_without_zips": "No column holds ZIP codes (such as ZCTA5CE20 or ZIP_CODE).",
    "boundaries_no_areas": "It holds points or lines; the map needs areas.",
    "boundaries_not_in_degrees": "It is not in degrees (NAD83 or WGS 84): take the Census's file.",
    "boundaries_two_layers": "There are several layers in it: take a zip with one.",
    "boundaries_locked": "It is locked with a password.",
    "boundaries_too_large": "Unpacked it is more than this takes.",
    "boundaries_too_detailed": "It is too detailed, or broken: take the cartographic file (cb_).",
}


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


class ImportNotFound(NotFound):
    code = "coverage_import_not_found"
    message = _("There is no such import.")


class ImportSettled(Conflict):
    code = "coverage_import_settled"
    message = _("This import was applied or withdrawn already.")


class ZipListTooLarge(Invalid):
    code = "zip_list_too_large"
    message = _("A list of ZIP codes is a small file. Is this the right one?")


class BoundariesUnusable(Invalid):
    code = "boundaries_unusable"
    message = _("This file cannot be used for the map.")


class NothingToDraw(Invalid):
    code = "nothing_to_draw"
    message = _("None of the ZIP codes on our list is in this file.")


class ListChangedMeanwhile(Conflict):
    code = "coverage_list_changed"
    message = _(
        "The list of ZIP codes changed after this preview. Please look at the file once more."
    )


class NotPreviewed(Conflict):
    code = "coverage_not_previewed"
    message = _("Nobody has looked at what this file would change: preview it first.")


def preview_zip_list(
    file: Path, *, name: str, is_whole_list: bool, by: str, now: datetime
) -> CoverageImport:
    """Store a preview of what a ZIP code list would change.

    Raises ZipListTooLarge, ZipListUnreadable and ZipListTooLong.
    """
    if file.stat().st_size > LARGEST_ZIP_LIST_BYTES:
        raise ZipListTooLarge
    zip_list = read_zip_list(file.read_bytes())
    zips = queries.all_zips()
    diff = diff_zip_list(zips, zip_list, is_whole_list=is_whole_list)
    changes = []
    for change in diff.changes:
        row = asdict(change.after)
        row["lat"], row["lon"] = row.pop("middle")
        is_served = row.pop("is_served")
        row["status"] = CoveredZip.Status.ACTIVE if is_served else CoveredZip.Status.INACTIVE
        changes.append(row)
    preview = CoverageImport(
        kind=CoverageImport.Kind.ZIP_LIST,
        report=zip_list_report(diff, zip_list=zip_list, is_whole_list=is_whole_list),
        changes=changes,
        based_on=queries.version_of(zips),
    )
    return _store_preview(preview, file, name=name, by=by, now=now)


def preview_boundaries(
    file: Path, *, name: str, reader: BoundaryReader, by: str, now: datetime
) -> CoverageImport:
    """Store a preview of what a boundary file would change on the map.

    Raises BoundariesUnusable and NothingToDraw.
    """
    zips = queries.all_zips()
    try:
        boundary_file = reader.read(file, zip_codes=frozenset(zips))
    except BoundariesRefused as error:
        raise BoundariesUnusable(_ERROR_TEXTS[error.code]) from error
    if not boundary_file.boundaries:
        raise NothingToDraw
    preview = CoverageImport(
        kind=CoverageImport.Kind.OUTLINES,
        report=boundary_report(boundary_file, zips=zips),
        changes=[
            {
                "zip_code": boundary.zip_code,
                "bbox": boundary.bbox,
                "geometry_json": boundary.geometry,
                "middle": middle_to_move(boundary, zips=zips),
            }
            for boundary in boundary_file.boundaries
        ],
        based_on=queries.version_of(zips),
    )
    return _store_preview(preview, file, name=name, by=by, now=now)


def apply_import(import_id: int, *, by: str, now: datetime) -> CoverageImport:
    """Apply a previewed import in one transaction and notify the waitlists of ZIP codes that open.

    Raises ImportNotFound, ImportSettled and ListChangedMeanwhile.
    """
    with transaction.atomic(durable=True):
        imported = lock_import(import_id)
        if imported.based_on != queries.version_of(queries.all_zips()):
            raise ListChangedMeanwhile
        notified_count = 0
        if imported.kind == CoverageImport.Kind.ZIP_LIST:
            for opened in save_zips(imported.changes):
                notified_count += notify_waitlist(opened, now=now)
        else:
            source = f"{imported.file_name}, {now.astimezone(HOUSTON):%B %Y}"
            save_boundaries(imported.changes, source=source)
        finish_import(
            imported,
            status=CoverageImport.Status.APPLIED,
            notified_count=notified_count,
            by=by,
            now=now,
        )
        return imported


def previewed_before(file: Path, *, kind: CoverageImport.Kind) -> CoverageImport:
    """Return the pending preview of a file with exactly these bytes. Raises NotPreviewed."""
    pending = queries.pending_import(kind=kind, sha256=_sha256(file))
    if pending is None:
        raise NotPreviewed
    return pending


def withdraw_import(import_id: int, *, by: str, now: datetime) -> CoverageImport:
    """Mark an import as never to be applied. Raises ImportNotFound and ImportSettled."""
    with transaction.atomic(durable=True):
        imported = lock_import(import_id)
        finish_import(imported, status=CoverageImport.Status.WITHDRAWN, by=by, now=now)
        return imported


def _store_preview(
    preview: CoverageImport, file: Path, *, name: str, by: str, now: datetime
) -> CoverageImport:
    preview.file_name, preview.file_sha256 = name[-120:], _sha256(file)
    preview.file_bytes = file.stat().st_size
    preview.previewed_by, preview.previewed_at = by, now
    with transaction.atomic(durable=True):
        preview.save(force_insert=True)
    return preview


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def lock_import(import_id: int) -> CoverageImport:
    """Lock an import until the transaction ends. Raises ImportNotFound and ImportSettled."""
    imported = CoverageImport.objects.select_for_update().filter(pk=import_id).first()
    if imported is None:
        raise ImportNotFound
    if imported.status != CoverageImport.Status.PREVIEWED:
        raise ImportSettled
    return imported


def finish_import(
    imported: CoverageImport,
    *,
    status: CoverageImport.Status,
    notified_count: int = 0,
    by: str,
    now: datetime,
) -> None:
    """Set an import's final status and record it. Raises ImportSettled."""
    waiting = CoverageImport.objects.filter(
        pk=imported.pk, status__in=statuses_before(COVERAGE_IMPORT, status)
    )
    if not waiting.update(status=status, settled_by=by, settled_at=now):
        raise ImportSettled
    imported.status, imported.settled_by, imported.settled_at = status, by, now
    record_event(
        by,
        action=f"coverage_import_{status}",
        object=f"coverage_imports {imported.pk}",
        before={"status": CoverageImport.Status.PREVIEWED},
        after={
            "status": status,
            "file": imported.file_name,
            "sha256": imported.file_sha256,
            "rows": len(imported.changes),
            "told": notified_count,
        },
        now=now,
    )


def save_zips(rows: Iterable[Mapping[str, Any]]) -> list[CoveredZip]:
    added = []
    for row in rows:
        zip_row = CoveredZip.objects.filter(zip_code=row["zip_code"]).first()
        was_served = zip_row is not None and zip_row.status == CoveredZip.Status.ACTIVE
        zip_row = zip_row or CoveredZip()
        for name, value in row.items():
            setattr(zip_row, name, value)
        # Saved one by one: cached responses are invalidated by the save signal.
        zip_row.save()
        if not was_served and zip_row.status == CoveredZip.Status.ACTIVE:
            added.append(zip_row)
    return added


def save_boundaries(rows: Sequence[Mapping[str, Any]], *, source: str) -> None:
    """Replace the boundaries of these ZIP codes.

    `middle` is set only for a ZIP code whose point lay outside of its boundary.
    """
    rows_by_zip = {one.zip_code: one for one in CoveredZip.objects.select_related("shape")}
    for row in rows:
        one = rows_by_zip[row["zip_code"]]
        shape = getattr(one, "shape", None) or ZipBoundary(covered_zip=one)
        shape.bbox, shape.geometry_json = row["bbox"], row["geometry_json"]
        shape.is_approximate, shape.source = False, source[:120]
        shape.save()
        if row["middle"] is not None:
            one.lat, one.lon = row["middle"]
            one.save(update_fields=["lat", "lon"])
