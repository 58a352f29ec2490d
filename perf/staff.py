"""`python perf/staff.py [--times N]`: what each staff call takes in a database that has grown.

Prints the median time of each call, and the processor time of one: of this process, which answers,
and of the database's backend, which PostgreSQL runs without parallel workers here. Processor time
hardly depends on what else the machine does. Run in api/ with the settings of the database, on the
database's own machine, after perf/grow.py.
"""

import argparse
import os
import statistics
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

API: Final = Path(__file__).resolve().parents[1] / "api"
sys.path[:0] = [str(API)]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")

import django

django.setup()

from django.db import connection
from django.test import Client
from django.utils.timezone import now
from standby.accounts.services.tokens import create_script_user, issue_token, staff_user_named
from standby.core.roles import Role

CALLS: Final = {
    "orders, first page": "orders",
    "orders that need staff": "orders?needs=staff",
    "orders that need staff, page 20": "orders?needs=staff&page=20",
    "orders that need staff, by total": "orders?needs=staff&sort=-total",
    "orders that need staff, of a status": "orders?needs=staff&status=scheduled",
    "orders that wait for the customer": "orders?needs=customer",
    "orders that wait for the customer, by day": "orders?needs=customer&sort=visit",
    "orders with one next action": "orders?next_action=name_technician",
    "sorted by day": "orders?sort=visit",
    "sorted by day, from the end": "orders?sort=-visit",
    "by customer": "orders?sort=customer",
    "by status": "orders?sort=status",
    "by total": "orders?sort=-total",
    "by balance": "orders?sort=-balance",
    "by reservation": "orders?sort=created",
    "of a status": "orders?status=completed",
    "of a city": "orders?place=Conroe",
    "of a city, by day": "orders?place=Conroe&sort=visit",
    "of a city and a status": "orders?place=Conroe&status=scheduled",
    "of a ZIP code": "orders?place=77380",
    "with a balance due": "orders?balance=due",
    "with a balance due, by balance": "orders?balance=due&sort=-balance",
    "without a technician": "orders?technician=none",
    "above an amount": "orders?least_cents=900000",
    "reserved since a day": "orders?created_from=2025-06-01",
    "visits of a year": "orders?from=2025-01-01&to=2025-12-31",
    "by email": "orders?q=perf3%40example.org",
    "by name": "orders?q=lovelace",
    "Ctrl-K that finds nothing": "search?q=zzzyxq",
    "Ctrl-K that finds an email": "search?q=perf3%40example.org",
    "customers found by name": "customers?q=lovelace",
    "what waits": "waits",
    "one group of what waits": "waits?group=late_payments",
    "how much waits": "waits/counts",
    "overview": "overview",
    "outstanding orders": "overview/outstanding",
    "day board": "board",
    "readiness": "readiness",
    "leads": "leads",
    "tasks": "tasks",
    "photo reviews": "photo-reviews",
    "messages": "messages",
    "audit log": "audit-log",
    "payouts": "payouts",
}
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def backend_s() -> float:
    """Return the processor seconds of the database's backend so far; 0 without one."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def main(times: int, only: str) -> None:
    user = staff_user_named("perf") or create_script_user("perf", role=Role.MANAGER)
    token = issue_token(user, role=Role.MANAGER, expires_in=timedelta(hours=8), now=now())
    staff = Client(headers={"authorization": f"Bearer {token}"})
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET max_parallel_workers_per_gather = 0")
    print(f"{'':42} p50 ms   app + database, processor ms")
    for name, path in CALLS.items():
        if only not in name:
            continue
        took = []
        for number in range(times + 1):
            if number == 1:  # after one that warms up
                app, database = time.process_time(), backend_s()
            begun = time.perf_counter()
            answer = staff.get(f"/api/staff/{path}")
            took.append(time.perf_counter() - begun)
            if answer.status_code != 200:
                raise SystemExit(f"{path}: {answer.status_code} {answer.content[:300]!r}")
        app, database = time.process_time() - app, backend_s() - database
        found = answer.json().get("count", "") if isinstance(answer.json(), dict) else ""
        print(
            f"{name:42} {statistics.median(took[1:]) * 1000:6.0f}"
            f" {app / times * 1000:6.0f} + {database / times * 1000:.0f}   {found}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    main(arguments.times, arguments.only)
