"""Visitors who reserve: each has a browser, a name and a key for the attempt of their own."""

import itertools
import json
import secrets
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any, TypeVar
from urllib.parse import urlsplit

from shop import Shop

PATH = "/api/create-installation-order"
MOVE = "/api/my-booking/reschedule"
Given = TypeVar("Given")
Found = TypeVar("Found")

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: dict[str, Any]
    retry_after: str = ""

    @property
    def told(self) -> str:
        """In a word: "201", or "409 day_full"."""
        return str(self.status) if self.status < 300 else f"{self.status} {self.body['code']}"


def ask(
    shop: Shop, method: str, path: str, body: object = None, *, server: int = 0, **headers: str
) -> Answer:
    """On a connection of its own; bytes are sent as they are, everything else as JSON.

    Raises OSError and HTTPException when the server is gone.
    """
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"Content-Type": "application/json", **headers}
    port = shop.ports[server % len(shop.ports)]
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(method, path, raw, sent)
        response = connection.getresponse()
        again = response.headers["Retry-After"] or ""
        return Answer(response.status, json.loads(response.read()), again)


@dataclass(frozen=True, slots=True)
class Buyer:
    day: str
    number: int = field(default_factory=lambda: next(_numbers))
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    session_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    coupon_code: str | None = None

    @property
    def email(self) -> str:
        return f"buyer-{self.number}@example.org"

    def reserve(self, shop: Shop) -> Answer:
        """Two buyers in a row ask two different servers."""
        return self._post(shop, PATH, self.request(), key=self.key)

    def move(self, shop: Shop, day: str) -> Answer:
        """Each call is another attempt, as from another tab."""
        moved = {"day": day, "time_window": "afternoon"}
        return self._post(shop, MOVE, moved, key=str(uuid.uuid4()))

    def pay(self, shop: Shop, order_id: str) -> int:
        """On the test page, as far as the return; word of it comes by the booking's own page."""
        asked = {"orderId": order_id, "purpose": "scheduling_fee"}
        page = self._post(shop, "/api/checkout-sessions", asked, key=str(uuid.uuid4()))
        if page.status != 201:
            return page.status
        path = urlsplit(page.body["url"]).path
        approved = shop.http.post(shop.url(path), data={"outcome": "approve"})
        self.look(shop)
        return approved.status_code

    def look(self, shop: Shop) -> Answer:
        found = shop.http.get(
            shop.url("/api/my-booking", server=self.number), headers={"Cookie": f"wz={self.secret}"}
        )
        return Answer(found.status_code, found.json())

    def cancel(self, shop: Shop) -> Answer:
        terms = shop.http.get(
            shop.url("/api/my-booking/cancellation", server=self.number),
            headers={"Cookie": f"wz={self.secret}"},
        ).json()
        asked = {"refund_cents": terms.get("refund_cents", 0), "reason": "race"}
        return self._post(shop, "/api/my-booking/cancel", asked, key=str(uuid.uuid4()))

    def _post(self, shop: Shop, path: str, body: object, *, key: str) -> Answer:
        cookie = {"Cookie": f"wz={self.secret}"}
        headers = {**cookie, "Idempotency-Key": key}
        return ask(shop, "POST", path, body, server=self.number, **headers)

    def request(self) -> dict[str, object]:
        phone = f"(713) 555-{self.number % 10000:04d}"
        return {
            "customerData": {"name": "Ada Lovelace", "email": self.email, "phone": phone},
            "wizardData": {
                "version": "1.0",
                "wizard": {"id": self.session_id},
                "location": {
                    "address": {"formatted": "25 Grogans Mill Rd, The Woodlands, TX 77380, USA"},
                    "coverage": {"status": "covered", "zip_code": "77380"},
                    "distance": {"band": "close", "max_distance_ft": 25},
                },
                "generator": {"choice": "buy_here", "product": {"model_number": "7043"}},
                "scheduling": {
                    "selected_date": self.day,
                    "selected_time_window": {"id": "morning"},
                },
                "pricing": {"discounts": {"coupon_code": self.coupon_code}},
            },
            "paymentData": {"scheduling_fee": {"amount_cents": 10000, "status": "pending"}},
        }


def open_days(shop: Shop) -> list[str]:
    days = shop.http.get(shop.url("/api/availability")).json()["days"]
    return [day["date"] for day in days if day["open"]]


def with_crews(shop: Shop, days: Sequence[str], crews: int) -> Sequence[str]:
    """These days, each of which has so many crews from now on."""
    for day in days:
        shop.write(f"INSERT INTO crew_days (day, crews, reason) VALUES ('{day}', {crews}, 'race')")
    return days


def told(answers: Iterable[Answer]) -> Counter[str]:
    return Counter(answer.told for answer in answers)


def at_once(act: Callable[[Given], Found], many: Sequence[Given]) -> list[Found]:
    """All of them start at the same moment."""
    gate = threading.Barrier(len(many))

    def wait_and_act(one: Given) -> Found:
        gate.wait()
        return act(one)

    with ThreadPoolExecutor(len(many)) as crowd:
        return list(crowd.map(wait_and_act, many))
