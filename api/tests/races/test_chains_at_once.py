"""Many write to one order's log and to one colleague's trail at once: neither chain forks (F8)."""

import json
import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection

import pytest
from buyers import Buyer, at_once, open_days
from shop import API, Shop, report

NOTES = 16
ROUNDS = 2
FORKS = {
    "log": "SELECT COUNT(*) FROM (SELECT 1 AS one FROM order_log GROUP BY order_id, prev_hash "
    "HAVING COUNT(*) > 1) AS forks",
    "trail": "SELECT COUNT(*) FROM (SELECT 1 AS one FROM staff_acts GROUP BY actor, prev_hash "
    "HAVING COUNT(*) > 1) AS forks",
}
pytestmark = pytest.mark.slow


@pytest.fixture
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as guarded:
        yield guarded


@pytest.fixture
def unguarded_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("unguarded-shop")
    with Shop(folder, application="unguarded_chains:application") as opened:
        yield opened


SCRIPT = ("staff_token", "Jo", "--role", "manager", "--hours", "1", "--new")


def manage(shop: Shop, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=API,
        env=shop.environment(),
        capture_output=True,
        text=True,
    )


def write_at_once(shop: Shop) -> Counter[int]:
    """The same member of staff, at one order, on all servers."""
    order = Buyer(open_days(shop)[0]).reserve(shop).body["orderId"]
    token = manage(shop, *SCRIPT).stdout.split()[-1]
    body = json.dumps({"text": "Gate code 12"}).encode()

    def write(number: int) -> int:
        port = shop.ports[number % len(shop.ports)]
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Idempotency-Key": uuid.uuid4().hex,
        }
        with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request("POST", f"/api/staff/orders/{order}/notes", body, headers)
            response = connection.getresponse()
            response.read()
            return response.status

    return sum((Counter(at_once(write, range(NOTES))) for _ in range(ROUNDS)), Counter())


def forks(shop: Shop) -> dict[str, int]:
    return {chain: shop.number(question) for chain, question in FORKS.items()}


def test_f8_no_chain_forks_however_many_write_at_once(shop: Shop) -> None:
    told = write_at_once(shop)

    found = forks(shop)
    report(f"F8: {NOTES} notes at once, {ROUNDS} times", shop, f"{dict(told)}, forks {found}")
    assert told == {201: NOTES * ROUNDS}
    assert found == {"log": 0, "trail": 0}
    assert shop.number("SELECT COUNT(*) FROM order_log WHERE subject = 'note'") == NOTES * ROUNDS
    proved = manage(shop, "verify_trail")
    assert proved.returncode == 0, proved.stdout


def test_f8_control_without_waiting_both_chains_fork(unguarded_shop: Shop) -> None:
    told = write_at_once(unguarded_shop)

    found = forks(unguarded_shop)
    report("F8 control: the same without the locks", unguarded_shop, f"{dict(told)}, forks {found}")
    assert found["log"] > 0
    assert found["trail"] > 0
    assert manage(unguarded_shop, "verify_trail").returncode != 0
