"""`make requirements`: list the requirements due now that no test shows, and write
docs/specification.md anew (ops/specification.py).

A test names a sentence on its function, `@pytest.mark.req("NAV-01.3")`, or at the start of its
title, `test("NAV-01.3 an unknown path …")`. A requirement of one sentence has no number. An id that
is not in the list is an error, and so is one on more than a single test function, such as a class
or `describe`.
"""

import ast
import csv
import re
import sys
from collections.abc import Collection
from typing import NamedTuple

from ops.tools import API, ROOT, WEB

LIST = ROOT / "docs" / "requirements.csv"
NOT_OURS = {"builds", "dist", "node_modules"}
_TEST = re.compile(r"\.(test|spec)\.tsx?$")
_ID = r"[A-Z][A-Z0-9]*-\d\d(?:\.\d+)?"
_IDS = re.compile(_ID)
_TITLE = re.compile(
    rf"(?P<group>\bdescribe\b[^\n;{{]*?)?\(\s*[\"'`](?P<ids>(?:{_ID}\s+)+)", re.MULTILINE
)


class Named(NamedTuple):
    id: str
    line: int
    by_one_test: bool = True


def requirements() -> int:
    rows = listed()
    shown, errors = shown_by(known={row["id"] for row in rows})
    due = [row for row in rows if row["when"] == "now"]
    unshown = [row for row in due if row["id"] not in shown]
    for row in unshown:
        print(f"  {row['id']:<12} {row['what']}")
    print(
        f"{len(due) - len(unshown)} of {len(due)} sentences are shown by a test, "
        f"{len(unshown)} are not; {len(rows) - len(due)} come later."
    )
    for error in errors:
        print(error)
    write_specification()
    return 1 if errors else 0


def listed() -> list[dict[str, str]]:
    """Return the rows of the list of requirements: id, when, what."""
    with LIST.open() as file:
        return list(csv.DictReader(file))


def shown_by(*, known: Collection[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the test files that show each id, and what is wrong with ids in tests."""
    shown, errors = dict[str, list[str]](), list[str]()
    tests = [*(API / "tests").rglob("test_*.py")]
    for folder in WEB.iterdir():
        if folder.is_dir() and folder.name not in NOT_OURS:
            tests += [path for path in folder.rglob("*.ts*") if _TEST.search(path.name)]
    for path in sorted(tests):
        read = named_in_python if path.suffix == ".py" else named_in_titles
        file = path.relative_to(ROOT).as_posix()
        for one in read(path.read_text()):
            if error := what_is_wrong(one, known):
                errors.append(f"{file}:{one.line}: {error}")
            elif file not in shown.setdefault(one.id, []):
                shown[one.id].append(file)
    return shown, errors


def named_in_python(source: str) -> list[Named]:
    tree = ast.parse(source)
    of_tests = {
        id(decorator)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for decorator in node.decorator_list
    }
    return [
        Named(str(name.value), call.lineno, id(call) in of_tests)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.req")
        for name in call.args
        if isinstance(name, ast.Constant)
    ]


def named_in_titles(source: str) -> list[Named]:
    return [
        Named(name, source.count("\n", 0, title.start("ids")) + 1, not title["group"])
        for title in _TITLE.finditer(source)
        for name in _IDS.findall(title["ids"])
    ]


def what_is_wrong(one: Named, known: Collection[str]) -> str | None:
    if not one.by_one_test:
        return f"{one.id} belongs on the one test that shows it"
    if one.id in known:
        return None
    if f"{one.id}.1" in known:
        return f"{one.id} has several sentences; name the one that is shown"
    return f"{one.id} is not in {LIST.relative_to(ROOT)}"


def write_specification() -> None:
    from ops.specification import DOCUMENT, written  # noqa: PLC0415 (it reads this file's lists)

    DOCUMENT.write_text(written())


if __name__ == "__main__":
    sys.exit(requirements())
