"""The last crew of a day: however many ask at once, exactly as many get it as there are crews."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from buyers import Buyer, at_once, open_days
from shop import Shop, report

CROWD = 64
ROUNDS = 6
CONTROL_ROUNDS = 8
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as guarded:
        yield guarded


@pytest.fixture
def unguarded_shop(tmp_path: Path) -> Iterator[Shop]:
    with Shop(tmp_path, application="unguarded:application") as unguarded:
        yield unguarded


def rush(shop: Shop, day: str, *, crews: int) -> Counter[str]:
    """How many of the crowd were told what: '201', or the code of the refusal."""
    shop.write(f"INSERT INTO crew_days (day, crews, reason) VALUES ('{day}', {crews}, 'race')")
    answers = at_once(lambda buyer: buyer.reserve(shop), [Buyer(day) for _ in range(CROWD)])
    return Counter(
        "201" if answer.status == 201 else f"{answer.status} {answer.body['code']}"
        for answer in answers
    )


@pytest.mark.req("BOOK-01")
@pytest.mark.parametrize("crews", [1, 2, 3])
def test_exactly_as_many_reserve_as_there_are_crews(shop: Shop, crews: int) -> None:
    days = open_days(shop)[:ROUNDS]

    told = [rush(shop, day, crews=crews) for day in days]

    report(
        f"{CROWD} ask at once for {crews} crew-day(s)",
        shop,
        f"{len(days)} rounds: {dict(sum(told, Counter()))}",
    )
    assert told == [Counter({"201": crews, "409 day_full": CROWD - crews})] * ROUNDS
    for day in days:
        taken = f"FROM crew_seats WHERE day = '{day}' AND appointment_id IS NOT NULL"
        held = f"FROM appointments WHERE day = '{day}' AND status = 'held'"
        assert shop.number(f"SELECT COUNT(*) {taken}") == crews
        assert shop.number(f"SELECT COUNT(*) {held}") == crews
    assert shop.number("SELECT COUNT(*) FROM orders") == shop.number(
        "SELECT COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL"
    )


def test_without_the_guard_the_same_race_overbooks(unguarded_shop: Shop) -> None:
    days = open_days(unguarded_shop)[:CONTROL_ROUNDS]

    told = [rush(unguarded_shop, day, crews=1) for day in days]

    overbooked = sum(round_["201"] > 1 for round_ in told)
    report(
        "control: the same without the guard",
        unguarded_shop,
        f"{overbooked} of {len(days)} rounds overbooked: {dict(sum(told, Counter()))}",
    )
    assert overbooked >= len(days) / 2
