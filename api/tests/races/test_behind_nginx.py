"""The whole product as it is deployed: nginx, two servers, two workers, one database (RUN-02)."""

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from buyers import Buyer, open_days
from front import client, trusting, until
from ops.front import NAME, Site, nginx
from shop import API, Shop, report

pytestmark = pytest.mark.slow
SLOW = 300
READS = 100
SOON_S = 1.0


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
        nginx(shop.ports, _folder(tmp_path / "n")) as site,
    ):
        days = open_days(shop)[:4]
        with workers(shop, count=2):
            with ThreadPoolExecutor(16) as crowd:
                asked = [Buyer(days[number % 4]) for number in range(buyers)]
                answers = list(crowd.map(lambda buyer: reserved(buyer, site), asked))
            until(lambda: shop.number("SELECT COUNT(*) FROM messages WHERE status='queued'") == 0)
        seats = shop.number("SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL")
        twice = shop.number(
            "SELECT COUNT(*) FROM (SELECT order_ref FROM messages WHERE kind = 'date_held' "
            "GROUP BY order_ref, channel HAVING COUNT(*) > 1) twice"
        )
        with client() as http:
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
        nginx(shop.ports, _folder(tmp_path / "n")) as site,
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


def test_j5_public_pages_stay_up_while_no_server_answers(tmp_path: Path) -> None:
    """Control: a page that belongs to one visitor's booking is never kept."""
    shown = {}
    with Shop(data=_folder(tmp_path / "shop")) as shop:
        with nginx(shop.ports, _folder(tmp_path / "n")) as site, client() as http:
            before = {path: http.get(site.url(path)) for path in ("/", "/my-booking")}
            shop.kill()
            shown = {path: http.get(site.url(f"{path}?utm=1")) for path in before}
        report("J5 pages while no server answers", shop, f"/ {shown['/'].status_code}")
    assert (shown["/"].status_code, shown["/"].text) == (200, before["/"].text)
    assert "X-Accel-Expires" not in shown["/"].headers
    assert shown["/"].headers["Content-Security-Policy"]
    assert shown["/my-booking"].status_code == 503


def test_h2_what_nginx_writes_down_names_nobody(tmp_path: Path) -> None:
    """Whether a server answers or none does: an error's own line would quote the whole call."""
    token, street, caller = "k" * 43, "Grogans", "203.0.113.77"
    asked = (f"/b/{token}", f"/api/coverage-check?address=25+{street}+Mill+Rd", "/my-booking")
    headers = {"X-Forwarded-For": caller, "Referer": f"https://example.org/b/{token}"}
    folder = _folder(tmp_path / "n")
    with (
        Shop(data=_folder(tmp_path / "shop")) as shop,
        nginx(shop.ports, folder) as site,
        client() as http,
    ):
        statuses = [http.get(site.url(path), headers=headers).status_code for path in asked]
        shop.kill()
        statuses += [http.get(site.url(path), headers=headers).status_code for path in asked]

    told = [json.loads(line) for line in (folder / "access.log").read_text().splitlines()]
    written = "".join((folder / f"{name}.log").read_text() for name in ("access", "error"))
    found = [
        secret for secret in (token, street, caller, "127.0.0.1 - ", "GET /") if secret in written
    ]
    report("H2 nginx's logs", shop, f"{len(told)} calls told of, {len(found)} name somebody")
    assert found == []
    assert [int(one["status"]) for one in told] == statuses
    assert [one["path"] for one in told] == ["/b/[token]", "/api/coverage-check", "/my-booking"] * 2
    assert statuses[3:] == [503] * 3


def reserved(buyer: Buyer, site: Site) -> int:
    with client() as http:
        return http.post(
            site.url("/api/create-installation-order"),
            json=buyer.request(),
            headers={"Idempotency-Key": buyer.key, "Cookie": f"wz={buyer.secret}"},
        ).status_code


def _crawl(site: Site, slowness: str, done: threading.Event) -> None:
    """Each connection sends a byte now and then, and never the end."""
    start = (
        b"POST /api/google-places HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{"
        if slowness == "body"
        else b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    )
    context = trusting()
    with ExitStack() as held:
        lines = []
        for _ in range(SLOW):
            plain = held.enter_context(socket.create_connection(("127.0.0.1", site.port)))
            lines.append(held.enter_context(context.wrap_socket(plain, server_hostname=NAME)))
            lines[-1].sendall(start)
        while not done.wait(2):
            for line in lines:
                with suppress(OSError):  # it was let go of, as it should be
                    line.sendall(b"a")


def _seconds_for(site: Site, path: str) -> float:
    began = time.monotonic()
    with client() as http:
        assert http.get(site.url(path)).status_code == 200
    return time.monotonic() - began


def _folder(path: Path) -> Path:
    path.mkdir()
    return path
