"""Serve the product for measurements and tests: with temporary data, or behind nginx."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ops.postgresql import free_port
from ops.tools import API, ROOT, quietly, require, with_tools


@contextmanager
def served(**settings: str) -> Iterator[tuple[str, Path]]:
    """Serve the product with `ops.run`; yield the site's address and its data folder."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="standby-served-") as data:
        environment = with_tools(PORT=str(port), STANDBY_DATA=data, **settings)
        command = [sys.executable, "-m", "ops.run"]
        with running(command, ROOT, Path(data) / "log", environment):
            wait_until_ready(port)
            yield f"http://127.0.0.1:{port}", Path(data)


@contextmanager
def gunicorn(*, log: Path, **settings: str) -> Iterator[str]:
    """Run only the server, with the product's server settings, on a prepared database."""
    port = free_port()
    command = ["gunicorn", "-c", "python:standby.server.serving", "standby.wsgi:application"]
    with running(command, API, log, with_tools(**settings, PORT=str(port))):
        wait_until_ready(port)
        yield f"http://127.0.0.1:{port}"


@contextmanager
def running(
    command: list[str], cwd: Path, log: Path, environment: dict[str, str]
) -> Iterator[None]:
    """Run a program until the block ends; what it prints goes to `log`."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def wait_until_ready(
    port: int, path: str = "/readyz", *, host: str = "127.0.0.1", within_s: float = 240
) -> None:
    give_up_at = time.monotonic() + within_s
    while time.monotonic() < give_up_at:
        try:
            urllib.request.urlopen(f"http://{host}:{port}{path}", timeout=5).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise SystemExit("The server did not start.")


SHARED = ROOT / "deploy" / "nginx-shared.conf"
SITE = ROOT / "deploy" / "nginx.conf"
NAME = "localhost"  # the only server name that is answered where there is one market
SCRAPER = "127.0.0.3"  # the only address besides loopback that may read /metrics
AROUND = """
daemon off; {user} pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 8192; }}
http {{
    include /etc/nginx/mime.types; access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {site}
}}
"""


@dataclass(frozen=True, slots=True)
class Site:
    """Where visitors reach the site."""

    origin: str
    port: int
    plain_port: int  # http://, which redirects to https://

    def url(self, path: str) -> str:
        return f"{self.origin}{path}"


@dataclass(frozen=True, slots=True)
class Market:
    """What nginx.conf is filled in with: `name` tells its caches and certificate from others'."""

    name: str
    server_name: str
    before: Sequence[int]  # the ports of its servers


@contextmanager
def nginx(
    before: Sequence[int],
    folder: Path,
    *,
    with_tls: bool = True,
    most: int = 256,
    per_address: int = 0,
    port: int = 0,
) -> Iterator[Site]:
    """Run nginx in front of the product's servers on the ports `before`.

    `most` is the number of concurrent connections to each server. All visitors have one address
    here, so connections per address are unlimited without `per_address`.
    """
    only = Market("site", NAME, before)
    with nginx_before_markets(
        [only], folder, with_tls=with_tls, most=most, per_address=per_address, port=port
    ) as (site,):
        yield site


@contextmanager
def nginx_before_markets(
    markets: Sequence[Market],
    folder: Path,
    *,
    with_tls: bool = True,
    most: int = 256,
    per_address: int = 0,
    port: int = 0,
) -> Iterator[list[Site]]:
    """Run one nginx in front of several markets, and yield the site of each. See `nginx`."""
    command, sites = nginx_of(
        markets, folder, with_tls=with_tls, most=most, per_address=per_address, port=port
    )
    process = subprocess.Popen(command)
    try:
        wait_for_port(sites[0].port)
        yield sites
    finally:
        process.terminate()
        process.wait(30)


def nginx_of(
    markets: Sequence[Market],
    folder: Path,
    *,
    with_tls: bool = True,
    most: int = 256,
    per_address: int = 0,
    port: int = 0,
    is_root: bool = os.geteuid() == 0,
) -> tuple[list[str], list[Site]]:
    """Write nginx's files into the folder; return its command, and the site of each market."""
    port, plain_port = port or free_port(), free_port()
    limit = f"\n limit_conn per_ipv4 {per_address};" if per_address else ""
    # The deployed configuration, filled in as an operator would do it.
    site = "\n".join([SHARED.read_text(), *(_filled_in(market, most) for market in markets)])
    site = re.sub(r"\n *(listen \[::\]|limit_conn per_(ipv6|network) )[^\n]*", "", site)
    site = re.sub(r"\n *limit_conn per_ipv4 [^\n]*", limit, site)
    for named, here in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("listen 80", f"listen 127.0.0.1:{plain_port}"),
        ("/var/cache/nginx/standby", f"{folder}/cache"),
        ("/etc/nginx/tls", f"{folder}"),
        ("/var/log/nginx", f"{folder}"),
    ):
        site = site.replace(named, here)
    if with_tls:
        for market in markets:
            _make_certificate(market, folder)
    else:
        site = re.sub(r"\n *ssl_[^\n]*", "", site.replace(" ssl http2", ""))
        site = site.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
    written = folder / "nginx.conf"
    user = "user root;" if is_root else ""
    written.write_text(AROUND.format(user=user, folder=folder, site=site))
    # Its log from the first line on, not only from where it has read its configuration
    files = ["-e", f"{folder}/error.log", "-c", str(written), "-p", str(folder)]
    scheme = "https" if with_tls else "http"
    return [str(require("nginx")), *files], [
        Site(f"{scheme}://{market.server_name}:{port}", port, plain_port) for market in markets
    ]


def _filled_in(market: Market, most: int) -> str:
    site = SITE.read_text()
    servers = " ".join(f"server 127.0.0.1:{each} max_conns={most};" for each in market.before)
    for named, here in (
        ("server ${STANDBY_UPSTREAM} max_conns=256;", servers),
        ("${STANDBY_SERVER_NAME}", market.server_name),
        ("${STANDBY_METRICS_FROM}", SCRAPER),
        ("${STANDBY_MARKET_NAME}", market.name),
        ("Host $host;", "Host $http_host;"),  # keeps the port, which is not 443 here
    ):
        site = site.replace(named, here)
    return site


def _make_certificate(market: Market, folder: Path) -> None:
    key = ["-newkey", "rsa:2048", "-nodes"]  # with RSA old ciphers could be offered at all
    files = ["-keyout", f"{folder}/{market.name}.key", "-out", f"{folder}/{market.name}.crt"]
    subject = ["-subj", f"/CN={market.server_name}"]
    quietly([require("openssl"), "req", "-x509", *key, *files, *subject])


def wait_for_port(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("nginx did not start")
