"""Google, Stripe, storage, mail and texts are ill at once, in each way: dates are reserved (J)."""

from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import asking_for_places
import paying
import pytest
import uploading
from asking_for_places import nobody_waits_for_google
from bad_line import Fault
from outside import CARDS, PLACES, STORAGE, Outside, at, until, work_once, working
from paying import reserving_goes_on
from shop import Shop, report
from uploading import uploading_is_refused_clearly

pytest_plugins = ("ill_shops",)
pytestmark = pytest.mark.slow
_TRIED = "SELECT COUNT(DISTINCT channel) FROM messages WHERE last_error <> ''"
_WAITING = "SELECT COUNT(*) FROM messages WHERE status = 'queued'"


@pytest.mark.parametrize("fault", list(Fault))
def test_dates_are_reserved_and_all_goes_on_afterwards(
    ill_shop: Shop, outside: Outside, fault: Fault
) -> None:
    places, cards, storage = (at(ill_shop, number) for number in (PLACES, CARDS, STORAGE))
    sending = uploading.begin(storage)
    already = set(outside.postbox.taken), len(outside.twilio.taken)
    outside.suffer(fault)
    with working(ill_shop), ThreadPoolExecutor(4) as visitors:
        parts: list[Future[Any]] = [
            visitors.submit(nobody_waits_for_google, places, outside.places, fault),
            visitors.submit(uploading_is_refused_clearly, storage, sending, fault),
            visitors.submit(until, lambda: ill_shop.number(_TRIED) == 2),
        ]
        payers = visitors.submit(reserving_goes_on, cards, outside.cards, fault).result()
        for part in parts:
            part.result()
        outside.suffer(None)
        uploading.go_on(storage, outside, sending, fault)
        paying.pay_when_well(cards, outside, payers, fault)
        asking_for_places.well_again(places)
        until(lambda: ill_shop.number(_WAITING) == 0)

    told = Counter(ill_shop.rows("SELECT channel, status FROM messages"))
    mails = len(set(outside.postbox.taken) - already[0])
    texts = len(outside.twilio.taken) - already[1]
    report(
        f"J3 mail and texts, {fault}",
        ill_shop,
        f"{mails} mails and {texts} texts sent after it, none waits; all so far "
        f"{ {' '.join(one): count for one, count in told.items()} }",
    )
    assert told["email", "sent"] == len(set(outside.postbox.taken))
    assert {status for channel, status in told if channel == "email"} == {"sent"}
    assert {status for channel, status in told if channel == "sms"} <= {"sent", "dead"}


def test_c7_reconciliation_finds_what_no_event_told(ill_shop: Shop, outside: Outside) -> None:
    paid = "SELECT COUNT(*) FROM payments WHERE status = 'paid'"
    before, charged = ill_shop.number(paid), sum(outside.stripe.charges.values())

    work_once(ill_shop)

    found = ill_shop.number(paid)
    report(
        "C7 no event delivered at all",
        ill_shop,
        f"{charged} charges, {found} known; {found - before} of them by the last reconciliation",
    )
    assert before < found == charged
    assert ill_shop.number("SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries") == 0
