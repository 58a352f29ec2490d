"""Many ask at the same moment for the halves of one crew's days, and no half is sold twice.

Each race runs in the product, and again where a seat is read and then written, which oversells.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date

import pytest
from buyers import Buyer, open_days, outcomes, with_crews
from sampling import WHOLE
from shop import Shop, at_once, race
from test_at_once import NEVER

from standby.core.clock import days_after

pytest_plugins = ("shop_fixtures",)
pytestmark = pytest.mark.slow
CROWD = 32
ROUNDS = 4 if WHOLE else 2
Days = tuple[str, str]
Crowd = Callable[[Days], Sequence[Buyer]]


def neighbours(shop: Shop) -> list[Days]:
    """Pairs of days in a row, each with one crew and none in two pairs."""
    pairs: list[Days] = []
    for day in open_days(shop):
        pair = (day, str(days_after(date.fromisoformat(day), 1)))
        if not pairs or pair[0] > pairs[-1][1]:
            pairs.append(pair)
    for days in pairs[:ROUNDS]:
        with_crews(shop, days, 1)
    return pairs[:ROUNDS]


def all_in_the_afternoon(days: Days) -> list[Buyer]:
    return [Buyer(days[0], window="afternoon") for _ in range(CROWD)]


def half_on_the_morning_after(days: Days) -> list[Buyer]:
    """Whoever has the afternoon needs the next morning, which the others want with its day."""
    return [
        buyer
        for _ in range(CROWD // 2)
        for buyer in (Buyer(days[0], window="afternoon"), Buyer(days[1]))
    ]


def rush(shop: Shop, crowd: Crowd) -> list[Counter[str]]:
    """What the crowd of each round was told."""
    return [
        outcomes(at_once(lambda buyer: buyer.reserve(shop), crowd(days)))
        for days in neighbours(shop)
    ]


CROWDS = pytest.mark.parametrize(
    "crowd", [all_in_the_afternoon, half_on_the_morning_after], ids=lambda crowd: crowd.__name__
)


@pytest.mark.req("BOOK-06.2", "BOOK-06.1")
@CROWDS
def test_one_crew_does_one_job_in_a_half_day(crowd: Crowd, open_shop: Shop) -> None:
    name = f"half days: {crowd.__name__}"
    found = race(name, lambda shop: rush(shop, crowd), open_shop)

    assert found == [{"201": 1, "409 day_full": CROWD - 1}] * ROUNDS
    assert {what: open_shop.number(question) for what, question in NEVER.items()} == dict.fromkeys(
        NEVER, 0
    )


@CROWDS
def test_without_the_guard_one_crew_is_sold_twice(crowd: Crowd, unguarded_shop: Shop) -> None:
    name = f"control: {crowd.__name__} without the guard"
    found = race(name, lambda shop: rush(shop, crowd), unguarded_shop)

    assert max(round_["201"] for round_ in found) > 1


def rush_for_ended_holds(shop: Shop) -> list[Counter[str]]:
    """The holds of afternoons ran out; many want the mornings on which they would have ended."""
    found = []
    for days in neighbours(shop):
        assert Buyer(days[0], window="afternoon").reserve(shop).status == 201
        shop.write(
            "UPDATE crew_seats SET hold_expires_at = '2020-01-01 00:00:00+00:00'"
            f" WHERE day = '{days[0]}' AND afternoon_id IS NOT NULL"
        )
        found.append(
            outcomes(
                at_once(
                    lambda buyer: buyer.reserve(shop), [Buyer(days[1]) for _ in range(CROWD // 2)]
                )
            )
        )
    return found


@pytest.mark.req("BOOK-06.2")
def test_the_morning_of_an_afternoon_whose_hold_ended_is_sold_once(open_shop: Shop) -> None:
    found = race("half days: the morning of an ended hold", rush_for_ended_holds, open_shop)

    assert found == [{"201": 1, "409 day_full": CROWD // 2 - 1}] * ROUNDS
    expired = "SELECT COUNT(*) FROM appointments WHERE status = 'expired'"
    assert open_shop.number(expired) == ROUNDS
    assert open_shop.number(NEVER["days with more mornings taken than crews"]) == 0
