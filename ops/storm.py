"""`make storm`: simulated visitors of a storm day (api/bench/storm.py) on this machine.

Uses SQLite, or the database of DATABASE_URL: `python -m ops.postgresql python -m ops.storm`. The
result replaces the earlier one for that database in docs/scaling.md.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from ops.build import build
from ops.front import nginx
from ops.install import install
from ops.places import API, PYTHON, ROOT, with_tools
from ops.served import served_on

WRITTEN = ROOT / "docs" / "scaling.md"
MARK = "<!-- Everything below is written by `make storm`. -->"
# The simulated visitors send their own X-Forwarded-For, and nginx adds the address they share.
SETTINGS = {"STANDBY_RATE_LIMITS": "on", "STANDBY_TRUSTED_PROXIES": "2"}


def storm(minutes: str) -> int:
    install()
    build()
    with (
        served_on(**SETTINGS) as (product, data),
        tempfile.TemporaryDirectory(prefix="standby-front-") as folder,
        nginx([urlsplit(product).port or 80], Path(folder), with_tls=False) as site,
    ):
        database = os.environ.get("DATABASE_URL") or str(data / "standby.sqlite3")
        ran = subprocess.run(
            [PYTHON, "bench/storm.py", site.origin, database, minutes],
            cwd=API,
            env=with_tools(),
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    print(ran.stdout)
    if ran.stdout.startswith("### "):
        _write(ran.stdout.strip())
    return ran.returncode


def _write(found: str) -> None:
    # One section for each database.
    told, _, earlier = WRITTEN.read_text().partition(MARK)
    chapters = {text.split(",")[0]: text.strip() for text in re.split(r"(?m)^### ", earlier)[1:]}
    new = found.removeprefix("### ")
    chapters[new.split(",")[0]] = new
    below = "\n\n".join(f"### {chapters[name]}" for name in sorted(chapters, reverse=True))
    WRITTEN.write_text(f"{told}{MARK}\n\n{below}\n")


if __name__ == "__main__":
    sys.exit(storm(os.environ.get("MINUTES", "60")))
