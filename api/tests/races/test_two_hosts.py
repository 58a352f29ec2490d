"""Two web servers and two workers behind nginx, and one of each is lost (RUN-02, reliability J).

On PostgreSQL they are two hosts that share a database and a bucket; on SQLite one host's processes.
"""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from threading import Semaphore
from typing import Any, Self

import httpx
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
from s3_peer import s3_peer, s3_settings
from sent_files import a_jpeg
from shop import Shop, report, trusting, until
from smtp_peer import SmtpPeer, smtp_peer
from stripe_peer import Peer, running_peer

from standby.payments.providers.cards.stripe_events import sign

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
SIGNED_WITH = "whsec_hosts"
CREWS, DAYS, VISITORS, AT_ONCE = 2, 6, 20, 6
ADDRESS = "25 Grogans Mill Rd, The Woodlands, TX 77380, USA"
NOTIFY = "/api/coverage-rejection-requests"
NOTIFY_AN_HOUR, ASKED = 5, 16
PATIENCE_S = 90
AGAIN = (502, 503, 504)  # what the web repeats, with the same key
EACH = {
    "orders": "SELECT COUNT(*) FROM orders",
    "confirmed dates": "SELECT COUNT(*) FROM appointments WHERE status = 'confirmed'",
    "crews' days": "SELECT COUNT(DISTINCT appointment_id) FROM crew_seats "
    "WHERE appointment_id IS NOT NULL AND hold_expires_at IS NULL",
    "fees paid": "SELECT COUNT(*) FROM payments WHERE status = 'paid'",
    "customers": "SELECT COUNT(DISTINCT email) FROM customers",
    "events worked out": "SELECT COUNT(*) FROM card_events WHERE processed_at IS NOT NULL",
}
NEVER = BOOKED_NEVER | {
    "days oversold": "SELECT COUNT(*) FROM (SELECT day FROM crew_seats WHERE appointment_id "
    f"IS NOT NULL GROUP BY day HAVING COUNT(*) > {CREWS}) oversold",
    "events waiting": "SELECT COUNT(*) FROM card_events WHERE processed_at IS NULL",
}
UNSENT = "SELECT COUNT(*) FROM messages WHERE channel = 'email' AND status = 'queued'"
SENT = "SELECT COUNT(*) FROM messages WHERE channel = 'email' AND status = 'sent'"
CONFIRMING = "kind = 'date_confirmed'"
_networks = count(2)


@dataclass(frozen=True, slots=True)
class Outside:
    """One for all hosts: cards, mail, and a bucket."""

    cards: Peer
    mail: SmtpPeer
    settings: dict[str, str]


@contextmanager
def outside() -> Iterator[Outside]:
    with running_peer() as cards, smtp_peer() as (mail, _), s3_peer() as (_, store):
        settings = {
            "STANDBY_SECRET_KEY": "one-secret-for-all-hosts-" * 2,
            "STANDBY_TRUSTED_PROXIES": "1",
            "STANDBY_RATE_LIMITS": "on",
            "STRIPE_SECRET_KEY": "sk_test_1",
            "STRIPE_WEBHOOK_SECRET": SIGNED_WITH,
            "STRIPE_API_BASE": cards.url,
            "SMTP_HOST": "127.0.0.1",
            "SMTP_PORT": str(mail.port),
            "SMTP_SECURITY": "none",
            **s3_settings(f"http://127.0.0.1:{store}"),
        }
        yield Outside(cards, mail, settings)


@dataclass
class Hosts(Shop):
    """A server and a worker on each."""

    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> None:
        super().start()
        self.workers = [
            self.spawn(sys.executable, "manage.py", "work", PORT=str(port)) for port in self.ports
        ]

    def lose(self, number: int) -> None:
        """As when its power fails: server and worker at once, and it does not come back."""
        self.workers[number].kill()
        self.workers[number].wait()
        os.killpg(self.servers[number].pid, signal.SIGKILL)
        self.servers[number].wait()

    def kill(self) -> None:
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.workers.clear()
        self.servers = [server for server in self.servers if server.poll() is None]
        super().kill()

    def environment(self, **more: str) -> dict[str, str]:
        """What one host, known by its port, is told."""
        found = super().environment(**more)
        if "PORT" in more and self.database_url:
            own = self.data / more["PORT"]
            own.mkdir(exist_ok=True)
            found["STANDBY_DATA"] = str(own)
        return found


@dataclass(frozen=True, slots=True)
class Day:
    """How it went: the order of each visitor ("" where the day was full), and what was left."""

    hosts: Hosts
    outside: Outside
    orders: list[str]
    limited: Counter[int]
    photo: Counter[str]


class Browser:
    """A visitor's, in a network of their own; it repeats what a lost host did not answer."""

    def __init__(self, site: Site, buyer: Buyer) -> None:
        self.site, self.buyer = site, buyer
        address = f"127.1.{next(_networks)}.1"
        at = httpx.HTTPTransport(local_address=address, verify=trusting())
        self.http = httpx.Client(timeout=30, trust_env=False, transport=at, headers=buyer.cookie)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(
        self, method: str, path: str, body: object = None, *, key: str = "", **more: str
    ) -> httpx.Response:
        headers = {"Idempotency-Key": key or uuid.uuid4().hex, **more}
        sent: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
        give_up_at = time.monotonic() + PATIENCE_S
        while True:
            try:
                answer = self.http.request(method, self.site.url(path), headers=headers, **sent)
                if answer.status_code not in AGAIN:
                    return answer
            except httpx.TransportError:
                pass
            assert time.monotonic() < give_up_at, f"{method} {path}"
            time.sleep(0.1)


def visit(site: Site, buyer: Buyer, cards: Peer, reserved: Semaphore) -> str:
    """From the address to the confirmed date: the order's id, or "" where the day was full."""
    with Browser(site, buyer) as browser:
        _look_around(browser, buyer)
        path = "/api/create-installation-order"
        order = browser.ask("POST", path, buyer.request(), key=buyer.key)
        reserved.release()
        if order.status_code == 409:
            assert order.json()["code"] == "day_full", order.text
            return ""
        _pay(browser, str(order.json()["orderId"]), cards)
        until(lambda: _is_confirmed(browser), within_s=PATIENCE_S)
        return str(order.json()["orderId"])


def _look_around(browser: Browser, buyer: Buyer) -> None:
    typed = {"input": ADDRESS[:12], "sessionToken": buyer.session_id}
    assert browser.ask("POST", "/api/google-places", typed).status_code == 200
    covered = browser.ask("GET", f"/api/coverage-check?address={ADDRESS}")
    assert covered.status_code == 200
    assert browser.ask("GET", "/api/price-book").status_code == 200
    for step in (1, 2, 3):
        draft = {"current_step": step, "completed_steps": list(range(1, step))}
        saved = browser.ask("PUT", f"/api/wizard-sessions/{buyer.session_id}", draft)
        assert saved.status_code == 200, saved.text


def _pay(browser: Browser, order_id: str, cards: Peer) -> None:
    asked = {"orderId": order_id, "purpose": "scheduling_fee"}
    page = browser.ask("POST", "/api/checkout-sessions", asked, key=f"pay-{order_id}")
    page_id = str(page.json()["url"]).rpartition("/")[2]
    cards.pay(page_id)
    for _ in range(2):  # providers tell twice when they are not sure
        assert tell(browser, cards.sessions[page_id]).status_code == 200


def tell(browser: Browser, session: dict[str, Any]) -> httpx.Response:
    event = {"id": f"evt_{session['id']}", "type": "checkout.session.completed"}
    raw = json.dumps(event | {"data": {"object": session}}).encode()
    signature = sign(raw, secret=SIGNED_WITH, now=datetime.now(UTC))
    headers = {"Content-Type": "application/json", "Stripe-Signature": signature}
    return browser.ask("POST", "/api/webhooks/stripe", raw, **headers)


def _is_confirmed(browser: Browser) -> bool:
    booking = browser.ask("GET", "/api/my-booking").json()
    return bool(booking["appointment"]["status"] == "confirmed")


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
