"""Until when an appointment may be moved or cancelled, and what then comes back."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standby.core.business_days import is_federal_holiday
from standby.core.policy import MARKET_ZONE
from standby.orders.rules.cancelling import (
    CancellationFacts,
    CancellationRule,
    NotCancellable,
    NotReschedulable,
    RuleDoesNotApply,
    TooLateToReschedule,
    cancellation_terms,
    ensure_applies,
    ensure_movable,
    free_until,
    full_refund_until,
    hours_before,
    last_day_to_cancel,
    may_be_moved,
    rule_for,
)
from standby.orders.rules.scheduling import Slot, TimeWindow

NOW = datetime(2025, 11, 3, 15, 0, tzinfo=UTC)
IN_TIME = NOW + timedelta(hours=24)
TOO_LATE = NOW + timedelta(hours=23, minutes=59)
TOTAL = 12_694_77
AFTER_ACCEPTANCE = [
    CancellationRule.WITHIN_THREE_DAYS,
    CancellationRule.AFTER_THREE_DAYS,
    CancellationRule.UNREASONABLE_DELAY,
]


def standing(**known: Any) -> CancellationFacts:
    return CancellationFacts(**{"paid_cents": 100_00, "visit_starts_at": IN_TIME, **known})


@pytest.mark.req("PAY-03.5")
@pytest.mark.parametrize(
    ("known", "rule"),
    [
        ({"paid_cents": 0}, CancellationRule.NOTHING_PAID),
        ({}, CancellationRule.FEE_KEPT_AS_CREDIT),
        ({"visit_starts_at": None}, CancellationRule.FEE_KEPT_AS_CREDIT),
        ({"visit_starts_at": TOO_LATE}, CancellationRule.FEE_FORFEITED),
        ({"visit_starts_at": NOW - timedelta(days=1)}, CancellationRule.FEE_FORFEITED),
        ({"visit_starts_at": TOO_LATE, "is_date_lost": True}, CancellationRule.DATE_LOST),
        (
            {"visit_starts_at": TOO_LATE, "is_change_declined": True},
            CancellationRule.CHANGE_DECLINED,
        ),
        ({"visit_starts_at": TOO_LATE, "is_fee_refundable": True}, CancellationRule.FEE_REFUNDABLE),
        ({"accepted_at": NOW - timedelta(hours=1)}, CancellationRule.WITHIN_THREE_DAYS),
        (
            {"accepted_at": NOW - timedelta(hours=1), "paid_cents": 0},
            CancellationRule.WITHIN_THREE_DAYS,
        ),
        ({"accepted_at": NOW - timedelta(days=8)}, CancellationRule.AFTER_THREE_DAYS),
    ],
)
def test_which_rule_applies(known: dict[str, Any], rule: CancellationRule) -> None:
    assert rule_for(standing(**known), now=NOW) == rule


def test_what_is_over_cannot_be_cancelled() -> None:
    over = standing(is_over=True)
    with pytest.raises(NotCancellable):
        rule_for(over, now=NOW)
    with pytest.raises(NotCancellable):
        ensure_applies(CancellationRule.NOT_FEASIBLE, over)


@pytest.mark.req("PAY-03.5")
@pytest.mark.parametrize(
    ("rule", "costs_cents", "refund_cents", "retained_cents", "owed_cents"),
    [
        (CancellationRule.NOT_FEASIBLE, 0, 3_173_69, 0, 0),
        (CancellationRule.PERMIT_DENIED, 500_00, 3_173_69, 0, 0),
        (CancellationRule.WITHIN_THREE_DAYS, 0, 3_173_69, 0, 0),
        (CancellationRule.AFTER_THREE_DAYS, 0, 1_904_22, 1_269_47, 0),
        (CancellationRule.AFTER_THREE_DAYS, 400_00, 1_504_22, 1_669_47, 0),
        (CancellationRule.AFTER_THREE_DAYS, 2_000_00, 0, 3_173_69, 95_78),
        (CancellationRule.AFTER_THREE_DAYS, 99_999_00, 0, 3_173_69, TOTAL - 3_173_69),
        (CancellationRule.UNREASONABLE_DELAY, 0, 3_173_69, 0, 0),
        (CancellationRule.UNREASONABLE_DELAY, 300_00, 2_873_69, 300_00, 0),
    ],
)
def test_what_comes_back_after_acceptance(
    rule: CancellationRule,
    costs_cents: int,
    refund_cents: int,
    retained_cents: int,
    owed_cents: int,
) -> None:
    accepted = standing(paid_cents=3_173_69, total_cents=TOTAL, accepted_at=NOW)
    terms = cancellation_terms(rule, accepted, costs_cents=costs_cents)
    assert (terms.refund_cents, terms.retained_cents) == (refund_cents, retained_cents)
    assert terms.owed_cents == owed_cents


@pytest.mark.req("PAY-03.5")
def test_what_comes_back_before_acceptance() -> None:
    rules = [
        rule
        for rule in CancellationRule
        if rule not in (*AFTER_ACCEPTANCE, CancellationRule.NOTHING_PAID)
    ]
    terms = [cancellation_terms(rule, standing(paid_cents=109_00)) for rule in rules]

    kept = {one.rule for one in terms if (one.refund_cents, one.retained_cents) == (0, 109_00)}
    back = {one.rule for one in terms if (one.refund_cents, one.retained_cents) == (109_00, 0)}
    assert kept == {CancellationRule.FEE_KEPT_AS_CREDIT, CancellationRule.FEE_FORFEITED}
    assert back == set(rules) - kept
    assert all((one.owed_cents, one.charge_cents) == (0, 0) for one in terms)


def test_a_fee_that_was_never_credited_pays_no_cancellation() -> None:
    accepted = standing(paid_cents=100_00, apart_cents=100_00, total_cents=TOTAL, accepted_at=NOW)
    terms = cancellation_terms(CancellationRule.AFTER_THREE_DAYS, accepted)
    assert (terms.refund_cents, terms.retained_cents, terms.owed_cents) == (0, 100_00, 1_269_47)


@pytest.mark.parametrize(
    ("known", "fitting", "others"),
    [
        (
            {},
            [CancellationRule.NOT_FEASIBLE, CancellationRule.FEE_FORFEITED],
            [*AFTER_ACCEPTANCE, CancellationRule.NOTHING_PAID],
        ),
        ({"paid_cents": 0}, [CancellationRule.NOTHING_PAID], []),
        (
            {"accepted_at": NOW, "paid_cents": 0},
            [CancellationRule.NOT_FEASIBLE, CancellationRule.AFTER_THREE_DAYS],
            [
                CancellationRule.FEE_FORFEITED,
                CancellationRule.FEE_KEPT_AS_CREDIT,
                CancellationRule.NOTHING_PAID,
            ],
        ),
    ],
)
def test_staff_may_choose_a_rule_that_fits_and_none_of_another_stage(
    known: dict[str, Any], fitting: list[CancellationRule], others: list[CancellationRule]
) -> None:
    for rule in fitting:
        ensure_applies(rule, standing(**known))
    for rule in others:
        with pytest.raises(RuleDoesNotApply):
            ensure_applies(rule, standing(**known))


CENTS = st.integers(min_value=0, max_value=10**9)


@given(rule=st.sampled_from(CancellationRule), paid=CENTS, apart=CENTS, total=CENTS, costs=CENTS)
def test_what_was_paid_is_kept_or_comes_back_and_nobody_owes_more_than_the_price(
    rule: CancellationRule, paid: int, apart: int, total: int, costs: int
) -> None:
    stood = standing(paid_cents=paid, apart_cents=min(apart, paid), total_cents=total)
    terms = cancellation_terms(rule, stood, costs_cents=costs)
    assert terms.refund_cents + terms.retained_cents == paid
    assert min(terms.refund_cents, terms.retained_cents, terms.owed_cents) >= 0
    assert terms.charge_cents <= total
    assert terms.refund_cents == 0 or terms.owed_cents == 0


@pytest.mark.parametrize(
    ("signed_on", "last_day"),
    [
        (date(2026, 3, 2), date(2026, 3, 5)),  # Monday to Thursday
        (date(2026, 3, 4), date(2026, 3, 9)),  # Wednesday: over the weekend
        (date(2026, 3, 6), date(2026, 3, 11)),  # Friday
        (date(2026, 3, 7), date(2026, 3, 11)),  # Saturday
        (date(2026, 3, 8), date(2026, 3, 11)),  # Sunday
        (date(2025, 11, 25), date(2025, 12, 1)),  # over Thanksgiving
        (date(2025, 12, 23), date(2025, 12, 29)),  # over Christmas
        (date(2026, 7, 1), date(2026, 7, 7)),  # July 4 on a Saturday, observed on Friday
        (date(2027, 12, 30), date(2028, 1, 5)),  # New Year observed on December 31
        (date(2023, 12, 29), date(2024, 1, 4)),  # New Year on a Monday
    ],
)
def test_the_last_day_to_cancel(signed_on: date, last_day: date) -> None:
    assert last_day_to_cancel(signed_on) == last_day


def test_it_ends_at_midnight_in_houston() -> None:
    signed_at = datetime(2026, 3, 3, 4, 0, tzinfo=UTC)  # still Monday in Houston
    assert full_refund_until(signed_at) == datetime(2026, 3, 6, 6, 0, tzinfo=UTC)


def test_the_eleven_federal_holidays() -> None:
    """Those on a Sunday are observed on Monday, those on a Saturday on Friday."""
    days = (
        "2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-07-04 2026-09-07 "
        "2026-10-12 2026-11-11 2026-11-26 2026-12-25 2027-07-05 2027-12-31"
    )
    assert [day for day in days.split() if not is_federal_holiday(date.fromisoformat(day))] == []


@given(signed_on=st.dates(min_value=date(2020, 1, 1), max_value=date(2060, 1, 1)))
def test_nobody_has_less_than_three_days_or_more_than_a_week_and_a_half(signed_on: date) -> None:
    last_day = last_day_to_cancel(signed_on)
    assert timedelta(days=3) <= last_day - signed_on <= timedelta(days=9)
    assert last_day.weekday() < 5
    assert not is_federal_holiday(last_day)


@pytest.mark.parametrize(
    ("starts_at", "before"),
    [
        # clocks go forward on March 8, 2026: the wall says 8:30 the day before, elapsed 7:30
        ("2026-03-08 13:30", "2026-03-07 14:30"),
        # clocks go back on November 1: elapsed 24 hours is 9:30 on the wall
        ("2026-11-01 14:30", "2026-10-31 14:30"),
        ("2026-06-10 13:30", "2026-06-09 13:30"),
    ],
)
def test_a_day_before_is_the_longer_reading_when_clocks_change(starts_at: str, before: str) -> None:
    starts = datetime.fromisoformat(starts_at).replace(tzinfo=UTC)
    found = hours_before(starts, timedelta(hours=24))
    assert found == datetime.fromisoformat(before).replace(tzinfo=UTC)


START = Slot(date(2025, 11, 20), TimeWindow.MORNING).start_at


@pytest.mark.parametrize(
    ("day", "last_moment"),
    [
        (date(2025, 11, 20), "2025-11-18 08:30"),
        (date(2026, 3, 9), "2026-03-07 08:30"),  # 07:30 by elapsed time
        (date(2026, 11, 2), "2026-10-31 09:30"),  # 08:30 by the clock on the wall
        (date(2028, 3, 1), "2028-02-28 08:30"),
        (date(2027, 1, 1), "2026-12-30 08:30"),
    ],
)
def test_i3_the_later_of_elapsed_time_and_the_clock_on_the_wall(
    day: date, last_moment: str
) -> None:
    until = free_until(Slot(day, TimeWindow.MORNING).start_at)
    print(f"I3: a visit on {day} at 08:30 moves until {until.astimezone(MARKET_ZONE)}")
    assert f"{until.astimezone(MARKET_ZONE):%Y-%m-%d %H:%M}" == last_moment


@pytest.mark.parametrize(
    ("status", "now", "may"),
    [
        ("confirmed", free_until(START), True),
        ("confirmed", free_until(START) + timedelta(seconds=1), False),
        ("needs_new_date", datetime(2026, 1, 1, tzinfo=UTC), True),
        ("held", free_until(START), False),
        ("expired", free_until(START), False),
        ("cancelled", free_until(START), False),
    ],
)
def test_what_may_be_moved(status: str, now: datetime, may: bool) -> None:
    assert may_be_moved(status, START, now=now) is may
    if may:
        ensure_movable(status, START, now=now)
        return
    with pytest.raises((NotReschedulable, TooLateToReschedule)):
        ensure_movable(status, START, now=now)
