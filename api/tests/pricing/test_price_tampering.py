"""Whatever prices a browser sends, the order is the same one, or none (C10)."""

import copy
import json
from typing import Any

import pytest
from booking_client import body_for
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from sampling import WHOLE

from standby.orders.api.order_schemas import InstallationOrderIn
from standby.orders.services.orders import ReservationRequest

CASES = 10_000 if WHOLE else 200
HONEST = body_for("2026-12-10")
PRICES = (
    "wizardData.location.distance.price_cents",
    "wizardData.generator.product.price_cents",
    "wizardData.generator.product.price",
    "wizardData.pricing.totals",
    "wizardData.pricing.totals.total_cents",
    "wizardData.pricing.totals.tax_cents",
    "wizardData.pricing.totals.permit_cents",
    "wizardData.pricing.discounts.discount_cents",
    "wizardData.pricing.discounts.percent",
    "wizardData.pricing.lines",
    "wizardData.total_cents",
    "paymentData.scheduling_fee.amount_cents",
    "paymentData.scheduling_fee",
    "paymentData",
    "total_cents",
)
LIES = st.one_of(
    st.integers(min_value=-(10**12), max_value=10**12),
    st.sampled_from([1269476, 1269478, 0, -1, 1, 10**12, 101, 10**40]),
    st.floats(),
    st.text(max_size=20),
    st.booleans(),
    st.none(),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


def wish_of(body: dict[str, Any]) -> ReservationRequest:
    return InstallationOrderIn.model_validate(body).to_reservation_request(
        secret_hash="s" * 64, origin=None, language="en"
    )


def with_lies(lies: dict[str, Any]) -> dict[str, Any]:
    body = copy.deepcopy(HONEST)
    for path, lie in lies.items():
        *parents, last = path.split(".")
        part: Any = body
        for name in parents:
            part = part.get(name) if isinstance(part, dict) else None
        if isinstance(part, dict):
            part[last] = lie
    return body


@pytest.mark.req("BOOK-03.1")
def test_no_price_that_a_browser_sends_changes_the_order() -> None:
    tried = {"cases": 0, "refused": 0}
    honest = wish_of(HONEST)

    @settings(max_examples=CASES, deadline=None)
    @given(st.dictionaries(st.sampled_from(PRICES), LIES, min_size=1, max_size=4))
    def lie(lies: dict[str, Any]) -> None:
        tried["cases"] += 1
        try:
            request = wish_of(with_lies(lies))
        except ValidationError:
            tried["refused"] += 1
            return
        assert request == honest

    lie()

    assert not any(
        "cents" in name or "price" in name for name in ReservationRequest.__dataclass_fields__
    )
    assert json.dumps(HONEST)
    print(f"C10: {tried['cases']} tampered orders, {tried['refused']} refused, 0 priced otherwise")
