"""Appointments move while others reserve: nobody is left without a seat, nobody has two."""

from collections import Counter

import pytest
from buyers import Answer, Buyer, at_once, certain, open_days, told, with_crews
from running_shops import Running, race

CREWS = 2
NEWCOMERS = 16
ROUNDS = 5
# Appointments whose seat is of another day, or that have none.
MISPLACED = """SELECT COUNT(*) FROM appointments LEFT JOIN crew_seats
ON crew_seats.appointment_id = appointments.id AND crew_seats.day = appointments.day
WHERE crew_seats.id IS NULL"""
FULLEST = """SELECT MAX(taken) FROM (SELECT COUNT(*) AS taken FROM crew_seats
WHERE appointment_id IS NOT NULL GROUP BY day) AS days"""
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


def all_move_to_one_day(shop: Running) -> Counter[str]:
    *theirs, wanted = open_days(shop)[:11]
    movers = certain(shop, theirs, on_each=CREWS)

    def act(one: Buyer) -> Answer:
        return one.move(shop, wanted) if one in movers else one.reserve(shop)

    return told(at_once(act, [*movers, *(Buyer(wanted) for _ in range(NEWCOMERS))]))


def two_tabs_move_each(shop: Running) -> Counter[str]:
    days = open_days(shop)
    movers = certain(shop, days[:6], on_each=CREWS)
    tabs = [(one, day) for one in movers for day in days[8:10]]
    return told(at_once(lambda tab: tab[0].move(shop, tab[1]), tabs))


def neighbours_change_places(shop: Running) -> Counter[str]:
    """One seat is free, so that each may take what another leaves; nobody waits for ever."""
    one, other, third = open_days(shop)[:3]
    movers = certain(shop, [one, other, third], on_each=CREWS)
    with_crews(shop, [one], CREWS + 1)
    pairs = list(zip(movers, [other, other, third, third, one, one], strict=True))
    rounds = [at_once(lambda pair: pair[0].move(shop, pair[1]), pairs) for _ in range(ROUNDS)]
    return told(answer for answers in rounds for answer in answers)


def test_a4_all_move_to_one_day_that_others_reserve(open_shop: Running) -> None:
    name = f"{10 * CREWS} move to a day, {NEWCOMERS} reserve it"
    found = race(name, all_move_to_one_day, open_shop)

    assert found["200"] + found["201"] == CREWS
    assert found["409 day_full"] == 10 * CREWS + NEWCOMERS - CREWS
    assert (open_shop.number(MISPLACED), open_shop.number(FULLEST)) == (0, CREWS)


def test_a4_two_tabs_move_one_appointment(open_shop: Running) -> None:
    found = race(f"{6 * CREWS} appointments moved from two tabs", two_tabs_move_each, open_shop)

    assert set(found) <= {"200", "409 day_full", "409 status_moved"}
    assert (open_shop.number(MISPLACED), open_shop.number(FULLEST)) == (0, CREWS)
    assert open_shop.number("SELECT COUNT(*) FROM appointments") == 6 * CREWS


def test_a4_neighbours_change_places(open_shop: Running) -> None:
    found = race("three days, one seat free, change places", neighbours_change_places, open_shop)

    assert set(found) <= {"200", "409 day_full"}
    assert found["200"] >= 1
    assert open_shop.number(MISPLACED) == 0
    assert open_shop.number(FULLEST) <= CREWS + 1
