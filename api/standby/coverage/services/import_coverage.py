"""Coverage imports: preview a file, then apply it as previewed or withdraw it."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from standby.audit.services import record_event
from standby.core.errors import Conflict, Invalid, _
from standby.core.office import MessageContext
from standby.core.policy import HOUSTON
from standby.core.writing import write_transaction
from standby.coverage.models import CoverageImport
from standby.coverage.providers.outlines import BoundariesRefused, Boundary, BoundaryReader
from standby.coverage.rules.coverage_change import ZipRecord, diff_zip_list
from standby.coverage.rules.policy import LARGEST_ZIP_LIST_BYTES
from standby.coverage.rules.zip_list import read_zip_list
from standby.coverage.selectors import zips as queries
from standby.coverage.services import imports
from standby.coverage.services.coverage_reports import (
    boundary_report,
    middle_to_move,
    zip_list_report,
)
from standby.coverage.services.imports import ImportedFile, Preview
from standby.coverage.services.open_zip import notify_waitlist

_CHUNK_BYTES: Final = 1024 * 1024
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
    preview = Preview(
        kind=CoverageImport.Kind.ZIP_LIST,
        report=zip_list_report(diff, zip_list=zip_list, is_whole_list=is_whole_list),
        changes=[imports.row_of(change.after) for change in diff.changes],
        based_on=queries.version_of(zips),
    )
    with write_transaction():
        return imports.store_preview(_file_info(file, name=name), preview=preview, by=by, now=now)


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
    if not boundary_file.outlines:
        raise NothingToDraw
    preview = Preview(
        kind=CoverageImport.Kind.OUTLINES,
        report=boundary_report(boundary_file, zips=zips),
        changes=[_boundary_row(outline, zips=zips) for outline in boundary_file.outlines],
        based_on=queries.version_of(zips),
    )
    with write_transaction():
        return imports.store_preview(_file_info(file, name=name), preview=preview, by=by, now=now)


def apply_import(
    import_id: int, *, by: str, message_context: MessageContext, now: datetime
) -> CoverageImport:
    """Apply a previewed import in one transaction and notify the waitlists of ZIP codes that open.

    Raises ImportNotFound, ImportSettled and ListChangedMeanwhile.
    """
    with write_transaction():
        imported = imports.lock_import(import_id)
        if imported.based_on != queries.version_of(queries.all_zips()):
            raise ListChangedMeanwhile
        notified_count = 0
        if imported.kind == CoverageImport.Kind.ZIP_LIST:
            for opened in imports.save_zips(imported.changes):
                notified_count += notify_waitlist(opened, message_context=message_context, now=now)
        else:
            source = f"{imported.file_name}, {now.astimezone(HOUSTON):%B %Y}"
            imports.save_boundaries(imported.changes, source=source)
        _finish(
            imported,
            status=CoverageImport.Status.APPLIED,
            notified_count=notified_count,
            by=by,
            now=now,
        )
        return imported


def previewed_before(file: Path, *, kind: CoverageImport.Kind) -> CoverageImport:
    """Return the pending preview of a file with exactly these bytes. Raises NotPreviewed."""
    sha256 = _file_info(file, name="").sha256
    pending = queries.pending_import(kind=kind, sha256=sha256)
    if pending is None:
        raise NotPreviewed
    return pending


def withdraw_import(import_id: int, *, by: str, now: datetime) -> CoverageImport:
    """Mark an import as never to be applied. Raises ImportNotFound and ImportSettled."""
    with write_transaction():
        imported = imports.lock_import(import_id)
        _finish(imported, status=CoverageImport.Status.WITHDRAWN, notified_count=0, by=by, now=now)
        return imported


def _finish(
    imported: CoverageImport,
    *,
    status: CoverageImport.Status,
    notified_count: int,
    by: str,
    now: datetime,
) -> None:
    imports.finish_import(imported, status=status, by=by, now=now)
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


def _file_info(file: Path, *, name: str) -> ImportedFile:
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while chunk := content.read(_CHUNK_BYTES):
            digest.update(chunk)
    return ImportedFile(name=name, sha256=digest.hexdigest(), size_bytes=file.stat().st_size)


def _boundary_row(outline: Boundary, *, zips: Mapping[str, ZipRecord]) -> dict[str, Any]:
    return {
        "zip_code": outline.zip_code,
        "bbox": outline.bbox,
        "geometry_json": outline.geometry,
        "middle": middle_to_move(outline, zips=zips),
    }
