"""Coverage imported by command: what a file would do is said first, the same file is applied."""

from io import StringIO
from pathlib import Path

import pytest
from census_files import Grid, write_geojson, write_shapefile
from django.core.management import CommandError, call_command

from standby.audit.models import AuditEvent
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]


def run(*words: str | Path) -> list[str]:
    said = StringIO()
    call_command(str(words[0]), *map(str, words[1:]), stdout=said)
    return said.getvalue().splitlines()


def test_a_list_is_previewed_and_then_applied(tmp_path: Path) -> None:
    file = tmp_path / "zips.csv"
    file.write_text("zip,city,lat,lon\n77833,Brenham,30.17,-96.4\n7783,Short,,\n77380,Spring,,\n")

    preview = run("import_zips", file)
    assert CoveredZip.objects.count() == 1
    applied = run("import_zips", file, "--apply", "--by", "Jo")

    number = CoverageImport.objects.get().pk
    assert preview == [
        "! 1 line cannot be used: line 3: It is new to the list: it needs its latitude and "
        "longitude, or a region that has others.",
        "  1 ZIP code is new to the list: 77833 Brenham",
        "  1 ZIP code begins to be served: 77833",
        "  1 stay as they are.",
        "  1 ZIP code had lost the zeros in front: line 3",
        f"Nothing is changed yet. To apply import {number}: --apply",
    ]
    assert applied == [f"Import {number} is applied: 1 rows."]
    assert CoveredZip.objects.filter(status="active").count() == 2
    assert AuditEvent.objects.get().actor == "Jo"


def test_a_whole_list_says_what_it_closes(tmp_path: Path) -> None:
    file = tmp_path / "zips.csv"
    file.write_text("zip,city,lat,lon\n77833,Brenham,30.17,-96.4\n")

    preview = run("import_zips", file, "--whole-list")
    run("import_zips", file, "--apply")

    assert "! 1 ZIP code is served no more: 77380" in preview
    assert CoveredZip.objects.get(zip_code="77380").status == "inactive"


def test_a_boundary_file_is_previewed_and_then_drawn(tmp_path: Path) -> None:
    CoveredZip.objects.create(zip_code="77201", city="Houston", lat=29.7, lon=-95.3)
    file = write_shapefile(tmp_path / "tl_2020_us_zcta520.zip", Grid(zips=["77380", "77381"]))

    preview = run("import_shapes", file)
    run("import_shapes", file, "--apply")

    assert preview[:6] == [
        "  1 of our ZIP codes are in the file.",
        "  1 is drawn for the first time: 77380",
        "! 1 served ZIP code is not in it (PO boxes have no area) and stays as it is: 77201",
        "! 1 of them is not on the map at all: 77201",
        "  1 other ZIP codes of the file are not on our list.",
        "  1 of them is next door: 77381",
    ]
    shape = ZipBoundary.objects.get()
    assert shape.covered_zip.zip_code == "77380"
    assert not shape.is_approximate


def test_what_cannot_be_used_is_said_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text("name\nJo\n")
    elsewhere = write_geojson(tmp_path / "e.geojson", Grid(zips=["10001"]))

    with pytest.raises(CommandError, match="not a list of ZIP codes"):
        run("import_zips", file)
    with pytest.raises(CommandError, match="preview it first"):
        run("import_zips", file, "--apply")
    with pytest.raises(CommandError, match="There is no file"):
        run("import_zips", tmp_path / "nothing.csv")
    with pytest.raises(CommandError, match="neither a shapefile"):
        run("import_shapes", file)
    with pytest.raises(CommandError, match="None of the ZIP codes"):
        run("import_shapes", elsewhere)
    assert not CoverageImport.objects.exists()
