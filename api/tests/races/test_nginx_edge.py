"""What nginx itself answers, by the deployed file: names, ciphers, limits, metrics (G5)."""

import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from front import client, trusting, until
from ops.served import NAME, SCRAPER, Site, nginx

pytestmark = pytest.mark.slow
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
        client() as http,
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


class Says(BaseHTTPRequestHandler):
    """What it is asked to say, or 200."""

    def do_GET(self) -> None:
        self.send_response(int(self.path.partition("?say=")[2] or 200))
        self.send_header("Retry-After", "77")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *told: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """nginx before a server that says what it is asked to say."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Says) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        with nginx([server.server_port], tmp_path_factory.mktemp("n")) as opened:
            yield opened
        server.shutdown()
        serving.join()


@pytest.mark.parametrize("status", [429, 503])
def test_what_the_product_itself_refuses_passes_through_as_it_is(site: Site, status: int) -> None:
    with client() as http:
        told = http.get(site.url(f"/api/availability?say={status}"))
    assert (told.status_code, told.content, told.headers["Retry-After"]) == (status, BODY, "77")


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


class Keeps(BaseHTTPRequestHandler):
    """Slow, and allows nginx to keep what it says for a second, but the book of one visitor."""

    calls = 0

    def do_GET(self) -> None:
        Keeps.calls += 1
        time.sleep(0.3)
        body = f"{Keeps.calls}".encode()
        self.send_response(200)
        if "my-booking" not in self.path:
            self.send_header("X-Accel-Expires", "1")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: object) -> None:
        pass


def test_what_is_the_same_for_everybody_is_fetched_once_and_outlives_the_server(
    tmp_path: Path,
) -> None:
    """Control: what is one visitor's, and what was asked with a query, is fetched each time."""
    path, anew = "/api/price-book", ("/api/my-booking", "/api/availability?from=2026-02-02")
    with ThreadingHTTPServer(("127.0.0.1", 0), Keeps) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        with nginx([server.server_port], tmp_path) as site, client() as http:
            with ThreadPoolExecutor(8) as crowd:
                at_once = list(crowd.map(lambda _: http.get(site.url(path)).text, range(8)))
            time.sleep(1.1)
            stale = http.get(site.url(path))  # the newer one is fetched meanwhile
            until(lambda: http.get(site.url(path)).text == "2")
            twice = [[http.get(site.url(each)).text for _ in range(2)] for each in anew]
            server.shutdown()
            serving.join()
            server.server_close()
            after = http.get(site.url(path))
            gone = http.get(site.url(anew[0])).status_code

    assert at_once == ["1"] * 8
    assert stale.text == "1"
    assert "X-Accel-Expires" not in stale.headers
    assert all(first != second for first, second in twice)
    assert (after.status_code, gone) == (200, 503)


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
