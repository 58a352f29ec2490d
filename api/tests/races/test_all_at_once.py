"""Reserving, paying, moving, cancelling and expiring at once, in four processes (A5)."""

import random
import threading
from collections import Counter

import pytest
from buyers import Buyer, at_once, open_days
from running_shops import Running, race
from sampling import SEED, WHOLE

VISITORS = 8
VISITS = 40 if WHOLE else 6
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow
EXPIRE_ONE = """UPDATE crew_seats SET hold_expires_at = '2020-01-01 00:00:00+00:00'
WHERE id = (SELECT id FROM crew_seats WHERE hold_expires_at IS NOT NULL ORDER BY RANDOM() LIMIT 1)
AND hold_expires_at IS NOT NULL"""
# What must never be, and how many there are of it.
NEVER = {
    "firm seats without a confirmed appointment": """
        SELECT COUNT(*) FROM crew_seats JOIN appointments ON appointments.id = appointment_id
        WHERE hold_expires_at IS NULL AND status <> 'confirmed'""",
    "held or confirmed appointments without a seat of their day, or with one that runs out": """
        SELECT COUNT(*) FROM appointments LEFT JOIN crew_seats
        ON appointment_id = appointments.id AND crew_seats.day = appointments.day
        WHERE status IN ('held', 'confirmed') AND crew_seats.id IS NULL
        OR status = 'confirmed' AND hold_expires_at IS NOT NULL""",
    "paid, and neither confirmed nor asked for a new date nor cancelled": """
        SELECT COUNT(*) FROM payments JOIN orders ON orders.id = payments.order_id
        WHERE payments.status = 'paid' AND orders.status <> 'cancelled' AND NOT EXISTS (
            SELECT 1 FROM appointments WHERE appointments.order_id = orders.id
            AND appointments.status IN ('confirmed', 'needs_new_date'))""",
    "days with more seats taken than crews": """
        SELECT COUNT(*) FROM (SELECT crew_seats.day FROM crew_seats
        LEFT JOIN crew_days ON crew_days.day = crew_seats.day WHERE appointment_id IS NOT NULL
        GROUP BY crew_seats.day HAVING COUNT(*) > MAX(COALESCE(crew_days.crews, 2))) AS oversold""",
    "payments of which more goes back than was paid": """
        SELECT COUNT(*) FROM (SELECT payment_id FROM refunds
        JOIN payments ON payments.id = refunds.payment_id
        WHERE refunds.status <> 'replaced' GROUP BY payment_id
        HAVING SUM(refunds.amount_cents) > MAX(payments.amount_cents)) AS too_much""",
    "coupons used more often than they may be, or counted wrongly": """
        SELECT COUNT(*) FROM coupons WHERE used > most_uses OR used <> (
            SELECT COUNT(*) FROM coupon_uses WHERE coupon_id = coupons.id
            AND given_back_at IS NULL)""",
    "logs that fork": """
        SELECT COUNT(*) FROM (SELECT 1 AS one FROM order_log GROUP BY order_id, prev_hash
        HAVING COUNT(*) > 1) AS forks""",
}


def visit(shop: Running, days: list[str], dice: random.Random) -> Counter[str]:
    """One visitor after another, each doing what many do."""
    told: Counter[str] = Counter()
    for _ in range(VISITS):
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


def let_holds_expire(shop: Running, *, until: threading.Event) -> None:
    while not until.wait(0.1):
        shop.write(EXPIRE_ONE)


def everything_at_once(shop: Running) -> Counter[str]:
    days, over = open_days(shop)[:4], threading.Event()
    clock = threading.Thread(target=let_holds_expire, args=[shop], kwargs={"until": over})
    clock.start()
    try:
        dice = [random.Random(SEED + number) for number in range(VISITORS)]
        told = sum(at_once(lambda own: visit(shop, days, own), dice), Counter[str]())
    finally:
        over.set()
        clock.join()
    shop.work()
    return told


def test_a5_everything_at_once(open_shop: Running) -> None:
    name = f"A5: {VISITORS} x {VISITS} visits at once, seed {SEED}"
    told = race(name, everything_at_once, open_shop)

    found = {what: open_shop.number(question) for what, question in NEVER.items()}
    assert found == dict.fromkeys(NEVER, 0)
    assert not [what for what in told if what.endswith(("500", "503"))]
    assert told["reserve 201"]
    assert told["pay 303"]
