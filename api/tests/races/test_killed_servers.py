"""Servers are killed while visitors reserve: nobody who was told 'reserved' loses it."""

from pathlib import Path

import pytest
from front import until
from insisting import BOOKINGS, EACH_ONCE, NEVER, book_while, facts, lost_of
from running_shops import Running
from sampling import WHOLE
from shop import Shop, report

KILLS = 8 if WHOLE else 1
UNTOLD = """SELECT (SELECT COUNT(*) FROM orders) -
(SELECT COUNT(DISTINCT order_ref) FROM messages)"""
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


def kill_and_restart(shop: Shop) -> None:
    """All server processes."""
    shop.kill()
    shop.start()
    shop.wait_until_ready()


@pytest.mark.req("BOOK-01.6", "BOOK-03.2")
def test_nothing_is_lost_or_done_twice(open_shop: Running) -> None:
    told = book_while(open_shop, lambda: kill_and_restart(open_shop), times=KILLS)

    found, lost = facts(open_shop), lost_of(told, open_shop)
    report(
        f"B1 {KILLS} times kill -9 of all servers, {BOOKINGS} bookings",
        open_shop,
        f"{len(lost)} lost; {found}",
    )
    assert lost == set()
    assert found == dict.fromkeys(EACH_ONCE, BOOKINGS) | dict.fromkeys(NEVER, 0)
    if open_shop.kind == "SQLite":
        assert open_shop.rows("PRAGMA integrity_check") == [("ok",)]


def test_messages_written_after_the_order_would_be_lost(tmp_path: Path) -> None:
    """The control. The kill comes while an order has no message yet."""
    alone = {"STANDBY_PROCESSES": "1", "STANDBY_THREADS": "8"}
    with Running(
        tmp_path, application="forgetful:application", size=1, settings=alone
    ) as forgetful:

        def kill_in_between() -> None:
            until(lambda: forgetful.number(UNTOLD) > 0, step_s=0.005)
            kill_and_restart(forgetful)

        book_while(forgetful, kill_in_between, times=KILLS)

        lost = BOOKINGS - facts(forgetful)["orders with a message"]
    report("B1 control: messages in a later transaction", forgetful, f"{KILLS} kills; {lost} lost")
    assert lost > 0
