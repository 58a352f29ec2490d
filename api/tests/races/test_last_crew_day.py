"""The last crew of a day, the last use of a coupon: as many have it as there are, whoever asks."""

import random
import threading
from collections import Counter

import pytest
from buyers import Buyer, at_once, open_days, told, with_crews
from running_shops import Running, race
from sampling import SEED, WHOLE

pytestmark = pytest.mark.slow


CROWD = 64
COUPON_CROWD = 16
ROUNDS = 6 if WHOLE else 2


pytest_plugins = ("open_shops",)


def rush(shop: Running, crews: int) -> list[Counter[str]]:
    """What the crowd of each round was told."""
    days = with_crews(shop, open_days(shop)[:ROUNDS], crews)
    crowds = [[Buyer(day) for _ in range(CROWD)] for day in days]
    return [told(at_once(lambda buyer: buyer.reserve(shop), crowd)) for crowd in crowds]


@pytest.mark.req("BOOK-01.5", "BOOK-01.6")
@pytest.mark.parametrize("crews", [1, 2, 3])
def test_exactly_as_many_reserve_as_there_are_crews(open_shop: Running, crews: int) -> None:
    found = race(
        f"A1 {CROWD} ask at once for {crews} crew-day(s)", lambda shop: rush(shop, crews), open_shop
    )

    assert found == [{"201": crews, "409 day_full": CROWD - crews}] * ROUNDS
    seats = "FROM crew_seats WHERE appointment_id IS NOT NULL GROUP BY day"
    held = "FROM appointments WHERE status = 'held' GROUP BY day"
    for taken in (seats, held):
        assert open_shop.rows(f"SELECT COUNT(*) {taken}") == [(crews,)] * ROUNDS
    assert open_shop.number("SELECT COUNT(*) FROM orders") == crews * ROUNDS


def test_without_the_guard_the_same_race_overbooks(unguarded_shop: Running) -> None:
    found = race(
        "A2 control: the same without the guard", lambda shop: rush(shop, 1), unguarded_shop
    )
    assert max(round_["201"] for round_ in found) > 1


def rush_for_coupons(shop: Running, uses: int) -> list[Counter[str]]:
    found = []
    for day in with_crews(shop, open_days(shop)[:ROUNDS], COUPON_CROWD):
        shop.write(
            "INSERT INTO coupons (code, kind, value, most_uses, used, is_active, note) "
            f"VALUES ('RACE-{day}', 'percent', 5, {uses}, 0, TRUE, 'race')"
        )
        crowd = [Buyer(day, coupon_code=f"RACE-{day}") for _ in range(COUPON_CROWD)]
        found.append(told(at_once(lambda buyer: buyer.reserve(shop), crowd)))
    return found


@pytest.mark.parametrize("uses", [1, 3])
def test_c10_exactly_as_many_use_it_as_uses_are_left(open_shop: Running, uses: int) -> None:
    found = race(
        f"C10: {COUPON_CROWD} ask at once for {uses} use(s) of a coupon",
        lambda shop: rush_for_coupons(shop, uses),
        open_shop,
    )
    assert found == [{"201": uses, "409 coupon_used_up": COUPON_CROWD - uses}] * ROUNDS
    for counted in ("COUNT(*) FROM orders", "SUM(used) FROM coupons", "COUNT(*) FROM coupon_uses"):
        assert open_shop.number(f"SELECT {counted}") == uses * ROUNDS


VISITORS = 8
VISITS = 40 if WHOLE else 6
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
            AND released_at IS NULL)""",
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
