"""Coverage imports: preview a file, then apply it as previewed or withdraw it."""

import hashlib
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.db import transaction

from standby.audit.services import record_event
from standby.core.clock import local_date
from standby.core.errors import _
from standby.core.lifecycle import COVERAGE_IMPORT, statuses_before
from standby.core.words import in_english, month_of
from standby.coverage import selectors
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary
from standby.coverage.providers.boundaries import BoundariesRefused, read_boundaries
from standby.coverage.rules.zip_list import (
    FAR_DEG,
    ImportRefused,
    ZipRecord,
    diff_zip_list,
    read_zip_list,
)
from standby.coverage.services.coverage import notify_waitlist

LARGEST_ZIP_LIST_BYTES: Final = 5 * 1024 * 1024
_METERS_PER_DEGREE: Final = 100_000  # of longitude at our latitudes, roughly
_LIST_CHANGED: Final = _(
    "The list of ZIP codes changed after this preview. Please review the file again."
)
_CENSUS_FILE: Final = re.compile(r"(tl|cb)_(?P<year>20\d\d)_us_zcta", re.IGNORECASE)
_MOST_NAMED: Final = 50  # in lists that only give examples
_ERROR_TEXTS: Final[Mapping[str, str]] = {
    "boundaries_not_found": _("It has no boundaries. Use a zip with a shapefile, or GeoJSON."),
    "boundaries_unreadable": _("It is broken, or neither a shapefile in a zip nor GeoJSON."),
    "boundaries_incomplete": _("A shapefile needs its .shp, .shx and .dbf together in one zip."),
    "boundaries_without_zips": _("No column holds ZIP codes (such as ZCTA5CE20 or ZIP_CODE)."),
    "boundaries_no_areas": _("It has points or lines; the map needs areas."),
    "boundaries_not_in_degrees": _("It is not in degrees (NAD83 or WGS 84). Use the Census file."),
    "boundaries_two_layers": _("It has several layers. Use a zip with one."),
    "boundaries_locked": _("It is password-protected."),
    "boundaries_too_large": _("It is too large when unpacked."),
    "boundaries_too_detailed": _("It is too detailed or broken. Use the cartographic file (cb_)."),
}


def preview_zip_list(
    file: Path, *, name: str, is_whole_list: bool, by: str, now: datetime
) -> CoverageImport:
    """Store a preview of what a ZIP code list would change. Raises ImportRefused."""
    if file.stat().st_size > LARGEST_ZIP_LIST_BYTES:
        raise ImportRefused(_("A list of ZIP codes is a small file. Is this the right one?"))
    zips = selectors.all_zips()
    zip_list = read_zip_list(file.read_bytes())
    if not zip_list.lines and not zip_list.bad:
        raise ImportRefused(_("There is no line with a ZIP code below the first line."))
    zip_changes, report = diff_zip_list(zips, zip_list, is_whole_list=is_whole_list)
    preview = CoverageImport(
        kind=CoverageImport.Kind.ZIP_LIST,
        report={**report, "waiting": selectors.count_waiting_phones(report["opened"])},
        changes=[asdict(change.after) for change in zip_changes],
        based_on=selectors.version_of(zips),
    )
    return _store_preview(preview, file, name=name, by=by, now=now)


def preview_boundaries(
    file: Path,
    *,
    name: str,
    by: str,
    now: datetime,
    read: Callable[..., dict[str, Any]] = read_boundaries,
) -> CoverageImport:
    """Store a preview of what a boundary file would change on the map. Raises ImportRefused."""
    zips = selectors.all_zips()
    try:
        result = read(file, zip_codes=frozenset(zips))
    except BoundariesRefused as error:
        raise ImportRefused(_ERROR_TEXTS[error.code]) from error
    boundaries = result["boundaries"]
    if not boundaries:
        raise ImportRefused(_("None of the ZIP codes on our list is in this file."))
    _ensure_near(boundaries, zips=zips)
    drawn = selectors.zips_with_boundary()
    matched = {boundary["zip_code"] for boundary in boundaries}
    unmatched = [one for one in sorted(zips) if zips[one].is_served and one not in matched]
    # The first three digits of a ZIP code are its sorting center, so equal ones are nearby.
    prefixes = {zip_code[:3] for zip_code in zips}
    nearby = [one for one in result["unlisted"] if one[:3] in prefixes]
    changes = [
        {
            "zip_code": boundary["zip_code"],
            "bbox": boundary["bbox"],
            "geometry_json": boundary["geometry"],
            "middle": middle_to_move(boundary, zips=zips),
        }
        for boundary in boundaries
    ]
    report = {
        "matched": len(matched),
        "first_drawn": sorted(matched - set(drawn)),
        "were_approximate": sum(1 for zip_code in matched if drawn.get(zip_code)),
        "unmatched": unmatched,
        "without_outline": [zip_code for zip_code in unmatched if zip_code not in drawn],
        "unlisted": len(result["unlisted"]),
        "unlisted_near": nearby[:_MOST_NAMED],
        "points_before": sum(boundary["points_before"] for boundary in boundaries),
        "points_after": sum(boundary["points_after"] for boundary in boundaries),
        "tolerance_m": round(result["tolerance_deg"] * _METERS_PER_DEGREE),
        "do_borders_match": result["do_borders_match"],
        "repaired": result["repaired"],
        "middles_moved": [change["zip_code"] for change in changes if change["middle"]],
    }
    preview = CoverageImport(
        kind=CoverageImport.Kind.OUTLINES,
        report=report,
        changes=changes,
        based_on=selectors.version_of(zips),
    )
    return _store_preview(preview, file, name=name, by=by, now=now)


def _ensure_near(boundaries: Iterable[Mapping[str, Any]], *, zips: Mapping[str, ZipRecord]) -> None:
    # A lost sign or swapped degrees put an outline on another continent.
    far = [
        boundary["zip_code"]
        for boundary in boundaries
        if math.dist(boundary["inner_point"], zips[boundary["zip_code"]].middle) > FAR_DEG
    ]
    if far:
        raise ImportRefused(
            _(
                "It draws %(zips)s far away from where our list has them. "
                "Are its degrees in order, and west ones negative?"
            ),
            zips=", ".join(far[:_MOST_NAMED]),
        )


def middle_to_move(
    boundary: Mapping[str, Any], *, zips: Mapping[str, ZipRecord]
) -> tuple[float, float] | None:
    # A new center for a ZIP code whose estimated one lies outside its boundary, or None.
    west, south, east, north = boundary["bbox"]
    lat, lon = zips[boundary["zip_code"]].middle
    is_inside = south <= lat <= north and west <= lon <= east
    return None if is_inside else boundary["inner_point"]


def apply_import(import_id: int, *, by: str, now: datetime) -> CoverageImport:
    """Apply a previewed import in one transaction and notify the waitlists of ZIP codes that open.

    Raises ImportRefused when it was settled before, or the list changed after the preview.
    """
    with transaction.atomic(durable=True):
        imported = _settle(import_id, status=CoverageImport.Status.APPLIED, by=by, now=now)
        if imported.based_on != selectors.version_of(selectors.all_zips()):
            raise ImportRefused(_LIST_CHANGED)
        notified_count = 0
        if imported.kind == CoverageImport.Kind.ZIP_LIST:
            for opened in save_zips(imported.changes):
                notified_count += notify_waitlist(opened, now=now)
        else:
            save_boundaries(imported.changes, source=source_of(imported.file_name, now=now))
        _record(imported, notified_count=notified_count, now=now)
        return imported


def source_of(file_name: str, *, now: datetime) -> str:
    """Return what the map calls outlines of a file: the Census Bureau's by the year in its name."""
    if census := _CENSUS_FILE.match(file_name):
        return f"Census outlines, {census['year']}"
    with in_english():
        return f"{file_name}, {month_of(local_date(now))}"


def withdraw_import(import_id: int, *, by: str, now: datetime) -> CoverageImport:
    """Mark an import as never to be applied. Raises ImportRefused when it was settled before."""
    with transaction.atomic(durable=True):
        imported = _settle(import_id, status=CoverageImport.Status.WITHDRAWN, by=by, now=now)
        _record(imported, notified_count=0, now=now)
        return imported


def _store_preview(
    preview: CoverageImport, file: Path, *, name: str, by: str, now: datetime
) -> CoverageImport:
    with file.open("rb") as content:
        preview.file_sha256 = hashlib.file_digest(content, "sha256").hexdigest()
    preview.file_name, preview.file_bytes = name[-120:], file.stat().st_size
    preview.previewed_by, preview.previewed_at = by, now
    with transaction.atomic(durable=True):
        preview.save(force_insert=True)
    return preview


def _settle(
    import_id: int, *, status: CoverageImport.Status, by: str, now: datetime
) -> CoverageImport:
    previewed = CoverageImport.objects.filter(
        pk=import_id, status__in=statuses_before(COVERAGE_IMPORT, status)
    )
    if not previewed.update(status=status, settled_by=by, settled_at=now):
        raise ImportRefused(_("This import was already applied or withdrawn."))
    return CoverageImport.objects.get(pk=import_id)


def _record(imported: CoverageImport, *, notified_count: int, now: datetime) -> None:
    record_event(
        imported.settled_by,
        action=f"coverage_import_{imported.status}",
        object=f"coverage_imports {imported.pk}",
        before={"status": CoverageImport.Status.PREVIEWED},
        after={
            "status": imported.status,
            "file": imported.file_name,
            "sha256": imported.file_sha256,
            "rows": len(imported.changes),
            "notified": notified_count,
        },
        now=now,
    )


def save_zips(rows: Iterable[Mapping[str, Any]]) -> list[CoveredZip]:
    # Returns the ZIP codes that open by it.
    zips = [CoveredZip(**row) for row in rows]
    active = CoveredZip.objects.filter(status=CoveredZip.Status.ACTIVE)
    served = set(active.values_list("zip_code", flat=True))
    columns = ("city", "state", "county", "region", "status", "lat", "lon")
    CoveredZip.objects.bulk_create(
        zips, update_conflicts=True, unique_fields=["zip_code"], update_fields=columns
    )
    return [one for one in zips if one.is_served and one.zip_code not in served]


def save_boundaries(rows: Sequence[Mapping[str, Any]], *, source: str) -> None:
    # Replace the boundaries of these ZIP codes. `middle` is set only for a ZIP code whose point lay
    # outside of its boundary.
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
