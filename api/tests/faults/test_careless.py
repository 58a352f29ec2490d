"""The controls: without breakers and without one key for one page the same faults do harm."""

import pytest
from asking_for_places import ASKED_AFTERWARDS, FAILURES, suggested
from bad_line import Fault
from outside import Outside
from paying import ask_for_page, pages_of, reserve
from shop import Shop, report

pytest_plugins = ("ill_shops",)
pytestmark = pytest.mark.slow


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
