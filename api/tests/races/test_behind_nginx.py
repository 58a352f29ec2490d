"""The whole product as it is deployed: nginx, two servers, two workers, one database (RUN-02)."""

import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from buyers import Buyer, open_days
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from shop import API, Shop, free_port, report

pytestmark = [pytest.mark.slow, pytest.mark.req("RUN-02")]
SITE = API.parent / "deploy" / "nginx.conf"
AROUND = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    include /etc/nginx/mime.types; access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {site}
}}
"""
SLOW = 300
READS = 100
SOON_S = 1.0


@dataclass(frozen=True, slots=True)
class Nginx:
    port: int

    def url(self, path: str) -> str:
        return f"https://127.0.0.1:{self.port}{path}"


@contextmanager
def nginx(shop: Shop, folder: Path) -> Iterator[Nginx]:
    """The site's own file, with this machine's ports and a certificate made for an hour."""
    _certificate(folder)
    port, plain = free_port(), free_port()
    servers = " ".join(f"server 127.0.0.1:{at};" for at in shop.ports)
    site = (
        SITE.read_text()
        .replace("server ${STANDBY_UPSTREAM};", servers)
        .replace("/var/cache/nginx/standby", str(folder / "cache"))
        .replace("/etc/nginx/tls", str(folder))
        .replace("listen [::]:80;", "")
        .replace("listen [::]:443 ssl http2;", "")
        .replace("listen 80;", f"listen 127.0.0.1:{plain};")
        .replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        .replace("limit_conn per_address 60;", "")  # here all visitors have one address
    )
    written = folder / "nginx.conf"
    written.write_text(AROUND.format(folder=folder, site=site))
    process = subprocess.Popen(["nginx", "-c", str(written), "-p", str(folder)])
    try:
        _wait_for(port)
        yield Nginx(port)
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def workers(shop: Shop, *, count: int) -> Iterator[None]:
    started = [
        subprocess.Popen(
            [sys.executable, "manage.py", "work"],
            cwd=API,
            env=shop.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(count)
    ]
    try:
        yield
    finally:
        for worker in started:
            worker.terminate()
        for worker in started:
            worker.wait(30)


def test_two_servers_two_workers_and_nginx_sell_each_day_once_and_write_to_each_buyer_once(
    tmp_path: Path,
) -> None:
    crews, buyers = 2, 24
    with (
        Shop(data=_folder(tmp_path / "shop")) as shop,
        nginx(shop, _folder(tmp_path / "n")) as site,
    ):
        days = open_days(shop)[:4]
        with workers(shop, count=2):
            with ThreadPoolExecutor(16) as crowd:
                asked = [Buyer(days[number % 4]) for number in range(buyers)]
                answers = list(crowd.map(lambda buyer: reserved(buyer, site), asked))
            _until(lambda: shop.number("SELECT COUNT(*) FROM messages WHERE status='queued'") == 0)
        seats = shop.number("SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL")
        twice = shop.number(
            "SELECT COUNT(*) FROM (SELECT order_ref FROM messages WHERE kind = 'date_held' "
            "GROUP BY order_ref, channel HAVING COUNT(*) > 1) twice"
        )
        with _client() as http:
            page = http.get(site.url("/"))

    won = answers.count(201)
    report("RUN-02 nginx, 2 servers, 2 workers", shop, f"{won} of {buyers} got a crew's day")
    assert (won, seats, twice) == (crews * 4, crews * 4, 0)
    assert set(answers) == {201, 409}
    assert page.status_code == 200
    assert "object-src 'none'" in page.headers["Content-Security-Policy"]


@pytest.mark.parametrize("slowness", ["headers", "body"])
def test_g5_hundreds_of_slow_connections_keep_nobody_waiting(tmp_path: Path, slowness: str) -> None:
    with (
        Shop(data=_folder(tmp_path / "shop")) as shop,
        nginx(shop, _folder(tmp_path / "n")) as site,
    ):
        done = threading.Event()
        crawling = threading.Thread(target=_crawl, args=(site, slowness, done))
        crawling.start()
        time.sleep(3)
        took = [_seconds_for(site, "/api/availability") for _ in range(READS)]
        done.set()
        crawling.join()

    soon = sum(1 for seconds in took if seconds <= SOON_S)
    report(f"G5 {SLOW} slow {slowness}", shop, f"{soon} of {READS} answered within {SOON_S:.0f} s")
    assert soon >= READS * 0.99


def reserved(buyer: Buyer, site: Nginx) -> int:
    with _client() as http:
        return http.post(
            site.url("/api/create-installation-order"),
            json=buyer.request(),
            headers={"Idempotency-Key": buyer.key, "Cookie": f"wz={buyer.secret}"},
        ).status_code


def _crawl(site: Nginx, slowness: str, done: threading.Event) -> None:
    """Each connection sends a byte now and then, and never the end."""
    start = (
        b"POST /api/google-places HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{"
        if slowness == "body"
        else b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "
    )
    trusting = _trusting()
    with ExitStack() as held:
        lines = []
        for _ in range(SLOW):
            plain = held.enter_context(socket.create_connection(("127.0.0.1", site.port)))
            lines.append(held.enter_context(trusting.wrap_socket(plain)))
            lines[-1].sendall(start)
        while not done.wait(2):
            for line in lines:
                with suppress(OSError):  # it was let go of, as it should be
                    line.sendall(b"a")


def _seconds_for(site: Nginx, path: str) -> float:
    began = time.monotonic()
    with _client() as http:
        assert http.get(site.url(path)).status_code == 200
    return time.monotonic() - began


def _client() -> httpx.Client:
    return httpx.Client(timeout=30, trust_env=False, verify=_trusting())


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    moment = datetime.now(tz=UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(minutes=1))
        .not_valid_after(moment + timedelta(hours=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "site.crt").write_bytes(made.public_bytes(pem))
    (folder / "site.key").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _wait_for(port: int) -> None:
    give_up_at = time.monotonic() + 20
    while time.monotonic() < give_up_at:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("nginx did not start")


def _until(holds: Callable[[], bool], *, within_s: float = 30) -> None:
    give_up_at = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < give_up_at
        time.sleep(0.2)
