"""`make mutants`: a mutant known to die dies, and one known to live is told."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ops.mutants.__main__ import Tried as TriedMutant
from ops.mutants.__main__ import sampled, told, try_with_pytest
from ops.mutants.areas import PYTHON, WEB, files_of
from ops.mutants.operators import Mutant, mutants_of
from ops.places import ROOT

SHOP = """
from functools import cache

MOST = 3
FEW = 4
SEVERAL = FEW * 5

@cache
def price(cents, *, is_member=False):
    \"\"\"In cents.\"\"\"
    if cents > 100 and is_member:
        return cents - 10
    return cents

class Till:
    def takes(self, count):
        return [each for each in range(count) if each <= MOST]

def alone():
    return 7
"""
TESTS = """
from shop import MOST, SEVERAL, Till, price

def test_members_pay_less():
    assert price(200, is_member=True) == 190
    assert price(200) == 200

def test_a_till_takes_three():
    assert Till().takes(2) == [0, 1]
    assert Till().takes(MOST + 2) == [0, 1, 2, 3]
    assert SEVERAL == 20
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "test_shop.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    return tmp_path / "shop.py"


def outcomes(shop: Path) -> dict[str, str]:
    """By the change: what came of each mutant of the shop."""
    found = mutants_of(shop)
    plan = {
        "mutants": [mutant.as_json() for mutant in found],
        "files": [str(shop)],
        "jobs": 2,
        "most": 10,
    }
    tests = ["-p", "no:django", "-c", str(shop.with_name("pytest.ini")), str(shop.parent)]
    lines = list(try_with_pytest(plan, tests, kept=shop.parent / "kept"))
    last = {line["mutant"]: line["outcome"] for line in lines if "mutant" in line}
    return {
        f"{mutant.before} -> {mutant.after}": last[mutant.number]
        for mutant in found
        if mutant.kind not in {"early return", "return"}
    }


def test_a_mutant_dies_where_a_test_sees_it_and_is_told_where_none_does(shop: Path) -> None:
    assert outcomes(shop) == {
        "3 -> 4": "killed",
        "4 -> 5": "left out",
        "FEW * 5 -> FEW // 5": "killed",
        "5 -> 6": "killed",
        "cents > 100 -> cents >= 100": "survived",
        "100 -> 101": "survived",
        "cents > 100 and is_member -> cents > 100 or is_member": "killed",
        "cents > 100 and is_member -> True and is_member": "survived",
        "cents > 100 and is_member -> cents > 100 and True": "killed",
        "cents > 100 and is_member -> not (cents > 100 and is_member)": "killed",
        "cents - 10 -> cents + 10": "killed",
        "10 -> 11": "killed",
        "each <= MOST -> each < MOST": "killed",
        "each <= MOST -> ": "killed",
        "7 -> 8": "no test",
    }


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("if not known: raise Gone", {"raise Gone -> pass", "not known -> not not known"}),
        ("rows.filter(kind=kind, at=now)", {"rows.filter(at=now)", "rows.filter(kind=kind)"}),
        ("return a is None", {"return True", "return False", "a is not None"}),
        ("order.status = 'paid'", {"pass", "''"}),
        ("return max(a, b) * 2", {"max(a, b) // 2", "min(a, b)", "3", "return None"}),
    ],
)
def test_what_is_changed(tmp_path: Path, code: str, changes: set[str]) -> None:
    (tmp_path / "code.py").write_text(f"def one():\n    {code}\n")

    found = mutants_of(tmp_path / "code.py")

    told = [f"{mutant.before} -> {mutant.after}" for mutant in found]
    assert [change for change in changes if not any(each.endswith(change) for each in told)] == []


def test_words_for_people_are_left_alone(tmp_path: Path) -> None:
    said = 'def one():\n    """Two."""\n    log.error("three")\n    raise Gone("Four words.")\n'
    (tmp_path / "code.py").write_text(said)

    assert [mutant.before for mutant in mutants_of(tmp_path / "code.py")] == [
        "raise Gone('Four words.')"
    ]


def test_every_area_has_files_and_a_sample_is_the_same_for_the_same_seed() -> None:
    assert all(files_of(area) for area in [*PYTHON, *WEB])
    found = [mutant for path in files_of("ledger") for mutant in mutants_of(path)]

    assert len(found) > 300
    assert sampled(found, 9, seed=4) == sampled(found, 9, seed=4)
    assert sampled(found, 9, seed=4) != sampled(found, 9, seed=5)
    assert len({mutant.kind for mutant in sampled(found, 9, seed=4)}) == 9


def test_survivors_are_told_with_their_line_and_change(capsys: pytest.CaptureFixture[str]) -> None:
    mutant = Mutant(file="a.py", owner="f", line=7, kind="number", number=0, before="1", after="2")
    tried = [
        TriedMutant(area="ledger", mutant=mutant, outcome=each) for each in ("killed", "survived")
    ]

    assert told(tried, areas=["ledger"]) == 0

    said = capsys.readouterr().out
    assert "a.py:7 f (ledger): survived\n- 1\n+ 2\n" in said
    assert "in all                     2       1        1        0" in said


def test_of_the_web_as_many_are_tried_of_each_area_as_were_asked_for(tmp_path: Path) -> None:
    asked = {"seed": 3, "counts": {"one": 2, "two": 1}, "files": {"one": ["a.ts"], "two": ["b.ts"]}}
    (tmp_path / "sample.json").write_text(json.dumps(asked))
    mutants = [
        {"id": f"{file}{kind}{place}", "fileName": str(tmp_path / file), "location": place}
        | {"mutatorName": kind, "replacement": ""}
        for file in ("a.ts", "b.ts", "c.ts")
        for kind in ("many", "few")
        for place in range(5 if kind == "many" else 1)
    ]

    mutants += [{**mutants[0], "id": "a at import", "mutatorName": "rare", "static": True}]

    chosen = [id_ for id_, found in checked(tmp_path, mutants).items() if found == "passed"]

    assert sorted(each[0] for each in chosen) == ["a", "a", "b"]
    assert {each[4:-1] for each in chosen if each[0] == "a"} == {"many", "few"}


def checked(folder: Path, mutants: list[dict[str, Any]]) -> dict[str, str]:
    script = f"""
        const {{ strykerPlugins }} = await import("{ROOT}/ops/mutants/sample.mjs");
        const told = await new strykerPlugins[0].injectableClass().check({json.dumps(mutants)});
        console.log(JSON.stringify(told));
    """
    node = ROOT / "api" / ".venv" / "bin" / "node"
    ran = subprocess.run(
        [node, "--input-type=module", "-e", script],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
    )
    return {id_: found["status"] for id_, found in json.loads(ran.stdout).items()}
