"""The release before this one, built in a folder of its own: both serve together in an upgrade.

CHANGELOG.md names each release and its commit. `python -m ops.releases` takes the main walks in a
browser to both at once: nginx passes each call to either, and both have one database. It fails
where one release alone answered.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ops.tools import ROOT, WEB, quietly, require, with_tools

CHANGELOG = ROOT / "CHANGELOG.md"
FOLDER = ROOT / "var" / "releases"
WALKED = WEB / ".e2e-data"  # a product's folder for each of Playwright's workers (e2e/prepare.ts)
WALKS = ("diagnostic", "my-booking", "order-to-power-on", "reserve")
_HEADING = re.compile(
    r"^## (?P<version>[0-9.]+) \([0-9-]+, commit (?P<commit>[0-9a-f]{8})\)$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Release:
    """A released version and its commit; the tag is v with the version."""

    version: str
    commit: str

    @property
    def folder(self) -> Path:
        return FOLDER / self.commit


def releases() -> list[Release]:
    """Return what CHANGELOG.md says was released, the newest first."""
    return [Release(**found.groupdict()) for found in _HEADING.finditer(CHANGELOG.read_text())]


def last_release() -> Path:
    """Return the folder of the last release with its packages and pages; make it if needed.

    Raises SystemExit when its commit is missing, as in a shallow clone, or cannot be built.
    """
    last = releases()[0]
    if not last.folder.is_dir():
        unfinished = last.folder.with_name(f".unfinished-{last.commit}")
        quietly(["rm", "-rf", unfinished])
        unfinished.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", last.commit], cwd=ROOT, capture_output=True)
        if archive.returncode:
            raise SystemExit(f"Release {last.version}: {archive.stderr.decode()}")
        subprocess.run(["tar", "-x", "-C", unfinished], input=archive.stdout, check=True)
        unfinished.rename(last.folder)
    # It installs its own packages into its own folders: with other versions of them, if need be.
    quietly([sys.executable, "-m", "ops.build"], cwd=last.folder, STANDBY_PAGES="")
    return last.folder


def answers_by_host(log: str) -> Counter[str]:
    """Return how often each host answered, from the access log of nginx before it."""
    answers = Counter[str]()
    for line in log.splitlines():
        told = json.loads(line)
        # Several where one host was asked after another.
        tried = (re.split(", | : ", told[name]) for name in ("hosts", "host_statuses"))
        for host, status in zip(*tried, strict=True):
            if status.startswith(("2", "3")):
                answers[host] += 1
    return answers


def both_answered(logs: Sequence[str]) -> bool:
    """Print how often each release answered, and return whether both did before every worker."""
    counted = [answers_by_host(log) for log in logs]
    for answers in counted:
        print(f"K2 calls answered by each release: {' and '.join(map(str, answers.values()))}")
    return bool(counted) and all(len(answers) == 2 for answers in counted)


def main() -> int:
    """Return the exit code of the walks, or 1 where one release alone answered."""
    require("nginx")
    environment = with_tools(RELEASE_BEFORE=str(last_release()), E2E_DATA="")
    command = ["playwright", "test", *WALKS, "--grep", "@main"]
    code = subprocess.run(command, cwd=WEB, env=environment).returncode
    if both_answered([log.read_text() for log in WALKED.glob("worker-*/nginx/access.log")]):
        return code
    print("One release alone answered.")
    return code or 1


if __name__ == "__main__":
    sys.exit(main())
