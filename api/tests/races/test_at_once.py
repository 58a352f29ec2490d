"""Many ask at the same moment: for the last crew of a day, the last use of a coupon, their money.

Each race runs in the product, and again without the guards, where it has to go wrong.
"""

import random
import secrets
import threading
import uuid
from collections import Counter
from datetime import UTC, datetime

import pytest
from booking_client import ADDRESS
from buyers import (
    Answer,
    Buyer,
    DiagnosticBuyer,
    Staff,
    ask,
    deliver_event,
    open_days,
    outcomes,
    with_crews,
)
from market_bands import BEYOND_FT
from sampling import SEED, WHOLE
from shop import CommandFailed, Shop, at_once, race

from standby.diagnostics.rules import PLACES_PER_WINDOW
from standby.payments.providers.cards.test_mode import TestCards

A_QUOTE = {
    "name": "Walt Whitman",
    "phone": "(281) 555-0144",
    "email": "walt@example.org",
    "address": ADDRESS,
    "run_ft": BEYOND_FT,
    "generator_choice": "provide_own",
    "line_items": [
        {"kind": "installation", "description": "Installation", "unit_cents": 11_000_00}
    ],
}

pytest_plugins = ("shop_fixtures",)
pytestmark = pytest.mark.slow
CROWD = 64
COUPON_CROWD = 16
ROUNDS = 6 if WHOLE else 2


def rush(shop: Shop, crews: int) -> list[Counter[str]]:
    """What the crowd of each round was told."""
    days = with_crews(shop, open_days(shop)[:ROUNDS], crews)
    crowds = [[Buyer(day) for _ in range(CROWD)] for day in days]
    return [outcomes(at_once(lambda buyer: buyer.reserve(shop), crowd)) for crowd in crowds]


@pytest.mark.req("BOOK-01.5", "BOOK-01.6")
@pytest.mark.parametrize("crews", [1, 2, 3])
def test_exactly_as_many_reserve_as_there_are_crews(open_shop: Shop, crews: int) -> None:
    found = race(
        f"A1 {CROWD} ask at once for {crews} crew-day(s)", lambda shop: rush(shop, crews), open_shop
    )

    assert found == [{"201": crews, "409 day_full": CROWD - crews}] * ROUNDS
    seats = "FROM crew_seats WHERE afternoon_id IS NOT NULL GROUP BY day"
    held = "FROM appointments WHERE status = 'held' GROUP BY day"
    for taken in (seats, held):
        assert open_shop.rows(f"SELECT COUNT(*) {taken}") == [(crews,)] * ROUNDS
    assert open_shop.number("SELECT COUNT(*) FROM orders") == crews * ROUNDS


def test_without_the_guard_the_same_race_overbooks(unguarded_shop: Shop) -> None:
    found = race(
        "A2 control: the same without the guard", lambda shop: rush(shop, 1), unguarded_shop
    )
    assert max(round_["201"] for round_ in found) > 1


CALLERS = 8


def rush_with_callers(shop: Shop) -> list[Counter[str]]:
    """Visitors and staff with callers on the phone, all for the last crew of a day."""
    staff = Staff(shop)

    def ask_for(one: tuple[int, Buyer]) -> Answer:
        number, buyer = one
        return buyer.reserve(shop) if number % 2 else staff.place_order(buyer, server=number)

    return [
        outcomes(at_once(ask_for, list(enumerate(Buyer(day) for _ in range(2 * CALLERS)))))
        for day in with_crews(shop, open_days(shop)[:ROUNDS], 1)
    ]


@pytest.mark.req("OPS-16.1", "BOOK-01.5")
def test_staff_and_visitors_who_want_the_last_crew_get_it_once(open_shop: Shop) -> None:
    found = race("the last crew-day, for visitors and callers", rush_with_callers, open_shop)

    assert found == [{"201": 1, "409 day_full": 2 * CALLERS - 1}] * ROUNDS
    assert open_shop.number("SELECT COUNT(*) FROM orders") == ROUNDS
    seats = "FROM crew_seats WHERE afternoon_id IS NOT NULL GROUP BY day"
    assert open_shop.rows(f"SELECT COUNT(*) {seats}") == [(1,)] * ROUNDS


def test_without_the_guard_staff_and_visitors_overbook(unguarded_shop: Shop) -> None:
    found = race("control: callers without the guard", rush_with_callers, unguarded_shop)
    assert max(round_["201"] for round_ in found) > 1


STORM_CREWS = 4


def storm(shop: Shop) -> dict[str, int]:
    """A day with three jobs is closed while visitors reserve on it and on the day after."""
    stormy, after, *_ = with_crews(shop, open_days(shop)[:2], STORM_CREWS)
    for buyer in [Buyer(stormy) for _ in range(STORM_CREWS - 1)]:
        assert buyer.pay(shop, buyer.reserve(shop).body["orderId"]) < 400
    staff = Staff(shop)

    def action(buyer: Buyer | None) -> Answer:
        if buyer is not None:
            return buyer.reserve(shop)
        closing = {"reason": "A hurricane is coming"}
        return staff.post(f"/crew-days/{stormy}/closing", closing, key=str(uuid.uuid4()))

    crowd = [Buyer(day) for day in [stormy, after, after] * 6]
    closed, *_ = at_once(action, [None, *crowd])
    live = "FROM appointments WHERE status IN ('held', 'confirmed')"
    per_day = dict(shop.rows(f"SELECT day, COUNT(*) {live} GROUP BY day"))
    open_seats = "FROM crew_seats WHERE afternoon_id IS NULL AND is_closed = FALSE"
    return {
        "moved": len(closed.body.get("moved", [])),  # without the guards it may break down
        "confirmed on the stormy day": shop.number(
            f"SELECT COUNT(*) {live} AND status = 'confirmed' AND day = '{stormy}'"
        ),
        "open seats on it": shop.number(f"SELECT COUNT(*) {open_seats} AND day = '{stormy}'"),
        "most on a day": max(per_day.values()),
    }


@pytest.mark.req("OPS-18.4")
def test_a_storm_day_is_closed_while_visitors_reserve_and_nothing_is_oversold(
    open_shop: Shop,
) -> None:
    found = race("a storm day is closed while visitors reserve", storm, open_shop)

    most = found.pop("most on a day")
    assert most <= STORM_CREWS
    assert found == {"moved": 3, "confirmed on the stormy day": 0, "open seats on it": 0}


def test_without_the_guard_the_storm_oversells(unguarded_shop: Shop) -> None:
    found = race("control: a storm without the guard", storm, unguarded_shop)

    assert found["most on a day"] > STORM_CREWS


_TOKEN = """
from standby.sales.models import CustomQuote
from standby.sales.services.quotes import link_of
print(link_of(CustomQuote.objects.get()).rpartition("/")[2])
"""
ACCEPT_AT_ONCE = 8


def accept_at_once(shop: Shop) -> Counter[str]:
    """Everybody at home accepts the same quote, on its page or on the phone, each for a day."""
    staff = Staff(shop)
    made = staff.post("/quotes", A_QUOTE, key=uuid.uuid4().hex)
    staff.post(f"/quotes/{made.body['id']}/send", {"if_version": 1}, key=uuid.uuid4().hex)
    token = shop.shell(_TOKEN).split()[-1]
    days = with_crews(shop, open_days(shop)[:ACCEPT_AT_ONCE], 2)

    def accept(one: tuple[int, str]) -> Answer:
        server, day = one
        slot = {"day": day, "time_window": "morning"}
        if server % 2:
            path = f"/quotes/{made.body['id']}/accept"
            return staff.post(path, {"if_version": 2, **slot}, key=uuid.uuid4().hex)
        body = {
            "version": 2,
            "typed_name": "Walt Whitman",
            "terms_accepted": True,
            "privacy_policy_accepted": True,
            **slot,
        }
        key = {"Idempotency-Key": uuid.uuid4().hex}
        return ask(shop, "POST", f"/api/custom-quotes/{token}/accept", body, server=server, **key)

    return outcomes(at_once(accept, list(enumerate(days))))


@pytest.mark.req("OPS-16.2")
def test_a_quote_that_many_accept_at_once_becomes_one_order(open_shop: Shop) -> None:
    found = race("a quote accepted at once", accept_at_once, open_shop)

    assert found == {"201": 1, "409 custom_quote_answered": ACCEPT_AT_ONCE - 1}
    for table in ("orders", "quotes", "crew_seats WHERE afternoon_id IS NOT NULL"):
        assert open_shop.number(f"SELECT COUNT(*) FROM {table}") == 1


def rush_for_coupons(shop: Shop, uses: int) -> list[Counter[str]]:
    found = []
    for day in with_crews(shop, open_days(shop)[:ROUNDS], COUPON_CROWD):
        shop.write(
            "INSERT INTO coupons (code, kind, value, most_uses, used, is_active, note) "
            f"VALUES ('RACE-{day}', 'percent', 5, {uses}, 0, TRUE, 'race')"
        )
        crowd = [Buyer(day, coupon_code=f"RACE-{day}") for _ in range(COUPON_CROWD)]
        found.append(outcomes(at_once(lambda buyer: buyer.reserve(shop), crowd)))
    return found


@pytest.mark.parametrize("uses", [1, 3])
def test_c10_exactly_as_many_use_it_as_uses_are_left(open_shop: Shop, uses: int) -> None:
    found = race(
        f"C10: {COUPON_CROWD} ask at once for {uses} use(s) of a coupon",
        lambda shop: rush_for_coupons(shop, uses),
        open_shop,
    )
    assert found == [{"201": uses, "409 coupon_used_up": COUPON_CROWD - uses}] * ROUNDS
    for counted in ("COUNT(*) FROM orders", "SUM(used) FROM coupons", "COUNT(*) FROM coupon_uses"):
        assert open_shop.number(f"SELECT {counted}") == uses * ROUNDS


def rush_for_diagnostics(shop: Shop) -> list[Counter[str]]:
    """What the crowd of each round was told, who all want the same morning."""
    days = shop.http.get(shop.url("/api/diagnostics/days")).json()["days"][:ROUNDS]
    crowds = [[DiagnosticBuyer(day["date"]) for _ in range(CROWD)] for day in days]
    return [outcomes(at_once(lambda buyer: buyer.hold(shop), crowd)) for crowd in crowds]


HELD_DIAGNOSTICS = "SELECT COUNT(*) FROM diagnostics WHERE status = 'held' GROUP BY day"


@pytest.mark.req("DIAG-01.1")
def test_a_window_of_diagnostics_is_never_overbooked(open_shop: Shop) -> None:
    found = race(f"{CROWD} ask at once for a diagnostic", rush_for_diagnostics, open_shop)

    full = {"201": PLACES_PER_WINDOW, "409 window_full": CROWD - PLACES_PER_WINDOW}
    assert found == [full] * ROUNDS
    assert open_shop.rows(HELD_DIAGNOSTICS) == [(PLACES_PER_WINDOW,)] * ROUNDS


def test_without_the_guard_diagnostics_are_overbooked(unguarded_shop: Shop) -> None:
    race("control: diagnostics without the guard", rush_for_diagnostics, unguarded_shop)

    assert max(count for (count,) in unguarded_shop.rows(HELD_DIAGNOSTICS)) > PLACES_PER_WINDOW


VISITORS = 8
VISITS = 40 if WHOLE else 6
EXPIRE_ONE = """UPDATE crew_seats SET hold_expires_at = '2020-01-01 00:00:00+00:00'
WHERE id = (SELECT id FROM crew_seats WHERE hold_expires_at IS NOT NULL ORDER BY RANDOM() LIMIT 1)
AND hold_expires_at IS NOT NULL"""


# What must never be, and how many there are of it.
NEVER = {
    "firm seats without a confirmed appointment": """
        SELECT COUNT(*) FROM crew_seats JOIN appointments ON appointments.id = afternoon_id
        WHERE hold_expires_at IS NULL AND status <> 'confirmed'""",
    "held or confirmed appointments without a seat of their day, or with one that runs out": """
        SELECT COUNT(*) FROM appointments LEFT JOIN crew_seats
        ON afternoon_id = appointments.id AND crew_seats.day = appointments.day
        WHERE status IN ('held', 'confirmed') AND crew_seats.id IS NULL
        OR status = 'confirmed' AND hold_expires_at IS NOT NULL""",
    "held or confirmed appointments without an afternoon and a morning of one crew": """
        SELECT COUNT(*) FROM appointments WHERE status IN ('held', 'confirmed')
        AND NOT EXISTS (SELECT 1 FROM crew_seats today JOIN crew_seats later
            ON later.seat_no = today.seat_no AND later.day = appointments.ends_on
            AND later.morning_id = appointments.id
            WHERE today.day = appointments.day AND today.afternoon_id = appointments.id)""",
    "mornings of crews whose appointment has no afternoon": """
        SELECT COUNT(*) FROM crew_seats WHERE morning_id IS NOT NULL AND morning_id NOT IN (
            SELECT afternoon_id FROM crew_seats WHERE afternoon_id IS NOT NULL)""",
    "days with more mornings taken than crews": """
        SELECT COUNT(*) FROM (SELECT crew_seats.day FROM crew_seats
        LEFT JOIN crew_days ON crew_days.day = crew_seats.day WHERE morning_id IS NOT NULL
        GROUP BY crew_seats.day HAVING COUNT(*) > MAX(COALESCE(crew_days.crews, 2))) AS oversold""",
    "paid, and neither confirmed nor asked for a new date nor cancelled": """
        SELECT COUNT(*) FROM payments JOIN orders ON orders.id = payments.order_id
        WHERE payments.status = 'paid' AND orders.status <> 'cancelled' AND NOT EXISTS (
            SELECT 1 FROM appointments WHERE appointments.order_id = orders.id
            AND appointments.status IN ('confirmed', 'needs_new_date'))""",
    "days with more seats taken than crews": """
        SELECT COUNT(*) FROM (SELECT crew_seats.day FROM crew_seats
        LEFT JOIN crew_days ON crew_days.day = crew_seats.day WHERE afternoon_id IS NOT NULL
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


def visit(shop: Shop, days: list[str], dice: random.Random) -> Counter[str]:
    """One visitor after another, each doing what many do."""
    told: Counter[str] = Counter()
    for _ in range(VISITS):
        buyer = Buyer(dice.choice(days), window=dice.choice(["morning", "afternoon"]))
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


def everything_at_once(shop: Shop) -> Counter[str]:
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


def test_a5_everything_at_once(open_shop: Shop) -> None:
    name = f"A5: {VISITORS} x {VISITS} visits at once, seed {SEED}"
    told = race(name, everything_at_once, open_shop)
    found = {what: open_shop.number(question) for what, question in NEVER.items()}
    assert found == dict.fromkeys(NEVER, 0)
    assert not [what for what in told if what.endswith(("500", "503"))]
    assert told["reserve 201"]
    assert told["pay 303"]


DELIVERIES = 10
ORDERS = 6
REFUNDS_AT_ONCE = 8
PAYMENTS = 4
EFFECTS = {
    "events": "card_events",
    "paid": "order_log WHERE subject = 'payment' AND after = 'paid'",
    "charged": "ledger_entries WHERE kind = 'scheduling_fee'",
    "received": "ledger_entries WHERE kind = 'payment'",
    "confirmed": "appointments WHERE status = 'confirmed'",
    "told": "messages WHERE kind = 'date_confirmed' AND channel = 'email'",
    "receipts": "price_receipts",
}
BALANCE = "SELECT COALESCE(SUM(amount_cents), 0) FROM ledger_entries"
OVER = """SELECT COUNT(*) FROM (SELECT payment_id FROM refunds GROUP BY payment_id
HAVING SUM(amount_cents) > 10000) AS over"""
SENT = "SELECT COALESCE(SUM(amount_cents), 0) FROM refunds WHERE status = 'sent'"


def cards_of(shop: Shop) -> TestCards:
    """The same pages and the same signature as its servers have."""
    secret = (shop.data / "secret-key").read_text().strip()
    return TestCards(folder=shop.data / "test-cards", secret=secret)


def deliver_at_once(shop: Shop, buyer: Buyer) -> list[int]:
    """Word of a payment that was approved on the provider's page."""
    page = buyer.open_checkout(shop, buyer.reserve(shop).body["orderId"])
    signed = cards_of(shop).approve(page.page_id, now=datetime.now(UTC))
    assert signed is not None
    servers = range(DELIVERIES)
    answers = at_once(lambda server: deliver_event(shop, *signed, server=server), servers)
    return [answer.status for answer in answers]


def deliver_all(shop: Shop, *, orders: int = ORDERS) -> dict[str, int]:
    """What came of it, when two workers have worked it out."""
    for day in open_days(shop)[:orders]:
        assert deliver_at_once(shop, Buyer(day)) == [200] * DELIVERIES
    shop.work()
    return {name: shop.number(f"SELECT COUNT(*) FROM {rows}") for name, rows in EFFECTS.items()}


def click_at_once(staff: Staff, payment: str) -> Counter[str]:
    """Half of them repeat one intention, each of the others has one of its own."""
    half = REFUNDS_AT_ONCE // 2
    keys = [secrets.token_hex(16)] * half + [secrets.token_hex(16) for _ in range(half)]
    asked = {"amount_cents": 60_00, "reason": "sorry"}

    def click(one: tuple[int, str]) -> Answer:
        server, key = one
        return staff.post(f"/payments/{payment}/refunds", asked, server=server, key=key)

    return Counter(
        str(answer.body.get("code", answer.status))
        for answer in at_once(click, list(enumerate(keys)))
    )


def click_for_all(shop: Shop) -> dict[str, int]:
    """What staff were told, how many payments are to go back more than whole, and what was sent."""
    deliver_all(shop, orders=PAYMENTS)
    staff = Staff(shop, is_owner=True)
    paid = shop.rows("SELECT public_id FROM payments WHERE status = 'paid'")
    clicks = [click_at_once(staff, str(uuid.UUID(str(found)))) for (found,) in paid]
    shop.work()
    answers = sum(clicks, Counter())
    return {**answers, "over": shop.number(OVER), "sent_cents": shop.number(SENT)}


def test_ten_deliveries_at_once_are_one_effect(open_shop: Shop) -> None:
    found = race(f"C3: {ORDERS} events, {DELIVERIES} times each at once", deliver_all, open_shop)
    assert found == dict.fromkeys(EFFECTS, ORDERS)
    assert open_shop.number("SELECT COUNT(*) FROM refunds") == 0
    assert open_shop.number(BALANCE) == 0


def test_without_the_guards_ten_deliveries_are_more_than_one_effect(
    unguarded_shop: Shop,
) -> None:
    found = race("C3 control: the same without the guards", deliver_all, unguarded_shop)
    assert min(found["events"], found["received"]) > ORDERS, found


def test_staff_who_click_at_once_send_no_more_than_was_paid(open_shop: Shop) -> None:
    name = f"C13: {PAYMENTS} times $100, {REFUNDS_AT_ONCE} ask for $60"
    found = race(name, click_for_all, open_shop)
    assert set(found) <= {"201", "refund_too_large", "over", "sent_cents"}
    assert (found["over"], found["sent_cents"]) == (0, 60_00 * PAYMENTS)
    assert open_shop.number("SELECT COUNT(*) FROM refunds") == PAYMENTS
    assert open_shop.number(BALANCE) == 0


def test_without_the_guard_staff_send_more_than_was_paid(unguarded_shop: Shop) -> None:
    """Our provider refuses what is too much; that we asked for it is the fault."""
    found = race("C13 control: the same without the guard", click_for_all, unguarded_shop)
    assert found["over"] > 0


NOTES = 16


def write_at_once(shop: Shop) -> Counter[str]:
    """The same member of staff, at one order, on all servers."""
    staff = Staff(shop)
    path = f"/orders/{Buyer(open_days(shop)[0]).reserve(shop).body['orderId']}/notes"
    note = {"text": "Gate code 12"}

    def write(server: int) -> Answer:
        return staff.post(path, note, server=server, key=uuid.uuid4().hex)

    return outcomes(answer for _ in range(ROUNDS) for answer in at_once(write, range(NOTES)))


def forks(shop: Shop) -> dict[str, int]:
    chains = {"order_log": "order_id", "audit_events": "actor"}
    return {
        table: shop.number(
            f"SELECT COUNT(*) FROM (SELECT 1 AS one FROM {table} GROUP BY {whose}, prev_hash "
            "HAVING COUNT(*) > 1) AS forks"
        )
        for table, whose in chains.items()
    }


def test_f8_no_chain_forks_however_many_write_at_once(open_shop: Shop) -> None:
    found = race(f"F8: {NOTES} notes at once, {ROUNDS} times", write_at_once, open_shop)
    assert found == {"201": NOTES * ROUNDS}
    assert forks(open_shop) == {"order_log": 0, "audit_events": 0}
    notes = "SELECT COUNT(*) FROM order_log WHERE subject = 'note'"
    assert open_shop.number(notes) == NOTES * ROUNDS
    open_shop.manage("verify_audit_log")


def test_f8_control_without_waiting_both_chains_fork(unguarded_shop: Shop) -> None:
    race("F8 control: the same without the locks", write_at_once, unguarded_shop)
    assert min(forks(unguarded_shop).values()) > 0
    with pytest.raises(CommandFailed):
        unguarded_shop.manage("verify_audit_log")
