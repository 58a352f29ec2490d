"""Another instance builds its own pages in this checkout while this one answers (RUN-06)."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from ops.postgresql import free_port
from ops.tools import DIST, ROOT
from shop import Shop, report, until

VISITORS = 8
PAUSE_S = VISITORS / 200  # two hundred requests a second in all
SECOND_STARTS_WITHIN_S = 400
BROWSER = {"Accept-Encoding": "br, gzip"}
PAGES = DIST.resolve()
pytestmark = [pytest.mark.slow, pytest.mark.nightly]


def paths_in(pages: Path) -> list[str]:
    """Pages, and what they are made of."""
    hashed = [f"/_astro/{file.name}" for file in sorted(pages.glob("_astro/*.js"))[:20]]
    return ["/", "/faq", "/installation-wizard", "/robots.txt", *hashed]


def visited_while(
    shop: Shop,
    action: Callable[[], object],
    failed: list[str],
    *,
    paths: Sequence[str],
    fewest_each: int = 0,
) -> int:
    """How many requests from before it until after it; those that fail or are answered with
    another body are noted. Every other visitor keeps the connection."""
    done = threading.Event()

    def visit(number: int) -> int:
        asked, bodies = 0, dict[str, bytes]()
        headers = BROWSER if number % 2 else {**BROWSER, "Connection": "close"}
        with httpx.Client(timeout=60, trust_env=False, headers=headers) as browser:
            while asked < fewest_each or not done.is_set():
                path = paths[asked % len(paths)]
                asked += 1
                try:
                    answer = browser.get(shop.url(path, server=number // 2))
                except httpx.TransportError as error:
                    failed.append(f"{path} {headers}: {error!r}")
                    continue
                if answer.status_code != 200:
                    failed.append(f"{path}: {answer.status_code}")
                elif bodies.setdefault(path, answer.content) != answer.content:
                    failed.append(f"{path}: another body")
                time.sleep(PAUSE_S)  # the pace of the load, not a wait for anything
        return asked

    with ThreadPoolExecutor(VISITORS) as crowd:
        visits = [crowd.submit(visit, number) for number in range(VISITORS)]
        try:
            action()
        finally:
            done.set()
        return sum(visited.result() for visited in visits)


def run_a_second_instance(data: Path) -> None:
    """`make run` with another address of the site, until it serves; then it is stopped."""
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    second = subprocess.Popen(
        [sys.executable, "-m", "ops.run"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "PORT": str(port),
            "STANDBY_DATA": str(data),
            "STANDBY_SITE_URL": site,
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        give_up_at = time.monotonic() + SECOND_STARTS_WITHIN_S
        while not is_ready(site):
            assert second.poll() is None, second.communicate()[0]
            assert time.monotonic() < give_up_at
            time.sleep(0.2)
        assert f'href="{site}/faq"' in httpx.get(f"{site}/faq", trust_env=False).text
    finally:
        os.killpg(second.pid, signal.SIGTERM)
        second.communicate(timeout=60)


def is_ready(site: str) -> bool:
    try:
        return httpx.get(f"{site}/readyz", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.req("RUN-06.2")
def test_a_second_instance_with_other_settings_disturbs_no_visitor_of_the_first(
    tmp_path: Path,
) -> None:
    before, failed = PAGES.stat().st_mtime_ns, list[str]()

    with Shop(tmp_path / "first") as shop:
        asked = visited_while(
            shop, lambda: run_a_second_instance(tmp_path / "second"), failed, paths=paths_in(PAGES)
        )

    report(
        "K5 a second make run with other settings under load",
        shop,
        f"{len(failed)} of {asked} requests failed",
    )
    assert asked > 1000
    assert failed == []
    assert PAGES.stat().st_mtime_ns == before


def test_pages_built_in_place_fail_visitors(tmp_path: Path) -> None:
    """The control: the same load while the files that are served are made anew."""
    pages, failed = tmp_path / "pages", list[str]()
    shutil.copytree(PAGES, pages)

    def build_in_place() -> None:
        for file in sorted(pages.rglob("*.js*")):
            file.unlink()
        until(lambda: bool(failed))

    with Shop(tmp_path / "first", settings={"STANDBY_PAGES": str(pages)}) as shop:
        asked = visited_while(shop, build_in_place, failed, paths=paths_in(PAGES))

    report("K5 control: pages built in place", shop, f"{len(failed)} of {asked} requests failed")
    assert failed


def test_a_reload_takes_the_newest_pages_in_all_workers(tmp_path: Path) -> None:
    """Until then every worker, also one that is started anew, serves those of the start."""
    old, new, link = tmp_path / "old", tmp_path / "new", tmp_path / "link"
    for pages in (old, new):
        pages.mkdir()
        (pages / "index.html").write_text(f"<!doctype html><h1>{pages.name}</h1>")
    link.symlink_to(old)

    with Shop(tmp_path / "shop", settings={"STANDBY_PAGES": str(link)}, size=1) as shop:
        link.unlink()
        link.symlink_to(new)
        workers = children_of(shop.servers[0].pid)
        os.kill(workers[0], signal.SIGKILL)
        until(lambda: len(set(children_of(shop.servers[0].pid)) - set(workers)) == 1)
        until(lambda: is_ready(shop.url("")))
        assert headings(shop) == {"old"}

        shop.reload()
        until(lambda: headings(shop) == {"new"})


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def headings(shop: Shop) -> set[str]:
    """What the workers show, each time by a new connection, so that all of them are asked."""
    texts = {httpx.get(shop.url("/"), timeout=60, trust_env=False).text for _ in range(40)}
    return {text.partition("<h1>")[2].partition("</h1>")[0] for text in texts}
