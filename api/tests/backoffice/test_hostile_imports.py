"""Whatever staff upload as a list, a map or a logo: it is refused by words, or all of it counts."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from console_client import Console
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hostile_files import (
    BAD_LINES,
    GOOD_LINE,
    GOOD_LIST,
    GOOD_MAP,
    HEADER,
    LAST_LINE,
    a_picture,
    refused_lists,
    refused_logos,
    refused_maps,
)
from pytest_django import Settings
from table_rows import counts
from tables_browser import at_the_tables, said

from standby.company.models import CompanyLogo
from standby.company.selectors import logo
from standby.core.middleware import COVERAGE_IMPORT
from standby.core.roles import Role
from standby.coverage.models import CoverageImport, CoveredZip, ZipBoundary

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    return at_the_tables()


def upload(browser: Client, content: bytes, *, kind: str = "zip_list", **more: str) -> Any:
    file = SimpleUploadedFile("zips.csv", content)
    return browser.post(COVERAGE_IMPORT, {"kind": kind, "file": file, **more})


def apply(browser: Client, answer: Any) -> None:
    assert answer.status_code == 302, said(answer)
    assert "is applied." in said(browser.post(answer["Location"], {"apply": "1"}, follow=True))


def not_refused(
    browser: Client, files: Mapping[str, bytes], **told: str
) -> Iterator[tuple[str, object]]:
    """Those that got anything but a sentence at the field of the file."""
    for name, content in files.items():
        answer = upload(browser, content, **told)
        if answer.status_code != 200:
            yield name, answer.status_code
            continue
        errors = answer.context["form"].errors
        sentences = errors.get("file", [])
        if set(errors) != {"file"} or not all(one.endswith((".", "?")) for one in sentences):
            yield name, errors


@pytest.mark.req("IN-06.8")
def test_each_hostile_list_is_refused_at_its_field_and_the_good_one_behind_is_imported(
    browser: Client,
) -> None:
    files, before = refused_lists(), counts()

    assert dict(not_refused(browser, files, is_whole_list="on")) == {}

    assert counts() == before
    assert len(files) > 60
    apply(browser, upload(browser, GOOD_LIST))
    assert CoveredZip.objects.get().zip_code == "77380"


def test_each_bad_line_is_named_with_its_column_and_the_lines_around_it_are_imported(
    browser: Client,
) -> None:
    found, before = {}, counts()
    for line, reason in BAD_LINES.items():
        content = HEADER + GOOD_LINE + line.encode() + b"\n" + LAST_LINE
        answer = upload(browser, content)
        imported = CoverageImport.objects.get()
        bad = [(one["line"], reason in one["reason"]) for one in imported.report["bad"]]
        if bad != ([(3, True)] if reason else []):
            found[line[:60]] = imported.report["bad"]
        assert not reason or "line 3: " in said(browser.get(answer["Location"]))
        imported.delete()

    assert found == {}
    assert counts() == before
    assert len(BAD_LINES) >= 50
    apply(browser, upload(browser, HEADER + GOOD_LINE + b"=1,\n" + LAST_LINE))
    assert sorted(CoveredZip.objects.values_list("zip_code", flat=True)) == ["77380", "77381"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\n\r\n", b"\r\r\n"])
def test_lines_may_end_in_any_way_and_a_formula_stays_a_word(browser: Client, end: bytes) -> None:
    lines = [HEADER[:-1], b'77380,"=1+1",TX,,,30.1,-95.4,', LAST_LINE[:-1], b""]

    apply(browser, upload(browser, end.join(lines)))

    assert list(CoveredZip.objects.order_by("zip_code").values_list("city", flat=True)) == [
        *("=1+1", "Spring"),
    ]


def test_a_zip_code_that_the_post_office_does_not_know_yet_is_where_the_list_says(
    browser: Client,
) -> None:
    apply(browser, upload(browser, HEADER + b"77000,New Town,TX,,,30.1,-95.4,\n"))

    assert CoveredZip.objects.values_list("city", "lat", "lon").get() == ("New Town", 30.1, -95.4)


def test_each_hostile_map_is_refused_at_its_field_and_the_good_one_behind_is_drawn(
    browser: Client,
) -> None:
    CoveredZip.objects.create(zip_code="77380", city="Spring", lat=30.1, lon=-95.4)
    files, before = refused_maps(), counts()

    assert dict(not_refused(browser, files, kind="outlines")) == {}

    assert counts() == before
    assert len(files) > 60
    apply(browser, upload(browser, GOOD_MAP, kind="outlines"))
    assert ZipBoundary.objects.get().covered_zip.zip_code == "77380"


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "zip_list"},
        {"kind": "zip_list", "file": "77380"},
        {"kind": "\x00", "file": ""},
        {"kind": "zip_list", "file": SimpleUploadedFile("\x00\u202e.csv", b"")},
    ],
)
def test_a_form_without_its_file_is_refused_at_the_field(
    browser: Client, body: dict[str, Any]
) -> None:
    before = counts()

    answer = browser.post(COVERAGE_IMPORT, body)

    assert answer.status_code == 200
    assert answer.context["form"].errors["file"]
    assert counts() == before


def put_logo(console: Console, content: bytes, *, version: int = 0) -> Any:
    return console.send(f"settings/look/logo?version={version}", content)


def refused_at_logo(answer: Any) -> bool:
    if answer.status_code == 413:
        return bool(answer.json()["detail"])
    return answer.status_code == 422 and [
        (one["field"], one["message"][-1]) for one in answer.json()["errors"]
    ] == [("logo", ".")]


def test_each_hostile_logo_is_refused_at_its_field_and_the_good_one_behind_is_used(
    settings: Settings,
) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"rate_limits": False})
    console, files = Console(Role.MANAGER), refused_logos()
    before = counts()

    answers = {name: put_logo(console, content) for name, content in files.items()}

    found = {
        name: (answer.status_code, answer.json().get("code"))
        for name, answer in answers.items()
        if not refused_at_logo(answer)
    }
    assert found == {}
    assert counts() == before
    assert len(files) > 70
    assert put_logo(console, a_picture()).status_code == 200
    shown = logo()
    assert shown is not None
    assert shown.width_px == 300


def test_a_logo_for_settings_that_somebody_changed_meanwhile_is_not_half_stored() -> None:
    answer = put_logo(Console(Role.MANAGER), a_picture(), version=7)

    assert answer.status_code == 409
    assert not CompanyLogo.objects.exists()
