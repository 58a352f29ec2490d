"""Coverage imports: stored when previewed, written to the list when applied."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from standby.core.errors import Conflict, NotFound, _
from standby.core.lifecycle import COVERAGE_IMPORT, statuses_before
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary
from standby.coverage.rules.coverage_change import ZipRecord


class ImportNotFound(NotFound):
    code = "coverage_import_not_found"
    message = _("There is no such import.")


class ImportSettled(Conflict):
    code = "coverage_import_settled"
    message = _("This import was applied or withdrawn already.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFile:
    name: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The rows to write in `changes`, and the version of the list they are based on."""

    kind: CoverageImport.Kind
    report: Mapping[str, Any]
    changes: Sequence[Mapping[str, Any]]
    based_on: str


def store_preview(
    file: ImportedFile, *, preview: Preview, by: str, now: datetime
) -> CoverageImport:
    return CoverageImport.objects.create(
        kind=preview.kind,
        file_name=file.name[-120:],
        file_sha256=file.sha256,
        file_bytes=file.size_bytes,
        report=preview.report,
        changes=list(preview.changes),
        based_on=preview.based_on,
        previewed_by=by,
        previewed_at=now,
    )


def lock_import(import_id: int) -> CoverageImport:
    """Lock an import until the transaction ends. Raises ImportNotFound and ImportSettled."""
    imported = CoverageImport.objects.select_for_update().filter(pk=import_id).first()
    if imported is None:
        raise ImportNotFound
    if imported.status != CoverageImport.Status.PREVIEWED:
        raise ImportSettled
    return imported


def finish_import(
    imported: CoverageImport, *, status: CoverageImport.Status, by: str, now: datetime
) -> None:
    waiting = CoverageImport.objects.filter(
        pk=imported.pk, status__in=statuses_before(COVERAGE_IMPORT, status)
    )
    if not waiting.update(status=status, settled_by=by, settled_at=now):
        raise ImportSettled
    imported.status, imported.settled_by, imported.settled_at = status, by, now


def row_of(after: ZipRecord) -> dict[str, Any]:
    # The row as a preview stores it.
    row = asdict(after)
    row["lat"], row["lon"] = row.pop("middle")
    row["status"] = CoveredZip.Status.ACTIVE if row.pop("is_served") else CoveredZip.Status.INACTIVE
    return row


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
