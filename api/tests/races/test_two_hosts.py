"""Two web servers and two workers behind nginx, and one of each is lost (RUN-02, reliability J).

On PostgreSQL they are two hosts that share a database and a bucket; on SQLite one host's processes.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Semaphore

import pytest
from buyers import NEVER as BOOKED_NEVER
from buyers import (
    PHOTOS,
    Buyer,
    buyer_asked_for_photos,
    lost_of,
    open_days,
    send_chunk,
    start_upload,
)
from ops.served import Site, nginx
from rate_limit_windows import wait_for_a_window
from sent_files import a_jpeg
from shop import report, until
from visitors import PATIENCE_S, Browser, Hosts, Outside, outside, visit

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
CREWS, DAYS, VISITORS, AT_ONCE = 2, 6, 20, 6
NOTIFY = "/api/coverage-rejection-requests"
NOTIFY_AN_HOUR, ASKED = 5, 16
EACH = {
    "orders": "SELECT COUNT(*) FROM orders",
    "confirmed dates": "SELECT COUNT(*) FROM appointments WHERE status = 'confirmed'",
    "crews' days": "SELECT COUNT(DISTINCT afternoon_id) FROM crew_seats "
    "WHERE afternoon_id IS NOT NULL AND hold_expires_at IS NULL",
    "fees paid": "SELECT COUNT(*) FROM payments WHERE status = 'paid'",
    "customers": "SELECT COUNT(DISTINCT email) FROM customers",
    "events worked out": "SELECT COUNT(*) FROM card_events WHERE processed_at IS NOT NULL",
}
NEVER = BOOKED_NEVER | {
    "days oversold": "SELECT COUNT(*) FROM (SELECT day FROM crew_seats WHERE afternoon_id "
    f"IS NOT NULL GROUP BY day HAVING COUNT(*) > {CREWS}) oversold",
    "events waiting": "SELECT COUNT(*) FROM card_events WHERE processed_at IS NULL",
}
UNSENT = "SELECT COUNT(*) FROM messages WHERE channel = 'email' AND status = 'queued'"
SENT = "SELECT COUNT(*) FROM messages WHERE channel = 'email' AND status = 'sent'"
CONFIRMING = "kind = 'date_confirmed'"


@dataclass(frozen=True, slots=True)
class Day:
    """How it went: the order of each visitor ("" where the day was full), and what was left."""

    hosts: Hosts
    outside: Outside
    orders: list[str]
    limited: Counter[int]
    photo: Counter[str]


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    place = tmp_path_factory.mktemp("two-hosts")
    with ExitStack() as opened:
        peers = opened.enter_context(outside())
        hosts = opened.enter_context(Hosts(data=place / "hosts", settings=peers.settings))
        (place / "nginx").mkdir()
        site = opened.enter_context(nginx(hosts.ports, place / "nginx"))
        photo = _a_photo_by_both(hosts)
        limited = _all_at_once_from_one_address(site)
        orders = _a_day_with_a_loss(hosts, site, peers)
        yield Day(hosts, peers, orders, limited, photo)


def _a_day_with_a_loss(hosts: Hosts, site: Site, outside: Outside) -> list[str]:
    days, reserved = open_days(hosts)[5 : 5 + DAYS], Semaphore(0)
    buyers = [Buyer(days[number % DAYS]) for number in range(VISITORS)]
    with ThreadPoolExecutor(AT_ONCE) as crowd:
        walks = [crowd.submit(visit, site, buyer, outside.cards, reserved) for buyer in buyers]
        for _ in range(VISITORS // 3):
            assert reserved.acquire(timeout=PATIENCE_S)
        hosts.lose(0)
        orders = [one.result() for one in walks]
    until(lambda: hosts.number(UNSENT) == 0, within_s=PATIENCE_S)
    until(lambda: hosts.number(NEVER["events waiting"]) == 0, within_s=PATIENCE_S)
    return orders


def _all_at_once_from_one_address(site: Site) -> Counter[int]:
    wait_for_a_window()
    left = {"address_formatted": "1 Oak St, Brenham, TX 77833", "phone_number": "979-555-0100"}
    with Browser(site, Buyer("2026-01-01")) as browser, ThreadPoolExecutor(8) as crowd:
        asked = [left | {"consent": True}] * ASKED
        answers = list(crowd.map(lambda body: browser.ask("POST", NOTIFY, body), asked))
    return Counter(answer.status_code for answer in answers)


def _a_photo_by_both(hosts: Hosts) -> Counter[str]:
    """Half of it through each host; then seen through each."""
    buyer, photo = buyer_asked_for_photos(hosts, 0), a_jpeg(1600, 1200)
    half = len(photo) // 2
    photo_id = start_upload(hosts, buyer, "panel_open", size_bytes=len(photo)).body["id"]
    path, statuses = f"{PHOTOS}/{photo_id}", Counter[str]()
    for number, (offset, piece) in enumerate([(0, photo[:half]), (half, photo[half:])]):
        sent = send_chunk(hosts, buyer, photo_id, piece, offset=offset, server=number)
        statuses[f"piece {sent.status}"] += 1
    until(lambda: _shown(hosts, buyer, path, server=0) == 200, within_s=PATIENCE_S)
    for server in (0, 1):
        statuses[f"shown {_shown(hosts, buyer, path, server=server)}"] += 1
    return statuses


def _shown(hosts: Hosts, buyer: Buyer, path: str, *, server: int) -> int:
    return buyer.get(hosts, f"{path}/shown", server=server).status_code


@pytest.mark.req("RUN-02.3")
def test_a_lost_host_loses_nobody_and_does_nothing_twice(day: Day) -> None:
    orders = [order for order in day.orders if order]
    lost = lost_of(orders, day.hosts)

    found = {name: day.hosts.number(asked) for name, asked in (EACH | NEVER).items()}

    charged_twice = sum(times - 1 for times in day.outside.cards.charges.values())
    report(
        "RUN-02 2 hosts, one is lost meanwhile",
        day.hosts,
        f"{len(orders)} of {VISITORS} paid for {CREWS * DAYS} crews' days; {len(lost)} lost, "
        f"{charged_twice} charged twice, {found['days oversold']} days oversold",
    )
    one_more = {"orders", "customers"}  # the one who sent photos, and paid nothing
    assert lost == set()
    assert len(orders) == CREWS * DAYS
    assert found == {name: len(orders) + (name in one_more) for name in EACH} | dict.fromkeys(
        NEVER, 0
    )
    assert charged_twice == 0


def test_two_workers_write_each_mail_once(day: Day) -> None:
    mail = day.outside.mail

    sent, confirmations = day.hosts.number(SENT), day.hosts.number(f"{SENT} AND {CONFIRMING}")

    report(
        "RUN-02 2 workers, one is lost meanwhile",
        day.hosts,
        f"{sent} mails, {len(set(mail.message_ids))} arrived, {mail.duplicates} came twice",
    )
    assert confirmations == CREWS * DAYS
    assert len(set(mail.message_ids)) == sent
    assert mail.duplicates <= 1  # what the lost worker sent and could not note


def test_a_limit_counts_over_all_hosts_and_a_photo_comes_through_both(day: Day) -> None:
    report("G1 a limit over 2 hosts", day.hosts, f"{ASKED} from one address: {dict(day.limited)}")
    report("RUN-02 a photo, half through each host", day.hosts, f"{dict(day.photo)}")
    assert day.limited == {201: NOTIFY_AN_HOUR, 429: ASKED - NOTIFY_AN_HOUR}
    assert day.photo == {"piece 200": 2, "shown 200": 2}
