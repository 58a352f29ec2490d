"""`make requirements`: which requirements no test names, of those that are due now.

A test names one by `@pytest.mark.req("WIZ-07")`, or by the id in the title of a unit or browser
test: `test("WIZ-05 weeks start on Sunday", …)`.
"""

import csv
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from ops.places import API, ROOT, WEB

LIST = ROOT / "docs" / "requirements.csv"
_MARK = re.compile(r"mark\.req\(([^)]*)\)")
_TITLE = re.compile(r"\b(?:test|it|describe)(?:\.\w+)*\(\s*[\"'`]([^\"'`]*)")
_ID = re.compile(r"\b[A-Z]+\d?-\d+\b")


def requirements() -> int:
    with LIST.open() as file:
        rows = list(csv.DictReader(file))
    named = _named((API / "tests").rglob("test_*.py"), _MARK)
    named |= _named((WEB / "src").rglob("*.test.ts*"), _TITLE)
    named |= _named((WEB / "e2e").rglob("*.spec.ts"), _TITLE)
    unknown = sorted(named - {row["id"] for row in rows})
    due = [row for row in rows if row["when"] == "now"]
    untested = [row for row in due if row["id"] not in named]
    for row in untested:
        print(f"  {row['id']:<10} {row['what']}")
    later = len(rows) - len(due)
    print(f"{len(due) - len(untested)} of {len(due)} are named by a test; {later} come later.")
    if unknown:
        print(f"Named by tests, but not in {LIST.relative_to(ROOT)}: {', '.join(unknown)}")
    return 1 if unknown else 0


def _named(files: Iterable[Path], pattern: re.Pattern[str]) -> set[str]:
    return {
        found
        for file in files
        for named in pattern.findall(file.read_text())
        for found in _ID.findall(named)
    }


if __name__ == "__main__":
    sys.exit(requirements())
