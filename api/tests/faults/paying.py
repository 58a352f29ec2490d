"""What visitors see who pay while Stripe is ill, and when it is well again."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

from bad_line import BadLine, Fault
from buyers import Answer, Buyer, ask, open_days
from front import until
from outside import Outside
from shop import Shop, report

PAYERS = 4  # one more failure, and Stripe is not asked
_CHECKOUT = "/api/checkout-sessions"
_GIVE_UP_S = 120


def ask_for_page(shop: Shop, buyer: Buyer, order: str) -> Answer:
    asked = {"orderId": order, "purpose": "scheduling_fee"}
    return ask(shop, "POST", _CHECKOUT, asked, Cookie=f"wz={buyer.secret}")


def insist(asks: Callable[[], Answer], *, refused: Callable[[], None] = lambda: None) -> Answer:
    """Again and again, as the web does, while nobody answers or is told to come again."""
    give_up_at = time.monotonic() + _GIVE_UP_S
    while time.monotonic() < give_up_at:
        try:
            told = asks()
        except (OSError, HTTPException):
            time.sleep(0.05)
            continue
        if told.status == 201:
            return told
        assert told.status == 503, told
        refused()
        time.sleep(0.05)
    raise AssertionError("never")


def page_id(told: Answer) -> str:
    return str(told.body["url"]).rpartition("/")[2]


def reserve(shop: Shop) -> tuple[Buyer, str]:
    buyer = Buyer(open_days(shop)[0])
    answer = buyer.reserve(shop)
    assert answer.status == 201, answer
    return buyer, str(answer.body["orderId"])


def reserving_goes_on(shop: Shop, line: BadLine, fault: Fault) -> list[tuple[Buyer, str]]:
    """Who could not pay."""
    payers = [reserve(shop) for _ in range(PAYERS)]
    before = line.connections
    with ThreadPoolExecutor(PAYERS) as crowd:
        asking = [crowd.submit(ask_for_page, shop, *payer) for payer in payers]
        until(lambda: line.connections >= before + PAYERS or all(one.done() for one in asking))
        reserve(shop)
        told = [asked.result() for asked in asking]
    told.append(ask_for_page(shop, *payers[0]))
    before = line.connections
    told += [ask_for_page(shop, *payer) for payer in payers]
    asked = line.connections - before

    report(
        f"J2 cards, {fault}",
        shop,
        f"beside {PAYERS} who pay a date is reserved; {len(told)} are told to come again; after "
        f"{PAYERS + 1} failures {asked} of {PAYERS} ask Stripe",
    )
    assert {(each.told, each.retry_after) for each in told} == {("503 cards_down", "5")}
    assert asked == 0
    return payers


def pay_when_well(
    shop: Shop, outside: Outside, payers: list[tuple[Buyer, str]], fault: Fault
) -> None:
    """No event of it ever comes (C7)."""
    paid = []
    for buyer, order in payers:
        page = page_id(insist(lambda: ask_for_page(shop, buyer, order)))  # noqa: B023
        assert pages_of(outside, order) == [page]
        outside.stripe.pay(page)
        paid.append(page)
    returned = shop.http.get(
        shop.url(f"{_CHECKOUT}/{paid[0]}/order"), headers={"Cookie": f"wz={payers[0][0].secret}"}
    )
    report(
        f"J2 C7 cards, after {fault}",
        shop,
        f"{len(paid)} retries with the same key: 1 page and 1 charge each; no event comes: the "
        "return page finds it paid",
    )
    assert (returned.status_code, returned.json()["status"]) == (200, "paid")
    assert set(outside.stripe.charges.values()) == {1}


def pages_of(outside: Outside, order: str) -> list[str]:
    """The pages that the provider has for it."""
    return [
        number
        for number, page in tuple(outside.stripe.sessions.items())
        if page["metadata"]["order_id"] == order
    ]
