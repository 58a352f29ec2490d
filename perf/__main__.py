"""`make perf`: the product behind nginx on this machine, under load by locust; prints a table.

`python -m perf Reserve --crews 400 --orders 1000000`: which calls, how many crews work a day, and
how many orders there are before (perf/grow.py). `python -m perf storm` is a storm day. On SQLite,
or on the database of DATABASE_URL: `python -m ops.postgresql python -m perf`.
"""

import argparse
import csv
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ops.build import build
from ops.front import nginx
from ops.install import install
from ops.once import fingerprint, once, quietly
from ops.places import API, PYTHON, ROOT, TOOLS, UV, with_tools
from ops.served import served

LOCUST: Final = TOOLS / "locust"
CALLS: Final = (
    *("HomePage", "PriceBook", "Coverage", "Availability", "Quote", "Reserve", "MyBooking"),
    *("StaffOrders", "Overview"),
)
# Dates for half of those who reach the calendar in an hour of storm, over 21 open days
STORM_CREWS_AN_HOUR: Final = 486
OVERSOLD: Final = (
    "from django.db.models import Count; from standby.orders.models import CrewDay, CrewSeat\n"
    "crews = dict(CrewDay.objects.values_list('day', 'crews'))\n"
    "taken = CrewSeat.objects.filter(appointment__isnull=False).values('day')\n"
    "days = taken.annotate(seats=Count('id')).values_list('day', 'seats')\n"
    "usual = int({crews})\n"
    "print(sum(seats for _, seats in days), 'crew days taken,',"
    " sum(seats > crews.get(day, usual) for day, seats in days), 'days oversold')"
)


def main(arguments: argparse.Namespace) -> int:
    install()
    build()
    locked = fingerprint([API / "uv.lock"])
    once("Installing locust", made_from=locked, stamp=LOCUST / ".installed", step=_install)
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
        numbers = [str(arguments.orders), "--crews", str(arguments.crews)]
        _python(["../perf/grow.py", *numbers], environment)
        token = ["staff_token", "perf", "--role", "manager", "--hours", "8", "--new"]
        printed = _python(["manage.py", *token], environment)
        environment["STAFF_TOKEN"] = printed.split()[-1]
        locust = [str(LOCUST / "bin" / "locust"), "--headless", "--host", site.origin]
        if not is_storm:
            return _table(locust, arguments, folder, environment)
        storm = [*locust, "-f", str(ROOT / "perf" / "storm.py"), "--only-summary"]
        code = subprocess.run(storm, env=environment, cwd=folder, check=False).returncode
        oversold = OVERSOLD.format(crews=arguments.crews)
        print(_python(["manage.py", "shell", "--no-imports", "-c", oversold], environment))
        return code


def _install() -> None:
    # Beside the product's packages: locust patches the standard library.
    only: list[str | Path] = ["--frozen", "--quiet", "--only-group", "perf", "--python", PYTHON]
    quietly([UV, "sync", *only], cwd=API, UV_PROJECT_ENVIRONMENT=str(LOCUST))


def _python(command: list[str], environment: dict[str, str]) -> str:
    return subprocess.run(
        [PYTHON, *command],
        cwd=API,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.strip()


def _table(
    locust: list[str], arguments: argparse.Namespace, folder: str, environment: dict[str, str]
) -> int:
    database = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
    print(
        f"{database}, {arguments.orders:,} orders before, {arguments.crews} crews a day, "
        f"{arguments.users} users for {arguments.seconds} s; {os.cpu_count()} cores, "
        f"{platform.machine()}, Python {platform.python_version()}\n\n"
        "| Call | per second | p50 ms | p99 ms | failures |\n| --- | --: | --: | --: | --: |"
    )
    worst = 0
    for call in arguments.calls or CALLS:
        load = ["-u", str(arguments.users), "-r", str(arguments.users)]
        load += ["-t", f"{arguments.seconds}s", "--reset-stats", "--csv", call]
        ran = subprocess.run(
            [*locust, "-f", str(ROOT / "perf" / "locustfile.py"), *load, call],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        worst = max(worst, ran.returncode)
        if ran.returncode:
            print(ran.stdout)
        with Path(folder, f"{call}_stats.csv").open() as file:
            for row in csv.DictReader(file):
                if row["Name"] != "Aggregated":
                    print(
                        f"| {row['Name']} | {float(row['Requests/s']):,.0f} "
                        f"| {float(row['50%']):.0f} | {float(row['99%']):.0f} "
                        f"| {row['Failure Count']} |",
                        flush=True,
                    )
    return worst


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m perf")
    parser.add_argument("calls", nargs="*", metavar="CALL")
    parser.add_argument("--orders", type=int, default=0)
    parser.add_argument("--crews", type=int, default=2)
    parser.add_argument("--users", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=20)
    sys.exit(main(parser.parse_args()))
