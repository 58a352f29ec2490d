"""New code and new prices are taken while visitors are served: no request fails (K1)."""

from pathlib import Path

import pytest
from held import Held
from sampling import WHOLE
from shop import Shop, report, until
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
    settings = {"STANDBY_PAGES": str(PAGES), "CONTRACTOR_BRAND": "Dallas Power"}

    with Shop(tmp_path / "shop", settings=settings, size=1) as shop:

        def home() -> str:
            answer = shop.http.get(shop.url("/"))
            assert answer.status_code == 200
            return answer.text

        before = home()
        shop.write(
            "UPDATE installation_packages SET price_cents = 525000 WHERE max_distance_feet = 25"
        )
        until(lambda: "from $5,250 | Dallas Power</title>" in home(), within_s=60)

    assert "from $4,990 | Dallas Power</title>" in before
    assert "Standby" not in before.split("</title>")[0]
