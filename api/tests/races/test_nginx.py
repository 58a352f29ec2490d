"""The whole product as it is deployed: nginx, two servers, two workers, one database (RUN-02).

And what nginx itself answers, by the deployed file: names, ciphers, limits, metrics (G5).
"""

import json
import re
import socket
import ssl
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from buyers import Buyer, open_days
from http_peer import Answers, HttpPeer, serving
from ops.served import NAME, SCRAPER, Site, nginx
from ops.tools import API
from sampling import WHOLE
from shop import Shop, at_once, report, tls_client, trusting, until

pytest_plugins = ("shop_fixtures",)
pytestmark = pytest.mark.slow
SLOW = 300
READS = 100 if WHOLE else 20
_BODY = b"POST /api/google-places HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{"
BEGINNINGS = {"headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "body": _BODY}


def reserved(buyer: Buyer, site: Site) -> int:
    with tls_client() as http:
        return http.post(
            site.url("/api/create-installation-order"),
            json=buyer.request(),
            headers={"Idempotency-Key": buyer.key, **buyer.cookie},
        ).status_code


@pytest.mark.req("RUN-02.3")
def test_two_servers_two_workers_and_nginx_sell_each_day_once_and_write_to_each_buyer_once(
    open_shop: Shop, open_site: Site
) -> None:
    crews, buyers = 2, 24
    days = open_days(open_shop)[:4]
    with ThreadPoolExecutor(16) as crowd:
        asked = [crowd.submit(reserved, Buyer(days[n % 4]), open_site) for n in range(buyers)]
        while wait(asked, timeout=0).not_done:
            open_shop.work()
    open_shop.work()
    answers = [one.result() for one in asked]
    seats = open_shop.number("SELECT COUNT(*) FROM crew_seats WHERE afternoon_id IS NOT NULL")
    held = "FROM messages WHERE kind = 'date_held'"
    # It waits for a confirmation before it is sent (NEXT-01.4).
    written = f"SELECT COUNT(*) {held} AND channel = 'email'"
    twice = open_shop.number(
        f"SELECT COUNT(*) FROM (SELECT order_ref {held} "
        "GROUP BY order_ref, channel HAVING COUNT(*) > 1) twice"
    )
    with tls_client() as http:
        page = http.get(open_site.url("/"))

    won = answers.count(201)
    report("RUN-02 nginx, 2 servers, 2 workers", open_shop, f"{won} of {buyers} got a crew's day")
    assert (won, seats, twice) == (crews * 4, crews * 4, 0)
    assert open_shop.number(written) == won
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
    open_shop: Shop, open_site: Site, slowness: str
) -> None:
    """Without an end to wait for: who was kept waiting would not be answered at all."""
    with slow_senders(open_site, BEGINNINGS[slowness]), tls_client() as http:
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
        Shop(tmp_path / "shop", size=1, settings=alone) as shop,
        nginx(shop.ports, folder) as site,
        tls_client() as http,
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


BODY = b'{"code":"limit_reached"}'
IN_ITS_SHAPE = {
    "/": ("text/html", "We are very busy right now"),
    "/staff/tables/": ("text/html", "We are very busy right now"),
    "/api/availability": ("application/problem+json", '"code":"busy"'),
    "/auth/v1/settings": ("application/json", '{"code":"busy","message":'),
}


@pytest.mark.parametrize(("most", "per_address"), [(1, 0), (256, 1)])
def test_who_cannot_be_served_is_told_at_once_to_come_again(
    tmp_path: Path, most: int, per_address: int
) -> None:
    """All servers are full, or one address asks too much. Control: the one who was given to the
    server waits in vain."""
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        nginx([silent.getsockname()[1]], tmp_path, most=most, per_address=per_address) as site,
        ThreadPoolExecutor(1) as aside,
        tls_client() as http,
    ):
        first = aside.submit(lambda: httpx.get(site.url("/"), verify=trusting(), trust_env=False))
        given, _ = silent.accept()
        with given:
            answers = {path: http.get(site.url(path)) for path in IN_ITS_SHAPE}
            assert not first.done()

    for path, (kind, words) in IN_ITS_SHAPE.items():
        told = answers[path]
        assert (told.status_code, told.headers["Retry-After"]) == (503, "5")
        assert (told.headers["Content-Type"], told.headers["Cache-Control"]) == (kind, "no-store")
        assert words in told.text
        assert "nginx" not in told.text


class Says(Answers):
    """What it is asked to say, or 200."""

    def get(self) -> None:
        self.say(int(self.path.partition("?say=")[2] or 200), BODY, Retry_After="77")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """nginx before a server that says what it is asked to say."""
    with (
        serving(HttpPeer(Says)) as server,
        nginx([server.server_port], tmp_path_factory.mktemp("n")) as site,
    ):
        yield site


@pytest.mark.parametrize("status", [429, 503])
def test_what_the_product_itself_refuses_passes_through_as_it_is(site: Site, status: int) -> None:
    with tls_client() as http:
        told = http.get(site.url(f"/api/availability?say={status}"))
    assert (told.status_code, told.content, told.headers["Retry-After"]) == (status, BODY, "77")


def test_every_call_of_the_api_reaches_the_product_at_its_own_address(site: Site) -> None:
    """A prefix that ends in a slash redirects who asks without it."""
    paths = json.loads((API / "openapi.json").read_text())["paths"]
    with tls_client() as http:
        asked = {path: http.get(site.url(re.sub(r"{\w+}", "1", path))) for path in paths}
    redirected = [path for path, answer in asked.items() if answer.status_code != 200]
    assert len(paths) > 150
    assert redirected == []


def said_to(site: Site, host: str, *, tls: bool) -> bytes:
    """What is answered to this Host header; nothing, when the connection is closed."""
    port = site.port if tls else site.plain_port
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
        line = trusting().wrap_socket(plain, server_hostname=NAME) if tls else plain
        with line:
            asked = f"GET /x?y=1 HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            line.sendall(asked.encode())
            return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", f"{NAME}.evil.example", ""])
def test_another_name_than_ours_is_not_answered_on_either_port(site: Site, host: str) -> None:
    on_80, on_443 = said_to(site, host, tls=False), said_to(site, host, tls=True)
    assert {on_80, on_443} <= {b""} or (host == "" and b" 400 " in on_80 and b" 400 " in on_443)


def test_port_80_sends_to_our_own_name_alone(site: Site) -> None:
    answer = said_to(site, NAME, tls=False).decode()
    assert answer.startswith("HTTP/1.1 308 ")
    assert f"\r\nLocation: https://{NAME}/x?y=1\r\n" in answer
    assert said_to(site, NAME, tls=True).startswith(b"HTTP/1.1 200 ")  # control


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("TLSv1.3", "-tls1_3"),
        ("TLSv1.2", "-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256"),
        ("TLSv1.2", "-tls1_2 -cipher ECDHE-RSA-CHACHA20-POLY1305"),
        ("", "-tls1_2 -cipher AES128-SHA:@SECLEVEL=0"),  # no forward secrecy
        ("", "-tls1_2 -cipher AES256-GCM-SHA384:@SECLEVEL=0"),
        ("", "-tls1_2 -cipher ECDHE-RSA-AES128-SHA:@SECLEVEL=0"),  # not authenticated as one
        ("", "-tls1_2 -cipher ECDHE-RSA-AES256-SHA384:@SECLEVEL=0"),
        ("", "-tls1 -cipher ALL:@SECLEVEL=0"),
        ("", "-tls1_1 -cipher ALL:@SECLEVEL=0"),
        ("", "-servername evil.example"),
        ("", "-noservername"),
    ],
)
def test_only_what_browsers_offer_today_for_our_own_name_is_taken(
    site: Site, said: str, options: str
) -> None:
    """What OpenSSL's own client says of a handshake."""
    name = [] if "servername" in options else ["-servername", NAME]
    at = ["-connect", f"127.0.0.1:{site.port}", "-brief"]
    ran = subprocess.run(
        ["openssl", "s_client", *at, *name, *options.split()],
        input="",
        capture_output=True,
        text=True,
        timeout=20,
    )
    told = ran.stdout + ran.stderr

    assert ("CONNECTION ESTABLISHED" in told) == bool(said)
    assert said in told


EXPIRED_S = 2.1  # after what is kept for a second: nginx counts whole ones


class Keeps(Answers):
    """Slow, and allows nginx to keep what it says for a second, but the book of one visitor."""

    calls = 0

    def get(self) -> None:
        Keeps.calls += 1
        time.sleep(0.3)
        kept = {} if "my-booking" in self.path else {"X_Accel_Expires": "1"}
        self.say(200, f"{Keeps.calls}".encode(), Cache_Control="no-cache", **kept)


def test_what_is_the_same_for_everybody_is_fetched_once_and_outlives_the_server(
    tmp_path: Path,
) -> None:
    """Control: what is one visitor's, and what was asked with a query, is fetched each time."""
    path, anew = "/api/price-book", ("/api/my-booking", "/api/availability?from=2026-02-02")
    server = HttpPeer(Keeps)
    with nginx([server.server_port], tmp_path) as site, tls_client() as http:
        with serving(server):
            first = at_once(lambda _: http.get(site.url(path)).text, range(8))
            time.sleep(1.1)
            stale = http.get(site.url(path))  # the newer one is fetched meanwhile
            until(lambda: http.get(site.url(path)).text == "2")
            twice = [[http.get(site.url(each)).text for _ in range(2)] for each in anew]
        after = http.get(site.url(path))
        gone = http.get(site.url(anew[0])).status_code

    assert first == ["1"] * 8
    assert stale.text == "1"
    assert "X-Accel-Expires" not in stale.headers
    assert all(first != second for first, second in twice)
    assert (after.status_code, gone) == (200, 503)


def test_a_page_of_before_is_shown_only_while_a_newer_one_is_fetched(tmp_path: Path) -> None:
    """However long ago somebody asked for it last. Control: an answer of the API is."""
    page, answer, server = "/faq", "/api/price-book", HttpPeer(Keeps)
    with nginx([server.server_port], tmp_path) as site, tls_client() as http, serving(server):

        def shown(path: str) -> str:
            return http.get(site.url(path)).text

        before = [shown(page), shown(answer)]
        kept = shown(page)
        time.sleep(EXPIRED_S)
        after = [shown(page), shown(answer)]
        time.sleep(EXPIRED_S)
        together = Counter(at_once(lambda _: shown(page), range(8)))

    assert kept == before[0]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True]
    assert len(together) == 2
    assert together[after[0]] > 1


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
@pytest.mark.parametrize(
    ("address", "sees"),
    [("127.0.0.1", ["/metrics", "/readyz"]), (SCRAPER, ["/metrics"]), ("127.0.0.2", [])],
)
def test_metrics_are_for_this_machine_and_for_whom_the_operator_names(
    site: Site, path: str, address: str, sees: list[str]
) -> None:
    transport = httpx.HTTPTransport(local_address=address, verify=trusting())
    with httpx.Client(transport=transport, timeout=30, trust_env=False) as http:
        answer = http.get(site.url(path))
    assert answer.status_code == (200 if path in sees else 403)
