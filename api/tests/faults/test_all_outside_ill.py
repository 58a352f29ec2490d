"""Google, Stripe, storage, mail and texts are ill at once, in each way: dates are reserved (J)."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import paying
import pytest
import uploading
from bad_line import BadLine, Fault
from buyers import Buyer, at_once, open_days
from front import until
from outside import Outside, working
from paying import ask_for_page, pages_of, reserve, reserving_goes_on
from sampling import sample
from shop import Shop, report
from uploading import uploading_is_refused_clearly

pytest_plugins = ("ill_shops",)
pytestmark = pytest.mark.slow
_TRIED = "SELECT COUNT(DISTINCT channel) FROM messages WHERE status = 'queued' AND last_error <> ''"
_WAITING = "SELECT COUNT(*) FROM messages WHERE status = 'queued'"

FAILURES = 5  # after them it is not asked
ASKED_AFTERWARDS = 3
_ADDRESS = "25 Grogans Mill Rd, The Woodlands, TX 77380"
_BY_HAND = ["77380", "77380", "offline", b"\x89PNG", 201]


def post(shop: Shop, path: str, body: dict[str, str]) -> dict[str, Any]:
    answer = shop.http.post(shop.url(path), json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def suggested(shop: Shop) -> dict[str, Any]:
    return post(shop, "/api/google-places", {"input": "1234 Main", "sessionToken": "t"})


def asked_by_hand(shop: Shop) -> list[object]:
    """What a visitor needs who types the whole address."""
    geocoded = post(shop, "/api/geocode-complete", {"address": _ADDRESS})
    picture = shop.http.get(shop.url("/api/map-static"), params={"center": _ADDRESS})
    return [
        post(shop, "/api/extract-zipcode", {"address": _ADDRESS})["zipCode"],
        geocoded["components"]["zip_code"],
        geocoded["provider"],
        picture.content[:4],
        Buyer(open_days(shop)[0]).reserve(shop).status,
    ]


def nobody_waits_for_google(shop: Shop, line: BadLine, fault: Fault) -> None:
    found = at_once(lambda _: suggested(shop), range(FAILURES - 1))
    found.append(suggested(shop))
    before = line.connections
    found += [suggested(shop) for _ in range(ASKED_AFTERWARDS)]
    by_hand = asked_by_hand(shop)
    connections = line.connections - before

    report(
        f"J1 places, {fault}",
        shop,
        f"{len(found)} are told to type it; after {FAILURES} failures {connections} of "
        f"{ASKED_AFTERWARDS} ask; typed by hand: 5 of 5 calls answer",
    )
    assert {told["error"] for told in found} == {"Failed to get address suggestions"}
    assert connections == 0
    assert by_hand == _BY_HAND


def google_is_well_again(shop: Shop) -> None:
    until(lambda: "predictions" in suggested(shop))


@pytest.fixture(scope="module")
def working_shop(ill_shop: Shop, whole_outside: Outside) -> Iterator[Shop]:
    with working(ill_shop, whole_outside):
        yield ill_shop


@pytest.mark.parametrize("fault", sample(list(Fault), 2))
def test_dates_are_reserved_and_all_goes_on_afterwards(
    working_shop: Shop, outside: Outside, fault: Fault
) -> None:
    shop = working_shop
    google_is_well_again(shop)  # so that each provider's client is there, with one breaker
    assert ask_for_page(shop, *reserve(shop)).status == 201
    sending = uploading.begin(shop)
    already = set(outside.postbox.taken), len(outside.twilio.taken)
    outside.suffer(fault)
    with ThreadPoolExecutor(4) as visitors:
        parts: list[Future[Any]] = [
            visitors.submit(nobody_waits_for_google, shop, outside.places, fault),
            visitors.submit(uploading_is_refused_clearly, shop, sending, fault),
            visitors.submit(until, lambda: shop.number(_TRIED) == 2),
        ]
        payers = visitors.submit(reserving_goes_on, shop, outside.cards, fault).result()
        for part in parts:
            part.result()
    outside.be_well()
    uploading.go_on(shop, outside, sending, fault)
    paying.pay_when_well(shop, outside, payers, fault)
    google_is_well_again(shop)
    until(lambda: shop.number(_WAITING) == 0)

    told = Counter(shop.rows("SELECT channel, status FROM messages"))
    mails = len(set(outside.postbox.taken) - already[0])
    texts = len(outside.twilio.taken) - already[1]
    report(
        f"J3 mail and texts, {fault}",
        shop,
        f"{mails} mails and {texts} texts sent after it, none waits; all so far "
        f"{ {' '.join(one): count for one, count in told.items()} }",
    )
    assert told["email", "sent"] == len(set(outside.postbox.taken))
    assert {status for channel, status in told if channel == "email"} == {"sent"}
    assert {status for channel, status in told if channel == "sms"} <= {"sent", "dead"}


# The controls: without breakers and without one key for one page the same faults do harm.


def test_without_the_breaker_each_visitor_waits(careless_shop: Shop, outside: Outside) -> None:
    outside.suffer(Fault.ERROR)
    asks, before = FAILURES + ASKED_AFTERWARDS, outside.places.connections

    for _ in range(asks):
        suggested(careless_shop)

    connections = outside.places.connections - before
    report("J1 control: no breaker", careless_shop, f"{connections} of {asks} asked")
    assert connections == asks


def test_without_one_key_a_retry_makes_another_page(careless_shop: Shop, outside: Outside) -> None:
    payer = reserve(careless_shop)
    outside.suffer(Fault.TRUNCATED)
    ask_for_page(careless_shop, *payer)
    outside.suffer(None)

    page = ask_for_page(careless_shop, *payer)

    pages = pages_of(outside, payer[1])
    report("J2 control: a new key each time", careless_shop, f"{len(pages)} pages for one fee")
    assert page.status == 201
    assert len(pages) > 1
