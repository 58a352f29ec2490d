"""A server's clock jumps by an hour and back: a hold keeps its end (reliability I4)."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from bookings import (
    DAY,
    HOLD,
    NOW,
    appointment_of,
    pay,
    reserve,
    reserve_other_seats,
    settle,
    taken_seats,
    test_cards,
)

from standby.orders.models import CrewSeat
from standby.orders.selectors.orders import expired_seats
from standby.orders.services.appointments import DayFull
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.charges import SettlementOutcome
from standby.workflows.release_holds import release_hold

pytestmark = pytest.mark.usefixtures("shop")
HOUR = timedelta(hours=1)


def release(folder: Path, *, now: datetime) -> int:
    seats = expired_seats(now=now)
    for seat in seats:
        release_hold(seat, cards=test_cards(folder), now=now)
    return len(seats)


def test_i4_a_clock_that_was_behind_for_a_while_shortens_and_prolongs_nothing(
    tmp_path: Path,
) -> None:
    order = reserve()
    behind = release(tmp_path, now=NOW - HOUR)
    at_30_minutes = release(tmp_path, now=NOW + timedelta(minutes=30))
    over = release(tmp_path, now=NOW + HOLD + timedelta(seconds=60))
    print("I4: clock 1 h behind and right again: held for 30 min, free at TTL + 60 s")
    assert (behind, at_30_minutes, over) == (0, 0, 1)
    assert appointment_of(order).status == "expired"


@pytest.mark.parametrize("step_s", [-60, -1, 1, 60, 299])
def test_i4_steps_of_minutes_never_end_a_hold_within_30_minutes(
    step_s: int, tmp_path: Path
) -> None:
    reserve()
    stepped = NOW + timedelta(minutes=30, seconds=step_s)
    assert release(tmp_path, now=stepped) == 0
    assert taken_seats() == 1


def test_i4_a_clock_an_hour_ahead_loses_no_payment_and_sells_nothing_twice(
    cards: TestCards,
) -> None:
    orders = reserve_other_seats(2)
    paid = [pay(order, cards=cards) for order in orders]
    taken = [reserve(now=NOW + HOUR)]  # by the wrong clock the first two have expired

    settled = [settle(state, cards=cards, now=NOW) for state in paid]

    firm = CrewSeat.objects.filter(day=DAY, hold_expires_at=None, appointment__isnull=False)
    print(
        f"I4: clock 1 h ahead for one reservation: {sorted(settled)}, {taken_seats()} seats taken"
    )
    assert sorted(settled) == [SettlementOutcome.CONFIRMED, SettlementOutcome.DATE_LOST]
    assert (firm.count(), taken_seats()) == (1, 2)
    assert appointment_of(taken[0]).status == "held"
    with pytest.raises(DayFull):
        reserve(now=NOW)
