"""docs/promises.md names every promise that a test tells of, and tests that exist."""

import re
from pathlib import Path

from ops.promises import figures_in, promises

ROOT = Path(__file__).resolve().parents[2]
TABLES = (ROOT / "docs" / "promises.md").read_text()
PROMISED = set(re.findall(r"^\| ([A-M]\d+) \|", TABLES, re.M))
# What a test prints or reports: "C8: …", f"\nB3 control: …", "L1 snapshot under load".
_TOLD = re.compile(
    r'(?:(?:print|report|race)\(\s*|name = )f?"(?:\\n)?((?:[A-M]\d+ (?:and )?)*[A-M]\d+)\b'
)


def told() -> set[str]:
    """The ids of the lines that `make faults` lists."""
    sources = [*ROOT.glob("api/tests/**/*.py"), *ROOT.glob("ops/*.py")]
    found = {ids for source in sources for ids in _TOLD.findall(source.read_text())}
    return {one for ids in found for one in re.findall(r"[A-M]\d+", ids)}


def test_every_file_that_shows_a_promise_exists() -> None:
    named = set(re.findall(r"`((?:api|web|ops)/[^`]+)`", TABLES))

    assert named
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []


def test_every_promise_that_a_test_tells_of_is_in_the_tables() -> None:
    assert {"A3", "B3", "E9", "F8", "L1"} <= told()
    assert told() - PROMISED == set()


def test_every_promise_names_where_it_is_shown() -> None:
    rows = [line for line in TABLES.splitlines() if re.match(r"\| [A-M]\d+ \|", line)]

    assert [row for row in rows if "`" not in row.split("|")[3]] == []
    assert len(rows) == len(PROMISED)


def test_the_table_has_what_tests_tell_and_nothing_that_pytest_does() -> None:
    printed = """.A5: 328 events in any order, 0 contradictions
B3 control: 24 of 24 lost
12 appointments moved from two tabs   PostgreSQL  {'409 day_full': 20, '200': 4}
C10: 16 ask for 3 uses of a coupon    PostgreSQL  {'409 coupon_used_up': 65, '201': 15}
12.34s call     tests/attacks/test_guesses.py
INFO    werkzeug: 127.0.0.1 - - "GET /hosts HTTP/1.1" 200 -
....                                                                     [100%]
"""

    found = figures_in(printed)

    assert [(one.name, one.figure) for one in found] == [
        ("A5", "328 events in any order, 0 contradictions"),
        ("B3 control", "24 of 24 lost"),
        ("12 appointments moved from two tabs", "{'409 day_full': 20, '200': 4}"),
        ("C10: 16 ask for 3 uses of a coupon", "{'409 coupon_used_up': 65, '201': 15}"),
    ]


def test_each_promise_is_read_with_its_files_and_its_control() -> None:
    read = {promise.id: promise for promise in promises()}

    assert set(read) == PROMISED
    assert read["A1"].shown_in == ("api/tests/races/test_last_crew_day.py",)
    assert read["A1"].control == "A2"
