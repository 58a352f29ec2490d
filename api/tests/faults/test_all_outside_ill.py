"""Google, Stripe, storage, mail and texts are ill at once, in each way: dates are reserved (J)."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import asking_for_places
import paying
import pytest
import uploading
from asking_for_places import nobody_waits_for_google
from bad_line import Fault
from outside import Outside, until, working
from paying import reserving_goes_on
from sampling import sample
from shop import Shop, report
from uploading import uploading_is_refused_clearly

pytest_plugins = ("ill_shops",)
pytestmark = pytest.mark.slow
_TRIED = "SELECT COUNT(DISTINCT channel) FROM messages WHERE status = 'queued' AND last_error <> ''"
_WAITING = "SELECT COUNT(*) FROM messages WHERE status = 'queued'"


@pytest.fixture(scope="module")
def working_shop(ill_shop: Shop, whole_outside: Outside) -> Iterator[Shop]:
    with working(ill_shop, whole_outside):
        yield ill_shop


@pytest.mark.parametrize("fault", sample(list(Fault), 2))
def test_dates_are_reserved_and_all_goes_on_afterwards(
    working_shop: Shop, outside: Outside, fault: Fault
) -> None:
    shop = working_shop
    asking_for_places.well_again(shop)  # so that each provider's client is there, with one breaker
    assert paying.ask_for_page(shop, *paying.reserve(shop)).status == 201
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
    asking_for_places.well_again(shop)
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
