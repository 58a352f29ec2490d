"""New code is taken while visitors are served: no request fails (reliability.md K1)."""

import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from shop import API, Shop, report

VISITORS = 8
RELOADS = 3
LASTS_S = 4
FEWEST_EACH = 250  # a slow machine visits longer, not less
GUNICORN = [f"{Path(sys.executable).parent}/gunicorn", "-c", "python:standby.config.serving"]
# As systemd hands an address over: as the third file, to a process that is named by its number.
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""
PATHS = ("/", "/api/price-book", "/api/availability", "/healthz")
pytestmark = pytest.mark.slow


def visit(shop: Shop, number: int, *, done: threading.Event) -> tuple[int, list[str]]:
    """How many requests, and what failed. Every other visitor keeps the connection."""
    asked, failed = 0, []
    headers = {} if number % 2 else {"Connection": "close"}
    with httpx.Client(timeout=60, trust_env=False, headers=headers) as browser:
        while asked < FEWEST_EACH or not done.is_set():
            path = PATHS[asked % len(PATHS)]
            asked += 1
            try:
                answer = browser.get(shop.url(path, server=number // 2))
            except httpx.TransportError as error:
                failed.append(f"{path} {headers}: {error!r}")
                continue
            if answer.status_code != 200:
                failed.append(f"{path}: {answer.status_code}")
    return asked, failed


class Held(Shop):
    """As with the unit standby-web.socket: the addresses are held by who starts the servers."""

    _held: tuple[socket.socket, ...] = ()

    def start(self) -> None:
        if not self._held:
            self._held = tuple(socket.create_server(("127.0.0.1", at)) for at in self.ports)
        with self.log.open("ab") as log:
            self.servers = [
                subprocess.Popen(
                    [sys.executable, "-c", HAND_OVER, str(held.fileno()), *GUNICORN],
                    cwd=API,
                    env=self.environment(),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=[held.fileno()],
                    start_new_session=True,
                )
                for held in self._held
            ]

    def exchange(self) -> None:
        """Stopped as `systemctl restart` does, and only then started anew."""
        for server in self.servers:
            server.terminate()
        for server in self.servers:
            server.wait(60)
        self.start()

    def kill(self) -> None:
        super().kill()
        for held in self._held:
            held.close()


def test_no_request_fails_while_the_servers_are_exchanged(tmp_path: Path) -> None:
    """New settings and new packages come with a new process; a reload keeps both."""
    done = threading.Event()

    with Held(tmp_path) as shop, ThreadPoolExecutor(VISITORS) as crowd:
        visits = [crowd.submit(visit, shop, number, done=done) for number in range(VISITORS)]
        before = {server.pid for server in shop.servers}
        time.sleep(LASTS_S)
        shop.exchange()
        shop.wait_until_ready()
        time.sleep(LASTS_S)
        done.set()
        told = [visited.result() for visited in visits]
        after = {server.pid for server in shop.servers}

    asked, failed = sum(one[0] for one in told), [words for one in told for words in one[1]]
    report(
        "K1 both servers exchanged under load", shop, f"{len(failed)} of {asked} requests failed"
    )
    assert not before & after
    assert asked >= VISITORS * FEWEST_EACH
    assert failed == []


def test_no_request_fails_while_the_servers_reload(tmp_path: Path) -> None:
    done = threading.Event()

    with Shop(tmp_path) as shop, ThreadPoolExecutor(VISITORS) as crowd:
        visits = [crowd.submit(visit, shop, number, done=done) for number in range(VISITORS)]
        for _ in range(RELOADS):
            time.sleep(LASTS_S)
            shop.reload()
        time.sleep(LASTS_S)
        done.set()
        told = [visited.result() for visited in visits]

    asked, failed = sum(one[0] for one in told), [words for one in told for words in one[1]]
    report(
        f"{RELOADS} reloads of both servers under load",
        shop,
        f"{len(failed)} of {asked} requests failed",
    )
    assert asked >= VISITORS * FEWEST_EACH
    assert failed == []
