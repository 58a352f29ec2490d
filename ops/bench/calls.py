"""The hot calls, beside a reference application that runs the same SQL on the same server.

Reserving is also compared with what the database alone commits.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ops.bench.ground import POSTGRESQL, SQLITE, Ground, ground, told
from ops.bench.load import SECONDS, Asked, Speed, evenly, in_turns, load
from ops.bench.report import Judged, Part, cells, table
from ops.places import API
from ops.served import Server

GOAL = 0.6
WORKERS = (1, 2)
THREADS = 4  # per worker: the product's default
ADDRESS = "25+Grogans+Mill+Rd,+The+Woodlands,+TX+77380"
WISH = (API / "bench" / "wish.json").read_text()
READS = (
    Asked("coverage by ZIP", f"/api/coverage-check?address={ADDRESS}"),
    Asked("price book", "/api/price-book"),
    Asked("packages", "/api/installation-packages"),
    Asked("generators", "/api/generators"),
    Asked("availability", "/api/availability"),
    Asked("quote", "/api/coupons/check", "wish.lua", {"BENCH_WISH": WISH}),
)
FIGURES = ("per second", "p50 ms", "p99 ms")


@dataclass(frozen=True, slots=True)
class Compared:
    """A call measured on one database with so many workers, and its reference."""

    name: str
    database: str
    workers: int
    ours: Speed
    reference: Speed

    @property
    def judged(self) -> Judged:
        where = f"{self.database}, {self.workers} worker{'s' if self.workers > 1 else ''}"
        share = self.ours.per_second / self.reference.per_second
        return Judged(f"{self.name} ({where})", share, GOAL)

    def row(self) -> list[str]:
        figures = [*cells(self.ours), *cells(self.reference), self.judged.cell()]
        return [self.name, self.database, str(self.workers), *figures]


def calls() -> Part:
    found: list[Compared] = []
    for database in (SQLITE, POSTGRESQL):
        for workers in WORKERS:
            with ground(database) as shop:
                found += _measured(shop, workers)
    text = (
        "Bare: the same server, workers and SQL, and nothing else. Alone: a loop of the "
        "reservation's own transaction, by as many connections as the server has.\n\n"
        f"{_table('bare', [one for one in found if ALONE not in one.name])}\n\n"
        f"{_table('alone', [one for one in found if ALONE in one.name])}"
    )
    return Part("Hot calls", text, [one.judged for one in found])


ALONE = "beside commits alone"


def _measured(shop: Ground, workers: int) -> list[Compared]:
    here = (shop.database, workers)
    with shop.ours(processes=workers) as ours, shop.bare(processes=workers) as bare:
        found = [
            Compared(
                asked.name,
                *here,
                *in_turns(partial(_round, asked, ours), partial(_round, asked, bare)),
            )
            for asked in READS
        ]
        reserve = Asked(
            *("reserve", "/api/create-installation-order", "reserve.lua"),
            {"BENCH_DAYS": shop.days},
        )
        reserved, repeated, alone = in_turns(
            lambda: evenly(ours, lambda: _on_free_days(shop, reserve, ours.site)),
            partial(_round, reserve, bare),
            lambda: _commits(shop, workers),
        )
    return [
        *found,
        Compared(reserve.name, *here, reserved, repeated),
        Compared(f"{reserve.name} {ALONE}", *here, reserved, alone),
    ]


def _round(asked: Asked, server: Server) -> Speed:
    return evenly(server, partial(load, asked, server.site))


def _on_free_days(shop: Ground, reserve: Asked, site: str) -> Speed:
    shop.free()
    return load(reserve, site)


def _commits(shop: Ground, workers: int) -> Speed:
    how = (str(workers), str(THREADS), str(SECONDS))
    return Speed(**json.loads(told("commits", *how, **shop.settings)))


def _table(reference: str, found: Sequence[Compared]) -> str:
    # Keeps the rows of one call together, over both databases and all numbers of workers.
    names = [one.name for one in found]
    rows = sorted(found, key=lambda one: names.index(one.name))
    columns = ("Call", "database", "workers", *FIGURES, f"{reference}: {FIGURES[0]}", *FIGURES[1:])
    return table([*columns, f"of it (goal {GOAL:.0%})"], [one.row() for one in rows])
