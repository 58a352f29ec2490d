"""Whatever happens in whatever order: seats, appointments and money agree (reliability A5)."""

import tempfile
from collections import Counter
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from booking_helpers import NOW, a_request, pay, reserve, settle, test_cards
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)
from sampling import WHOLE

from standby.core.errors import Conflict, Invalid
from standby.core.lifecycle import APPOINTMENT
from standby.orders.models import Appointment, CrewDay, CrewSeat, Order, OrderLogEntry
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors.orders import expired_seats
from standby.payments.models import Payment
from standby.workflows.cancel_order import (
    CancellationRequest,
    ShownTerms,
    cancel_order,
    cancellation_terms,
)
from standby.workflows.move_appointment import reschedule_appointment
from standby.workflows.release_holds import release_hold

DAYS = [date(2025, 11, day) for day in (20, 21, 24)]
USUAL = 2
happened: Counter[str] = Counter()


class Shop(RuleBasedStateMachine):
    orders: Any = Bundle("orders")
    paid: Any = Bundle("paid")

    def __init__(self) -> None:
        super().__init__()
        self.kept = transaction.atomic()
        self.kept._from_testcase = True  # type: ignore[attr-defined]
        self.kept.__enter__()
        self.folder = tempfile.TemporaryDirectory()
        self.cards = test_cards(Path(self.folder.name))
        self.now = NOW

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.kept.__exit__(None, None, None)
        self.folder.cleanup()

    def did(self, what: str) -> None:
        happened[what] += 1

    def ensure_not_oversold(self, day: date) -> None:
        found = CrewDay.objects.filter(day=day).first()
        seats = CrewSeat.objects.filter(day=day, afternoon__isnull=False)
        live = [seat for seat in seats if not self.is_over(seat)]
        assert len(live) <= (found.crews if found else USUAL)

    def is_over(self, seat: CrewSeat) -> bool:
        return seat.hold_expires_at is not None and seat.hold_expires_at < self.now

    @rule(target=orders, day=st.sampled_from(DAYS))
    def somebody_reserves(self, day: date) -> Any:
        with suppress(Conflict, Invalid):
            made = self.reserved(day)
            self.ensure_not_oversold(day)
            self.did("reserved")
            return made
        return hypothesis.stateful.multiple()

    def reserved(self, day: date) -> int:
        return reserve(a_request(slot=Slot(day, TimeWindow.MORNING)), now=self.now).pk

    @rule(target=orders, day=st.sampled_from(DAYS))
    def somebody_reserves_and_pays(self, day: date) -> Any:
        with suppress(Conflict, Invalid):
            made = self.reserved(day)
            state = pay(self.order(made), cards=self.cards, now=self.now)
            self.did(settle(state, cards=self.cards, now=self.now).value)
            return made
        return hypothesis.stateful.multiple()

    @rule(target=paid, order=orders)
    def somebody_pays(self, order: int) -> Any:
        with suppress(Conflict):
            state = pay(self.order(order), cards=self.cards, now=self.now)
            self.did("paid")
            return state
        return hypothesis.stateful.multiple()

    @rule(state=paid)
    def word_of_it_comes(self, state: Any) -> None:
        self.did(settle(state, cards=self.cards, now=self.now).value)

    @rule(order=orders, day=st.sampled_from(DAYS), window=st.sampled_from(TimeWindow))
    def somebody_moves(self, order: int, day: date, window: TimeWindow) -> None:
        was = Appointment.objects.filter(order_id=order).latest("pk").day
        with suppress(Conflict, Invalid):
            reschedule_appointment(self.order(order), slot=Slot(day, window), now=self.now)
            self.did("moved")
            if was != day:
                self.ensure_not_oversold(day)

    @rule(order=orders)
    def somebody_cancels(self, order: int) -> None:
        with suppress(Conflict):
            terms = cancellation_terms(self.order(order), now=self.now)
            asked = CancellationRequest(shown=ShownTerms.of(terms))
            cancel_order(self.order(order), asked, cards=self.cards, now=self.now)
            self.did("cancelled")

    @rule(minutes=st.sampled_from([5, 20, 40]))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule()
    def the_worker_frees_what_is_over(self) -> None:
        for seat in expired_seats(now=self.now):
            release_hold(seat, cards=self.cards, now=self.now)
            self.did("released")

    @rule(day=st.sampled_from(DAYS), crews=st.integers(0, 3))
    def staff_set_the_crews(self, day: date, crews: int) -> None:
        CrewDay.objects.update_or_create(day=day, defaults={"crews": crews, "reason": "staff"})

    def order(self, pk: int) -> Order:
        return Order.objects.select_related("customer", "order_location", "quote").get(pk=pk)

    @invariant()
    def a_certain_seat_is_a_confirmed_appointment(self) -> None:
        firm = CrewSeat.objects.filter(afternoon__isnull=False, hold_expires_at=None)
        assert {seat.afternoon_id for seat in firm} == set(
            Appointment.objects.filter(status="confirmed").values_list("pk", flat=True)
        )

    @invariant()
    def a_seat_is_of_its_appointments_day(self) -> None:
        for seat in CrewSeat.objects.filter(afternoon__isnull=False).select_related("afternoon"):
            assert seat.afternoon is not None
            assert seat.day == seat.afternoon.day
            assert seat.afternoon.status in ("held", "confirmed")

    @invariant()
    def who_paid_has_a_date_or_is_asked_for_one_or_has_cancelled(self) -> None:
        for fee in Payment.objects.filter(status="paid").select_related("order"):
            statuses = set(fee.order.appointments.values_list("status", flat=True))
            assert statuses & {"confirmed", "needs_new_date"} or fee.order.status == "cancelled"

    @invariant()
    def the_log_tells_every_status(self) -> None:
        for appointment in Appointment.objects.all():
            told = OrderLogEntry.objects.filter(order=appointment.order_id, subject="appointment")
            steps = [(entry.before, entry.after) for entry in told.order_by("pk")]
            assert steps[-1][1] == appointment.status
            for before, after in steps:
                is_move = before == after == "confirmed"
                assert before == "" or is_move or after in APPOINTMENT[before]


@pytest.mark.slow
@pytest.mark.usefixtures("shop")
def test_a5_seats_appointments_and_money_agree() -> None:
    happened.clear()

    run_state_machine_as_test(
        Shop,
        settings=hypothesis.settings(
            max_examples=50 if WHOLE else 24,
            stateful_step_count=30,
            deadline=None,
            database=None,
            derandomize=not WHOLE,  # so that each kind of event comes up in so few
        ),
    )

    print(f"A5: {sum(happened.values())} events in any order, 0 contradictions: {dict(happened)}")
    assert {"reserved", "paid", "confirmed", "moved", "cancelled", "released"} <= set(happened)
