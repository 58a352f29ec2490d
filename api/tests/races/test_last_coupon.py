"""The last use of a coupon: however many ask at once, it is one order's (reliability A4, C10)."""

from collections import Counter
from collections.abc import Iterator

import pytest
from buyers import Buyer, at_once, open_days
from shop import Shop, report

CROWD = 16
ROUNDS = 5
pytestmark = pytest.mark.slow


@pytest.fixture
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with Shop(tmp_path_factory.mktemp("shop")) as guarded:
        yield guarded


def rush(shop: Shop, day: str, *, coupon: str, uses: int) -> Counter[str]:
    shop.write(f"INSERT INTO crew_days (day, crews, reason) VALUES ('{day}', {CROWD}, 'race')")
    shop.write(
        "INSERT INTO coupons (code, kind, value, most_uses, used, is_active, note) "
        f"VALUES ('{coupon}', 'percent', 5, {uses}, 0, TRUE, 'race')"
    )
    buyers = [Buyer(day, coupon_code=coupon) for _ in range(CROWD)]
    answers = at_once(lambda buyer: buyer.reserve(shop), buyers)
    return Counter(
        "201" if answer.status == 201 else f"{answer.status} {answer.body['code']}"
        for answer in answers
    )


@pytest.mark.parametrize("uses", [1, 3])
def test_c10_exactly_as_many_use_it_as_uses_are_left(shop: Shop, uses: int) -> None:
    days = open_days(shop)[:ROUNDS]

    told = [rush(shop, day, coupon=f"RACE-{number}", uses=uses) for number, day in enumerate(days)]

    report(
        f"C10: {CROWD} ask at once for {uses} use(s) of a coupon",
        shop,
        f"{len(days)} rounds: {dict(sum(told, Counter()))}",
    )
    assert told == [Counter({"201": uses, "409 coupon_used_up": CROWD - uses})] * ROUNDS
    assert shop.number("SELECT COUNT(*) FROM orders") == uses * ROUNDS
    assert shop.number("SELECT SUM(used) FROM coupons") == uses * ROUNDS
    assert shop.number("SELECT COUNT(*) FROM coupon_uses") == uses * ROUNDS
