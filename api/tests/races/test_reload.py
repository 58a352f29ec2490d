"""New code and new prices are taken while visitors are served: no request fails (K1)."""

import time
from pathlib import Path

import pytest
from held import Held
from ops.served import nginx
from sampling import WHOLE
from shop import Shop, report, tls_client, until
from test_two_builds import PAGES, VISITORS, children_of, visited_while

RELOADS = 3 if WHOLE else 1
FEWEST_EACH = 250 if WHOLE else 20
PATHS = ("/", "/api/price-book", "/api/availability", "/healthz")
pytest_plugins = ("shop_fixtures",)
pytestmark = pytest.mark.slow


def workers_of(shop: Shop) -> set[int]:
    return {worker for server in shop.servers for worker in children_of(server.pid)}


def reload(shop: Shop) -> None:
    """Until no worker is left of those that there were, and all addresses answer."""
    before = workers_of(shop)
    shop.reload()
    until(lambda: len(workers_of(shop) - before) == len(before))
    until(lambda: not workers_of(shop) & before)
    shop.wait_until_ready()


@pytest.mark.req("RUN-03.4")
def test_no_request_fails_while_the_servers_reload(open_shop: Shop) -> None:
    before, failed = workers_of(open_shop), list[str]()

    def reload_all() -> None:
        for _ in range(RELOADS):
            reload(open_shop)

    asked = visited_while(open_shop, reload_all, failed, paths=PATHS, fewest_each=FEWEST_EACH)

    name = f"K1 {RELOADS} reload(s) of both servers under load"
    report(name, open_shop, f"{len(failed)} of {asked} requests failed")
    assert before
    assert not before & workers_of(open_shop)
    assert asked >= VISITORS * FEWEST_EACH
    assert failed == []


@pytest.mark.nightly
def test_no_request_fails_while_the_servers_are_exchanged(tmp_path: Path) -> None:
    """New settings and new packages come with a new process; a reload keeps both."""
    with Held(tmp_path) as shop:
        before, failed = {server.pid for server in shop.servers}, list[str]()
        asked = visited_while(shop, shop.exchange, failed, paths=PATHS, fewest_each=FEWEST_EACH)
        after = {server.pid for server in shop.servers}

    report(
        "K1 both servers exchanged under load", shop, f"{len(failed)} of {asked} requests failed"
    )
    assert not before & after
    assert asked >= VISITORS * FEWEST_EACH
    assert failed == []


@pytest.mark.req("HOME-02.1")
def test_pages_advertise_the_price_that_staff_set_and_the_company_of_the_settings(
    tmp_path: Path,
) -> None:
    """Within half a minute in every process, on both hosts and behind nginx; nothing reloads."""
    settings = {"STANDBY_PAGES": str(PAGES), "CONTRACTOR_BRAND": "Dallas Power"}
    folder = tmp_path / "nginx"
    folder.mkdir()

    with (
        Shop(tmp_path / "shop", settings=settings) as shop,
        nginx(shop.ports, folder) as site,
        tls_client() as http,
    ):

        def title(url: str) -> str:
            answer = http.get(url, headers={"Connection": "close"})
            assert answer.status_code == 200
            return answer.text.partition("<title>")[2].partition("</title>")[0]

        def titles() -> set[str]:
            """Each time by new connections, so that all processes are asked."""
            urls = [site.url("/"), *(shop.url("/", server=n) for n in range(len(shop.ports)))]
            return {title(url) for url in urls for _ in range(10)}

        before, workers = titles(), workers_of(shop)
        shop.write(
            "UPDATE installation_packages SET price_cents = 525000 WHERE max_distance_feet = 25"
        )
        saved_at = time.monotonic()
        until(lambda: all("from $5,250 | Dallas Power" in each for each in titles()), within_s=30)
        took_s = time.monotonic() - saved_at
        same_workers = workers_of(shop) == workers

    report("HOME-02 a price that staff set", shop, f"on all pages after {took_s:.0f} s")
    assert all("from $4,990 | Dallas Power" in each for each in before)
    assert same_workers
