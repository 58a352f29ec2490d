"""`make screenshots` and `make compare`: pictures of every page, modal and step, and changes.

The pictures are in var/screenshots, one folder for each width. Take them before a change, and
compare afterwards on the same day, because calendars show today. The pictures of the README and of
the operating guide are made from them.
"""

import shutil
import subprocess
import sys
import tempfile

from ops.build import build
from ops.install import install
from ops.machine import require
from ops.once import quietly
from ops.places import ROOT, WEB, with_tools

PICTURES = ROOT / "var" / "screenshots"
COMPARISON = ROOT / "var" / "comparison" / "index.html"


def screenshots() -> int:
    shutil.rmtree(PICTURES, ignore_errors=True)
    failed = _run_browser("all")
    if not failed:
        for script in ("readme-pictures.ts", "guide-pictures.ts"):
            quietly(["node", f"screenshots/{script}"], cwd=WEB)
    print(f"Look at {PICTURES}")
    return failed


def compare() -> int:
    if not PICTURES.is_dir():
        print("There is nothing to compare with: run `make screenshots` before your change.")
        return 1
    failed = _run_browser("none")
    print(f"Look at {COMPARISON}" if failed else "Everything looks as it did.")
    return failed


def _run_browser(update_snapshots: str) -> int:
    install()
    build()
    require("chromium")
    with tempfile.TemporaryDirectory(prefix="standby-screenshots-") as data:
        options = ("--config", "screenshots.config.ts", "--update-snapshots", update_snapshots)
        return subprocess.run(
            ["playwright", "test", *options],
            cwd=WEB,
            env=with_tools(E2E_DATA=data, PICTURES="yes", TEST_WHOLE="yes"),
            stdin=subprocess.DEVNULL,
            check=False,
        ).returncode


if __name__ == "__main__":
    sys.exit(compare() if "compare" in sys.argv[1:] else screenshots())
