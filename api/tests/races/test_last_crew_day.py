"""The last crew of a day: however many ask at once, exactly as many get it as there are crews."""

from collections import Counter

import pytest
from buyers import Buyer, at_once, open_days, told, with_crews
from running_shops import Running, race
from sampling import WHOLE

CROWD = 64
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
