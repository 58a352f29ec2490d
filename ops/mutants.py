"""`make mutants`: mutation testing by mutmut (Python) and Stryker (web).

Each puts one small bug at a time into a copy of the product and runs the tests that reach it; bugs
that no test sees are listed. `FILES="payments/services/*.py web/src/lib/money.ts"` chooses files
under api/standby and in web/, `TESTS="tests/payments"` the Python tests (all of them take long),
`MUTANTS=200` how many of the Python mutants, TEST_SEED which ones.

mutmut leaves out functions with decorators (most endpoints) and the values of constants.
"""

import os
import random
import shutil
import subprocess
from typing import Final

from ops.checks import UNITS
from ops.install import install
from ops.tools import API, PYTHON, ROOT, TOOLS, UV, WEB, npm_install, once, quietly, with_tools

# Where a bug hurts most.
PYTHON_FILES: Final = (
    "core/*.py server/request_guard.py accounts/services/*.py coverage/rules/*.py "
    "coverage/services/*.py crews/services/*.py messaging/rules.py messaging/services/*.py "
    "orders/rules/*.py orders/selectors/slot_room.py orders/services/*.py payments/rules.py "
    "payments/services/*.py payments/providers/cards/stripe_events.py photos/services/*.py "
    "photos/rules.py pricing/rules/*.py pricing/services/*.py workflows/*.py"
)
WEB_FILES: Final = (
    "web/src/draft/*.ts web/src/lib/*.ts web/src/business/*.ts web/src/api/*.ts "
    "web/src/features/*/*-rules.ts web/src/features/photo-upload/*.ts "
    "web/src/site/recommendation/energy-data.ts "
    "web/src/features/appointment/*.ts web/src/staff/session/*.ts"
)
FOLDER: Final = ROOT / "var" / "mutants"
MUTMUT: Final = TOOLS / "mutmut"
STRYKER: Final = TOOLS / "stryker"
STRYKER_VERSION: Final = "10.1.1"
MUTMUT_SETTINGS: Final = f"""
[tool.mutmut]
source_paths = ["standby"]
also_copy = ["manage.py", "openapi.json"]
pytest_add_cli_args = ["-p", "no:cacheprovider", "-m", "{UNITS}"]
process_isolation = "forkserver"
forkserver_warmup = "none"
use_git_change_detection = false
timeout_constant = 30.0
timeout_multiplier = 10.0
"""


def mutate_python(patterns: list[str], *, tests: list[str], count: int, seed: int) -> None:
    """Try a sample of mutants.

    mutmut tests in `mutants` below the folder it runs in: so this is a copy of api/ with links to
    all that tests read beside it.
    """
    group = ("--frozen", "--quiet", "--group", "mutants", "--python", PYTHON)
    quietly([UV, "sync", *group], cwd=API, UV_PROJECT_ENVIRONMENT=str(MUTMUT))
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(API, FOLDER, ignore=shutil.ignore_patterns(".*"))
    for path in ROOT.iterdir():
        if path.is_dir() and path.name[0] != "." and path.name not in ("api", "var"):
            (FOLDER / path.name).symlink_to(path)
    with (FOLDER / "pyproject.toml").open("a") as settings:
        settings.write(MUTMUT_SETTINGS)
        settings.write(f"only_mutate = {[f'standby/{pattern}' for pattern in patterns]}\n")
        settings.write(f"pytest_add_cli_args_test_selection = {tests}\n")
    # This run makes the mutants and finds which tests reach them; then it stops: no name matches.
    print(_mutmut("run", "no mutant", shown=False)[-1000:])
    found = _mutmut("results", "--all", "true", shown=False).split()
    names = sorted(name.rstrip(":") for name in found if "__mutmut_" in name)
    chosen = random.Random(seed).sample(names, min(count, len(names)))  # noqa: S311 - repeatable
    print(f"TEST_SEED={seed}: {len(chosen)} of {len(names)} mutants", flush=True)
    _mutmut("run", "--max-children", "2", *chosen)
    for line in _mutmut("results", shown=False).splitlines():
        name, _, outcome = line.strip().partition(": ")
        if name in chosen and outcome != "timeout":
            print(f"\n{outcome}\n{_mutmut('show', name, shown=False)}")


def mutate_web(patterns: list[str]) -> None:
    once("Installing Stryker", made_from=STRYKER_VERSION, stamp=STRYKER / "ok", step=_stryker)
    # Stryker's copy of web/ stands here, beside what its tests read. Vite refuses links to outside.
    beside = ROOT / "var" / "stryker"
    shutil.rmtree(beside, ignore_errors=True)
    for name in ("api/standby", "contract", "market"):
        shutil.copytree(ROOT / name, beside / name)
    files = [pattern.removeprefix("web/") for pattern in patterns]
    files += ["!**/*.test.*", "!**/*.fixtures.*"]
    options = ("--testRunner", "vitest", "--plugins", "@stryker-mutator/vitest-runner")
    limits = ("--concurrency", "2", "--timeoutMS", "300000", "--dryRunTimeoutMinutes", "60")
    ignored = ("--ignorePatterns", "builds,dist,built,e2e,screenshots,auth,art")
    where = ("--tempDirName", str(beside), "--reporters", "clear-text,progress-append-only")
    command = ("run", "--mutate", ",".join(files), "--ignoreStatic", *options, *limits)
    subprocess.run(
        [STRYKER / "node_modules" / ".bin" / "stryker", *command, *ignored, *where],
        cwd=WEB,
        env=with_tools(NO_COLOR="1"),
        stdin=subprocess.DEVNULL,
        check=True,
    )


def _stryker() -> None:
    # Linked to the web's own packages: Stryker resolves them from its own folder first.
    shutil.rmtree(STRYKER, ignore_errors=True)
    packages = [f"@stryker-mutator/{name}@{STRYKER_VERSION}" for name in ("core", "vitest-runner")]
    npm_install(STRYKER, "--legacy-peer-deps", *packages)
    for name in ("typescript", "vitest"):
        link = STRYKER / "node_modules" / name
        if not link.exists():
            link.symlink_to((WEB / "node_modules" / name).resolve())


def _mutmut(*command: str, shown: bool = True) -> str:
    ran = subprocess.run(
        [MUTMUT / "bin" / "mutmut", *command],
        cwd=FOLDER,
        env=with_tools(PYTHONPATH=str(ROOT)),
        stdin=subprocess.DEVNULL,
        stdout=None if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return ran.stdout or ""


if __name__ == "__main__":
    install()
    chosen = (os.environ.get("FILES") or f"{PYTHON_FILES} {WEB_FILES}").split()
    web = [pattern for pattern in chosen if pattern.startswith("web/")]
    if python := [pattern for pattern in chosen if pattern not in web]:
        count, seed = os.environ.get("MUTANTS", "200"), os.environ.get("TEST_SEED", "1")
        tests = os.environ.get("TESTS", "tests").split()
        mutate_python(python, tests=tests, count=int(count), seed=int(seed))
    if web:
        mutate_web(web)
