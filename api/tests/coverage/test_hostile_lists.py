"""Whatever is uploaded as a list of ZIP codes is refused with words, or its bad lines are told."""

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pytest
from booking_helpers import NOW
from hostile_json import BODIES, VALUES

from standby.coverage.models import CoverageImport
from standby.coverage.rules.zip_list import ImportRefused, diff_zip_list, read_zip_list
from standby.coverage.services.import_coverage import preview_zip_list

COLUMNS = ("zip_code", "city", "state", "county", "region", "lat", "lon", "status")
HONEST = {
    "zip_code": "77380",
    "city": "Spring",
    "state": "TX",
    "county": "Montgomery",
    "region": "North",
    "lat": "30.1",
    "lon": "-95.4",
    "status": "active",
}


def a_list(**changed: str) -> bytes:
    cells = [(HONEST | changed)[name].replace('"', '""') for name in COLUMNS]
    line = ",".join(f'"{cell}"' for cell in cells)
    return f"{','.join(COLUMNS)}\n{line}\n".encode("utf-8", "surrogatepass")


def hostile() -> dict[str, bytes]:
    found = {f"whole: {name}": raw for name, raw in BODIES.items()}
    for value in VALUES:
        text = value.strip('"').encode().decode("unicode_escape", "replace")[:5000]
        for name in COLUMNS:
            found[f"{name}: {value[:30]}"] = a_list(**{name: text})
    header = ",".join(COLUMNS).encode()
    return found | {
        "a header twice": header + b"," + header + b"\n",
        "an open quote": header + b'\n"77380,' + b"a" * 200_000,
        "a wide line": header + b"\n" + b"," * 100_000,
        "many columns": b"zip_code," + b"a," * 50_000,
        "a long cell": header + b"\n77380," + b"a" * 140_000,
        "NULs": b"\x00" * 1000,
        "utf-16 cut": b"\xff\xfe" + header[:7],
        "formulas": a_list(city='=HYPERLINK("http://x")', region="@SUM(1)"),
        "an old Excel file": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
        "a new Excel file": b"PK\x03\x04" + bytes(512),
    }


def unstorable(raw: bytes) -> str:
    """Why what a preview keeps of a list could not be stored, or nothing."""
    try:
        changes, report = diff_zip_list({}, read_zip_list(raw), is_whole_list=False)
    except ImportRefused as refused:
        return "" if str(refused) else "refused without a word"
    kept = [report, [asdict(change.after) for change in changes]]
    written = json.dumps(kept, ensure_ascii=False, allow_nan=False)
    return "NUL" if "\\u0000" in written else str(written.encode())[:0]


@pytest.mark.req("IN-05.3")
def test_no_list_raises_and_what_is_kept_of_it_can_be_stored() -> None:
    lists, found = hostile(), {}
    for name, raw in lists.items():
        try:
            told = unstorable(raw)
        except Exception as error:  # noqa: BLE001 - what it is is what is told
            told = type(error).__name__
        if told:
            found[name] = told

    assert found == {}
    assert len(lists) > 400


@pytest.mark.django_db
def test_behind_a_hostile_list_the_good_one_is_read(tmp_path: Path) -> None:
    file = tmp_path / "zips.csv"
    for raw in (BODIES["bytes"], a_list()):
        file.write_bytes(raw)
        with suppress(ImportRefused):
            preview_zip_list(file, name="zips.csv", is_whole_list=False, by="Pat", now=NOW)

    assert CoverageImport.objects.get().report["bad"] == []
