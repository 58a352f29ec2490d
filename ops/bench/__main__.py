"""`make bench`: run all benchmarks and write them into docs/performance.md.

`python -m ops.bench PART …` prints single parts and writes nothing: calls, cached, pages (without a
browser), startup, run (`make run` on a fresh clone: minutes), behind (proposals, photos, the
outbox), growth (a million orders: minutes), routes.
"""

import subprocess
import sys
import time
from collections.abc import Callable

from ops.bench.cached import cached
from ops.bench.calls import calls
from ops.bench.pages import pages, served_pages
from ops.bench.report import Part, report
from ops.bench.startup import first_runs, startup
from ops.build import build
from ops.install import install
from ops.places import API, PYTHON, ROOT, with_tools
from ops.routes import routes_table

WRITTEN = ROOT / "docs" / "performance.md"
MARK = "<!-- Everything below is written by `make bench`. -->"
BEHIND = ("proposals", "photos", "outbox")


def behind() -> Part:
    told = [_said(name) for name in BEHIND]
    return Part("Behind a reservation", "\n".join(["```", *told, "```"]))


def growth() -> Part:
    return Part("Growth: the goal is a p99 within 1.3 times the empty database's", _said("growth"))


def routes() -> Part:
    return Part("Front end", routes_table())


def _said(script: str) -> str:
    ran = subprocess.run(
        [PYTHON, f"bench/{script}.py"],
        cwd=API,
        env=with_tools(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


ALL: dict[str, Callable[[], Part]] = {
    "calls": calls,
    "cached": cached,
    "pages": pages,
    "startup": startup,
    "run": first_runs,
    "behind": behind,
    "growth": growth,
    "routes": routes,
}
ALONE = {**ALL, "pages": served_pages}


def bench(names: list[str]) -> None:
    if unknown := [name for name in names if name not in ALONE]:
        raise SystemExit(f"{unknown[0]} is no part of the bench. Parts: {', '.join(ALONE)}")
    install()
    build()
    if names:
        print(report([_timed(name, ALONE[name]) for name in names]))
        return
    told = report([_timed(name, part) for name, part in ALL.items()])
    WRITTEN.write_text(f"{WRITTEN.read_text().split(MARK)[0]}{MARK}\n\n{told}\n")
    print(told)


def _timed(name: str, part: Callable[[], Part]) -> Part:
    print(f"Measuring {name} … ", end="", flush=True, file=sys.stderr)
    begun = time.monotonic()
    found = part()
    print(f"{time.monotonic() - begun:.0f} s", flush=True, file=sys.stderr)
    return found


if __name__ == "__main__":
    bench(sys.argv[1:])
