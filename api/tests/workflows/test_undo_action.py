"""What staff did is undone for ten seconds; later a manager takes it back and says so."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import accept, an_accepted_order, balance, fresh, pay_milestone
from booking_helpers import DAY, NOW, OTHER_DAY, SIGNER, a_request, may_all, reserve, set_rule
from document_helpers import a_locked_order, a_proposal, a_submitted_review, decide
from document_helpers import accept as accept_proposal_of
from outbox_helpers import worded

from standby.core.models import Job
from standby.core.policy import UNDO_FOR
from standby.crews.models import Technician
from standby.documents.services.proposals import ProposalChanged
from standby.messaging.models import Message
from standby.orders.models import Appointment, ChangeOrder, Order, UndoableAction
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors.slot_room import DayFull
from standby.orders.services.assignments import choose_technician
from standby.orders.services.order_log import ChangedMeanwhile, log_change
from standby.orders.services.power import report_power_on
from standby.payments.models import Milestone
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.late_fees import charge_late_fees
from standby.payments.services.milestones import (
    MilestonePaid,
    amounts_of,
    milestone_of,
    milestones_of,
    replan,
    restore_amounts,
)
from standby.photos.services.reviews import request_retake
from standby.pricing.models.quoting import PriceReceipt
from standby.pricing.rules.line_items import LineItem, LineKind, read_lines
from standby.workflows.change_price import NewPrice, change_agreed_price
from standby.workflows.decide_photo_review import correct_lock
from standby.workflows.move_appointment import move_appointment
from standby.workflows.pay_for_project import VisitAhead, reach_milestone
from standby.workflows.resend_message import NotToday, resend_message
from standby.workflows.retention import purge_old_traces
from standby.workflows.still_so import why_not_so
from standby.workflows.undo_action import (
    ActionNotFound,
    PowerIsOn,
    TooLateToUndo,
    newest_action_of,
    take_back,
    undo_action,
)

pytestmark = pytest.mark.usefixtures("columns_kept")
JO = "staff jo"
AT_ONCE = NOW + timedelta(seconds=9)
INSTALLED = datetime.combine(DAY, NOW.time(), tzinfo=NOW.tzinfo)


@pytest.fixture
def order(cards: TestCards) -> Order:
    return an_accepted_order(cards)


def undo(*, now: datetime = AT_ONCE, actor: str = JO) -> UndoableAction:
    action = UndoableAction.objects.order_by("-pk")[0]
    return undo_action(action.public_id, actor=actor, ensure_may=may_all, signer=SIGNER, now=now)


def told(order: Order, kind: str) -> int:
    return Message.objects.filter(order_ref=order.public_id, kind=kind).count()


def take_it_back(order: Order, what: Any, *, now: datetime) -> None:
    take_back(order, what, reason="It was another delivery", actor="staff max", now=now)


@pytest.mark.req("OPS-18.1")
def test_equipment_that_did_not_arrive_is_undone_and_nobody_is_told_or_billed(
    order: Order, cards: TestCards
) -> None:
    pay_milestone(order, cards=cards)
    before = balance(order)
    later = NOW + timedelta(days=5)  # nothing is asked for while the customer may cancel
    reach_milestone(order, "equipment", actor=JO, now=later)
    waits = Job.objects.filter(key__contains="milestone_due").values_list("due_at", flat=True)

    assert told(order, "milestone_due") == 2
    assert set(waits) == {later + UNDO_FOR}
    undo(now=later + timedelta(seconds=9))

    assert told(order, "milestone_due") == 0
    assert not Job.objects.filter(key__contains="milestone_due").exists()
    assert balance(order) == before
    milestone = milestone_of(order, "equipment")
    assert (milestone.status, milestone.reached_at, milestone.due_on) == ("waiting", None, None)
    assert fresh(order).status == "accepted"
    changes = order.log.filter(subject="order").values_list("before", "after")
    assert list(changes)[-2:] == [
        ("accepted", "equipment_arrived"),
        ("equipment_arrived", "accepted"),
    ]

    again = reach_milestone(order, "equipment", actor=JO, now=later + timedelta(minutes=1))
    assert again.due_cents == again.amount_cents
    assert balance(order) == before + again.amount_cents
    assert told(order, "milestone_due") == 2


def test_undoing_twice_is_undoing_once(order: Order) -> None:
    reach_milestone(order, "equipment", actor=JO, now=NOW)
    first, again = undo(), undo()

    assert first.undone_at == again.undone_at
    assert order.milestones.get(kind="equipment").status == "waiting"


def test_after_ten_seconds_or_once_a_message_is_being_sent_it_is_too_late(order: Order) -> None:
    later = NOW + timedelta(days=5)
    reach_milestone(order, "equipment", actor=JO, now=later)

    with pytest.raises(TooLateToUndo):
        undo(now=later + UNDO_FOR)
    Job.objects.filter(key__contains="milestone_due").update(attempts=1)
    with pytest.raises(TooLateToUndo):
        undo(now=later + timedelta(seconds=9))
    assert told(order, "milestone_due") == 2
    assert fresh(order).status == "equipment_arrived"


def test_how_to_undo_an_act_is_kept_for_a_day(order: Order) -> None:
    reach_milestone(order, "equipment", actor=JO, now=NOW)

    purge_old_traces(now=NOW + timedelta(hours=23))
    assert UndoableAction.objects.exists()
    purge_old_traces(now=NOW + timedelta(hours=25))
    assert not UndoableAction.objects.exists()


@pytest.mark.req("AUDIT-01.3")
def test_nobody_undoes_what_another_did_or_what_changed_since(order: Order) -> None:
    reach_milestone(order, "equipment", actor=JO, now=NOW)
    with pytest.raises(ActionNotFound):
        undo(actor="staff max")
    assert newest_action_of("staff max", ensure_may=may_all, now=AT_ONCE) is None
    assert newest_action_of(JO, ensure_may=may_all, now=AT_ONCE) is not None

    log_change(order, subject="note", change=("", "written"), actor="staff max", now=NOW)
    with pytest.raises(ChangedMeanwhile):
        undo()


def test_a_technician_is_taken_off_again_or_the_one_before_comes(order: Order) -> None:
    visit = order.appointments.get()
    grace, mary = (Technician.objects.create(name=name, phone="281") for name in ("G", "M"))

    def choose(technician: Technician) -> None:
        choose_technician(
            str(visit.public_id), technician_id=str(technician.public_id), actor=JO, now=NOW
        )

    choose(grace)
    undo()
    visit.refresh_from_db()
    assert visit.assigned_to is None

    choose(grace)
    choose(mary)
    undo()
    visit.refresh_from_db()
    assert visit.assigned_to == grace


def test_a_visit_goes_back_to_its_day_unless_that_was_taken(order: Order) -> None:
    visit = order.appointments.get()

    def move() -> None:
        slot = Slot(OTHER_DAY, TimeWindow.MORNING)
        move_appointment(str(visit.public_id), slot=slot, actor=JO, now=NOW)

    move()
    undo()
    visit.refresh_from_db()
    assert (visit.day, visit.status) == (DAY, "confirmed")
    assert visit.seat.day == DAY
    assert told(order, "rescheduled") == 0

    move()
    set_rule("scheduling", "crews", 1)
    reserve(a_request())
    while True:
        try:
            reserve(a_request())
        except DayFull:
            break
    with pytest.raises(DayFull):
        undo()
    assert Appointment.objects.get(pk=visit.pk).day == OTHER_DAY
    assert told(order, "rescheduled") == 2


def test_better_photos_are_not_asked_for_after_all() -> None:
    review = a_submitted_review()
    request_retake(
        review, reason="dark", slots=["meter"], needs_full_review=True, actor=JO, now=NOW
    )

    undo()

    review.refresh_from_db()
    assert (review.status, review.retake_reason, review.least_photos) == ("submitted", "", 5)
    assert review.retake_slots is None
    assert told(review.order, "retake_wanted") == 0


def test_a_locked_price_is_open_again_and_its_receipts_stay_a_chain() -> None:
    review = a_submitted_review()
    promised = review.order.total_cents
    decide(review, run_ft=20)
    action = UndoableAction.objects.get()

    undo_action(
        action.public_id, actor=action.actor, ensure_may=may_all, signer=SIGNER, now=AT_ONCE
    )

    order = fresh(review.order)
    review.refresh_from_db()
    assert (order.quote.locked_at, order.total_cents) == (None, promised)
    assert review.status == "submitted"
    newest = PriceReceipt.objects.get(quote=order.quote)
    assert newest.previous is not None
    assert newest.previous.quote.locked_at is not None
    assert not Job.objects.filter(kind=Job.Kind.DOCUMENT).exists()
    assert told(order, "price_locked") == 0
    assert decide(review, run_ft=22).quote.confirmed_run_ft == 22


@pytest.mark.req("OPS-17.4")
def test_an_installation_is_complete_from_its_day_on_and_not_before(order: Order) -> None:
    reach_milestone(order, "equipment", actor=JO, now=NOW)

    with pytest.raises(VisitAhead, match="The visit is on Thursday, November 20"):
        reach_milestone(order, "completion", actor=JO, now=INSTALLED - timedelta(days=1))
    assert fresh(order).status == "equipment_arrived"
    reach_milestone(order, "completion", actor=JO, now=INSTALLED)
    assert fresh(order).status == "completed"


def an_installed_order(order: Order) -> Order:
    reach_milestone(order, "equipment", actor=JO, now=NOW)
    reach_milestone(order, "completion", actor=JO, now=INSTALLED)
    report_power_on(
        order, is_inspected=True, is_started_up=True, staff=JO, if_version=None, now=INSTALLED
    )
    return order


@pytest.mark.req("OPS-18.2")
def test_a_manager_takes_back_power_completion_and_equipment_with_a_message_each(
    order: Order,
) -> None:
    before = balance(order)
    an_installed_order(order)
    later = INSTALLED + timedelta(days=1)

    with pytest.raises(PowerIsOn):
        take_it_back(order, "completion", now=later)
    take_it_back(order, "power_on", now=later)
    take_it_back(order, "completion", now=later)
    take_it_back(order, "equipment", now=later)

    assert fresh(order).powered_on_at is None
    assert fresh(order).status == "accepted"
    assert balance(order) == before
    assert told(order, "corrected") == 6  # a text and an email each
    entries = order.ledger.filter(kind="milestone").values_list("amount_cents", flat=True)
    assert sum(entries) == milestone_of(order, "acceptance").amount_cents
    text = worded(Message.objects.filter(kind="corrected", channel="email"))[0].text
    assert "It was another delivery" in text


def test_what_is_paid_is_refunded_before_it_is_taken_back(order: Order, cards: TestCards) -> None:
    pay_milestone(order, cards=cards)
    reach_milestone(order, "equipment", actor=JO, now=NOW)
    pay_milestone(order, "equipment", cards=cards)

    with pytest.raises(MilestonePaid):
        take_it_back(order, "equipment", now=NOW + timedelta(days=1))

    assert fresh(order).status == "equipment_arrived"
    assert Milestone.objects.get(order=order, kind="equipment").status == "paid"


def test_power_that_is_not_on_is_undone(order: Order) -> None:
    an_installed_order(order)

    undo(now=INSTALLED + timedelta(seconds=5))

    assert fresh(order).powered_on_at is None


def test_a_visit_that_goes_back_keeps_its_technician(order: Order) -> None:
    visit = order.appointments.get()
    grace = Technician.objects.create(name="G", phone="281")
    choose_technician(str(visit.public_id), technician_id=str(grace.public_id), actor=JO, now=NOW)
    slot = Slot(OTHER_DAY, TimeWindow.MORNING)
    move_appointment(str(visit.public_id), slot=slot, actor=JO, now=NOW)

    assert told(order, "technician_assigned") == 4

    undo()

    visit.refresh_from_db()
    assert (visit.day, visit.assigned_to) == (DAY, grace)
    # What was written of the old day is so again.
    waiting = Message.objects.filter(order_ref=order.public_id, kind="technician_assigned")
    assert [why_not_so(each) for each in waiting] == ["", ""]


@pytest.mark.req("OPS-18.1")
def test_a_higher_price_of_the_photo_desk_is_withdrawn_before_the_customer_is_asked() -> None:
    review = a_submitted_review()
    promised = review.order.total_cents
    decide(review, run_ft=100)
    assert told(review.order, "price_change") == 2
    action = UndoableAction.objects.get()

    undo_action(
        action.public_id, actor=action.actor, ensure_may=may_all, signer=SIGNER, now=AT_ONCE
    )

    review.refresh_from_db()
    assert (review.status, fresh(review.order).total_cents) == ("submitted", promised)
    assert ChangeOrder.objects.get().status == "withdrawn"
    assert told(review.order, "price_change") == 0
    assert decide(review, run_ft=20).quote.locked_at is not None


def test_a_correction_that_costs_more_is_withdrawn_with_its_distance() -> None:
    order = a_locked_order(run_ft=20)
    correct_lock(order, run_ft=40, reason="A typing error", actor=JO, signer=SIGNER, now=NOW)

    undo()

    assert fresh(order).photo_review.confirmed_run_ft == 20
    assert ChangeOrder.objects.get().status == "withdrawn"
    assert told(order, "price_change_later") == 0


def test_a_changed_price_that_costs_more_is_withdrawn_and_the_distance_stays() -> None:
    order = a_locked_order(run_ft=20)
    lines = read_lines(order.quote.line_items)
    stand = LineItem(kind=LineKind.EXTRA, description="Stand", unit_cents=400_00)
    change_agreed_price(
        order,
        to=NewPrice(lines=[*lines, stand], total_cents=order.total_cents + 400_00),
        reason="On soft ground",
        actor=JO,
        signer=SIGNER,
        now=NOW,
    )

    undo()

    assert fresh(order).photo_review.confirmed_run_ft == 20
    assert ChangeOrder.objects.get().status == "withdrawn"


def test_a_technician_who_was_taken_off_comes_after_all(order: Order) -> None:
    visit = order.appointments.get()
    grace = Technician.objects.create(name="G", phone="281")

    def choose(technician: Technician | None) -> None:
        technician_id = str(technician.public_id) if technician else None
        choose_technician(str(visit.public_id), technician_id=technician_id, actor=JO, now=NOW)

    choose(grace)
    choose(None)
    undo()

    visit.refresh_from_db()
    assert visit.assigned_to == grace


@pytest.mark.req("OPS-18.2")
def test_late_fees_go_with_the_milestone_that_is_taken_back(order: Order, cards: TestCards) -> None:
    pay_milestone(order, cards=cards)
    before = balance(order)
    reach_milestone(order, "equipment", actor=JO, now=NOW)
    fees = sum(charge_late_fees(now=NOW + timedelta(days=day)) for day in range(60))
    assert fees > 0
    assert milestone_of(order, "equipment").late_fee_cents == fees

    take_it_back(order, "equipment", now=NOW + timedelta(days=61))

    assert balance(order) == before
    entries = order.ledger.filter(kind="late_fee").values_list("amount_cents", flat=True)
    assert (sum(entries), min(entries)) == (0, -fees)
    assert milestone_of(order, "equipment").late_fee_cents == 0


def lower_the_price(order: Order, *, by_cents: int) -> None:
    installation, *rest = read_lines(fresh(order).quote.line_items)
    lower = replace(installation, quantity=1, unit_cents=installation.amount_cents - by_cents)
    change_agreed_price(
        fresh(order),
        to=NewPrice(lines=[lower, *rest], total_cents=fresh(order).total_cents - by_cents),
        reason="No trench",
        actor=JO,
        signer=SIGNER,
        now=NOW,
    )


@pytest.mark.req("OPS-18.1")
def test_a_mistyped_lower_price_is_undone_before_the_customer_is_told_or_billed() -> None:
    order = a_locked_order()
    accept(order, total_cents=order.total_cents)
    reach_milestone(order, "equipment", actor=JO, now=NOW)
    before, agreed = balance(order), fresh(order)
    planned = {each.kind: each.amount_cents for each in milestones_of(order)}

    lower_the_price(order, by_cents=3_001_01)
    assert fresh(order).total_cents == agreed.total_cents - 3_001_01
    assert told(order, "price_lowered") == 2
    bills = Job.objects.get(kind=Job.Kind.INVOICE, key=str(order.public_id))
    assert bills.due_at == NOW + UNDO_FOR
    undo()

    after = fresh(order)
    assert (after.total_cents, after.quote.locked_at) == (agreed.total_cents, NOW)
    assert after.quote.line_items == agreed.quote.line_items
    assert {each.kind: each.amount_cents for each in milestones_of(order)} == planned
    assert balance(order) == before
    assert told(order, "price_lowered") == 0
    newest = PriceReceipt.objects.get(quote=after.quote)
    assert newest.previous is not None
    assert newest.previous.quote.total_cents == agreed.total_cents - 3_001_01


def test_a_proposal_is_not_accepted_while_its_price_is_lowered_and_holds_again_once_undone(
    tmp_path: Path,
) -> None:
    proposal = a_proposal(tmp_path)
    order = proposal.order
    lower_the_price(order, by_cents=100_00)
    [waits] = Job.objects.filter(kind=Job.Kind.DOCUMENT).values_list("due_at", flat=True)
    assert waits == NOW + UNDO_FOR
    with pytest.raises(ProposalChanged):
        accept_proposal_of(proposal)

    undo()

    assert not Job.objects.filter(kind=Job.Kind.DOCUMENT).exists()
    assert accept_proposal_of(proposal).quote == fresh(order).quote
    assert fresh(order).status == "accepted"


def test_a_wrong_correction_of_the_distance_is_undone_with_its_distance() -> None:
    order = a_locked_order(run_ft=20)
    correct_lock(order, run_ft=23, reason="A typing error", actor=JO, signer=SIGNER, now=NOW)
    assert fresh(order).quote.confirmed_run_ft == 23

    undo()

    after = fresh(order)
    assert (after.total_cents, after.quote.confirmed_run_ft) == (order.total_cents, 20)
    assert after.photo_review.confirmed_run_ft == 20
    assert told(order, "corrected") == 0
    # No proposal was made of the locked price yet: it is made now.
    [due_at] = Job.objects.filter(kind=Job.Kind.DOCUMENT).values_list("due_at", flat=True)
    assert due_at == AT_ONCE


def test_a_payment_that_credits_covered_at_the_lower_price_is_due_again(order: Order) -> None:
    amounts = amounts_of(order)
    replan(order, total_cents=300_00, actor=JO, now=NOW)
    assert milestone_of(order, "acceptance").status == "paid"

    restore_amounts(order, amounts, actor=JO, now=NOW)

    acceptance = milestone_of(order, "acceptance")
    assert (acceptance.status, acceptance.amount_cents) == ("due", amounts["acceptance"])
    assert balance(order) == acceptance.due_cents


@pytest.mark.req("TRUTH-03.1")
def test_nobody_is_told_of_a_crew_on_the_way_before_the_day_of_the_visit() -> None:
    order = a_locked_order()
    visit = order.appointments.get()
    days = (visit.start_at - timedelta(days=1), visit.start_at)

    with pytest.raises(NotToday):
        resend_message(str(order.public_id), "on_the_way", staff=JO, now=days[0])
    resend_message(str(order.public_id), "on_the_way", staff=JO, now=days[1])

    assert told(order, "on_the_way") == 2


@pytest.mark.req("OPS-18.1")
@pytest.mark.parametrize("kind", ["running_late", "price_locked"])
def test_a_message_of_staff_waits_for_ten_seconds_and_is_withdrawn(kind: str) -> None:
    order = a_locked_order()
    before = told(order, kind)
    resend_message(str(order.public_id), kind, staff=JO, now=NOW + timedelta(minutes=1))
    assert told(order, kind) == before + 2

    undo(now=NOW + timedelta(minutes=1, seconds=9))

    assert told(order, kind) == before
    newest = order.log.order_by("-pk")[0]
    assert (newest.subject, newest.after, newest.note) == ("message", "withdrawn", kind)
