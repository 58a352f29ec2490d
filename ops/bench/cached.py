"""Cached responses, beside the server's own hello-world of the same size."""

import urllib.request
from dataclasses import replace
from functools import partial

from ops.bench.ground import ground
from ops.bench.load import Asked, evenly, in_turns, load
from ops.bench.report import Judged, Part, cells, table

GOAL = 0.5
WORKERS = 2
READS = (
    Asked("price book", "/api/price-book"),
    Asked("packages", "/api/installation-packages"),
    Asked("coverage geometries", "/api/coverage-geometries"),
)
COLUMNS = (
    *("Read", "answer", "per second", "p50 ms", "p99 ms"),
    *("hello-world: per second", "p50 ms", "p99 ms", f"of it (goal {GOAL:.0%})"),
)


def cached() -> Part:
    judged, rows = [], []
    with (
        ground() as shop,
        shop.ours(processes=WORKERS) as ours,
        shop.bare(processes=WORKERS) as bare,
    ):
        for asked in READS:
            known = f"If-None-Match: {_etag(ours.site + asked.path)}"
            again = replace(asked, headers=(*asked.headers, known))
            for answer, one in (("200", asked), ("304", again)):
                kept, hello = in_turns(
                    partial(evenly, ours, partial(load, one, ours.site)),
                    partial(evenly, bare, partial(load, one, bare.site)),
                )
                share = kept.per_second / hello.per_second
                judged.append(Judged(f"{asked.name}, cached, {answer}", share, GOAL))
                rows.append([asked.name, answer, *cells(kept), *cells(hello), judged[-1].cell()])
    text = (
        f"Hello-world: the same server, {WORKERS} workers, answers the same bytes from a variable, "
        "and an empty 304 to whoever names an ETag."
    )
    return Part("Cached reads", f"{text}\n\n{table(COLUMNS, rows)}", judged)


def _etag(url: str) -> str:
    asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return str(answer.headers["ETag"])
