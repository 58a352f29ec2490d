"""What visitors see who pay while Stripe is ill, and when it is well again."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection

from bad_line import BadLine, Fault
from buyers import Buyer, open_days
from outside import BREAKER_RESTS_S, Outside, until
from shop import Shop, report

PAYERS = 4  # as many as the server has threads; one more failure, and Stripe is not asked
TRIES = 2
_LONGEST_S = 8
_CHECKOUT = "/api/checkout-sessions"


@dataclass(frozen=True)
class Asked:
    status: int
    code: str
    url: str
    retry_after: str
    took_s: float


def ask_for_page(shop: Shop, buyer: Buyer, order: str) -> Asked:
    began = time.monotonic()
    body = json.dumps({"orderId": order, "purpose": "scheduling_fee"})
    headers = {"Content-Type": "application/json", "Cookie": f"wz={buyer.secret}"}
    port = shop.ports[buyer.number % len(shop.ports)]
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", _CHECKOUT, body, headers)
        answer = connection.getresponse()
        told = json.loads(answer.read())
    return Asked(
        answer.status,
        str(told.get("code", "")),
        str(told.get("url", "")),
        answer.headers["Retry-After"] or "",
        time.monotonic() - began,
    )


def reserve(shop: Shop) -> tuple[Buyer, str, float]:
    began = time.monotonic()
    buyer = Buyer(open_days(shop)[0])
    answer = buyer.reserve(shop)
    assert answer.status == 201, answer
    return buyer, str(answer.body["orderId"]), time.monotonic() - began


def reserving_goes_on(shop: Shop, line: BadLine, fault: Fault) -> list[tuple[Buyer, str]]:
    """Who could not pay."""
    payers = [reserve(shop)[:2] for _ in range(PAYERS)]
    before = line.connections
    with ThreadPoolExecutor(PAYERS) as crowd:
        asking = [crowd.submit(ask_for_page, shop, *payer) for payer in payers]
        until(lambda: line.connections >= before + PAYERS or all(one.done() for one in asking))
        *_, reserved_s = reserve(shop)
        first = [asked.result() for asked in asking]
    first.append(ask_for_page(shop, *payers[0]))
    before, began = line.connections, time.monotonic()
    then = [ask_for_page(shop, *payer) for payer in payers]
    asked, took_s = line.connections - before, time.monotonic() - began

    waited_s = max(told.took_s for told in first)
    report(
        f"J2 cards, {fault}",
        shop,
        f"beside {PAYERS} who pay a date is reserved in {reserved_s:.1f} s (bound {_LONGEST_S}); "
        f"they are told after {waited_s:.1f} s, after {PAYERS + 1} failures in "
        f"{max(told.took_s for told in then) * 1000:.0f} ms, {asked} of {len(then)} asked",
    )
    assert {(told.status, told.code, told.retry_after) for told in first + then} == {
        (503, "cards_down", "5")
    }
    assert reserved_s < _LONGEST_S
    assert asked <= TRIES * (took_s / BREAKER_RESTS_S + 1)
    return payers


def pay_when_well(
    shop: Shop, outside: Outside, payers: list[tuple[Buyer, str]], fault: Fault
) -> list[str]:
    """The orders that were paid and of which no event will ever come (C7)."""
    paid = []
    for buyer, order in payers:
        until(lambda: ask_for_page(shop, buyer, order).status == 201)  # noqa: B023
        page = ask_for_page(shop, buyer, order).url.rpartition("/")[2]
        pages = pages_of(outside, order)
        assert pages == [page]
        outside.stripe.pay(page)
        paid.append(page)
    summary, began = f"{_CHECKOUT}/{paid[0]}/order", time.monotonic()
    returned = shop.http.get(shop.url(summary), headers={"Cookie": f"wz={payers[0][0].secret}"})
    looked_s = time.monotonic() - began
    report(
        f"J2 C7 cards, after {fault}",
        shop,
        f"{len(paid)} retries with the same key: 1 page and 1 charge each; no event comes: the "
        f"return page finds it paid in {looked_s * 1000:.0f} ms (bound 10 s)",
    )
    assert (returned.status_code, returned.json()["status"]) == (200, "paid")
    assert set(outside.stripe.charges.values()) == {1}
    return [order for _, order in payers]


def pages_of(outside: Outside, order: str) -> list[str]:
    """The pages that the provider has for it."""
    return [
        number
        for number, page in tuple(outside.stripe.sessions.items())
        if page["metadata"]["order_id"] == order
    ]
