"""Reserving, paying, moving, cancelling and expiring at once, in four processes (A5)."""

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from buyers import Buyer, open_days
from shop import API, Shop, report

VISITORS = 8
LASTS_S = 10
CREWS = 2
pytestmark = pytest.mark.slow
EXPIRE_ONE = """UPDATE crew_seats SET hold_expires_at = '2020-01-01 00:00:00+00:00'
WHERE id = (SELECT id FROM crew_seats WHERE hold_expires_at IS NOT NULL ORDER BY RANDOM() LIMIT 1)
AND hold_expires_at IS NOT NULL"""
# What must never be, and how many there are of it.
NEVER = {
    "firm seats without a confirmed appointment": """
        SELECT COUNT(*) FROM crew_seats JOIN appointments ON appointments.id = appointment_id
        WHERE hold_expires_at IS NULL AND status <> 'confirmed'""",
    "confirmed appointments without a seat": """
        SELECT COUNT(*) FROM appointments LEFT JOIN crew_seats
        ON appointment_id = appointments.id AND crew_seats.day = appointments.day
        WHERE status = 'confirmed' AND (crew_seats.id IS NULL OR hold_expires_at IS NOT NULL)""",
    "paid, and neither confirmed nor asked for a new date nor cancelled": """
        SELECT COUNT(*) FROM payments JOIN orders ON orders.id = payments.order_id
        WHERE payments.status = 'paid' AND orders.status <> 'cancelled' AND NOT EXISTS (
            SELECT 1 FROM appointments WHERE appointments.order_id = orders.id
            AND appointments.status IN ('confirmed', 'needs_new_date'))""",
    "days with more seats than crews": f"""
        SELECT COUNT(*) FROM (SELECT day FROM crew_seats WHERE appointment_id IS NOT NULL
        GROUP BY day HAVING COUNT(*) > {CREWS}) AS oversold""",
}


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    with Shop(tmp_path) as opened:
        yield opened


def visit(shop: Shop, days: list[str], dice: random.Random) -> Counter[str]:
    """One visitor after another, each doing what many do."""
    told: Counter[str] = Counter()
    ends_at = time.monotonic() + LASTS_S
    while time.monotonic() < ends_at:
        buyer = Buyer(dice.choice(days))
        reserved = buyer.reserve(shop)
        told[f"reserve {reserved.status}"] += 1
        if reserved.status != 201:
            continue
        if dice.random() < 0.8:
            told[f"pay {buyer.pay(shop, reserved.body['orderId'])}"] += 1
        if dice.random() < 0.5:
            told[f"move {buyer.move(shop, dice.choice(days)).status}"] += 1
        if dice.random() < 0.7:
            told[f"cancel {buyer.cancel(shop).status}"] += 1
    return told


def let_holds_expire(shop: Shop, *, until: threading.Event) -> None:
    while not until.wait(0.1):
        shop.write(EXPIRE_ONE)


def work_once(shop: Shop) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "work", "--once"],
        cwd=API,
        env=shop.environment(),
        check=True,
        capture_output=True,
    )


def test_a5_everything_at_once(shop: Shop) -> None:
    days, over = open_days(shop)[:4], threading.Event()
    clock = threading.Thread(target=let_holds_expire, args=[shop], kwargs={"until": over})
    clock.start()
    with ThreadPoolExecutor(VISITORS) as crowd:
        visits = [crowd.submit(visit, shop, days, random.Random(seed)) for seed in range(VISITORS)]
        told = sum((visited.result() for visited in visits), Counter())
    over.set()
    clock.join()
    work_once(shop)

    found = {what: shop.number(question) for what, question in NEVER.items()}

    report(f"all at once for {LASTS_S} s", shop, f"{dict(told)}; {list(found.values())}")
    assert found == dict.fromkeys(NEVER, 0)
    assert not [what for what in told if what.endswith(("500", "503"))]
    assert told["reserve 201"]
    assert told["pay 303"]
