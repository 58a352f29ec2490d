"""Whole visits to a site behind nginx: a browser that repeats what nobody answered, and peers for
cards, mail and files; and the web hosts themselves, each with a server and a worker."""

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from threading import Semaphore
from typing import Any, Self

import httpx
from buyers import Buyer
from ops.served import Site
from s3_peer import s3_peer, s3_settings
from shop import Shop, trusting, until
from smtp_peer import SmtpPeer, smtp_peer
from stripe_peer import Peer, running_peer

from standby.payments.providers.cards.stripe_events import sign

SIGNED_WITH = "whsec_hosts"
ADDRESS = "25 Grogans Mill Rd, The Woodlands, TX 77380, USA"
PATIENCE_S = 90
AGAIN = (502, 503, 504)  # what the web repeats, with the same key
_networks = count(1)


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


class Browser:
    """A visitor's, in a network of their own; it repeats what a lost host did not answer."""

    def __init__(self, site: Site, buyer: Buyer) -> None:
        self.site, self.buyer, self.repeated = site, buyer, 0
        network = next(_networks)
        address = f"127.{1 + network // 250}.{1 + network % 250}.1"
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
            self.repeated += 1
            time.sleep(0.1)


def visit(site: Site, buyer: Buyer, cards: Peer, reserved: Semaphore) -> str:
    """From the address to the confirmed date: the order's id, or "" where the day was full."""
    with Browser(site, buyer) as browser:
        look_around(browser, buyer)
        path = "/api/create-installation-order"
        order = browser.ask("POST", path, buyer.request(), key=buyer.key)
        reserved.release()
        if order.status_code == 409:
            assert order.json()["code"] == "day_full", order.text
            return ""
        pay(browser, str(order.json()["orderId"]), cards)
        until(lambda: is_confirmed(browser), within_s=PATIENCE_S)
        return str(order.json()["orderId"])


def look_around(browser: Browser, buyer: Buyer) -> None:
    typed = {"input": ADDRESS[:12], "sessionToken": buyer.session_id}
    assert browser.ask("POST", "/api/google-places", typed).status_code == 200
    covered = browser.ask("GET", f"/api/coverage-check?address={ADDRESS}")
    assert covered.status_code == 200
    assert browser.ask("GET", "/api/price-book").status_code == 200
    for step in (1, 2, 3):
        draft = {"current_step": step, "completed_steps": list(range(1, step))}
        saved = browser.ask("PUT", f"/api/wizard-sessions/{buyer.session_id}", draft)
        assert saved.status_code == 200, saved.text


def pay(browser: Browser, order_id: str, cards: Peer, *, signed_with: str = SIGNED_WITH) -> None:
    asked = {"orderId": order_id, "purpose": "scheduling_fee"}
    page = browser.ask("POST", "/api/checkout-sessions", asked, key=f"pay-{order_id}")
    page_id = str(page.json()["url"]).rpartition("/")[2]
    cards.pay(page_id)
    for _ in range(2):  # providers tell twice when they are not sure
        told = tell(browser, cards.sessions[page_id], signed_with=signed_with)
        assert told.status_code == 200


def tell(
    browser: Browser, session: dict[str, Any], *, signed_with: str = SIGNED_WITH
) -> httpx.Response:
    event = {"id": f"evt_{session['id']}", "type": "checkout.session.completed"}
    raw = json.dumps(event | {"data": {"object": session}}).encode()
    signature = sign(raw, secret=signed_with, now=datetime.now(UTC))
    headers = {"Content-Type": "application/json", "Stripe-Signature": signature}
    return browser.ask("POST", "/api/webhooks/stripe", raw, **headers)


def is_confirmed(browser: Browser) -> bool:
    booking = browser.ask("GET", "/api/my-booking").json()
    return bool(booking["appointment"]["status"] == "confirmed")
