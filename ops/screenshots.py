"""`make screenshots`: every page, modal and step of a booking, at three widths, for looking at.

They stand in var/screenshots, one folder for each width; the pictures of the README and of the
operating guide are made from them.
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

FOLDER = ROOT / "var" / "screenshots"


def screenshots() -> int:
    install()
    build()
    require("chromium")
    shutil.rmtree(FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="standby-screenshots-") as data:
        ran = subprocess.run(
            ["playwright", "test", "--config", "screenshots.config.ts"],
            cwd=WEB,
            env=with_tools(E2E_DATA=data),
            stdin=subprocess.DEVNULL,
            check=False,
        )
    if ran.returncode == 0:
        for pictures in ("readme-pictures.ts", "guide-pictures.ts"):
            quietly(["node", f"screenshots/{pictures}"], cwd=WEB)
        print(f"Look at {FOLDER}")
    return ran.returncode


if __name__ == "__main__":
    sys.exit(screenshots())
