"""The gate itself: it stops at the first red part, hides nothing and can be repeated."""

import sys

import pytest
from ops import checks, mutants
from ops.checks import POSTGRESQL, SQLITE, Part, run
from ops.places import API, ROOT, WEB

RED = Part(name="red", command=(sys.executable, "-c", "print('broken here'); raise SystemExit(1)"))
GREEN = Part(name="green", command=(sys.executable, "-c", "print('fine')"))
LATER = Part(name="later", command=(sys.executable, "-c", "print('never printed')"))


def test_a_red_part_leaves_out_what_comes_later_and_says_how_to_run_it_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEST_SEED", "7")

    code = run(((GREEN, RED), (LATER,)))

    printed = capsys.readouterr().out
    assert code == 1
    assert 'Alone: TEST_SEED=7 make test PART="red"' in printed
    assert "broken here" in printed
    assert "left out" in printed.split("later")[1].splitlines()[0]
    assert "never printed" not in printed


def test_green_parts_all_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(((GREEN,), (GREEN,))) == 0
    assert "All passed." in capsys.readouterr().out


def test_every_night_all_is_tried_also_after_a_red_part(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(((RED,), (LATER,)), stops_at_red=False) == 1
    assert "later  passed" in " ".join(capsys.readouterr().out.split(" ")).replace("   ", "  ")


def test_what_is_skipped_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    line = "SKIPPED [2] api/tests/core/test_limits.py:230: others do not wait"
    run(((Part(name="units", command=(sys.executable, "-c", f"print({line!r})")),),))

    assert f"skipped in units: {line}" in capsys.readouterr().out


@pytest.mark.req("RUN-02.4")
@pytest.mark.parametrize(
    ("seed", "changed", "databases"),
    [
        ("8", "docs/glossary.md", (SQLITE,)),
        ("9", "docs/glossary.md", (POSTGRESQL,)),
        ("8", "api/standby/payments/services/ledger.py", (SQLITE, POSTGRESQL)),
        ("9", "api/standby/payments/services/ledger.py", (POSTGRESQL, SQLITE)),
    ],
)
def test_the_seed_chooses_the_database_but_seats_money_and_tables_are_tried_on_both(
    seed: str, changed: str, databases: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_SEED", seed)
    monkeypatch.setattr(checks, "_git", lambda *_: changed)

    names = {part.name for stage in checks.stages_in_ci() for part in stage}

    assert checks.databases() == databases
    assert {one for one in (SQLITE, POSTGRESQL) if f"races on {one}" in names} == set(databases)
    assert [name for name in sorted(names) if "fuzz" in name] == [f"fuzz on {databases[0]}"]


@pytest.mark.req("RUN-07.4")
def test_nothing_is_tried_again() -> None:
    assert "retries: 0," in (WEB / "playwright.config.ts").read_text()
    assert "retry" not in (WEB / "vitest.config.ts").read_text()
    assert "rerun" not in (API / "uv.lock").read_text()


def test_no_part_of_the_gate_has_the_name_of_another() -> None:
    names = [part.name for stage in checks.stages_in_ci() for part in stage]

    assert len(set(names)) == len(names)


@pytest.mark.req("RUN-02.4")
@pytest.mark.django_db
def test_what_asks_the_database_is_tried_on_both(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("database")
    assert f"database and {checks.UNITS}" in checks.UNITS_ON_POSTGRESQL.command


@pytest.mark.req("RUN-02.4")
def test_what_asks_no_database_is_tried_once(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("database") is None


def test_every_pattern_of_mutants_names_files() -> None:
    folders = {API / "standby": mutants.PYTHON_FILES, ROOT: mutants.WEB_FILES}
    patterns = [(folder, each) for folder, listed in folders.items() for each in listed.split()]

    assert [pattern for folder, pattern in patterns if not [*folder.glob(pattern)]] == []
