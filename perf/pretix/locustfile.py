"""One order in pretix: through its web shop as a customer, or by one call of its REST API."""

import json
import random
import uuid
from pathlib import Path

from locust import FastHttpUser, task

SHOP = json.loads(Path("shop.json").read_text())
EVENT = "/perf/visits"


class WebCheckout(FastHttpUser):
    @task
    def order(self) -> None:
        """Each form leads to the page of the next one, as in a browser."""
        self.client.cookiejar.clear()
        self.client.get(f"{EVENT}/", name="shop")
        self._post("/cart/add", "cart", **{f"item_{random.choice(SHOP['items'])}": "1"})
        self.client.get(f"{EVENT}/checkout/start", name="checkout")
        email = f"{uuid.uuid4()}@example.org"
        self._post("/checkout/questions/", "contact", email=email, email_repeat=email)
        self._post("/checkout/payment/", "payment", payment="manual")
        self._post("/checkout/confirm/", "order placed", must_reach="/order/")

    def _post(self, path: str, name: str, must_reach: str = "", **form: str) -> None:
        token = next(each.value for each in self.client.cookiejar if "csrf" in each.name)
        headers = {"Referer": f"{self.host}{EVENT}/"}
        form["csrfmiddlewaretoken"] = str(token)
        with self.client.post(
            f"{EVENT}{path}", form, name=name, headers=headers, catch_response=True
        ) as answer:
            if must_reach not in str(answer.url):
                answer.failure(f"ended at {answer.url}")


class RestApi(FastHttpUser):
    @task
    def order(self) -> None:
        item = random.choice(SHOP["items"])
        body = {
            "email": f"{uuid.uuid4()}@example.org",
            "locale": "en",
            "sales_channel": "web",
            "payment_provider": "manual",
            "positions": [{"item": item, "variation": None, "price": "100.00", "answers": []}],
        }
        self.client.post(
            "/api/v1/organizers/perf/events/visits/orders/",
            name="order placed",
            json=body,
            headers={"Authorization": f"Token {SHOP['token']}"},
        )
