"""Many write to one order's log and to one colleague's trail at once: neither chain forks (F8)."""

import uuid
from collections import Counter

import pytest
from buyers import Buyer, at_once, open_days, told
from running_shops import Office, Refused, Running, race

NOTES = 16
ROUNDS = 2
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


def write_at_once(shop: Running) -> Counter[str]:
    """The same member of staff, at one order, on all servers."""
    office = Office(shop)
    path = f"/orders/{Buyer(open_days(shop)[0]).reserve(shop).body['orderId']}/notes"
    note = {"text": "Gate code 12"}
    keys = [{"Idempotency-Key": uuid.uuid4().hex} for _ in range(NOTES * ROUNDS)]
    rounds = [keys[:NOTES], keys[NOTES:]]
    return told(
        answer
        for crowd in rounds
        for answer in at_once(
            lambda one: office.send("POST", path, note, server=one[0], **one[1]),
            list(enumerate(crowd)),
        )
    )


def forks(shop: Running) -> dict[str, int]:
    chains = {"order_log": "order_id", "staff_acts": "actor"}
    return {
        table: shop.number(
            f"SELECT COUNT(*) FROM (SELECT 1 AS one FROM {table} GROUP BY {whose}, prev_hash "
            "HAVING COUNT(*) > 1) AS forks"
        )
        for table, whose in chains.items()
    }


def test_f8_no_chain_forks_however_many_write_at_once(open_shop: Running) -> None:
    found = race(f"F8: {NOTES} notes at once, {ROUNDS} times", write_at_once, open_shop)
    assert found == {"201": NOTES * ROUNDS}
    assert forks(open_shop) == {"order_log": 0, "staff_acts": 0}
    notes = "SELECT COUNT(*) FROM order_log WHERE subject = 'note'"
    assert open_shop.number(notes) == NOTES * ROUNDS
    open_shop.manage("verify_trail")


def test_f8_control_without_waiting_both_chains_fork(unguarded_shop: Running) -> None:
    race("F8 control: the same without the locks", write_at_once, unguarded_shop)
    assert min(forks(unguarded_shop).values()) > 0
    with pytest.raises(Refused):
        unguarded_shop.manage("verify_trail")
