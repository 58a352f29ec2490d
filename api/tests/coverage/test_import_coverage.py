"""A file changes where we install: previewed, then applied as it was seen, or withdrawn."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bookings import NOW
from django.test import Client
from waiting import status_of, told, wait

from standby.audit.models import AuditEvent
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary
from standby.coverage.providers.boundaries import BoundariesRefused
from standby.coverage.rules.zip_list import ZipListUnreadable
from standby.coverage.services.import_coverage import (
    BoundariesUnusable,
    ImportNotFound,
    ImportSettled,
    ListChangedMeanwhile,
    NothingToDraw,
    ZipListTooLarge,
    apply_import,
    finish_import,
    preview_boundaries,
    preview_zip_list,
    withdraw_import,
)

pytestmark = pytest.mark.django_db(transaction=True)
BY = "staff jo@site.test"
BRENHAM = "zip_code,city,region,lat,lon\n77833,Brenham,Northwest,30.17,-96.40\n"
SQUARE = {
    "type": "Polygon",
    "coordinates": [[[-95.4, 29.7], [-95.4, 29.8], [-95.3, 29.8], [-95.3, 29.7], [-95.4, 29.7]]],
}


def known_file(*outlines: dict[str, Any], unlisted: tuple[str, ...] = (), code: str = "") -> Any:
    """A reader that finds these outlines in any file, or refuses it with a code."""

    def read(file: Path, *, zip_codes: frozenset[str]) -> dict[str, Any]:
        if code:
            raise BoundariesRefused(code)
        return {
            "boundaries": [one for one in outlines if one["zip_code"] in zip_codes],
            "unlisted": unlisted,
            "tolerance_deg": 0.0005,
            "do_borders_match": True,
            "repaired": [],
        }

    return read


def outline(zip_code: str = "77002") -> dict[str, Any]:
    return {
        "zip_code": zip_code,
        "bbox": (-95.4, 29.7, -95.3, 29.8),
        "geometry": SQUARE,
        "inner_point": (29.75, -95.35),
        "points_before": 400,
        "points_after": 5,
    }


@pytest.fixture
def houston() -> CoveredZip:
    return CoveredZip.objects.create(
        zip_code="77002", city="Houston", region="Central", lat=29.75, lon=-95.36
    )


def preview(folder: Path, text: str = BRENHAM, *, is_whole_list: bool = False) -> CoverageImport:
    file = folder / "zips.csv"
    file.write_text(text)
    return preview_zip_list(file, name=file.name, is_whole_list=is_whole_list, by=BY, now=NOW)


def preview_shapes(folder: Path, read: Any) -> CoverageImport:
    file = folder / "tl_2020_us_zcta520.zip"
    file.write_bytes(b"boundaries")
    return preview_boundaries(file, name=file.name, read=read, by=BY, now=NOW)


def applied(imported: CoverageImport, *, after: timedelta = timedelta(0)) -> CoverageImport:
    return apply_import(imported.pk, by=BY, now=NOW + after)


def test_a_preview_changes_nothing_and_keeps_what_was_seen(
    tmp_path: Path, houston: CoveredZip
) -> None:
    asked = wait()

    imported = preview(tmp_path, BRENHAM + "7783,Short,,,\n77002,Houston,Downtown,,\n")

    assert list(CoveredZip.objects.values_list("zip_code", "region")) == [("77002", "Central")]
    assert (told(), status_of(asked)) == ([], "pending")
    kept = CoverageImport.objects.get()
    assert (kept.pk, kept.kind, kept.status) == (imported.pk, "zip_list", "previewed")
    assert (kept.file_name, kept.previewed_by, kept.previewed_at) == ("zips.csv", BY, NOW)
    assert len(kept.file_sha256) == 64
    assert kept.report["added"] == [{"zip_code": "77833", "city": "Brenham"}]
    assert [bad["line"] for bad in kept.report["bad"]] == [3]
    assert kept.report["opened"] == ["77833"]
    assert kept.report["waiting"] == {"77833": 1}
    assert kept.report["changed"] == [
        {"zip_code": "77002", "fields": {"region": ["Central", "Downtown"]}}
    ]


def test_applying_opens_and_closes_the_zips_and_tells_who_waited_once(
    tmp_path: Path, houston: CoveredZip
) -> None:
    wait("979-555-0100")
    other = wait("979-555-0200", zip_code="77834")

    imported = applied(preview(tmp_path, is_whole_list=True))

    assert imported.report["closed"] == ["77002"]
    houston.refresh_from_db()
    assert houston.status == "inactive"
    listed = CoveredZip.objects.get(zip_code="77833")
    assert (listed.city, listed.state, listed.status) == ("Brenham", "TX", "active")
    assert (listed.region, listed.lat, listed.lon) == ("Northwest", 30.17, -96.4)
    assert (told(), status_of(other)) == (["9795550100"], "pending")
    assert (imported.status, imported.settled_by, imported.settled_at) == ("applied", BY, NOW)
    act = AuditEvent.objects.get()
    assert (act.actor, act.action) == (BY, "coverage_import_applied")
    after = act.after or {}
    assert (after["told"], after["sha256"]) == (1, imported.file_sha256)


def test_a_zip_that_was_served_before_tells_nobody_again(
    tmp_path: Path, houston: CoveredZip
) -> None:
    wait(zip_code="77002")

    applied(preview(tmp_path, "zip_code,city,region\n77002,Houston,Downtown\n"))

    assert told() == []
    assert CoveredZip.objects.get().region == "Downtown"


def test_what_was_applied_or_withdrawn_is_neither_again(tmp_path: Path) -> None:
    first, second = applied(preview(tmp_path)), preview(tmp_path)
    withdraw_import(second.pk, by=BY, now=NOW)

    for settled in (first, second):
        with pytest.raises(ImportSettled):
            applied(settled)
        with pytest.raises(ImportSettled):
            withdraw_import(settled.pk, by=BY, now=NOW)
    with pytest.raises(ImportSettled):  # another was quicker
        finish_import(second, status=CoverageImport.Status.APPLIED, by="ann", now=NOW)
    with pytest.raises(ImportNotFound):
        apply_import(second.pk + 1, by=BY, now=NOW)
    assert [act.action for act in AuditEvent.objects.all()] == [
        "coverage_import_applied",
        "coverage_import_withdrawn",
    ]


def test_a_list_that_changed_since_the_preview_is_looked_at_again(
    tmp_path: Path, houston: CoveredZip
) -> None:
    imported = preview(tmp_path)
    CoveredZip.objects.update(region="Elsewhere")

    with pytest.raises(ListChangedMeanwhile):
        applied(imported)

    assert CoveredZip.objects.count() == 1
    assert CoverageImport.objects.get().status == "previewed"


def test_outlines_are_previewed_then_drawn(tmp_path: Path, houston: CoveredZip) -> None:
    CoveredZip.objects.create(zip_code="77201", city="Houston", lat=29.7, lon=-95.3)
    ZipBoundary.objects.create(
        covered_zip=houston, bbox=[0, 0, 1, 1], geometry_json={}, source="drawn by hand"
    )

    imported = preview_shapes(tmp_path, known_file(outline(), unlisted=("77003", "10001")))
    assert ZipBoundary.objects.get().is_approximate

    report = CoverageImport.objects.get().report
    assert (report["matched"], report["first_drawn"], report["were_approximate"]) == (1, [], 1)
    assert (report["unmatched"], report["without_outline"]) == (["77201"], ["77201"])
    assert (report["unlisted"], report["unlisted_near"]) == (2, ["77003"])
    assert (report["points_before"], report["points_after"], report["tolerance_m"]) == (400, 5, 50)
    assert report["middles_moved"] == []

    applied(imported)

    shape = ZipBoundary.objects.get()
    assert (shape.bbox, shape.geometry_json) == ([-95.4, 29.7, -95.3, 29.8], SQUARE)
    assert not shape.is_approximate
    assert shape.source == "tl_2020_us_zcta520.zip, November 2025"
    houston.refresh_from_db()
    assert (houston.lat, houston.lon) == (29.75, -95.36)
    [drawn] = Client().get("/api/coverage-geometries").json()
    assert (drawn["zip_code"], drawn["geometry_json"]) == ("77002", SQUARE)


@pytest.mark.parametrize(
    ("middle", "moves"),
    [
        ((31.0, -95.36), True),
        *(
            (edge, False)
            for edge in ((29.7, -95.35), (29.8, -95.35), (29.75, -95.4), (29.75, -95.3))
        ),
    ],
)
def test_an_estimated_middle_moves_into_its_outline_and_one_on_its_edge_stays(
    tmp_path: Path, houston: CoveredZip, middle: tuple[float, float], moves: bool
) -> None:
    lat, lon = middle
    CoveredZip.objects.update(lat=lat, lon=lon, status="inactive")

    imported = preview_shapes(tmp_path, known_file(outline()))
    applied(imported)

    assert imported.report["middles_moved"] == ["77002"] * moves
    assert imported.report["unmatched"] == []
    moved = CoveredZip.objects.get()
    assert (moved.lat, moved.lon) == ((29.75, -95.35) if moves else middle)
    assert ZipBoundary.objects.get().covered_zip == moved


def test_what_is_no_list_or_has_no_outline_of_ours_is_refused_and_not_kept(
    tmp_path: Path, houston: CoveredZip
) -> None:
    with pytest.raises(ZipListUnreadable):
        preview(tmp_path, "hello")
    with pytest.raises(ZipListTooLarge):
        preview(tmp_path, "zip_code\n" + " " * 5 * 1024 * 1024)
    with pytest.raises(NothingToDraw):
        preview_shapes(tmp_path, known_file(outline("10001")))
    with pytest.raises(BoundariesUnusable) as refused:
        preview_shapes(tmp_path, known_file(code="boundaries_locked"))

    assert refused.value.detail == "It is locked with a password."
    assert not CoverageImport.objects.exists()
