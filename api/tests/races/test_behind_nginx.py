"""The whole product as it is deployed: nginx, two servers, two workers, one database (RUN-02)."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from buyers import Buyer, open_days
from front import client, trusting
from ops.served import NAME, Site, nginx
from running_shops import Running
from sampling import WHOLE
from shop import report

pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow
SLOW = 300
READS = 100 if WHOLE else 20
_BODY = b"POST /api/google-places HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{"
BEGINNINGS = {"headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "body": _BODY}


def reserved(buyer: Buyer, site: Site) -> int:
    with client() as http:
        return http.post(
            site.url("/api/create-installation-order"),
            json=buyer.request(),
            headers={"Idempotency-Key": buyer.key, "Cookie": f"wz={buyer.secret}"},
        ).status_code


@pytest.mark.req("RUN-02.3")
def test_two_servers_two_workers_and_nginx_sell_each_day_once_and_write_to_each_buyer_once(
    open_shop: Running, open_site: Site
) -> None:
    crews, buyers = 2, 24
    days = open_days(open_shop)[:4]
    with ThreadPoolExecutor(16) as crowd:
        asked = [crowd.submit(reserved, Buyer(days[n % 4]), open_site) for n in range(buyers)]
        while wait(asked, timeout=0).not_done:
            open_shop.work()
    open_shop.work()
    answers = [one.result() for one in asked]
    seats = open_shop.number("SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL")
    held = "FROM messages WHERE kind = 'date_held'"
    sent = f"SELECT COUNT(*) {held} AND channel = 'email' AND status = 'sent'"
    twice = open_shop.number(
        f"SELECT COUNT(*) FROM (SELECT order_ref {held} "
        "GROUP BY order_ref, channel HAVING COUNT(*) > 1) twice"
    )
    with client() as http:
        page = http.get(open_site.url("/"))

    won = answers.count(201)
    report("RUN-02 nginx, 2 servers, 2 workers", open_shop, f"{won} of {buyers} got a crew's day")
    assert (won, seats, twice) == (crews * 4, crews * 4, 0)
    assert open_shop.number(sent) == won
    assert set(answers) == {201, 409}
    assert page.status_code == 200
    assert "object-src 'none'" in page.headers["Content-Security-Policy"]


@contextmanager
def slow_senders(site: Site, beginning: bytes) -> Iterator[None]:
    """Each sends a byte now and then, and never the end. All of them have begun."""
    over = threading.Event()

    def crawl(lines: list[ssl.SSLSocket]) -> None:
        while not over.wait(1):
            for line in lines:
                with suppress(OSError):  # it was let go of, as it should be
                    line.sendall(b"a")

    with ExitStack() as held:
        lines, context = [], trusting()
        for _ in range(SLOW):
            plain = held.enter_context(socket.create_connection(("127.0.0.1", site.port)))
            lines.append(held.enter_context(context.wrap_socket(plain, server_hostname=NAME)))
            lines[-1].sendall(beginning)
        crawling = threading.Thread(target=crawl, args=[lines])
        crawling.start()
        try:
            yield
        finally:
            over.set()
            crawling.join()


@pytest.mark.parametrize("slowness", BEGINNINGS)
def test_g5_hundreds_of_slow_connections_keep_nobody_waiting(
    open_shop: Running, open_site: Site, slowness: str
) -> None:
    """Without an end to wait for: who was kept waiting would not be answered at all."""
    with slow_senders(open_site, BEGINNINGS[slowness]), client() as http:
        asked, anew = open_site.url("/api/availability"), {"Connection": "close"}
        told = [http.get(asked, headers=anew).status_code for _ in range(READS)]
    name = f"G5 {SLOW} slow {slowness}"
    report(name, open_shop, f"{told.count(200)} of {READS} answered meanwhile")
    assert told == [200] * READS


def test_while_no_server_answers_pages_stay_up_and_nginx_writes_down_nobody(tmp_path: Path) -> None:
    """J5 and H2. A page that belongs to one visitor's booking is never kept, and an error's own
    line would quote the whole call."""
    token, street, caller = "k" * 43, "Grogans", "203.0.113.77"
    asked = (f"/b/{token}", f"/api/coverage-check?address=25+{street}+Mill+Rd", "/my-booking")
    headers = {"X-Forwarded-For": caller, "Referer": f"https://example.org/b/{token}"}
    folder = tmp_path / "nginx"
    folder.mkdir()
    alone = {"STANDBY_PROCESSES": "1"}
    with (
        Running(tmp_path / "shop", size=1, settings=alone) as shop,
        nginx(shop.ports, folder) as site,
        client() as http,
    ):
        before = http.get(site.url("/"))
        statuses = [http.get(site.url(path), headers=headers).status_code for path in asked]
        shop.kill()
        after = http.get(site.url("/?utm=1"))
        statuses += [http.get(site.url(path), headers=headers).status_code for path in asked]

    report("J5 pages while no server answers", shop, f"/ {after.status_code}")
    assert (before.status_code, after.status_code, after.text) == (200, 200, before.text)
    assert "X-Accel-Expires" not in after.headers
    assert after.headers["Content-Security-Policy"]
    assert statuses[2] == 200
    assert statuses[3:] == [503] * 3
    told = [json.loads(line) for line in (folder / "access.log").read_text().splitlines()]
    written = "".join((folder / f"{name}.log").read_text() for name in ("access", "error"))
    secrets = (token, street, caller, "127.0.0.1 - ", "GET /")
    found = [secret for secret in secrets if secret in written]
    report("H2 nginx's logs", shop, f"{len(told)} calls told of, {len(found)} name somebody")
    assert found == []
    told = [one for one in told if one["path"] != "/"]
    assert [int(one["status"]) for one in told] == statuses
    assert [one["path"] for one in told] == ["/b/[token]", "/api/coverage-check", "/my-booking"] * 2
