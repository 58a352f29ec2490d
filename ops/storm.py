"""`make storm`: a storm day's visitors (api/bench/storm.py) against the product on this machine.

On SQLite, or on the database of DATABASE_URL: `python -m ops.postgresql python -m ops.storm`. What
it finds stands in docs/scaling.md afterwards, in place of what it found before on that database.
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
# The visitors of the storm write their own addresses, and nginx adds the one they all come from.
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
    """One chapter for each database."""
    told, _, earlier = WRITTEN.read_text().partition(MARK)
    chapters = {text.split(",")[0]: text.strip() for text in re.split(r"(?m)^### ", earlier)[1:]}
    new = found.removeprefix("### ")
    chapters[new.split(",")[0]] = new
    below = "\n\n".join(f"### {chapters[name]}" for name in sorted(chapters, reverse=True))
    WRITTEN.write_text(f"{told}{MARK}\n\n{below}\n")


if __name__ == "__main__":
    sys.exit(storm(os.environ.get("MINUTES", "60")))
