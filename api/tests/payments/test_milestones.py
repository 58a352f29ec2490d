"""Shares, surcharge and late fee: the business's examples, and laws that hold for every amount."""

from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from standby.core.market import MILESTONES, read_milestones
from standby.core.money import shares_of
from standby.payments.rules import (
    credits_by_share,
    full_months_late,
    is_nearly_late,
    late_fee_cents,
    surcharge_cents,
    when_to_pay,
)

CENTS = st.integers(min_value=0, max_value=10**12)
THREE_PERCENT = Decimal("0.03")
LATE = Decimal("0.015")


@pytest.mark.req("PAY-03.1")
@pytest.mark.parametrize(
    ("total_cents", "shares"),
    [
        (12_694_77, (3_173_69, 6_347_39, 3_173_69)),
        (100_00, (25_00, 50_00, 25_00)),
        (0, (0, 0, 0)),
        (2, (1, 1, 0)),
        (3, (1, 1, 1)),
        (99, (25, 49, 25)),
        (101, (25, 51, 25)),
    ],
)
def test_shares_of_a_total(total_cents: int, shares: tuple[int, ...]) -> None:
    assert tuple(cents for *_, cents in shares_of(total_cents, percents=MILESTONES)) == shares


@given(total_cents=CENTS)
def test_shares_sum_to_the_total_and_none_is_a_cent_off(total_cents: int) -> None:
    shares = shares_of(total_cents, percents=MILESTONES)

    assert [share[:2] for share in shares] == [
        ("acceptance", 25),
        ("equipment", 50),
        ("completion", 25),
    ]
    assert sum(cents for *_, cents in shares) == total_cents
    for _, percent, cents in shares:
        assert abs(cents * 100 - total_cents * percent) < 100


def test_milestones_of_a_market_are_the_whole_price(tmp_path: Path) -> None:
    (tmp_path / "milestones.json").write_text('{"acceptance": 25, "completion": 50}')

    with pytest.raises(ValueError, match="not 100 %"):
        read_milestones(tmp_path)


@pytest.mark.parametrize(
    ("amounts_cents", "credit_cents", "taken"),
    [
        ((25_00, 50_00, 25_00), 0, (0, 0, 0)),
        ((25_00, 50_00, 25_00), 9_00, (9_00, 0, 0)),
        ((25_00, 50_00, 25_00), 30_00, (25_00, 5_00, 0)),
        ((25_00, 50_00, 25_00), 500_00, (25_00, 50_00, 25_00)),
    ],
)
def test_a_credit_goes_to_the_first_milestone_first(
    amounts_cents: tuple[int, ...], credit_cents: int, taken: tuple[int, ...]
) -> None:
    assert credits_by_share(amounts_cents, credit_cents=credit_cents) == taken


@given(amounts_cents=st.lists(CENTS, min_size=3, max_size=3), credit_cents=CENTS)
def test_no_cent_of_a_credit_is_lost_or_made(amounts_cents: list[int], credit_cents: int) -> None:
    taken = credits_by_share(amounts_cents, credit_cents=credit_cents)

    assert sum(taken) == min(credit_cents, sum(amounts_cents))
    assert all(0 <= one <= amount for one, amount in zip(taken, amounts_cents, strict=True))


@pytest.mark.parametrize(
    ("amount_cents", "surcharge"),
    [(3_173_69, 95_21), (50, 2), (49, 1), (16, 0), (17, 1), (0, 0), (3_073_69, 92_21)],
)
def test_a_surcharge_rounds_half_a_cent_up(amount_cents: int, surcharge: int) -> None:
    assert surcharge_cents(amount_cents, rate=THREE_PERCENT) == surcharge


@pytest.mark.req("PAY-03.3")
@given(unpaid_cents=CENTS, months=st.integers(min_value=1, max_value=60))
@example(unpaid_cents=6_347_39, months=1)
def test_late_fees_are_simple_and_sum_to_the_rate(unpaid_cents: int, months: int) -> None:
    fees = [late_fee_cents(unpaid_cents, rate=LATE, month=number + 1) for number in range(months)]

    whole = (unpaid_cents * LATE * months).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    assert sum(fees) == int(whole)
    assert max(fees) - min(fees) <= 1


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("due_on", "now", "months"),
    [
        (date.fromisoformat("2026-01-15"), "2026-01-10 18:00", 0),
        (date.fromisoformat("2026-01-15"), "2026-02-15 18:00", 0),
        (date.fromisoformat("2026-01-15"), "2026-02-16 18:00", 1),
        (date.fromisoformat("2026-01-15"), "2026-03-15 18:00", 1),
        (date.fromisoformat("2026-01-15"), "2026-03-16 18:00", 2),
        (date.fromisoformat("2026-01-31"), "2026-02-28 18:00", 0),
        (date.fromisoformat("2026-01-31"), "2026-03-01 18:00", 1),
        (date.fromisoformat("2028-01-31"), "2028-02-29 18:00", 0),
        (date.fromisoformat("2000-01-31"), "2000-02-29 18:00", 0),
        (date.fromisoformat("2100-01-31"), "2100-03-01 18:00", 1),
        (date.fromisoformat("2025-12-15"), "2026-01-16 18:00", 1),
        (date.fromisoformat("2026-01-15"), "2026-02-16 05:59", 0),
        (date.fromisoformat("2026-01-15"), "2026-02-16 06:01", 1),
    ],
)
def test_only_full_months_count_by_houstons_calendar(due_on: date, now: str, months: int) -> None:
    assert full_months_late(due_on, now=at(now)) == months


def test_notice_of_a_late_fee_is_due_a_week_before_it() -> None:
    due_on, week = date(2026, 1, 15), timedelta(days=7)

    assert not is_nearly_late(due_on, notice=week, now=at("2026-02-08 18:00"))
    assert is_nearly_late(due_on, notice=week, now=at("2026-02-09 18:00"))


@pytest.mark.req("PRICE-02.3")
@pytest.mark.parametrize(
    ("reached", "asked", "due_on"),
    [
        # Accepted on Friday, November 7, 2025: Tuesday is Veterans Day, so Thursday is the last.
        ("2025-11-07 18:00", "2025-11-14 06:00", date(2025, 11, 18)),
        ("2025-11-13 18:00", "2025-11-14 06:00", date(2025, 11, 18)),
        ("2025-11-14 07:00", "2025-11-14 07:00", date(2025, 11, 19)),
        ("2025-12-23 03:00", "2025-12-23 03:00", date(2025, 12, 27)),
    ],
)
def test_nothing_is_asked_for_or_due_before_the_days_to_cancel_are_over(
    reached: str, asked: str, due_on: date
) -> None:
    accepted_at = at("2025-11-07 18:00")
    assert when_to_pay(at(reached), accepted_at=accepted_at, days_to_pay=5) == (at(asked), due_on)
