"""`make perf`: the product behind nginx on this machine, under load by locust.

`python -m perf Reserve --crews 400 --orders 1000000`: which calls, how many crews work a day, and
how many orders there are before (perf/grow.py). `python -m perf storm` is a storm day. On SQLite,
or on the database of DATABASE_URL: `python -m ops.postgresql python -m perf`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ops.build import build
from ops.install import install
from ops.served import Site, nginx, served
from ops.tools import API, PYTHON, ROOT, TOOLS, UV, quietly, with_tools

LOCUST: Final = TOOLS / "locust"
CALLS: Final = (
    *("HomePage", "PriceBook", "Coverage", "Availability", "Quote"),
    *("MyBooking", "StaffOrders", "Overview"),
    "Reserve",  # the last: it takes all seats
)
# Dates for half of those who reach the calendar in an hour of storm, over 21 open days
STORM_CREWS_AN_HOUR: Final = 486
OVERSOLD: Final = (
    "from django.db.models import Count; from standby.orders.models import CrewDay, CrewSeat\n"
    "crews = dict(CrewDay.objects.values_list('day', 'crews'))\n"
    "taken = CrewSeat.objects.filter(afternoon__isnull=False).values('day')\n"
    "days = taken.annotate(seats=Count('id')).values_list('day', 'seats')\n"
    "print(sum(seats for _, seats in days), 'crew days taken,',"
    " sum(seats > crews.get(day, {crews}) for day, seats in days), 'days oversold')"
)


def install_locust() -> None:
    # Beside the product's packages: locust patches the standard library.
    only = ("--frozen", "--quiet", "--only-group", "perf", "--python", PYTHON)
    quietly([UV, "sync", *only], cwd=API, UV_PROJECT_ENVIRONMENT=str(LOCUST))


def locust(
    file: str, *options: str, site: Site, environment: Mapping[str, str], folder: str
) -> int:
    """Run this file of perf/ in `folder`, against the site. Returns locust's exit code."""
    program = [str(LOCUST / "bin" / "locust"), "-f", str(ROOT / "perf" / file)]
    quiet = ("--headless", "--only-summary", "--loglevel", "WARNING")
    command = [*program, *quiet, "--host", site.origin, *options]
    return subprocess.run(command, env=environment, cwd=folder, check=False).returncode


def load(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return locust's options for so many users and seconds."""
    users = str(arguments.users)
    return ("-u", users, "-r", users, "--reset-stats", "-t", f"{arguments.seconds}s")


def main(arguments: argparse.Namespace) -> int:
    install()
    build()
    install_locust()
    is_storm = arguments.calls == ["storm"]
    if is_storm:
        minutes = float(os.environ.get("MINUTES", "60"))
        arguments.crews = max(1, round(STORM_CREWS_AN_HOUR * minutes / 60))
    # Visitors send an X-Forwarded-For of their own; nginx adds the address that they share.
    limits = {"STANDBY_RATE_LIMITS": "on" if is_storm else "off", "STANDBY_TRUSTED_PROXIES": "2"}
    with (
        served(**limits) as (product, data),
        tempfile.TemporaryDirectory(prefix="standby-perf-") as folder,
        nginx([urlsplit(product).port or 80], Path(folder), with_tls=False) as site,
    ):
        environment = with_tools(STANDBY_DATA=str(data), PYTHONWARNINGS="ignore", **limits)

        def python(*command: str) -> str:
            return subprocess.check_output(
                [PYTHON, *command], cwd=API, env=environment, text=True
            ).strip()

        print(python("../perf/grow.py", str(arguments.orders), "--crews", str(arguments.crews)))
        token = python(
            *("manage.py", "staff_token", "perf", "--role", "manager", "--hours", "8", "--new")
        )
        environment["STAFF_TOKEN"] = token.split()[-1]
        here: dict[str, Any] = {"site": site, "environment": environment, "folder": folder}
        if is_storm:
            code = locust("storm.py", **here)
            oversold = OVERSOLD.format(crews=arguments.crews)
            print(python("manage.py", "shell", "--no-imports", "-c", oversold))
            return code
        options = load(arguments)
        return max([locust("locustfile.py", *options, call, **here) for call in arguments.calls])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m perf")
    parser.add_argument("calls", nargs="*", metavar="CALL", default=CALLS)
    parser.add_argument("--orders", type=int, default=0)
    parser.add_argument("--crews", type=int, default=2)
    parser.add_argument("--users", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=20)
    sys.exit(main(parser.parse_args()))
