"""Measure calls and polls as the database grows: empty, and with 10^3, 10^5, 10^6 orders.

`python api/bench/growth.py [ROWS …]` prints one Markdown table for SQLite and PostgreSQL; grown.py
says which rows a size has. Each size has its own database and process, which calls the application
in-process, without a server. In every round each size takes its turn at the same call, so that
other load on the machine affects all of them. A time is the latency of one call: the p99 of 200
tries, and for staff lists, which have no goal, the slowest of five.

`growth.py --plans ROWS` prints the plan of every statement that takes more than 5 ms.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import IO, Any

import psycopg

API = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(API), str(API.parent)]
SIZES = (0, 1_000, 100_000, 1_000_000)
ROUNDS, AT_A_TIME = 10, 20  # 200 tries: the p99 is about the second slowest
STAFF_ROUNDS, STAFF_AT_A_TIME = 5, 1
MOST_FOR_STAFF = 100_000  # staff lists are measured up to this size only, and with fewer tries
BOUND = 1.3


class Grown:
    """A child process with a database of so many orders."""

    def __init__(self, rows: int, environment: dict[str, str]) -> None:
        self.rows = rows
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, __file__, "--child", str(rows)],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def told(self) -> Any:
        line = self._pipe(self._process.stdout).readline()
        if not line:
            raise SystemExit(f"the process with {self.rows:,} rows is gone")
        return json.loads(line)

    def ask(self, name: str, tries: int) -> Any:
        pipe = self._pipe(self._process.stdin)
        pipe.write(f"{tries} {name}\n")
        pipe.flush()
        return self.told()

    def stop(self) -> None:
        self._pipe(self._process.stdin).close()
        self._process.wait()

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        if pipe is None:
            raise AssertionError
        return pipe


def main(sizes: list[int]) -> None:
    from ops.postgresql import postgresql

    lines: list[str] = []
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="standby-growth-"))
        url, _ = stack.enter_context(postgresql())
        sqlite = [Grown(rows, _on_sqlite(folder, rows)) for rows in sizes]
        with_server = [Grown(rows, _on_postgresql(folder, url, rows)) for rows in sizes]
        names: list[str] = []
        for each in (*sqlite, *with_server):
            told = each.told()
            names = told["names"]
            _say(f"{each.rows:,} filled in {told['filled_s']} s")
        for kind, all_sizes in (("SQLite", sqlite), ("PostgreSQL", with_server)):
            lines += [_line(kind, name, _taken(all_sizes, name)) for name in names]
            for each in all_sizes:
                each.stop()
    print("| Database | Call | " + " | ".join(_heading(rows) for rows in sizes) + " |")
    print("| --- | --- |" + " ---: |" * len(sizes))
    print("\n".join(lines))


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _heading(rows: int) -> str:
    return f"{rows:,} orders" if rows else "empty"


def _on_sqlite(folder: str, rows: int) -> dict[str, str]:
    return {"STANDBY_DATA": f"{folder}/sqlite-{rows}", "DATABASE_URL": ""}


def _on_postgresql(folder: str, url: str, rows: int) -> dict[str, str]:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE growth_{rows}")
    return {
        "STANDBY_DATA": f"{folder}/postgresql-{rows}",
        "DATABASE_URL": f"{url.rpartition('/')[0]}/growth_{rows}",
    }


def _taken(all_sizes: list[Grown], name: str) -> list[list[float]]:
    # The first tries warm caches and do not count.
    is_of_staff = name.startswith("staff")
    asked = [each for each in all_sizes if not is_of_staff or each.rows <= MOST_FOR_STAFF]
    rounds, at_a_time = (STAFF_ROUNDS, STAFF_AT_A_TIME) if is_of_staff else (ROUNDS, AT_A_TIME)
    taken: list[list[float]] = [[] for _ in all_sizes]
    for each in asked:
        each.ask(name, at_a_time)
    for number in range(rounds):
        turns = list(zip(asked, taken, strict=False))
        for each, times in turns if number % 2 else reversed(turns):
            times += each.ask(name, at_a_time)
    return taken


def _line(kind: str, name: str, taken: list[list[float]]) -> str:
    return f"| {kind} | {name} | " + " | ".join(_cells(name, taken)) + " |"


def _cells(name: str, taken: list[list[float]]) -> Iterator[str]:
    for times in taken:
        if not times:
            yield "not asked"
        elif name.startswith("staff"):  # an empty list is no baseline for a full one
            yield f"{max(times):.1f} ms"
        else:
            yield f"{_p99(times):.1f} ms{_beside(times, taken[0])}"


def _beside(times: list[float], empty: list[float]) -> str:
    if times is empty:
        return ""
    ratio, medians = _p99(times) / _p99(empty), median(times) / median(empty)
    over = " **over**" if ratio > BOUND else ""
    return f" = {ratio:.2f} (median {medians:.2f}){over}"


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        from grown_calls import answer  # imported late: it sets up Django for one database

        answer(int(sys.argv[2]))
    elif sys.argv[1:2] == ["--plans"]:
        from grown_calls import tell_plans

        tell_plans(int(sys.argv[2]))
    else:
        main([int(each) for each in sys.argv[1:]] or list(SIZES))
