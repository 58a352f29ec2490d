"""The last use of a coupon: however many ask at once, it is one order's (reliability A4, C10)."""

from collections import Counter

import pytest
from buyers import Buyer, at_once, open_days, told, with_crews
from running_shops import Running, race
from sampling import WHOLE

CROWD = 16
ROUNDS = 5 if WHOLE else 2
pytest_plugins = ("open_shops",)
pytestmark = pytest.mark.slow


def rush(shop: Running, uses: int) -> list[Counter[str]]:
    found = []
    for day in with_crews(shop, open_days(shop)[:ROUNDS], CROWD):
        shop.write(
            "INSERT INTO coupons (code, kind, value, most_uses, used, is_active, note) "
            f"VALUES ('RACE-{day}', 'percent', 5, {uses}, 0, TRUE, 'race')"
        )
        crowd = [Buyer(day, coupon_code=f"RACE-{day}") for _ in range(CROWD)]
        found.append(told(at_once(lambda buyer: buyer.reserve(shop), crowd)))
    return found


@pytest.mark.parametrize("uses", [1, 3])
def test_c10_exactly_as_many_use_it_as_uses_are_left(open_shop: Running, uses: int) -> None:
    found = race(
        f"C10: {CROWD} ask at once for {uses} use(s) of a coupon",
        lambda shop: rush(shop, uses),
        open_shop,
    )

    assert found == [{"201": uses, "409 coupon_used_up": CROWD - uses}] * ROUNDS
    for counted in ("COUNT(*) FROM orders", "SUM(used) FROM coupons", "COUNT(*) FROM coupon_uses"):
        assert open_shop.number(f"SELECT {counted}") == uses * ROUNDS
