"""Mutants of the web: Stryker makes them and runs vitest on a copy of the sources.

Stryker has a folder of its own under `.tools`, because no page and no check needs it. It tries
every mutant it makes, unless `sample.mjs` refuses it.
"""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ops.mutants.areas import files_of
from ops.mutants.operators import Mutant
from ops.once import once, quietly
from ops.places import PYTHON, ROOT, TOOLS, WEB, with_tools

VERSION: Final = "10.1.1"  # the first version that finds the tests of vitest 5
STRYKER: Final = TOOLS / "stryker"
_COPIED: Final = (
    "directives",
    "package.json",
    "src",
    "tsconfig.json",
    "vitest.config.ts",
    "vitest.setup.ts",
)
_READ_BESIDE: Final = ("market", "api/standby", "contract")
# A slow machine must count neither as a failure nor as a kill: a test fails here only if it fails
# three times, with long timeouts.
_PATIENT: Final = """import { mergeConfig } from "vitest/config";
import own from "./vitest.config.ts";
const waits = { testTimeout: 120_000, hookTimeout: 120_000, setupFiles: ["./patient.ts"] };
export default mergeConfig(own, { test: { ...waits, retry: 2 } });
"""
_SETUP: Final = """import { configure } from "@testing-library/react";
configure({ asyncUtilTimeout: 20_000 });
"""
_OUTCOMES: Final = {
    "Killed": "killed",
    "Timeout": "killed",
    "RuntimeError": "killed",
    "Survived": "survived",
    "NoCoverage": "no test",
}


def tried_in_web(
    counts: dict[str, int], *, seed: int, jobs: int
) -> Iterator[tuple[str, Mutant, str]]:
    """Yield the area, the mutant and its outcome."""
    once("Installing Stryker", made_from=VERSION, stamp=STRYKER / "installed", step=_install)
    files = {area: [str(path.relative_to(WEB)) for path in files_of(area)] for area in counts}
    with tempfile.TemporaryDirectory(prefix="standby-mutants-") as folder:
        web = _copy(Path(folder))
        asked = {"seed": seed, "counts": counts, "files": files}
        (web / "sample.json").write_text(json.dumps(asked))
        (web / "stryker.config.json").write_text(json.dumps(_settings(files, jobs=jobs)))
        ran = subprocess.run(
            [STRYKER / "node_modules" / ".bin" / "stryker", "run"],
            cwd=web,
            env=with_tools(NO_COLOR="1"),
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if ran.returncode:
            raise SystemExit(f"Stryker failed ({ran.returncode})")
        found = json.loads((web / "found.json").read_text())["files"]
    for area, names in files.items():
        for name in names:
            for each in found.get(name, {}).get("mutants", []):
                if each["status"] in _OUTCOMES:
                    mutant = _mutant(name, found[name]["source"], each)
                    yield area, mutant, _OUTCOMES[each["status"]]


def _install() -> None:
    # Linked to the web's own vitest: the runner resolves vitest from its own folder first.
    shutil.rmtree(STRYKER, ignore_errors=True)
    packages = [f"@stryker-mutator/{name}@{VERSION}" for name in ("core", "vitest-runner")]
    npm: list[str | Path] = [PYTHON.parent / "npm", "install", "--prefix", STRYKER, "--no-save"]
    quietly([*npm, "--legacy-peer-deps", "--no-audit", "--no-fund", *packages])
    (STRYKER / "node_modules" / "vitest").symlink_to((WEB / "node_modules" / "vitest").resolve())


def _copy(folder: Path) -> Path:
    # Files outside of web/ that its tests read are copied beside it, as in the repository.
    web = folder / "web"
    web.mkdir()
    for name in _COPIED:
        copy = shutil.copytree if (WEB / name).is_dir() else shutil.copy
        copy(WEB / name, web / name)
    (web / "node_modules").symlink_to((WEB / "node_modules").resolve())
    for beside in _READ_BESIDE:
        shutil.copytree(ROOT / beside, folder / beside)
    (web / "patient.config.ts").write_text(_PATIENT)
    (web / "patient.ts").write_text(_SETUP)
    return web


def _settings(files: dict[str, list[str]], *, jobs: int) -> dict[str, Any]:
    return {
        "mutate": sorted(name for names in files.values() for name in names),
        "plugins": ["@stryker-mutator/vitest-runner", str(Path(__file__).parent / "sample.mjs")],
        "testRunner": "vitest",
        "vitest": {"configFile": "patient.config.ts"},
        "checkers": ["sample"],
        "ignoreStatic": True,  # a value computed at import would need every test for each mutant
        "inPlace": True,
        "concurrency": jobs,
        "timeoutMS": 300_000,
        "timeoutFactor": 10,
        "dryRunTimeoutMinutes": 90,
        "reporters": ["json", "progress-append-only"],
        "jsonReporter": {"fileName": "found.json"},
    }


def _mutant(name: str, source: str, found: dict[str, Any]) -> Mutant:
    start, end = found["location"]["start"], found["location"]["end"]
    lines = source.splitlines()[start["line"] - 1 : end["line"]]
    lines[-1] = lines[-1][: end["column"] - 1]
    lines[0] = lines[0][start["column"] - 1 :]
    return Mutant(
        file=f"web/{name}",
        owner=found["mutatorName"],
        line=start["line"],
        kind=found["mutatorName"],
        number=int(found["id"]),
        before="\n".join(lines),
        after=found["replacement"],
    )
