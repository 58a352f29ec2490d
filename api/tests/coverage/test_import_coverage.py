"""A file changes where we install: previewed, then applied as it was seen, or withdrawn."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st
from notify_requests import notified, status_of, wait

from standby.audit.models import AuditEvent
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary
from standby.coverage.providers.boundaries import BoundariesRefused
from standby.coverage.rules.zip_list import (
    ImportRefused,
    ZipChange,
    ZipList,
    ZipRecord,
    diff_zip_list,
    read_zip_list,
)
from standby.coverage.services.import_coverage import (
    apply_import,
    preview_boundaries,
    preview_zip_list,
    withdraw_import,
)

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
def houston(db: None) -> CoveredZip:
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
    assert (notified(), status_of(asked)) == ([], "pending")
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
    assert (notified(), status_of(other)) == (["9795550100"], "pending")
    assert (imported.status, imported.settled_by, imported.settled_at) == ("applied", BY, NOW)
    action = AuditEvent.objects.get()
    assert (action.actor, action.action) == (BY, "coverage_import_applied")
    after = action.after or {}
    assert (after["notified"], after["sha256"]) == (1, imported.file_sha256)


def test_a_zip_that_was_served_before_tells_nobody_again(
    tmp_path: Path, houston: CoveredZip
) -> None:
    wait(zip_code="77002")

    applied(preview(tmp_path, "zip_code,city,region\n77002,Houston,Downtown\n"))

    assert notified() == []
    assert CoveredZip.objects.get().region == "Downtown"


@pytest.mark.django_db
def test_what_was_applied_or_withdrawn_is_neither_again(tmp_path: Path) -> None:
    first, second = applied(preview(tmp_path)), preview(tmp_path)
    withdraw_import(second.pk, by=BY, now=NOW)

    for settled in (first, second):
        with pytest.raises(ImportRefused, match="already applied or withdrawn"):
            applied(settled)
        with pytest.raises(ImportRefused, match="already applied or withdrawn"):
            withdraw_import(settled.pk, by=BY, now=NOW)
    with pytest.raises(ImportRefused):
        apply_import(second.pk + 1, by=BY, now=NOW)
    assert [action.action for action in AuditEvent.objects.all()] == [
        "coverage_import_applied",
        "coverage_import_withdrawn",
    ]


def test_a_list_that_changed_since_the_preview_is_looked_at_again(
    tmp_path: Path, houston: CoveredZip
) -> None:
    imported = preview(tmp_path)
    CoveredZip.objects.update(region="Elsewhere")

    with pytest.raises(ImportRefused, match="changed after this preview"):
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
    assert shape.source == "Census outlines, 2020"
    houston.refresh_from_db()
    assert (houston.lat, houston.lon) == (29.75, -95.36)
    [drawn] = Client().get("/api/coverage-geometries").json()
    assert (drawn["zip_code"], drawn["geometry_json"]) == ("77002", SQUARE)


def test_an_outline_far_from_its_zip_is_refused(tmp_path: Path, houston: CoveredZip) -> None:
    lost_sign = {**outline(), "bbox": (95.3, 29.7, 95.4, 29.8), "inner_point": (29.75, 95.35)}

    with pytest.raises(ImportRefused, match="77002 far away"):
        preview_shapes(tmp_path, known_file(lost_sign))

    assert not CoverageImport.objects.exists()


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
    with pytest.raises(ImportRefused, match="not a list of ZIP codes"):
        preview(tmp_path, "hello")
    with pytest.raises(ImportRefused, match="a small file"):
        preview(tmp_path, "zip_code\n" + " " * 5 * 1024 * 1024)
    with pytest.raises(ImportRefused, match="None of the ZIP codes"):
        preview_shapes(tmp_path, known_file(outline("10001")))
    with pytest.raises(ImportRefused) as refused:
        preview_shapes(tmp_path, known_file(code="boundaries_locked"))

    assert str(refused.value) == "It is password-protected."
    assert not CoverageImport.objects.exists()


HEAD = "zip_code,city,state,county,region,lat,lon,status\n"


def read(text: str, *, encoding: str = "utf-8") -> ZipList:
    return read_zip_list(text.encode(encoding))


def codes(found: ZipList) -> list[str]:
    return [line["zip_code"] for line in found.lines]


def reasons(found: ZipList) -> dict[int, str]:
    return {bad["line"]: bad["reason"] for bad in found.bad}


def test_a_whole_line_is_read() -> None:
    found = read(HEAD + "77833,Brenham,TX,Washington,Northwest,30.17,-96.40,inactive\n")

    [line] = found.lines
    assert line == {
        **{"line": 2, "zip_code": "77833", "city": "Brenham", "state": "TX"},
        **{"county": "Washington", "region": "Northwest", "status": "inactive"},
        **{"lat": 30.17, "lon": -96.40},
    }
    assert (found.bad, found.ignored_columns, found.zeros_restored) == ([], [], [])


@pytest.mark.parametrize("word", ["inactive", "not served", "No", "FALSE", "n", "0"])
def test_every_word_for_not_served_is_understood(word: str) -> None:
    [line] = read(f"zip_code,city,status\n77833,Brenham,{word}\n").lines

    assert line["status"] == "inactive"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252", "utf-8"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_every_way_in_which_a_spreadsheet_saves_it(encoding: str, end: str, delimiter: str) -> None:
    table = "ZIP Code,City\n77833,Peña\n77834,Brenham\n"

    found = read(table.replace("\n", end).replace(",", delimiter), encoding=encoding)

    first, second = found.lines
    assert (first["zip_code"], first["city"]) == ("77833", "Peña")
    assert (second["zip_code"], second["city"]) == ("77834", "Brenham")
    assert (first["state"], first["county"], first["region"], first["lat"]) == ("", "", "", None)
    assert first["status"] == "active"


@pytest.mark.parametrize(
    ("notified", "zip_code"),
    [
        ("7001", "07001"),
        ("501", "00501"),
        ("77002.0", "77002"),
        ("77002-1234", "77002"),
        (" 77002 ", "77002"),
    ],
)
def test_what_excel_makes_of_a_zip_code_is_undone(notified: str, zip_code: str) -> None:
    found = read(f"zip,city\n{notified},Somewhere\n")

    assert codes(found) == [zip_code]
    assert found.zeros_restored == ([2] if zip_code.startswith("0") else [])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("770022,Houston", '"770022" is not a ZIP code.'),
        ("77OO2,Houston", '"77OO2" is not a ZIP code.'),
        ("٧٧٨٣٣,Houston", '"٧٧٨٣٣" is not a ZIP code.'),
        (",Houston", "There is no ZIP code."),
        ("77002,\u202eHouston\x07", "The column city has a character that cannot be shown."),
        ("77002," + "H" * 81, "The city is longer than 80 letters."),
        ("77002,Houston,TX,,,29.7", "Latitude and longitude must be two numbers, or both empty."),
        (
            "77002,Houston,TX,,,north,-95",
            "Latitude and longitude must be two numbers, or both empty.",
        ),
        ("77002,Houston,TX,,,-95.3,290", "The latitude is out of range: it is from -90 to 90."),
        ("77002,Houston,TX,,,nan,-95", "The latitude is out of range: it is from -90 to 90."),
        ("77002,Houston,TX,,,29,1e308", "The longitude is out of range: it is from -180 to 180."),
        ("77002,Houston,TX,,,,,soon", '"soon" is neither active nor inactive.'),
        (
            "77002,Houston,TX,,,,,active,more",
            "There are more cells than columns. Is a comma not quoted?",
        ),
    ],
)
def test_a_bad_line_is_named_with_its_reason_and_the_others_are_read(
    line: str, reason: str
) -> None:
    found = read(f"{HEAD}77001,Houston\n{line}\n77003,Houston\n")

    assert codes(found) == ["77001", "77003"]
    assert reasons(found) == {3: reason}


def test_a_zip_that_comes_twice_counts_once_and_lines_as_an_editor_counts_them() -> None:
    found = read('zip_code,city\n07001,"Ave\nnel"\n\n7001,Avenel\nx,Houston\n')

    assert codes(found) == ["07001"]
    assert found.lines[0]["city"] == "Ave nel"
    assert reasons(found) == {5: "07001 is already on line 2.", 6: '"x" is not a ZIP code.'}


def test_columns_we_do_not_know_are_told_and_a_second_one_of_a_name_too() -> None:
    found = read("ZIP,City,Population,city,\n77001,Houston,9,Dallas,\n")

    assert found.ignored_columns == ["Population", "city", ""]
    assert found.lines[0]["city"] == "Houston"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"city\nHouston\n",
        b"zip_code" + b",city" * 100 + b"\n77001\n",
        b"77001,Houston\n",
        b"PK\x03\x04\x00\x00",
        b"zip_code,city\n77001,\x00\n",
        b"\xff\xfe\x00",
        b"\x81\x8d",
        b'zip_code,"city\n77001,Houston',
    ],
)
def test_what_is_no_list_is_refused(content: bytes) -> None:
    with pytest.raises(ImportRefused, match="not a list of ZIP codes"):
        read_zip_list(content)


@pytest.mark.parametrize("cell", ['"Spring', '"Spring"s', '"' + "H" * 200_000])
def test_a_quote_that_is_not_closed_is_refused_by_its_line(cell: str) -> None:
    with pytest.raises(ImportRefused, match=r"Line 3 cannot be read.* a quote in it is not closed"):
        read(f"zip_code,city\n77001,Houston\n77380,{cell}\n77381,Houston\n")


def test_a_list_longer_than_the_country_is_refused() -> None:
    with pytest.raises(ImportRefused, match="more lines than ZIP codes"):
        read("zip_code\n" + "77001\n" * 45_001)


@given(st.text(alphabet='0123456789,;"\n\r\t abcé\ufeff', max_size=200))
@example("\r")
def test_whatever_stands_in_it_each_line_is_read_or_named(text: str) -> None:
    try:
        found = read("zip_code,city\n" + text)
    except ImportRefused as refused:
        assert str(refused).startswith("Line ")  # noqa: PT017 - most texts are read
        return

    notified = {line["line"] for line in found.lines} | set(reasons(found))
    assert len(notified) == len(found.lines) + len(found.bad)
    assert all(len(line["zip_code"]) == 5 for line in found.lines)
    assert len(set(codes(found))) == len(found.lines)


HOUSTON = ZipRecord(
    zip_code="77002",
    city="Houston",
    state="TX",
    county="Harris",
    region="Central Houston",
    status="active",
    lat=29.75,
    lon=-95.36,
)
SPRING = replace(HOUSTON, zip_code="77380", city="Spring", region="North", lat=30.1, lon=-95.4)
LISTED = {one.zip_code: one for one in (HOUSTON, SPRING)}


def compared(
    lines: str, *, zips: Mapping[str, ZipRecord] = LISTED, is_whole_list: bool = False
) -> tuple[list[ZipChange], dict[str, Any]]:
    return diff_zip_list(zips, read_zip_list((HEAD + lines).encode()), is_whole_list=is_whole_list)


@pytest.mark.parametrize(("state", "status"), [("TX", ""), ("", "inactive")])
def test_a_new_zip_opens_where_it_is_served(state: str, status: str) -> None:
    line = f"77833,Brenham,{state},Washington,Northwest,30.17,-96.40,{status}\n"

    [change] = compared(line)[0]

    assert change.before is None
    assert (change.opens, change.closes, change.fields) == (status == "", False, {})
    assert (change.after.city, change.after.state) == ("Brenham", "TX")
    assert change.after.is_served == change.opens


def test_a_new_zip_without_a_middle_stands_in_that_of_its_region() -> None:
    [change, _] = compared("77381,Spring,,,North,30.3,-95.6\n77103,Spring,,,North\n")[0]

    assert change.after.middle == pytest.approx((30.2, -95.5))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("77103,,,,,30.17,-96.40", "It is new to the list: it needs its city."),
        (
            "77103,Brenham,,,Nowhere",
            "It is new to the list: it needs its latitude and longitude, or a region that has "
            "others.",
        ),
        ("07757", "07757 is in NJ, not in TX. Is a digit missing?"),
    ],
)
def test_a_new_zip_of_which_too_little_is_told_is_a_bad_line(line: str, reason: str) -> None:
    changes, report = compared(f"x,Houston\n{line}\n")

    assert changes == []
    assert report["bad"][1] == {"line": 3, "reason": reason}


def test_a_plain_list_of_new_zips_is_completed_from_the_post_offices_list() -> None:
    [change] = compared("77833\n")[0]

    assert (change.after.city, change.after.county, change.after.state) == (
        "Brenham",
        "Washington",
        "TX",
    )
    assert change.after.middle == pytest.approx((30.18, -96.40), abs=0.01)


def test_what_is_empty_stays_and_what_differs_is_told() -> None:
    [change] = compared("77002,Houston,,,Downtown,29.76,-95.37\n")[0]

    assert change.fields == {
        "region": ("Central Houston", "Downtown"),
        "middle": ((29.75, -95.36), (29.76, -95.37)),
    }
    assert change.after.county == "Harris"
    assert not change.opens


def test_the_same_again_changes_nothing() -> None:
    changes, report = compared("77002,Houston\n77380\n")

    assert (changes, report["unchanged"]) == ([], 2)


def test_a_line_may_close_and_open_again() -> None:
    closed = {"77002": replace(HOUSTON, status="inactive")}

    [closing] = compared("77002,,,,,,,inactive\n")[0]
    [opening] = compared("77002\n", zips=closed)[0]

    assert (closing.closes, closing.opens) == (True, False)
    assert (opening.closes, opening.opens) == (False, True)


def test_a_whole_list_closes_what_it_does_not_name_once_and_nothing_while_a_line_is_bad() -> None:
    closed = {**LISTED, "77380": replace(SPRING, status="inactive")}

    _, report = compared("77002\n", is_whole_list=True)
    changes, bad = compared("77002\n7738O,Spring\n", is_whole_list=True)

    assert report["closed"] == ["77380"]
    assert compared("77002\n")[0] == []
    assert compared("77002\n", zips=closed, is_whole_list=True)[0] == []
    assert (changes, bad["left_open"]) == ([], ["77380"])


@given(
    st.lists(st.integers(77001, 77020), unique=True),
    st.lists(st.integers(77001, 77020), unique=True),
    st.booleans(),
)
def test_afterwards_the_list_is_what_was_named_and_doing_it_twice_changes_nothing(
    before: list[int], named: list[int], is_whole_list: bool
) -> None:
    listed = {str(code): replace(HOUSTON, zip_code=str(code)) for code in before}
    lines = "".join(f"{code},Houston,,,,29.75,-95.36\n" for code in named)

    changes, _ = compared(lines, zips=listed, is_whole_list=is_whole_list)
    after = {**listed, **{change.after.zip_code: change.after for change in changes}}

    served = {int(code) for code, one in after.items() if one.is_served}
    assert served == (set(named) if is_whole_list else set(before) | set(named))
    assert compared(lines, zips=after, is_whole_list=is_whole_list)[0] == []
