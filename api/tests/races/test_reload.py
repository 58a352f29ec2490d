"""New code is taken while visitors are served: no request fails (reliability.md K1)."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from shop import Shop, report

VISITORS = 8
RELOADS = 3
LASTS_S = 4
FEWEST_EACH = 250  # a slow machine visits longer, not less
PATHS = ("/", "/api/price-book", "/api/availability", "/healthz")
pytestmark = [pytest.mark.slow, pytest.mark.req("RUN-03")]


def visit(shop: Shop, number: int, *, done: threading.Event) -> tuple[int, list[str]]:
    """How many requests, and what failed. Every other visitor keeps the connection."""
    asked, failed = 0, []
    headers = {} if number % 2 else {"Connection": "close"}
    with httpx.Client(timeout=10, trust_env=False, headers=headers) as browser:
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
