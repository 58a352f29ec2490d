"""Of the guards of a seat, a coupon and a refund each is enough by itself (A3), and what waits in
a queue is claimed by one worker.

Two stories meet at every statement of a claim that runs without any transaction, lock or turn,
and without the guards that are not asked for. With none of them it must go wrong.
"""

import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, models
from django.db.models import F
from meeting import Scratch, Story, met_by, outcome_of, statements_of
from stories import Moment, a_technician, certain, fee_of, held, one_crew, send_technician, taken

from standby.core.clock import days_after
from standby.core.errors import Conflict
from standby.core.jobs import JobHandler, claim_next_job, discard, enqueue
from standby.core.models import Job
from standby.orders.models import Appointment, CrewSeat
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors.slot_room import DayFull, slot_room
from standby.orders.services.assignments import TechnicianBusy, ensure_free
from standby.orders.services.crew_seats import make_seats, release_seat, take_seat
from standby.payments.models import Payment
from standby.payments.services.refund_errors import RefundTooLarge
from standby.pricing.models.catalog import Coupon
from standby.pricing.services.quoting import CouponUsedUp, use_coupon

Claims = Callable[[Moment], tuple[Story, Story]]
Guard = tuple[type[models.Model], *tuple[str, ...]]
MOST_PLACES = 10
SEAT = (CrewSeat, "crew_seat_is_one_crew_a_day")
COUPON = (Coupon, "coupon_is_used_at_most_so_often")
TECHNICIAN = (
    Appointment,
    "appointment_technician_leads_one_job_an_afternoon",
    "appointment_technician_leads_one_job_a_morning",
)
REFUND = (Payment, "payment_refunds_no_more_than_was_paid")
pytest_plugins = ("scratch_database",)
pytestmark = pytest.mark.django_db(transaction=True)


def without(guard: Guard) -> None:
    table, *names = guard
    kept = table._meta.constraints
    off = [each for each in kept if each.name in names]
    assert len(off) == len(names)
    table._meta.constraints = [each for each in kept if each not in off]  # SQLite makes it anew
    try:
        with connection.schema_editor() as editor:
            for each in off:
                editor.remove_constraint(table, each)
    finally:
        table._meta.constraints = kept


def seatless(at: Moment, slot: Slot | None = None) -> Appointment:
    """It wants the only crew of the slot: of the day's morning unless another is asked for."""
    slot = slot or Slot(at.day, TimeWindow.MORNING)
    appointment = held(at, day=at.other_day).appointments.get()
    release_seat(appointment)
    Appointment.objects.filter(pk=appointment.pk).update(
        day=slot.day,
        ends_on=slot.day if slot.window == TimeWindow.MORNING else days_after(slot.day, 1),
        time_window=slot.window,
    )
    appointment.refresh_from_db()
    return appointment


def seats_by_update(at: Moment) -> tuple[Story, Story]:
    """Both saw the same seat free."""
    one_crew(at.day)
    make_seats(at.day, numbers=[1])
    mine, theirs = seatless(at), seatless(at)
    seen = slot_room(Slot(at.day, TimeWindow.MORNING), now=at.now)
    return (
        lambda: take_seat(mine, on=seen, until=None, now=at.now),
        lambda: take_seat(theirs, on=seen, until=None, now=at.now),
    )


def seats_counted_first(at: Moment) -> tuple[Story, Story]:
    def claim(appointment: Appointment) -> None:
        if taken(at.day) >= 1:
            raise DayFull
        CrewSeat.objects.create(day=at.day, seat_no=1, afternoon=appointment)

    mine, theirs = seatless(at), seatless(at)
    return lambda: claim(mine), lambda: claim(theirs)


def afternoon_before(at: Moment) -> Slot:
    """It ends in the morning of the day."""
    return Slot(at.third_day, TimeWindow.AFTERNOON)


def of_one_crew_on_both_days(at: Moment, *, one: Slot, other: Slot) -> tuple[Story, Story]:
    """Both saw the same crew free."""
    for day in (at.third_day, at.day):
        one_crew(day)
        make_seats(day, numbers=[1])
    mine, theirs = seatless(at, one), seatless(at, other)
    seen, seen_by_other = slot_room(one, now=at.now), slot_room(other, now=at.now)
    return (
        lambda: take_seat(mine, on=seen, until=None, now=at.now),
        lambda: take_seat(theirs, on=seen_by_other, until=None, now=at.now),
    )


def afternoons_by_update(at: Moment) -> tuple[Story, Story]:
    slot = afternoon_before(at)
    return of_one_crew_on_both_days(at, one=slot, other=slot)


def mornings_after_by_update(at: Moment) -> tuple[Story, Story]:
    morning = Slot(at.day, TimeWindow.MORNING)
    return of_one_crew_on_both_days(at, one=afternoon_before(at), other=morning)


def mornings_before_by_update(at: Moment) -> tuple[Story, Story]:
    afternoon, morning = mornings_after_by_update(at)
    return morning, afternoon


def halves_read_then_written(at: Moment, *, one: Slot, other: Slot) -> tuple[Story, Story]:
    """As `take_seat` without its conditions: whoever saw both halves free writes itself in."""
    make_seats(at.third_day, numbers=[1])
    make_seats(at.day, numbers=[1])

    def claim(appointment: Appointment) -> None:
        today = CrewSeat.objects.get(day=appointment.day)
        later = CrewSeat.objects.get(day=appointment.ends_on)
        if today.afternoon_id is not None or later.morning_id is not None:
            raise DayFull
        CrewSeat.objects.filter(pk=today.pk).update(afternoon=appointment)
        CrewSeat.objects.filter(pk=later.pk).update(morning=appointment)

    mine, theirs = seatless(at, one), seatless(at, other)
    return lambda: claim(mine), lambda: claim(theirs)


def afternoons_read_then_written(at: Moment) -> tuple[Story, Story]:
    slot = afternoon_before(at)
    return halves_read_then_written(at, one=slot, other=slot)


def mornings_after_read_then_written(at: Moment) -> tuple[Story, Story]:
    morning = Slot(at.day, TimeWindow.MORNING)
    return halves_read_then_written(at, one=afternoon_before(at), other=morning)


def a_coupon(at: Moment) -> Coupon:
    return Coupon.objects.create(code=f"ALONE-{at.number}", kind="percent", value=5, most_uses=1)


def coupons_by_update(at: Moment) -> tuple[Story, Story]:
    coupon = a_coupon(at)
    return (
        lambda: use_coupon(coupon.pk, order_ref=uuid.uuid4(), now=at.now),
        lambda: use_coupon(coupon.pk, order_ref=uuid.uuid4(), now=at.now),
    )


def coupons_counted_first(at: Moment) -> tuple[Story, Story]:
    coupon = a_coupon(at)

    def claim() -> None:
        if Coupon.objects.get(pk=coupon.pk).used >= 1:
            raise CouponUsedUp
        Coupon.objects.filter(pk=coupon.pk).update(used=F("used") + 1)

    return claim, claim


def refunds_counted_first(at: Moment) -> tuple[Story, Story]:
    fee = fee_of(certain(at))

    def claim() -> None:
        if Payment.objects.get(pk=fee.pk).refunded_cents > 40_00:
            raise RefundTooLarge
        Payment.objects.filter(pk=fee.pk).update(refunded_cents=F("refunded_cents") + 60_00)

    return claim, claim


def technicians_by_turn(at: Moment) -> tuple[Story, Story]:
    grace = a_technician(at)
    one, other = (send_technician(certain(at), grace, now=at.now) for _ in range(2))
    return one, other


def technicians_looked_first(at: Moment) -> tuple[Story, Story]:
    grace = a_technician(at)

    def send(appointment: Appointment) -> None:
        ensure_free(grace, for_=appointment)
        try:
            Appointment.objects.filter(pk=appointment.pk).update(assigned_to=grace)
        except IntegrityError as error:
            raise TechnicianBusy from error

    one, other = (certain(at).appointments.get() for _ in range(2))
    return lambda: send(one), lambda: send(other)


class NothingWaits(Conflict):
    """Another worker has it."""

    code = "nothing_waits"


def jobs_claimed(at: Moment) -> tuple[Story, Story]:
    enqueue((Job.Kind.EMAIL, f"alone {at.number}"), due_at=at.now)
    handler = JobHandler(kind=Job.Kind.EMAIL, run=lambda _job, _now: None)

    def story() -> None:
        if claim_next_job(handler, now=at.now) is None:
            raise NothingWaits
        discard(Job.Kind.EMAIL, f"alone {at.number}")

    return story, story


def winners(claims: Claims, *, off: Guard | None, scratch: Scratch, folder: Path) -> list[int]:
    """How many of the two had it, for each place at which they can meet."""
    (dry, _), *pairs = [claims(Moment(number, folder)) for number in range(MOST_PLACES + 1)]
    if off is not None:
        without(off)
    found = []
    for nth in range(1, min(MOST_PLACES, statements_of(dry)) + 1):
        mine, theirs = pairs[nth - 1]
        with met_by(theirs, scratch=scratch, nth=nth) as meeting:
            came_to = outcome_of(mine)
        found.append([came_to, meeting.other].count("done"))
    return found


@pytest.mark.parametrize(
    ("what", "claims", "off"),
    [
        ("a seat's conditional update", seats_by_update, SEAT),
        ("a seat's unique index", seats_counted_first, None),
        ("an afternoon's two conditional updates", afternoons_by_update, SEAT),
        ("those of an afternoon and its next morning", mornings_after_by_update, SEAT),
        ("those of a morning and the afternoon before", mornings_before_by_update, SEAT),
        ("a coupon's conditional update", coupons_by_update, COUPON),
        ("a coupon's check", coupons_counted_first, None),
        ("a refund's check", refunds_counted_first, None),
        ("a technician's row", technicians_by_turn, TECHNICIAN),
        ("a technician's unique index", technicians_looked_first, None),
        ("a job's claim", jobs_claimed, None),
    ],
)
def test_a3_each_guard_alone_is_enough(
    what: str, claims: Claims, off: Guard | None, scratch: Scratch, tmp_path: Path
) -> None:
    found = winners(claims, off=off, scratch=scratch, folder=tmp_path)
    print(f"\nA3: {what} alone: {len(found)} places to meet at, winners {sorted(set(found))}")
    assert found == [1] * len(found)


@pytest.mark.parametrize(
    ("what", "claims", "off"),
    [
        ("seats", seats_counted_first, SEAT),
        ("afternoons", afternoons_read_then_written, None),
        ("afternoons and next mornings", mornings_after_read_then_written, None),
        ("coupons", coupons_counted_first, COUPON),
        ("refunds", refunds_counted_first, REFUND),
        ("technicians", technicians_looked_first, TECHNICIAN),
    ],
)
def test_a3_control_without_any_guard_both_have_it(
    what: str, claims: Claims, off: Guard | None, scratch: Scratch, tmp_path: Path
) -> None:
    found = winners(claims, off=off, scratch=scratch, folder=tmp_path)
    print(
        f"\nA3 control: {what} without any guard: both had it at {found.count(2)} of {len(found)}"
    )
    assert 2 in found
