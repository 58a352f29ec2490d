"""`make storm`: a storm day's visitors (api/bench/storm.py) against the product on this machine."""

import os
import subprocess
import sys

from ops.build import build
from ops.install import install
from ops.places import API, PYTHON, with_tools
from ops.served import served_on


def storm(minutes: str) -> int:
    install()
    build()
    with served_on(STANDBY_RATE_LIMITS="on", STANDBY_TRUSTED_PROXIES="1") as (site, data):
        command = [str(PYTHON), "bench/storm.py", site, str(data / "standby.sqlite3"), minutes]
        return subprocess.run(command, cwd=API, env=with_tools(), check=False).returncode


if __name__ == "__main__":
    sys.exit(storm(os.environ.get("MINUTES", "60")))
