"""A storm day: `locust -f perf/storm.py --host http://… --headless` (see perf/README.md).

50,000 visitors in an hour, ever faster until the middle and then ever slower: 28 new ones a second
at the top. Each thinks 12 s between two steps, and at each step one in eight gives up. MINUTES=10
keeps the rate and shortens the hour, VISITORS=5000 lowers the rate. The exit code is 1 when a call
got no answer, a 500, or a refusal without words.
"""

import os
import random
import sys
from pathlib import Path
from typing import Any

import gevent
from locust import LoadTestShape, events, task

sys.path.insert(0, str(Path(__file__).parents[1]))
from perf.locustfile import Visitor

VISITORS_PER_HOUR = int(os.environ.get("VISITORS", "50000"))
MINUTES = float(os.environ.get("MINUTES", "60"))
THINKS_S = 12.0
GIVES_UP = 0.12
TRIES = 4  # as the web does: a 503 is tried again
STAYS_S = 56.0  # on average, until they pay or give up
TOTALS = {"reserved": 0, "confirmed": 0, "found no open day": 0}


class StormVisitor(Visitor):
    @task
    def visit(self) -> None:
        self.arrive()
        steps = (
            self.home,
            self.type_address,
            self.check_coverage,
            self.see_prices,
            self.save_draft,
            self.save_draft,
            self.choose_date,
            self.pay,
        )
        for step in steps:
            if random.random() < GIVES_UP:
                break
            step()
            gevent.sleep(random.expovariate(1 / THINKS_S))

    def call(
        self, method: str, path: str, name: str, *, json: object = None, data: object = None
    ) -> Any:
        for _ in range(TRIES):
            answer = super().call(method, path, name, json=json, data=data)
            if answer.status_code != 503:
                break
            gevent.sleep(float(answer.headers.get("Retry-After", "5")))
        return answer

    def is_refusal(self, answer: Any) -> bool:
        """Whether the product said no in words, and when to come again."""
        if answer.status_code in (429, 503) and "Retry-After" in answer.headers:
            return any(words in answer.content for words in (b"detail", b"very busy"))
        return super().is_refusal(answer)

    def home(self) -> None:
        self.call("GET", "/", "home page")

    def type_address(self) -> None:
        for letters in (6, 10, 16):
            typed = {"input": self.address[:letters], "sessionToken": self.session_id}
            self.call("POST", "/api/google-places", "suggestions", json=typed)

    def check_coverage(self) -> None:
        path = f"/api/coverage-check?address={self.address.replace(' ', '+')}"
        self.call("GET", path, "coverage check")

    def see_prices(self) -> None:
        self.call("GET", "/installation-wizard", "wizard page")
        self.call("GET", "/api/price-book", "price book")
        self.call("GET", "/api/generators", "generators")
        self.save_draft()

    def save_draft(self) -> None:
        draft = {"current_step": 2, "completed_steps": [1]}
        self.call("PUT", f"/api/wizard-sessions/{self.session_id}", "draft saved", json=draft)

    def choose_date(self) -> None:
        days = self.open_days()
        self.order_id = self.reserve(random.choice(days)) if days else ""
        TOTALS["reserved"] += bool(self.order_id)
        TOTALS["found no open day"] += not days

    def pay(self) -> None:
        if not self.order_id:
            return
        fee = {"orderId": self.order_id, "purpose": "scheduling_fee"}
        page = self.call("POST", "/api/checkout-sessions", "checkout", json=fee)
        if page.status_code != 201:
            return
        path = "/" + page.json()["url"].split("/", 3)[3]
        self.call("POST", path, "test page", data={"outcome": "approve"})
        booking = self.call("GET", "/api/my-booking", "my booking").json()
        TOTALS["confirmed"] += (booking.get("appointment") or {}).get("status") == "confirmed"


class Storm(LoadTestShape):
    """As many at once as arrive in the time that one stays; who leaves comes back as another."""

    def tick(self) -> tuple[int, float] | None:
        passed = self.get_run_time() / (MINUTES * 60)
        if passed >= 1:
            return None
        arriving_a_s = 2 * VISITORS_PER_HOUR / 3600 * (1 - abs(2 * passed - 1))
        return max(1, round(arriving_a_s * STAYS_S)), max(1.0, arriving_a_s)


@events.quitting.add_listener
def tell(environment: Any, **_: Any) -> None:
    print(", ".join(f"{count:,} {what}" for what, count in TOTALS.items()))
    environment.process_exit_code = 1 if environment.stats.errors else 0
