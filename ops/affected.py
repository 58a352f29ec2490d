"""What changed since `make check` passed last, and which of its parts that can have broken.

The state that passed is a tree of git: every file as it stood, committed or not. pytest-testmon
knows which lines of Python each test ran, vitest which modules it imports. Neither sees that a test
read a file of data, so where one changed all tests of its half run.
"""

import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ops.tools import ROOT

PASSED = ROOT / "var" / "checked"  # the tree that passed
_CODE = {"api": (".py",), "web": (".ts", ".tsx")}
# Read by tests of the server: contracts, markets, deployments, documents.
_READ_BY_API = ("api/", "market/", "deploy/", "ops/", "perf/", "docs/", "README.md", "Makefile")
_PROSE = (".md", ".csv")  # the house's tests read it, and they always run


@dataclass(frozen=True, slots=True)
class Changes:
    """Changed files by half, relative to the project; `None` is all of it."""

    api: tuple[str, ...] | None
    web: tuple[str, ...] | None


def working_tree() -> str:
    """Return the tree that a commit of everything now in the folder would have; "" without git."""
    with tempfile.TemporaryDirectory() as folder:
        index = {**os.environ, "GIT_INDEX_FILE": str(Path(folder) / "index")}
        if _git("read-tree", "HEAD", env=index) is None:
            return ""
        _git("add", "--all", env=index)
        return (_git("write-tree", env=index) or "").strip()


def changes() -> Changes:
    """Return what differs from the tree that passed; everything where none did."""
    passed = PASSED.read_text().strip() if PASSED.is_file() else ""
    now = working_tree()
    names = _git("diff", "--name-only", "-z", passed, now) if passed and now else None
    if names is None:
        return Changes(None, None)
    return of_files(tuple(name for name in names.split("\0") if name))


def of_files(names: tuple[str, ...]) -> Changes:
    """Sort changed files by half. Where a half's data changed, the half is `None`."""
    api = tuple(name for name in names if name.startswith(_READ_BY_API))
    web = tuple(name for name in names if name.startswith(("web/", "market/", "api/openapi.json")))
    return Changes(api=_code_only("api", api), web=_code_only("web", web))


def remember(tree: str) -> None:
    PASSED.parent.mkdir(exist_ok=True)
    PASSED.write_text(tree)


def _code_only(half: str, names: tuple[str, ...]) -> tuple[str, ...] | None:
    code = tuple(name for name in names if not name.endswith(_PROSE))
    return code if all(name.endswith(_CODE[half]) for name in code) else None


def _git(*command: str, env: dict[str, str] | None = None) -> str | None:
    git = ["git", *command]
    done = subprocess.run(git, cwd=ROOT, env=env, capture_output=True, text=True, errors="replace")
    return done.stdout if done.returncode == 0 else None
