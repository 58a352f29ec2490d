"""Prerendered pages: as deployed beside nginx with the same files, and what a browser loads."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from ops import lighthouse
from ops.bench.ground import Ground, ground
from ops.bench.load import Asked, Speed, in_turns, load
from ops.bench.report import Part, cells, table
from ops.machine import require
from ops.places import API, PYTHON, with_tools
from ops.plain_pages import plain_site
from ops.served import Server, gunicorn

WORKERS = 2
PAGE = Asked("/", "/")
COLUMNS = (
    *("The page `/`", "per second", "p50 ms", "p99 ms"),
    *("nginx, the file: per second", "p50 ms", "p99 ms", "of it"),
)


def pages() -> Part:
    with ground() as shop, shop.ours(processes=WORKERS) as ours:
        served, seen = _served_pages(ours), _seen_pages(shop, ours)
    return Part("Pages", "\n\n".join([served, seen]))


def served_pages() -> Part:
    """Without the browser."""
    with ground() as shop, shop.ours(processes=WORKERS) as ours:
        return Part("Pages", _served_pages(ours))


def _served_pages(ours: Server) -> str:
    require("nginx")
    with _fronts(ours.port) as ports:
        deployed = [
            partial(load, PAGE, f"https://127.0.0.1:{ports[name]}")
            for name in ("deployed", "file_tls")
        ]
        plain = [
            partial(load, PAGE, site)
            for site in (ours.site, f"http://127.0.0.1:{ports['file_plain']}")
        ]
        with_tls, file_with_tls, alone, file = in_turns(*deployed, *plain)
    return table(
        COLUMNS,
        [
            _row("as deployed, behind nginx, with TLS", with_tls, file_with_tls),
            _row("from the server alone, without TLS", alone, file),
        ],
    )


def _row(name: str, ours: Speed, file: Speed) -> list[str]:
    return [name, *cells(ours), *cells(file), f"{ours.per_second / file.per_second:.0%}"]


@contextmanager
def _fronts(port: int) -> Iterator[dict[str, int]]:
    fronts = subprocess.Popen(
        [PYTHON, "bench/fronts.py", str(port)],
        cwd=API,
        env=with_tools(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield json.loads(fronts.stdout.readline() if fronts.stdout else "")
    finally:
        fronts.communicate(timeout=30)


def _seen_pages(shop: Ground, ours: Server) -> str:
    """Ours beside plain pages of the same content, on the same server."""
    site = shop.folder / "plain"
    plain_site(site, paths=[page.path for page in lighthouse.PAGES])
    settings = {"PLAIN_SITE": str(site), "DJANGO_SETTINGS_MODULE": "standby.config.settings"}
    log = shop.folder / "plain.log"
    with gunicorn("plain", log=log, **shop.settings, **settings) as plain:
        return lighthouse.table(lighthouse.measured(ours.site), lighthouse.measured(plain.site))
