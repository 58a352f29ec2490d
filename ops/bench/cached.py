"""What nginx keeps of the API, beside nginx serving a file of the same bytes."""

import gzip
import tempfile
import urllib.request
from functools import partial
from pathlib import Path

from ops.bench.ground import ground
from ops.bench.load import Asked, in_turns, load
from ops.bench.pages import static_nginx
from ops.bench.report import Judged, Part, cells, table
from ops.front import nginx

GOAL = 0.8
WORKERS = 2
READS = (
    Asked("price book", "/api/price-book"),
    Asked("packages", "/api/installation-packages"),
    Asked("availability", "/api/availability"),
    Asked("coverage geometries", "/api/coverage-geometries"),
)
COLUMNS = (
    *("Read", "per second", "p50 ms", "p99 ms"),
    *("nginx, a file: per second", "p50 ms", "p99 ms", f"of it (goal {GOAL:.0%})"),
)


def cached() -> Part:
    judged, rows = [], []
    with (
        ground() as shop,
        shop.ours(processes=WORKERS) as ours,
        tempfile.TemporaryDirectory(prefix="standby-cached-") as made,
    ):
        folder = Path(made)
        for asked in READS:
            _copy(ours.site, asked.path, to=folder / "files")
        with (
            nginx([ours.port], folder, with_tls=False) as deployed,
            static_nginx(folder, source=folder / "files") as files,
        ):
            for asked in READS:
                kept, file = in_turns(
                    partial(load, asked, deployed.origin), partial(load, asked, files)
                )
                share = kept.per_second / file.per_second
                judged.append(Judged(f"{asked.name}, kept by nginx", share, GOAL))
                rows.append([asked.name, *cells(kept), *cells(file), judged[-1].cell()])
    return Part("Cached reads", table(COLUMNS, rows), judged)


def _copy(site: str, path: str, *, to: Path) -> None:
    # As the product sends it: compressed for whoever takes that.
    with urllib.request.urlopen(site + path, timeout=10) as answer:
        body = answer.read()
    file = to / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(body)
    file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(body, mtime=0))
