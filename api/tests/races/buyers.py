"""Who uses a shop: visitors who reserve, pay and send photos, each from a browser of their own, and
staff."""

import itertools
import json
import secrets
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

import httpx
from booking_client import ADDRESS, body_for
from sampling import WHOLE
from shop import Shop

PATH = "/api/create-installation-order"
MOVE = "/api/my-booking/reschedule"
TERMS = ("rule", "refund_cents", "retained_cents", "owed_cents")

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: dict[str, Any]
    retry_after: str = ""

    @property
    def outcome(self) -> str:
        """In a word: "201", or "409 day_full"."""
        return str(self.status) if self.status < 300 else f"{self.status} {self.body['code']}"

    @property
    def page_id(self) -> str:
        """Of the page on which can be paid."""
        return str(self.body["url"]).rpartition("/")[2]


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


def deliver_event(shop: Shop, raw: bytes, signature: str, *, server: int = 0) -> Answer:
    """As the card provider sends it."""
    signed = {"Stripe-Signature": signature}
    return ask(shop, "POST", "/api/webhooks/stripe", raw, server=server, **signed)


@dataclass(frozen=True, slots=True)
class Buyer:
    day: str
    number: int = field(default_factory=lambda: next(_numbers))
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    session_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    coupon_code: str | None = None
    window: str = "morning"

    @property
    def email(self) -> str:
        return f"buyer-{self.number}@example.org"

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"wz={self.secret}"}

    def reserve(self, shop: Shop) -> Answer:
        """Two buyers in a row ask two different servers."""
        return self._post(shop, PATH, self.request(), key=self.key)

    def move(self, shop: Shop, day: str) -> Answer:
        """Each call is another attempt, as from another tab."""
        moved = {"day": day, "time_window": "afternoon"}
        return self._post(shop, MOVE, moved, key=str(uuid.uuid4()))

    def open_checkout(self, shop: Shop, order_id: str) -> Answer:
        asked = {"orderId": order_id, "purpose": "scheduling_fee"}
        path = "/api/checkout-sessions"
        return ask(shop, "POST", path, asked, server=self.number, **self.cookie)

    def pay(self, shop: Shop, order_id: str) -> int:
        """On the test page, as far as the return; word of it comes by the booking's own page."""
        page = self.open_checkout(shop, order_id)
        if page.status != 201:
            return page.status
        path = urlsplit(page.body["url"]).path
        approved = shop.http.post(shop.url(path), data={"outcome": "approve"})
        self.look(shop)
        return approved.status_code

    def look(self, shop: Shop) -> Answer:
        found = self.get(shop, "/api/my-booking", server=self.number)
        return Answer(found.status_code, found.json())

    def get(self, shop: Shop, path: str, *, server: int = 0) -> httpx.Response:
        return shop.http.get(shop.url(path, server=server), headers=self.cookie)

    def cancel(self, shop: Shop) -> Answer:
        terms = self.get(shop, "/api/my-booking/cancellation", server=self.number).json()
        named = {name: terms[name] for name in TERMS if name in terms}
        asked = {"refund_cents": 0, **named, "reason": "race"}
        return self._post(shop, "/api/my-booking/cancel", asked, key=str(uuid.uuid4()))

    def _post(self, shop: Shop, path: str, body: object, *, key: str) -> Answer:
        headers = {**self.cookie, "Idempotency-Key": key}
        return ask(shop, "POST", path, body, server=self.number, **headers)

    def request(self) -> dict[str, object]:
        phone = f"(713) 555-{self.number % 10000:04d}"
        body = body_for(self.day, email=self.email, phone=phone)
        body["wizardData"]["wizard"]["id"] = self.session_id
        body["wizardData"]["pricing"]["discounts"]["coupon_code"] = self.coupon_code
        body["wizardData"]["scheduling"]["selected_time_window"]["id"] = self.window
        return body


@dataclass(frozen=True, slots=True)
class DiagnosticBuyer:
    day: str
    number: int = field(default_factory=lambda: next(_numbers))

    def hold(self, shop: Shop) -> Answer:
        body = {
            "name": "Ada Lovelace",
            "email": f"buyer-{self.number}@example.org",
            "phone": f"(713) 555-{self.number % 10000:04d}",
            "address": ADDRESS,
            "day": self.day,
            "time_window": "morning",
        }
        key = {"Idempotency-Key": str(uuid.uuid4())}
        return ask(shop, "POST", "/api/diagnostics", body, server=self.number, **key)


def open_days(shop: Shop) -> list[str]:
    days = shop.http.get(shop.url("/api/availability")).json()["days"]
    return [day["date"] for day in days if day["open"] and not day["closed_windows"]]


def with_crews(shop: Shop, days: Sequence[str], crews: int) -> Sequence[str]:
    """These days, each of which has so many crews from now on."""
    for day in days:
        shop.write(f"INSERT INTO crew_days (day, crews, reason) VALUES ('{day}', {crews}, 'race')")
    return days


def outcomes(answers: Iterable[Answer]) -> Counter[str]:
    return Counter(answer.outcome for answer in answers)


_SIGN_IN = """
from tables_browser import bearer, session_of, staff_user
print(bearer(session_of(staff_user("owner", name="jo")))["authorization"].split()[1])
"""


class Staff:
    """Members of staff, each at another server."""

    def __init__(self, shop: Shop, *, is_owner: bool = False) -> None:
        """No script may send money back: an owner is signed in with a second factor."""
        script = ("staff_token", "jo", "--role", "manager", "--hours", "1", "--new")
        self.shop = shop
        self.token = (shop.shell(_SIGN_IN) if is_owner else shop.manage(*script)).split()[-1]

    def post(self, path: str, body: object, *, server: int = 0, key: str) -> Answer:
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key}
        return ask(self.shop, "POST", f"/api/staff{path}", body, server=server, **headers)

    def send(self, method: str, path: str, body: object, *, server: int = 0) -> Answer:
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": uuid.uuid4().hex}
        return ask(self.shop, method, f"/api/staff{path}", body, server=server, **headers)

    def place_order(self, caller: Buyer, *, server: int = 0) -> Answer:
        """For a caller who wants what this buyer wants."""
        told = {
            "name": "Ada Lovelace",
            "email": caller.email,
            "phone": f"(713) 555-{caller.number % 10000:04d}",
            "agrees_to_texts": True,
            "address": ADDRESS,
            "band": "close",
            "model_number": "7043",
            "day": caller.day,
            "time_window": "morning",
            "quoted_total_cents": 12_694_77,
        }
        return self.post("/new-order", told, server=server, key=caller.key)


PHOTOS = "/api/my-booking/photos"


_OPEN_REVIEW = """
from datetime import UTC, datetime
from standby.orders.models import Order
from standby.photos.models import PhotoReview
order = Order.objects.get(customer__email="{email}")
PhotoReview.objects.get_or_create(order=order, defaults={{"created_at": datetime.now(UTC)}})
"""


def buyer_asked_for_photos(shop: Shop, number: int) -> Buyer:
    buyer = Buyer(open_days(shop)[number])
    assert buyer.reserve(shop).status == 201
    shop.shell(_OPEN_REVIEW.format(email=buyer.email))
    return buyer


def send_chunk(
    shop: Shop, buyer: Buyer, photo: str, chunk: bytes, *, offset: int, server: int = 0
) -> Answer:
    headers = {"Content-Type": "application/octet-stream", "Upload-Offset": str(offset)}
    return ask(shop, "PATCH", f"{PHOTOS}/{photo}", chunk, server=server, **headers, **buyer.cookie)


def start_upload(
    shop: Shop, buyer: Buyer, slot: str, *, size_bytes: int, server: int = 0
) -> Answer:
    kind = "video" if slot == "video" else "photo"
    told = {"slot": slot, "kind": kind, "size_bytes": size_bytes, "content_type": ""}
    return ask(shop, "POST", PHOTOS, told, server=server, **buyer.cookie)


BOOKINGS = 300 if WHOLE else 60
AT_ONCE = 8
CREWS = 30
DAYS = 12
EACH_ONCE = {
    "orders": "SELECT COUNT(*) FROM orders",
    "buyers": "SELECT COUNT(DISTINCT email) FROM customers",
    "appointments": "SELECT COUNT(*) FROM appointments WHERE status = 'held'",
    "seats": "SELECT COUNT(DISTINCT afternoon_id) FROM crew_seats",
    "fees": "SELECT COUNT(DISTINCT order_id) FROM payments WHERE status = 'due'",
    "orders with a message": "SELECT COUNT(DISTINCT order_ref) FROM messages",
    "answers": "SELECT COUNT(*) FROM idempotent_answers WHERE status = 201",
}
NEVER = {
    "repeated buyers": """
        SELECT COUNT(*) FROM (SELECT email FROM customers GROUP BY email HAVING COUNT(*) > 1) twice
    """,
    "unfinished answers": "SELECT COUNT(*) FROM idempotent_answers WHERE status IS NULL",
    "messages twice": """
        SELECT COUNT(*) FROM (
            SELECT order_ref FROM messages GROUP BY order_ref, kind, channel HAVING COUNT(*) > 1
        ) twice
    """,
    "messages without a job": """
        SELECT COUNT(*) FROM messages WHERE status = 'queued'
        AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = channel AND key = dedupe_key)
    """,
    "days overbooked": f"""
        SELECT COUNT(*) FROM (
            SELECT day FROM crew_seats WHERE afternoon_id IS NOT NULL
            GROUP BY day HAVING COUNT(*) > {CREWS}
        ) overbooked
    """,
}
GIVE_UP_S = 300
_BETWEEN_TRIES_S = 0.05


def insist(asks: Callable[[], Answer], *, refused: Callable[[], None] = lambda: None) -> Answer:
    """Again and again, as the web does, while nobody answers or is told to come again."""
    give_up_at = time.monotonic() + GIVE_UP_S
    while time.monotonic() < give_up_at:
        try:
            answer = asks()
        except (OSError, HTTPException):
            time.sleep(_BETWEEN_TRIES_S)
            continue
        if answer.status == 201:
            return answer
        assert answer.status == 503, answer
        refused()
        time.sleep(_BETWEEN_TRIES_S)
    raise AssertionError("never")


def book_while(shop: Shop, harm: Callable[[], None], *, times: int) -> list[str]:
    """The orders that visitors were told of. Harm is done each time another share has reserved."""
    days = with_crews(shop, open_days(shop)[:DAYS], CREWS)
    told: list[str] = []
    answered = threading.Semaphore(0)

    def book(buyer: Buyer) -> None:
        told.append(str(insist(lambda: buyer.reserve(shop)).body["orderId"]))
        answered.release()

    with ThreadPoolExecutor(AT_ONCE) as crowd:
        booked = [crowd.submit(book, Buyer(days[number % DAYS])) for number in range(BOOKINGS)]
        for _ in range(times):
            for _ in range(BOOKINGS // (times + 1)):
                assert answered.acquire(timeout=GIVE_UP_S)
            assert len(told) < BOOKINGS
            harm()
        for one in booked:
            one.result()
    return told


def counts(shop: Shop) -> dict[str, int]:
    return {name: shop.number(question) for name, question in (EACH_ONCE | NEVER).items()}


def lost_of(told: Sequence[str], shop: Shop) -> set[str]:
    """Orders that visitors were told of and that are not there."""
    stored = {str(row[0]).replace("-", "") for row in shop.rows("SELECT public_id FROM orders")}
    return {order.replace("-", "") for order in told} - stored
