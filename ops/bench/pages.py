"""Prerendered pages: as deployed compared with plain nginx, and what a browser loads."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from ops import lighthouse
from ops.bench.ground import Ground, ground
from ops.bench.load import Asked, Speed, in_turns, load
from ops.bench.report import Part, cells, table
from ops.front import AROUND, nginx
from ops.machine import require
from ops.places import DIST
from ops.plain_pages import plain_site
from ops.postgresql import free_port
from ops.served import Server, gunicorn, wait_until_ready

WORKERS = 2
PAGE = Asked("/", "/")
FILES = """
server {{
    listen 127.0.0.1:{port}; root {folder}/pages; index index.html; gzip_static on;
}}
"""
COLUMNS = (
    *("The page `/`", "per second", "p50 ms", "p99 ms"),
    *("nginx, the file: per second", "p50 ms", "p99 ms", "of it"),
)


def pages() -> Part:
    with ground() as shop, shop.ours(processes=WORKERS) as ours:
        served, seen = _served_pages(ours), _seen_pages(shop, ours)
    return Part("Pages", "\n\n".join([served, seen]))


def served_pages() -> Part:
    """Return the benchmark of served pages, without the browser part."""
    with ground() as shop, shop.ours(processes=WORKERS) as ours:
        return Part("Pages", _served_pages(ours))


def _served_pages(ours: Server) -> str:
    with tempfile.TemporaryDirectory(prefix="standby-fronts-") as made:
        folder = Path(made)
        with nginx([ours.port], folder, with_tls=False) as deployed, static_nginx(folder) as file:
            sites = (deployed.origin, ours.site, file)
            front, alone, reference = in_turns(*(partial(load, PAGE, site) for site in sites))
    return table(
        COLUMNS,
        [
            _row("as deployed, behind nginx", front, reference),
            _row("from the server alone", alone, reference),
        ],
    )


def _row(name: str, ours: Speed, file: Speed) -> list[str]:
    return [name, *cells(ours), *cells(file), f"{ours.per_second / file.per_second:.0%}"]


@contextmanager
def static_nginx(folder: Path, *, source: Path = DIST) -> Iterator[str]:
    """Run nginx with a copy of the built pages or other files, compressed ones included."""
    shutil.copytree(source, folder / "pages")
    port = free_port()
    site = FILES.format(port=port, folder=folder)
    written = folder / "files.conf"
    written.write_text(AROUND.format(folder=folder, site=site).replace("/pid;", "/files.pid;"))
    process = subprocess.Popen([require("nginx"), "-c", str(written), "-p", str(folder)])
    try:
        wait_until_ready(port, path="/")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def _seen_pages(shop: Ground, ours: Server) -> str:
    # Our pages beside plain pages of the same content, on the same server.
    site = shop.folder / "plain"
    plain_site(site, paths=[page.path for page in lighthouse.PAGES])
    settings = {"PLAIN_SITE": str(site), "DJANGO_SETTINGS_MODULE": "standby.settings"}
    log = shop.folder / "plain.log"
    with gunicorn("plain", log=log, **shop.settings, **settings) as plain:
        return lighthouse.table(lighthouse.measured(ours.site), lighthouse.measured(plain.site))
