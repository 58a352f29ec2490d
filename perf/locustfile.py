"""Load on the public HTTP API: `locust -f perf/locustfile.py PriceBook --host http://…`.

Each class is one call, made by each user without a rest. Staff calls need STAFF_TOKEN
(`./standby staff_token perf --role manager --hours 8 --new`), quotes the coupon that grow.py adds.
The server runs with STANDBY_RATE_LIMITS=off: all users have one address.
"""

import itertools
import os
import random
import uuid
from base64 import urlsafe_b64encode
from typing import Any

from locust import FastHttpUser, task

COUPON = "PERF"
STREETS = ("Grogans Mill Rd", "Main St", "Louetta Rd", "Kuykendahl Rd", "Sawdust Rd")
PLACES = (("The Woodlands", "77380"), ("Katy", "77494"), ("Cypress", "77433"), ("Tomball", "77375"))
_NUMBERS = itertools.count()


class Visitor(FastHttpUser):
    """A visitor with a cookie, address and contact shared with no other."""

    abstract = True

    def on_start(self) -> None:
        self.arrive()

    def arrive(self) -> None:
        """Become somebody new."""
        self.number = next(_NUMBERS)
        self.session_id = str(uuid.uuid4())
        city, self.zip_code = random.choice(PLACES)
        self.address = (
            f"{random.randint(1, 9999)} {random.choice(STREETS)}, {city}, TX {self.zip_code}, USA"
        )
        secret = urlsafe_b64encode(random.randbytes(32)).decode().rstrip("=")
        address = ".".join(str(random.randint(1, 254)) for _ in range(4))
        self.headers = {"Cookie": f"wz={secret}", "X-Forwarded-For": address}

    def call(
        self, method: str, path: str, name: str, *, json: object = None, data: object = None
    ) -> Any:
        """Returns the response, whatever its status."""
        headers = {**self.headers, "Idempotency-Key": str(uuid.uuid4())}
        with self.client.request(
            method,
            path,
            name=name,
            headers=headers,
            json=json,
            data=data,
            allow_redirects=False,
            catch_response=True,
        ) as answer:
            if self.is_refusal(answer):
                answer.request_meta["name"] = f"{name}: {answer.status_code}"
                answer.success()
        return answer

    def is_refusal(self, answer: Any) -> bool:
        """Whether the product said no as it should: the day is full."""
        return bool(answer.status_code == 409 and answer.json()["code"] == "day_full")

    def selection(self) -> dict[str, Any]:
        return {
            "location": {
                "address": {"formatted": self.address},
                "coverage": {"zip_code": self.zip_code},
                "distance": {"band": "close", "max_distance_ft": 25},
            },
            "generator": {"choice": "buy_here", "product": {"model_number": "7043"}},
        }

    def open_days(self) -> list[str]:
        answer = self.call("GET", "/api/availability", "availability")
        days = answer.json()["days"] if answer.status_code == 200 else []
        return [day["date"] for day in days if day["open"]]

    def reserve(self, day: str) -> str:
        """Reserve the morning of a day. Returns the order's id; empty when the day is full."""
        body = {
            "customerData": {
                "name": "Ada Lovelace",
                "email": f"{self.session_id}@example.org",
                "phone": f"({200 + self.number // 10**7 % 800}) {200 + self.number // 10**4 % 800}"
                f"-{self.number % 10**4:04}",
            },
            "wizardData": {
                "version": "1.0",
                "wizard": {"id": self.session_id},
                **self.selection(),
                "scheduling": {"selected_date": day, "selected_time_window": {"id": "morning"}},
            },
            "paymentData": {"scheduling_fee": {"amount_cents": 10000, "status": "pending"}},
        }
        answer = self.call("POST", "/api/create-installation-order", "reserve", json=body)
        return str(answer.json()["orderId"]) if answer.status_code == 201 else ""


class HomePage(Visitor):
    @task
    def get(self) -> None:
        self.call("GET", "/", "home page")


class PriceBook(Visitor):
    @task
    def get(self) -> None:
        self.call("GET", "/api/price-book", "price book")


class Coverage(Visitor):
    @task
    def check(self) -> None:
        self.arrive()
        path = f"/api/coverage-check?address={self.address.replace(' ', '+')}"
        self.call("GET", path, "coverage check")


class Availability(Visitor):
    @task
    def get(self) -> None:
        self.call("GET", "/api/availability", "availability")


class Quote(Visitor):
    @task
    def check(self) -> None:
        self.call("POST", "/api/coupons/check", "quote", json={"code": COUPON, **self.selection()})


class Reserve(Visitor):
    """The days are looked up once, so that reserving alone is measured."""

    days: tuple[str, ...] = ()

    @task
    def post(self) -> None:
        self.days = self.days or tuple(self.open_days())
        self.arrive()
        self.reserve(random.choice(self.days))


class MyBooking(Visitor):
    def on_start(self) -> None:
        super().on_start()
        for day in self.open_days():
            if self.reserve(day):
                break

    @task
    def get(self) -> None:
        self.call("GET", "/api/my-booking", "my booking")


class _Staff(Visitor):
    abstract = True

    def on_start(self) -> None:
        super().on_start()
        self.headers = {"Authorization": f"Bearer {os.environ['STAFF_TOKEN']}"}


class StaffOrders(_Staff):
    @task
    def newest(self) -> None:
        self.call("GET", "/api/staff/orders", "staff orders")

    @task
    def search(self) -> None:
        self.call("GET", "/api/staff/orders?q=lovelace", "staff orders: a name")


class Overview(_Staff):
    @task
    def get(self) -> None:
        self.call("GET", "/api/staff/overview", "overview")
