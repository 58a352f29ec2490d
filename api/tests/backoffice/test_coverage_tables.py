"""Where we install, changed at the tables: by one row, or by a file that is looked at first."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from access_helpers import actor_named
from census_files import Grid, write_shapefile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from notify_requests import status_of, wait
from tables_browser import at_the_tables, said, save

from standby.audit.models import AuditEvent
from standby.core.middleware import COVERAGE_IMPORT, LARGEST_IMPORT_BYTES
from standby.core.roles import Role
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary
from standby.messaging.models import Message

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]


ZIPS = "/staff/tables/coverage/coveredzip/"
IMPORTS = "/staff/tables/coverage/coverageimport/"
BRENHAM = b"zip_code,city,lat,lon\n77833,Brenham,30.17,-96.40\n77OO2,Houston,,\n"


def upload(
    browser: Client,
    content: bytes,
    *,
    name: str = "zips.csv",
    kind: str = "zip_list",
    **notified: str,
) -> Any:
    file = SimpleUploadedFile(name, content)
    return browser.post(COVERAGE_IMPORT, {"kind": kind, "file": file, **notified})


def preview(browser: Client, content: bytes = BRENHAM, **notified: str) -> Any:
    answer = upload(browser, content, **notified)
    assert answer.status_code == 302, said(answer)
    return browser.get(answer["Location"])


def test_zip_codes_without_a_region_are_chosen_by_words() -> None:
    CoveredZip.objects.create(zip_code="77833", city="Brenham", lat=30.17, lon=-96.4)

    page = at_the_tables().get(ZIPS).content.decode()

    assert re.search(r'<a href="\?region="[^>]*>\s*No region\s*</a>', page)


@pytest.mark.req("OPS-12.3")
def test_a_list_is_looked_at_then_applied_exactly() -> None:
    asked = wait()
    browser = at_the_tables()

    page = preview(browser)

    words = said(page)
    assert "This is a preview. Nothing is changed yet." in words
    assert '1 line cannot be used line 3: "77OO2" is not a ZIP code.' in words
    assert "1 ZIP code will be activated 77833" in words
    assert "1 person asked to be notified and gets a text that we now serve it 77833 (1)" in words
    assert CoveredZip.objects.count() == 1

    applied = browser.post(page.wsgi_request.path, {"apply": "1"}, follow=True)

    assert "zips.csv is applied." in said(applied)
    assert "Applied on" in said(applied)
    assert "Coverage import applied" in said(applied)
    assert CoveredZip.objects.get(zip_code="77833").status == "active"
    assert status_of(asked) == "notified"
    action = AuditEvent.objects.get(action="coverage_import_applied")
    assert action.actor == actor_named("manager@example.org")


def test_a_preview_may_be_withdrawn_and_is_then_over() -> None:
    browser = at_the_tables()
    path = preview(browser).wsgi_request.path

    withdrawn = browser.post(path, {"withdraw": "1"}, follow=True)
    again = browser.post(path, {"apply": "1"}, follow=True)

    assert "is withdrawn. Nothing was changed." in said(withdrawn)
    assert "was already applied or withdrawn" in said(again)
    assert CoveredZip.objects.count() == 1


@pytest.mark.req("OPS-12.3")
def test_a_boundary_file_is_drawn_before_it_counts(tmp_path: Path) -> None:
    CoveredZip.objects.create(zip_code="77201", city="Houston", lat=29.05, lon=-95.95)
    file = write_shapefile(tmp_path / "tl.zip", Grid(zips=["77380", "77381"]))
    browser = at_the_tables()

    page = preview(browser, file.read_bytes(), name="tl_2020_us_zcta520.zip", kind="outlines")

    html = page.content.decode()
    assert re.search(r'<path class="drawn" d="M[\d. LZM]+"><title>77380</title>', html)
    assert re.search(r'<circle class="missing"[^>]*><title>77201</title>', html)
    assert "points become" in said(page)
    assert not ZipBoundary.objects.exists()
    browser.post(page.wsgi_request.path, {"apply": "1"})
    assert ZipBoundary.objects.get().source == "Census outlines, 2020"


@pytest.mark.req("COVMAP-03.3")
def test_true_outlines_are_one_guided_step_from_the_list(tmp_path: Path) -> None:
    place = CoveredZip.objects.get()
    ZipBoundary.objects.create(covered_zip=place, bbox=[0, 0, 1, 1], geometry_json={})
    file = write_shapefile(tmp_path / "tl.zip", Grid(zips=[place.zip_code]))
    browser = at_the_tables()

    listed = browser.get(ZIPS).content.decode()
    assert "1 areas on the map are approximate." not in listed
    assert "1 area on the map is approximate." in listed
    [link] = re.findall(r'href="([^"]*kind=outlines)"', listed)
    guide = browser.get(link).content.decode()
    uploaded = SimpleUploadedFile("tl_2025_us_zcta520.zip", file.read_bytes())
    answer = browser.post(link, {"kind": "outlines", "file": uploaded})
    shown = browser.get(answer["Location"])
    browser.post(answer["Location"], {"apply": "1"})

    assert "tl_2025_us_zcta520.zip" in guide
    assert re.search(r'value="outlines"[^>]*checked', guide)
    assert "1 of our ZIP codes are in the file" in said(shown)
    assert "had only approximate outlines until now" in said(shown)
    assert "approximate." not in browser.get(ZIPS).content.decode()
    [area] = Client().get("/api/coverage-geometries").json()
    assert (area["is_approximate"], area["source"]) == (False, "Census outlines, 2025")


def test_words_of_a_file_stay_words_and_what_cannot_be_used_is_said_beside_the_field() -> None:
    browser = at_the_tables()
    hostile = b"zip_code,city,lat,lon\n77833,<script>alert(1)</script>,30,-96\n"
    page = preview(browser, hostile, name="<img src=x>.csv")
    assert b"<script>alert(1)" not in page.content
    assert b"<img src=x" not in page.content
    assert "77833 <script>alert(1)</script>" in said(page)
    CoverageImport.objects.all().delete()

    no_list = upload(browser, b"hello")
    no_map = upload(browser, b"hello", kind="outlines")
    nothing = browser.post(COVERAGE_IMPORT, {"kind": "zip_list"})

    assert "This is not a list of ZIP codes" in said(no_list)
    assert "neither a shapefile in a zip nor GeoJSON" in said(no_map)
    assert "This field is required." in said(nothing)
    assert not CoverageImport.objects.exists()


def test_applying_asks_for_the_second_factor_again_when_it_was_shown_long_ago() -> None:
    browser = at_the_tables(shown_ago=timedelta(minutes=30))
    path = preview(browser).wsgi_request.path

    asked = browser.post(path, {"apply": "1"})

    assert asked.status_code == 403
    assert 'name="apply" value="1"' in asked.content.decode()
    assert CoverageImport.objects.get().status == "previewed"


def test_who_may_not_change_the_catalogue_neither_sees_nor_sends_imports() -> None:
    imported = preview(at_the_tables()).wsgi_request.path
    browser = at_the_tables(Role.DISPATCHER)

    answers = [
        browser.get(imported).status_code,
        browser.post(imported, {"apply": "1"}).status_code,
        browser.get(COVERAGE_IMPORT).status_code,
        upload(browser, BRENHAM).status_code,
        browser.get(ZIPS).status_code,
    ]

    assert answers == [404, 404, 403, 403, 403]
    assert CoverageImport.objects.count() == 1


def test_only_this_path_takes_a_large_body_and_a_stranger_sends_none_of_it() -> None:
    def post(path: str, size_bytes: int) -> Any:
        return Client().generic("POST", path, b"--x", CONTENT_LENGTH=str(size_bytes))

    through = post(COVERAGE_IMPORT, LARGEST_IMPORT_BYTES)
    too_large = post(COVERAGE_IMPORT, LARGEST_IMPORT_BYTES + 1)
    elsewhere = post(ZIPS, LARGEST_IMPORT_BYTES)

    assert (through.status_code, through["Location"].startswith("/staff/")) == (302, True)
    assert (too_large.status_code, elsewhere.status_code) == (413, 413)


def test_a_row_that_becomes_active_tells_who_waited() -> None:
    listed = CoveredZip.objects.create(
        zip_code="77833", city="Brenham", lat=30.17, lon=-96.4, status="inactive"
    )
    asked = wait()
    browser = at_the_tables()

    save(browser, f"{ZIPS}{listed.pk}/change/", city="Brenham TX")
    assert status_of(asked) == "pending"
    save(browser, f"{ZIPS}{listed.pk}/change/", status="active")
    save(browser, f"{ZIPS}{listed.pk}/change/", region="Northwest")

    assert status_of(asked) == "notified"
    assert Message.objects.get().recipient == "9795550100"


def test_a_row_that_cannot_be_is_refused_and_the_list_leads_to_imports() -> None:
    browser = at_the_tables()
    row = {"zip_code": "77833", "city": "B", "state": "TX", "status": "active", "lat": 9, "lon": 0}

    no_zip = browser.post(f"{ZIPS}add/", {**row, "zip_code": "7783"})
    nowhere = browser.post(f"{ZIPS}add/", {**row, "lat": 95})

    assert "A ZIP code has five digits." in said(no_zip)
    assert "less than or equal to 90" in said(nowhere)
    assert COVERAGE_IMPORT in browser.get(ZIPS).content.decode()
    assert browser.get(IMPORTS).status_code == 200
    assert browser.get(f"{IMPORTS}999/change/").status_code == 404
