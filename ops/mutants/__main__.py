"""`make mutants`: mutation testing, which puts one small bug at a time into the product.

`MUTANTS=209` is the total number, spread evenly over the areas; `AREAS="ledger web-draft"` chooses
areas; TEST_SEED chooses the mutants. A mutant that no test kills is listed: either a test is
missing, or the change makes no difference. Slow tests are left out, because they take minutes for
each mutant.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ops.install import install
from ops.mutants.areas import PYTHON, WEB, files_of
from ops.mutants.in_web import tried_in_web
from ops.mutants.operators import Mutant, mutants_of
from ops.places import API, ROOT, with_tools

KEPT: Final = ROOT / "var" / "mutants"
UNITS: Final = "not slow and not nightly and not live"
TESTS_OF_A_MUTANT: Final = 250  # the nearest; others would hardly kill it either


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A mutant and its outcome."""

    area: str
    mutant: Mutant
    outcome: str

    @property
    def has_survived(self) -> bool:
        return self.outcome.startswith(("survived", "no test"))


def mutants(areas: list[str], *, count: int, seed: int, jobs: int) -> int:
    print(f"TEST_SEED={seed}, {count} mutants in {len(areas)} areas", flush=True)
    counts = {area: (count + place) // len(areas) for place, area in enumerate(reversed(areas))}
    chosen = {
        area: sampled([each for path in files_of(area) for each in mutants_of(path)], most, seed)
        for area, most in counts.items()
        if area in PYTHON
    }
    results = list(tried_in_python(chosen, seed=seed, jobs=jobs)) if chosen else []
    web = {area: most for area, most in counts.items() if area in WEB}
    for area, mutant, outcome in tried_in_web(web, seed=seed, jobs=jobs) if web else ():
        results.append(Tried(area=area, mutant=mutant, outcome=outcome))
    return told(results, areas=areas)


def sampled(mutants: list[Mutant], most: int, seed: int) -> list[Mutant]:
    """Choose mutants in turn from each kind, so that frequent kinds do not crowd out the others."""
    turns = Counter[str]()
    taken = []
    for mutant in random.Random(seed).sample(mutants, len(mutants)):  # noqa: S311 - repeatable
        turns[mutant.kind] += 1
        taken.append((turns[mutant.kind], mutant))
    taken.sort(key=lambda each: each[0])
    return [mutant for _, mutant in taken[:most]]


def tried_in_python(chosen: dict[str, list[Mutant]], *, seed: int, jobs: int) -> Iterator[Tried]:
    plan = {
        "mutants": [mutant.as_json() for found in chosen.values() for mutant in found],
        "files": [str(path.relative_to(ROOT)) for path in _product()],
        "jobs": jobs,
        "most": TESTS_OF_A_MUTANT,
    }
    total = sum(len(found) for found in chosen.values())
    seeded = f"--hypothesis-seed={seed}"
    tests = ["-c", "api/pyproject.toml", "--rootdir", "api", seeded, "-m", UNITS, "api/tests"]
    lines = list(_shown(try_with_pytest(plan, tests, kept=KEPT), total=total))
    last = {(line["file"], line["mutant"]): line for line in lines if "mutant" in line}
    for area, found in chosen.items():
        for mutant in found:
            line = last.get((mutant.file, mutant.number), {"outcome": "not tried"})
            yield Tried(area=area, mutant=mutant, outcome=_outcome(line))


def _product() -> Iterable[Path]:
    found = (API / "standby").rglob("*.py")
    return sorted(path for path in found if "migrations" not in path.parts)


def try_with_pytest(
    plan: dict[str, object], tests: list[str], *, kept: Path
) -> Iterator[dict[str, Any]]:
    """Run pytest with the plugin and yield its reports; pytest's own output goes to a file."""
    kept.mkdir(parents=True, exist_ok=True)
    (kept / "plan.json").write_text(json.dumps({**plan, "kept": str(kept / "reach.jsonl")}))
    reading, writing = os.pipe()
    plugins = ["-p", "ops.mutants.forked", "-p", "no:cacheprovider"]
    with (kept / "pytest.log").open("w") as log:
        ran = subprocess.Popen(
            ["python", "-m", "pytest", "-s", *plugins, *tests],
            cwd=ROOT,
            env=with_tools(
                MUTANTS_PLAN=str(kept / "plan.json"),
                MUTANTS_TELL=str(writing),
                HYPOTHESIS_STORAGE_DIRECTORY=str(kept / "hypothesis"),
            ),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=(writing,),
        )
        os.close(writing)
        with os.fdopen(reading) as lines:
            yield from map(json.loads, lines)
        if ran.wait():
            raise SystemExit(f"pytest failed ({ran.returncode}): see {kept / 'pytest.log'}")


def _shown(lines: Iterable[dict[str, Any]], *, total: int) -> Iterator[dict[str, Any]]:
    done = 0
    for line in lines:
        if line["outcome"] == "looking":
            print(f"Which tests reach what: {line['tried']} of {line['of']} to run", flush=True)
        else:
            done += "mutant" in line
            where = f"{done}/{total} {line['file']}" if "mutant" in line else ""
            print(f"{line['outcome']:<9} {where} {line.get('by', '')}".rstrip(), flush=True)
        yield line


def _outcome(line: dict[str, Any]) -> str:
    if line["outcome"] == "survived" and line["tried"] < line["of"]:
        return f"survived the nearest {line['tried']} of {line['of']} tests"
    return str(line["outcome"])


def told(results: list[Tried], *, areas: list[str]) -> int:
    """Print the survivors, then the counts for each area and in total. Returns the exit code."""
    for tried in results:
        if tried.has_survived:
            mutant = tried.mutant
            print(f"\n{mutant.file}:{mutant.line} {mutant.owner} ({tried.area}): {tried.outcome}")
            print(*(f"- {line}" for line in mutant.before.splitlines()), sep="\n")
            print(*(f"+ {line}" for line in mutant.after.splitlines()), sep="\n")
    print(f"\n{'area':<20} {'mutants':>7} {'killed':>7} {'survived':>8} {'left out':>8}")
    for area in [*areas, "in all"]:
        found = [tried for tried in results if area in {tried.area, "in all"}]
        killed = sum(tried.outcome == "killed" for tried in found)
        survived = sum(tried.has_survived for tried in found)
        rest = len(found) - killed - survived
        print(f"{area:<20} {killed + survived:>7} {killed:>7} {survived:>8} {rest:>8}")
    return 0 if any(tried.outcome == "killed" for tried in results) else 1


def main() -> int:
    known = [*PYTHON, *WEB]
    areas = os.environ.get("AREAS", "").split() or known
    if unknown := set(areas) - set(known):
        raise SystemExit(f"No such area: {', '.join(unknown)}. There are {', '.join(known)}")
    install()
    return mutants(
        areas,
        count=int(os.environ.get("MUTANTS") or 209),
        seed=int(os.environ.get("TEST_SEED") or 1),
        jobs=int(os.environ.get("JOBS") or os.cpu_count() or 1),
    )


if __name__ == "__main__":
    sys.exit(main())
