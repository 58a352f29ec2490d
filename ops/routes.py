"""Measure every page on a slow phone against its budgets: `python -m ops.routes`.

A real browser emulates Lighthouse's phone with real throttling: 150 ms for a round trip, 1.6
Mbit/s, a processor four times slower (web/bench). It requests the site as deployed: by HTTP/2,
through nginx. Pages of one kind share a row.
"""

import json
import statistics
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from ops.build import build
from ops.front import nginx
from ops.install import install
from ops.machine import require
from ops.places import WEB, with_tools
from ops.served import served

OVER = " **over**"
INP_MS = 200  # "good" according to web.dev/articles/inp
NAMES = ("kB", "requests", "JS kB gz", "LCP s", "TBT ms", "CLS", "INP ms", "measured while it")


@dataclass(frozen=True, slots=True)
class Figure:
    """One column of the table: how its value is shown, and its budget."""

    name: str
    shown: Callable[[float], str]
    budget: float | None = None


FIGURES = (
    Figure("kb", "{:.1f}".format),
    Figure("requests", "{:.0f}".format),
    Figure("scriptKb", "{:.1f}".format),
    Figure("lcpMs", lambda found: f"{found / 1000:.2f}"),
    Figure("tbtMs", "{:.0f}".format),
    Figure("shift", "{:.2f}".format, budget=0),
    Figure("inpMs", "{:.0f}".format, budget=INP_MS),
)


def routes_table() -> str:
    install()
    build()
    require("chromium")
    with served() as product, TemporaryDirectory(prefix="standby-routes-") as folder:
        port = urlsplit(product).port or 80
        with nginx([port], Path(folder)) as site:
            told = _measured(product, site.origin)
    rows = [_row(route) for route in told["routes"]]
    head = f"| On a phone, medians of 3 (budget) | {' | '.join(NAMES)} |"
    line = "| --- |" + " --: |" * (len(NAMES) - 1) + " --- |"
    return "\n".join([head, line, *rows, "", _prices(told["pricesMs"])])


def _measured(product: str, site: str) -> Any:
    ran = subprocess.run(
        ["node", "bench/measure.ts", product, site],
        cwd=WEB,
        env=with_tools(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


def _row(route: Any) -> str:
    cells = [
        _cell(
            figure,
            route["budget"].get(figure.name, figure.budget),
            [run[figure.name] for run in route["runs"]],
        )
        for figure in FIGURES
    ]
    return f"| `{route['path']}` | {' | '.join(cells)} | {route['does']} |"


def _cell(figure: Figure, budget: float | None, runs: list[float]) -> str:
    shown = figure.shown(statistics.median(runs))
    if budget is None:
        return shown
    most = figure.shown(budget)
    return f"{shown} ({most}){OVER if float(shown) > float(most) else ''}"


def _prices(times: list[float]) -> str:
    median, slowest = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    return (
        "From the suggestion that a visitor chooses to the prices of their address, on that phone: "
        f"{median:.0f} ms, p95 {slowest:.0f} ms of {len(times)}. LCP ends before the first tap; "
        "INP is the slowest answer to what the last column says."
    )


if __name__ == "__main__":
    print(routes_table())
