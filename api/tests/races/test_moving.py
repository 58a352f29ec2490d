"""Appointments move while others reserve: nobody is left without a seat, nobody has two."""

from collections import Counter
from collections.abc import Iterator

import pytest
from buyers import Answer, Buyer, at_once, open_days
from shop import Shop, report

CREWS = 2
NEWCOMERS = 16
pytestmark = pytest.mark.slow


@pytest.fixture
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as guarded:
        yield guarded


def certain(shop: Shop, days: list[str]) -> list[Buyer]:
    """Confirmed appointments: as many on each of these days as there are crews."""
    buyers = [Buyer(day) for day in days for _ in range(CREWS)]
    assert {buyer.reserve(shop).status for buyer in buyers} == {201}
    shop.write("UPDATE crew_seats SET hold_expires_at = NULL")
    shop.write("UPDATE appointments SET status = 'confirmed', confirmed_at = held_at")
    shop.write("UPDATE orders SET status = 'scheduled'")
    return buyers


def told(answers: list[Answer]) -> Counter[str]:
    return Counter(
        str(answer.status) if answer.status < 300 else f"{answer.status} {answer.body['code']}"
        for answer in answers
    )


def misplaced(shop: Shop) -> int:
    """Appointments whose seat is of another day, or that have none."""
    return shop.number(
        "SELECT COUNT(*) FROM appointments LEFT JOIN crew_seats "
        "ON crew_seats.appointment_id = appointments.id AND crew_seats.day = appointments.day "
        "WHERE crew_seats.id IS NULL"
    )


def fullest(shop: Shop) -> int:
    return shop.number(
        "SELECT MAX(taken) FROM (SELECT COUNT(*) AS taken FROM crew_seats "
        "WHERE appointment_id IS NOT NULL GROUP BY day) AS days"
    )


def test_a4_all_move_to_one_day_that_others_reserve(shop: Shop) -> None:
    *theirs, wanted = open_days(shop)[:11]
    movers = certain(shop, theirs)
    crowd = [*movers, *(Buyer(wanted) for _ in range(NEWCOMERS))]

    answers = at_once(
        lambda one: one.move(shop, wanted) if one in movers else one.reserve(shop), crowd
    )

    found = told(answers)
    report(f"{len(movers)} move to a day, {NEWCOMERS} reserve it", shop, str(dict(found)))
    assert found["200"] + found["201"] == CREWS
    assert found["409 day_full"] == len(crowd) - CREWS
    assert (misplaced(shop), fullest(shop)) == (0, CREWS)


def test_a4_two_tabs_move_one_appointment(shop: Shop) -> None:
    days = open_days(shop)
    movers = certain(shop, days[:6])
    tabs = [(one, day) for one in movers for day in days[8:10]]

    answers = at_once(lambda tab: tab[0].move(shop, tab[1]), tabs)

    found = told(answers)
    report(f"{len(movers)} appointments moved from two tabs", shop, str(dict(found)))
    assert set(found) <= {"200", "409 day_full", "409 status_moved"}
    assert (misplaced(shop), fullest(shop)) == (0, CREWS)
    assert shop.number("SELECT COUNT(*) FROM appointments") == len(movers)


def test_a4_neighbours_change_places(shop: Shop) -> None:
    """One seat is free, so that each may take what another leaves; nobody waits for ever."""
    one, other, third = open_days(shop)[:3]
    movers = certain(shop, [one, other, third])
    shop.write(f"INSERT INTO crew_days (day, crews, reason) VALUES ('{one}', {CREWS + 1}, 'race')")
    goals = [other, other, third, third, one, one]

    found: Counter[str] = Counter()
    for _ in range(5):
        found += told(
            at_once(lambda pair: pair[0].move(shop, pair[1]), list(zip(movers, goals, strict=True)))
        )

    report("three days, one seat free, change places", shop, str(dict(found)))
    assert set(found) <= {"200", "409 day_full"}
    assert found["200"] >= 1
    assert misplaced(shop) == 0
    assert fullest(shop) <= CREWS + 1
