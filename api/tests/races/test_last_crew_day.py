"""The last crew of a day, the last use of a coupon: as many have it as there are, whoever asks."""

from collections import Counter

import pytest
from buyers import Buyer, at_once, open_days, told, with_crews
from running_shops import Running, race
from sampling import WHOLE

CROWD = 64
COUPON_CROWD = 16
ROUNDS = 6 if WHOLE else 2
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


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
