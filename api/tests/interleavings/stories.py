"""Pairs of stories that meet over one seat, one payment, one price or one coupon (A4)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from account_helpers import a_dispute, deliver_event, send_refunds
from booking_helpers import (
    DAY,
    NOW,
    OTHER_DAY,
    a_request,
    appointment_of,
    pay,
    reserve,
    settle,
    test_cards,
)
from django.db import transaction
from document_helpers import a_proposal, accept, answer, decide
from meeting import Story

from standby.crews.models import Technician
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.services.visits import assign_visit
from standby.documents.models import Proposal
from standby.messaging.models import Message
from standby.messaging.services import consents
from standby.orders.models import Appointment, ChangeOrder, CrewDay, CrewSeat, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.assignments import choose_technician
from standby.orders.services.crew_days import set_crew_day
from standby.payments.models import Dispute, Payment, Refund
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.refunds import request_staff_refund
from standby.photos.models import PhotoReview
from standby.pricing.models.catalog import Coupon, InstallationPackage
from standby.pricing.models.quoting import Quote
from standby.workflows.cancel_order import (
    CancellationRequest,
    ShownTerms,
    cancel_order,
    cancellation_terms,
)
from standby.workflows.change_technician import add_days_off
from standby.workflows.look_up_payment import refresh_payment_best_effort
from standby.workflows.move_appointment import move_appointment, reschedule_appointment
from standby.workflows.release_holds import release_hold

HOLD_IS_OVER: Final = timedelta(minutes=70)  # its page too


@dataclass(frozen=True)
class Moment:
    """A week of its own for each meeting, so that no two meetings share a day."""

    number: int
    folder: Path

    @property
    def now(self) -> datetime:
        return NOW + timedelta(weeks=self.number)

    @property
    def later(self) -> datetime:
        return self.now + HOLD_IS_OVER

    @property
    def day(self) -> date:
        return DAY + timedelta(weeks=self.number)

    @property
    def other_day(self) -> date:
        return OTHER_DAY + timedelta(weeks=self.number)

    @property
    def third_day(self) -> date:
        return DAY + timedelta(weeks=self.number, days=-1)

    @property
    def cards(self) -> TestCards:
        return test_cards(self.folder)


@dataclass(frozen=True)
class Pair:
    """What both may come to, in whichever order they are served."""

    one: Story
    other: Story
    ends: set[tuple[str, str]]
    holds: Callable[[], bool] = lambda: True


Meets = Callable[[Moment], Pair]


def claim_claim(at: Moment) -> Pair:
    one_crew(at.day)
    return Pair(claim(at), claim(at), either("done", "day_full"), lambda: taken(at.day) == 1)


def claim_expire(at: Moment) -> Pair:
    """Whoever asks in the very moment in which the seat is freed may be told that it is taken."""
    one_crew(at.day)
    expired = held(at)
    seat = CrewSeat.objects.get(afternoon__order=expired)
    return Pair(
        claim(at, now=at.later),
        lambda: release_hold(seat, cards=at.cards, now=at.later),
        {("done", "done"), ("day_full", "done")},
        lambda: appointment_of(expired).status == "expired" and taken(at.day) <= 1,
    )


def pay_expire(at: Moment) -> Pair:
    one_crew(at.day)
    order = held(at)
    seat = CrewSeat.objects.get(afternoon__order=order)
    state = pay(order, cards=at.cards, now=at.now)
    return Pair(
        lambda: settle(state, cards=at.cards, now=at.later),
        lambda: release_hold(seat, cards=at.cards, now=at.later),
        {("done", "done")},
        lambda: (appointment_of(order).status, taken(at.day)) == ("confirmed", 1),
    )


def pay_claim(at: Moment) -> Pair:
    """The hold ran out: whoever comes first has the seat, and who paid is never forgotten."""
    one_crew(at.day)
    order = held(at)
    state = pay(order, cards=at.cards, now=at.now)
    return Pair(
        lambda: settle(state, cards=at.cards, now=at.later),
        claim(at, now=at.later),
        {("done", "done"), ("done", "day_full")},
        lambda: (
            appointment_of(order).status in ("confirmed", "needs_new_date") and taken(at.day) == 1
        ),
    )


def pay_cancel(at: Moment) -> Pair:
    order = held(at)
    nothing_paid = CancellationRequest(shown=ShownTerms.of(cancellation_terms(order, now=at.now)))
    state = pay(order, cards=at.cards, now=at.now)
    return Pair(
        lambda: settle(state, cards=at.cards, now=at.now),
        lambda: cancel_order(order, nothing_paid, cards=at.cards, now=at.now),
        {("done", "done"), ("done", "refund_changed")},
        lambda: settled_or_over(order),
    )


def staff_move_claim(at: Moment) -> Pair:
    one_crew(at.other_day)
    moved = certain(at)
    return Pair(
        staff_move(moved, to=at.other_day, now=at.now),
        claim(at, day=at.other_day),
        either("done", "day_full"),
        lambda: taken(at.other_day) == 1 and taken(at.day) + taken(at.other_day) <= 2,
    )


def fewer_crews_claim(at: Moment) -> Pair:
    held(at)
    return Pair(
        lambda: set_crew_day(
            at.day, crews=1, reason="one crew is ill", staff="staff jo", now=at.now
        ),
        claim(at),
        {("done", "day_full"), ("crews_in_use", "done")},
        lambda: taken(at.day) <= crews(at.day),
    )


def afternoon_afternoon(at: Moment) -> Pair:
    """Both want the same crew's afternoon and its next morning."""
    one_crew(at.third_day)
    one_crew(at.day)
    return Pair(
        claim_afternoon(at), claim_afternoon(at), either("done", "day_full"), lambda: is_whole(at)
    )


def afternoon_morning_after(at: Moment) -> Pair:
    """One wants the next morning that the other wants with its whole day."""
    one_crew(at.third_day)
    one_crew(at.day)
    return Pair(claim_afternoon(at), claim(at), either("done", "day_full"), lambda: is_whole(at))


def afternoon_next_day_closes(at: Moment) -> Pair:
    one_crew(at.third_day)
    return Pair(
        claim_afternoon(at),
        lambda: set_crew_day(at.day, crews=0, reason="training", staff="staff jo", now=at.now),
        {("done", "crews_in_use"), ("day_full", "done"), ("window_not_offered", "done")},
        lambda: is_whole(at),
    )


def afternoon_moves_back(at: Moment) -> Pair:
    """A move to an afternoon meets a claim of the morning on which it would end."""
    one_crew(at.third_day)
    one_crew(at.day)
    mine = certain(at, day=at.third_day)
    slot = Slot(at.third_day, TimeWindow.AFTERNOON)
    return Pair(
        lambda: reschedule_appointment(mine, slot=slot, now=at.now),
        claim(at),
        either("done", "day_full"),
        lambda: is_whole(at),
    )


def afternoon_expires_morning_claim(at: Moment) -> Pair:
    """The hold of an afternoon ends while somebody wants the morning on which it would end."""
    expired = held_afternoon(at)
    seat = CrewSeat.objects.get(afternoon__order=expired)
    return Pair(
        claim(at, now=at.later),
        lambda: release_hold(seat, cards=at.cards, now=at.later),
        {("done", "done"), ("day_full", "done")},
        lambda: (
            appointment_of(expired).status == "expired"
            and is_whole(at)
            and (taken(at.third_day), taken(at.day)) in {(0, 0), (0, 1)}
        ),
    )


def afternoon_paid_morning_claim(at: Moment) -> Pair:
    """Its hold ran out, and it is paid while another wants that morning: who paid is remembered."""
    order = held_afternoon(at)
    state = pay(order, cards=at.cards, now=at.now)
    return Pair(
        lambda: settle(state, cards=at.cards, now=at.later),
        claim(at, now=at.later),
        {("done", "done"), ("done", "day_full")},
        lambda: (
            is_whole(at)
            and (appointment_of(order).status, taken(at.third_day), taken(at.day))
            in {("confirmed", 1, 0), ("needs_new_date", 0, 1)}
        ),
    )


def held_afternoon(at: Moment) -> Order:
    """Held by the only crew of both days."""
    one_crew(at.third_day)
    one_crew(at.day)
    return reserve(a_request(slot=Slot(at.third_day, TimeWindow.AFTERNOON)), now=at.now)


def claim_afternoon(at: Moment) -> Story:
    request = a_request(slot=Slot(at.third_day, TimeWindow.AFTERNOON))
    return lambda: reserve(request, now=at.now)


def is_whole(at: Moment) -> bool:
    """Whether whoever has a half of these days has the other of the same crew too."""
    rows = CrewSeat.objects.filter(day__in=(at.third_day, at.day))
    ends = {row.morning_id: (row.day, row.seat_no) for row in rows if row.morning_id}
    begins = {row.afternoon_id: (row.day, row.seat_no) for row in rows if row.afternoon_id}
    visits = Appointment.objects.filter(pk__in={*ends, *begins})
    return set(ends) == set(begins) and all(
        (begins[one.pk][0], ends[one.pk][0]) == (one.day, one.ends_on)
        and begins[one.pk][1] == ends[one.pk][1]
        for one in visits
    )


def two_staff_confirm(at: Moment) -> Pair:
    review = photographed(certain(at), at=at)
    return Pair(
        lambda: decide(review, run_ft=20, now=at.now),
        lambda: decide(review, run_ft=22, now=at.now),
        either("done", "photo_review_decided"),
        lambda: locked_prices(review.order) == 1,
    )


def yes_no(at: Moment) -> Pair:
    """To a higher price: whoever is first is heard, and it is locked after a yes alone."""
    change = decide(photographed(certain(at), at=at), run_ft=90, now=at.now).change
    assert change is not None
    return Pair(
        lambda: answer(change, "approve", now=at.now),
        lambda: answer(change, "decline", now=at.now),
        either("done", "change_order_decided"),
        lambda: (
            locked_prices(change.order)
            == (ChangeOrder.objects.get(pk=change.pk).status == "approved")
        ),
    )


def proposal_proposal(at: Moment) -> Pair:
    """Both are shown the same document."""
    order = locked(at)
    made = partial(a_proposal, at.folder, order, now=at.now)
    return Pair(
        made,
        made,
        {("done", "done")},
        lambda: (order.proposals.count(), order.files.count()) == (1, 1),
    )


def two_names(at: Moment) -> Pair:
    order = locked(at)
    ready = a_proposal(at.folder, order, now=at.now)
    return Pair(
        lambda: accept(ready, typed_name="Ada", now=at.now),
        lambda: accept(ready, typed_name="Bob", now=at.now),
        {("done", "done")},
        lambda: (
            Proposal.objects.get(order=order).status == "accepted" and order.milestones.count() == 3
        ),
    )


def one_technician(at: Moment) -> Pair:
    grace = a_technician(at)
    return Pair(
        send_technician(certain(at), grace, now=at.now),
        send_technician(certain(at), grace, now=at.now),
        either("done", "technician_busy"),
        lambda: grace.appointments.count() == 1,
    )


def assigned_and_off(at: Moment) -> Pair:
    """Nobody leads a job on a day off, whichever of the two comes first."""
    grace, order = a_technician(at), certain(at)
    return Pair(
        send_technician(order, grace, now=at.now),
        lambda: add_days_off(
            str(grace.public_id),
            first_day=at.day,
            last_day=at.other_day,
            staff="staff al",
            now=at.now,
        ),
        {("done", "technician_needed"), ("technician_off", "done")},
        lambda: (grace.appointments.count(), grace.days_off.count()) in {(1, 0), (0, 1)},
    )


def visit_assigned_and_off(at: Moment) -> Pair:
    """Nobody does a diagnostic visit on a day off either."""
    grace, visit = a_technician(at), a_visit(at)
    return Pair(
        lambda: assign_visit(
            visit.pk, technician_id=str(grace.public_id), staff="staff jo", now=at.now
        ),
        lambda: add_days_off(
            str(grace.public_id), first_day=at.day, last_day=at.day, staff="staff al", now=at.now
        ),
        {("done", "technician_needed"), ("technician_off", "done")},
        lambda: (grace.diagnostics.count(), grace.days_off.count()) in {(1, 0), (0, 1)},
    )


def move_move(at: Moment) -> Pair:
    order = certain(at)
    return Pair(
        reschedule(order, to=at.other_day, now=at.now),
        reschedule(order, to=at.third_day, now=at.now),
        {("done", "done")},
        lambda: [taken(day) for day in (at.day, at.other_day, at.third_day)].count(1) == 1,
    )


def neighbours_move(at: Moment) -> Pair:
    """Each to the day that the other leaves; there is no other seat."""
    one_crew(at.day)
    one_crew(at.other_day)
    mine, theirs = certain(at), certain(at, day=at.other_day)
    return Pair(
        reschedule(mine, to=at.other_day, now=at.now),
        reschedule(theirs, to=at.day, now=at.now),
        {("day_full", "day_full")},
        lambda: (taken(at.day), taken(at.other_day)) == (1, 1),
    )


def opposite_moves(at: Moment) -> Pair:
    """One crew each way: from a day to the afternoon before it, and from there to that day.

    The first ends on the morning that it leaves, with its own crew; the second has that crew's
    morning before.
    """
    theirs = certain_of(Slot(at.third_day - timedelta(days=1), TimeWindow.AFTERNOON), at=at)
    mine = certain(at)
    slot = Slot(at.third_day, TimeWindow.AFTERNOON)
    return Pair(
        lambda: reschedule_appointment(mine, slot=slot, now=at.now),
        reschedule(theirs, to=at.day, now=at.now),
        {("done", "done")},
        lambda: is_whole(at) and (taken(at.third_day), taken(at.day)) == (1, 1),
    )


def webhook_return_page(at: Moment) -> Pair:
    order = held(at)
    state = pay(order, cards=at.cards, now=at.now)
    return Pair(
        lambda: settle(state, cards=at.cards, now=at.now),
        lambda: refresh_payment_best_effort(
            order, cards=at.cards, now=at.now + timedelta(minutes=1)
        ),
        {("done", "done")},
        lambda: appointment_of(order).status == "confirmed" and entered(order, "payment") == 1,
    )


def refund_refund(at: Moment) -> Pair:
    order = certain(at)
    return Pair(
        refund(order, key="ada", now=at.now),
        refund(order, key="bob", now=at.now),
        either("done", "refund_too_large"),
        lambda: fee_of(order).refunded_cents == 60_00,
    )


def refund_refund_of_what_was_seen(at: Moment) -> Pair:
    order = certain(at)
    seen = order.log.order_by("-pk")[0].pk
    return Pair(
        refund(order, key="ada", cents=40_00, seen=seen, now=at.now),
        refund(order, key="bob", cents=40_00, seen=seen, now=at.now),
        either("done", "changed_meanwhile"),
        lambda: fee_of(order).refunded_cents == 40_00,
    )


def cancel_cancel(at: Moment) -> Pair:
    order = certain(at)
    return Pair(
        staff_cancel(order, "staff ada", at=at),
        staff_cancel(order, "staff bob", at=at),
        either("done", "not_cancellable"),
        lambda: order.log.filter(subject="order", after="cancelled").count() == 1,
    )


def photo_lock_price_edit(at: Moment) -> Pair:
    """A far run turns out near: it is locked at a price of before the edit or after, all of it."""
    review = photographed(certain(at, band="far"), at=at)
    near = InstallationPackage.objects.filter(max_distance_feet=25)
    before = near.get().price_cents
    after = before - 10_00

    def edit() -> None:
        with transaction.atomic(durable=True):
            near.update(price_cents=after)

    def is_of_one_price() -> bool:
        quote = Order.objects.select_related("quote").get(pk=review.order_id).quote
        lines = (
            quote.installation_cents
            + quote.generator_cents
            + quote.permit_cents
            + quote.sales_tax_cents
            - quote.discount_cents
        )
        return (
            quote.locked_at is not None
            and quote.installation_cents in (before, after)
            and quote.total_cents == lines
        )

    return Pair(
        lambda: decide(review, run_ft=20, now=at.now), edit, {("done", "done")}, is_of_one_price
    )


def coupon_last_use(at: Moment) -> Pair:
    code = f"LAST-{at.number}"
    Coupon.objects.create(code=code, kind="percent", value=5, most_uses=1)
    return Pair(
        claim(at, coupon=code),
        claim(at, day=at.other_day, coupon=code),
        either("done", "coupon_used_up"),
        lambda: Coupon.objects.get(code=code).used == 1,
    )


def dispute_dispute(at: Moment) -> Pair:
    """Two workers hear of it at the same moment: the account is charged once."""
    order = a_disputed_order(at)
    return delivered_twice(
        order,
        at,
        lambda: (
            entered(order, "taken_back") == 1
            and Dispute.objects.filter(payment__order=order).count() == 1
            and fee_of(order).disputed_cents == 100_00
        ),
    )


def dispute_refund(at: Moment) -> Pair:
    """Whoever is first: what the bank took is not promised as well once we know of it."""
    order = a_disputed_order(at)
    return Pair(
        follow(order, at=at),
        refund(order, key="ada", now=at.now),
        {("done", "done"), ("done", "refund_too_large")},
        lambda: fee_of(order).disputed_cents == 100_00,
    )


def by_hand_by_hand(at: Moment) -> Pair:
    order = certain(at)
    at.cards.refund_by_hand(fee_of(order).provider_ref or "", amount_cents=40_00)
    return delivered_twice(
        order, at, lambda: entered(order, "refund") == 1 and fee_of(order).refunded_cents == 40_00
    )


def bounce_bounce(at: Moment) -> Pair:
    order = certain(at)
    refund(order, key="ada", now=at.now)()
    send_refunds(at.cards, now=at.now)
    at.cards.bounce(Refund.objects.get(payment__order=order).provider_ref, reason="declined")
    return delivered_twice(order, at, lambda: entered(order, "refund_returned") == 1)


def text_text(at: Moment) -> Pair:
    """Two texts to a number that never texted us: one of them asks, the other does not leave."""
    number, came_to = f"(281) 555-{at.number:04}", list[str]()

    def admitted(pk: int) -> Story:
        text = Message(pk=pk, kind="on_the_way", channel="sms", recipient=number)
        return lambda: came_to.append(consents.admit(text, now=at.now))

    return Pair(
        admitted(1),
        admitted(2),
        {("done", "done")},
        lambda: sorted(came_to) == ["refused", "with_question"],
    )


PAIRS: Final[dict[str, Meets]] = {
    meets.__name__: meets
    for meets in (
        *(claim_claim, claim_expire, pay_expire, pay_claim, pay_cancel, staff_move_claim),
        *(fewer_crews_claim, two_staff_confirm, move_move, neighbours_move, webhook_return_page),
        *(refund_refund, refund_refund_of_what_was_seen, dispute_dispute, dispute_refund),
        *(by_hand_by_hand, bounce_bounce, cancel_cancel, photo_lock_price_edit, coupon_last_use),
        *(yes_no, proposal_proposal, two_names, one_technician, assigned_and_off),
        *(afternoon_afternoon, afternoon_morning_after, afternoon_next_day_closes),
        *(afternoon_moves_back, afternoon_expires_morning_claim, afternoon_paid_morning_claim),
        *(opposite_moves, visit_assigned_and_off, text_text),
    )
}


def either(first: str, second: str) -> set[tuple[str, str]]:
    return {(first, second), (second, first)}


def one_crew(day: date) -> None:
    CrewDay.objects.create(day=day, crews=1, reason="one crew is ill")


def crews(day: date) -> int:
    apart = CrewDay.objects.filter(day=day).first()
    return apart.crews if apart else 2


def taken(day: date) -> int:
    return CrewSeat.objects.filter(day=day, afternoon__isnull=False).count()


def held(at: Moment, *, day: date | None = None, band: str = "close") -> Order:
    return reserve(a_request(slot=Slot(day or at.day, TimeWindow.MORNING), band=band), now=at.now)


def certain(at: Moment, *, day: date | None = None, band: str = "close") -> Order:
    return certain_of(Slot(day or at.day, TimeWindow.MORNING), at=at, band=band)


def certain_of(slot: Slot, *, at: Moment, band: str = "close") -> Order:
    order = reserve(a_request(slot=slot, band=band), now=at.now)
    settle(pay(order, cards=at.cards, now=at.now), cards=at.cards, now=at.now)
    return Order.objects.get(pk=order.pk)


def photographed(order: Order, *, at: Moment) -> PhotoReview:
    PhotoReview.objects.filter(order=order).update(
        status="submitted", consented_at=at.now, submitted_at=at.now, consent_wording="I agree"
    )
    return PhotoReview.objects.select_related("order").get(order=order)


def locked(at: Moment) -> Order:
    """Its price was decided from its photos."""
    decided = decide(photographed(certain(at), at=at), run_ft=20, now=at.now)
    return Order.objects.get(pk=decided.order.pk)


def locked_prices(order: Order) -> int:
    return Quote.objects.filter(wizard=order.wizard_id, locked_at__isnull=False).count()


def claim(
    at: Moment, *, day: date | None = None, coupon: str = "", now: datetime | None = None
) -> Story:
    slot = Slot(day or at.day, TimeWindow.MORNING)
    request = a_request(slot=slot, coupon_code=coupon)
    return lambda: reserve(request, now=now or at.now)


def staff_move(order: Order, *, to: date, now: datetime) -> Story:
    slot = Slot(to, TimeWindow.MORNING)
    known_as = str(appointment_of(order).public_id)
    return lambda: move_appointment(known_as, slot=slot, actor="staff jo", reason="rain", now=now)


def reschedule(order: Order, *, to: date, now: datetime) -> Story:
    return lambda: reschedule_appointment(order, slot=Slot(to, TimeWindow.MORNING), now=now)


def a_technician(at: Moment) -> Technician:
    return Technician.objects.create(name="Grace", phone=f"(281) 555-{at.number:04}")


def a_visit(at: Moment) -> Diagnostic:
    return Diagnostic.objects.create(
        name="Ada",
        day=at.day,
        time_window="morning",
        place_no=1,
        status="booked",
        hold_expires_at=at.now,
        amount_cents=9_00,
        charge=f"ch_visit_{at.number}",
        paid_at=at.now,
        created_at=at.now,
    )


def send_technician(order: Order, technician: Technician, *, now: datetime) -> Story:
    technician_id = str(technician.public_id)
    known_as = str(appointment_of(order).public_id)
    return lambda: choose_technician(
        known_as, technician_id=technician_id, actor="staff jo", now=now
    )


def a_disputed_order(at: Moment) -> Order:
    order = certain(at)
    fee = fee_of(order)
    dispute = a_dispute(fee, id=f"du_{at.number}", opened_at=at.now)
    at.cards.dispute(fee.provider_ref or "", dispute)
    return order


def follow(order: Order, *, at: Moment) -> Story:
    fee = fee_of(order)
    return lambda: deliver_event(fee, at.cards, now=at.now)


def delivered_twice(order: Order, at: Moment, holds: Callable[[], bool]) -> Pair:
    return Pair(follow(order, at=at), follow(order, at=at), {("done", "done")}, holds)


def refund(
    order: Order, *, key: str, cents: int = 60_00, seen: int | None = None, now: datetime
) -> Story:
    actor = f"staff {key}"
    payment = fee_of(order).public_id
    return lambda: request_staff_refund(
        payment, amount_cents=cents, reason="sorry", key=key, actor=actor, if_version=seen, now=now
    )


def staff_cancel(order: Order, actor: str, *, at: Moment) -> Story:
    asked = CancellationRequest(reason="asked", actor=actor)
    return lambda: cancel_order(order, asked, cards=at.cards, now=at.now)


def fee_of(order: Order) -> Payment:
    return Payment.objects.get(order=order)


def entered(order: Order, kind: str) -> int:
    """How often it stands in the account."""
    return order.ledger.filter(kind=kind).count()


def settled_or_over(order: Order) -> bool:
    """It is paid, and either certain or cancelled; nobody comes to a cancelled order."""
    now = Order.objects.get(pk=order.pk).status
    visit = Appointment.objects.get(order=order).status
    return fee_of(order).status == "paid" and (now, visit) in {
        ("scheduled", "confirmed"),
        ("cancelled", "cancelled"),
    }
