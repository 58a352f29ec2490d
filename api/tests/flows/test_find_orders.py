"""Staff find orders by anything that is known of them, and by what is to be done (OPS-11)."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from accounts import a_scheduled_order, an_accepted_order
from bookings import ADA, DAY, NOW, OTHER_DAY, a_wish, reserve, set_rule, test_cards
from loose_rows import a_dispute, a_message, a_milestone, a_paper, a_refund

from standby.apps.booking.models import Appointment, ChangeOrder, Order, Technician
from standby.apps.booking.services.orders import Contact
from standby.apps.payments.models import (
    Cancellation,
    CheckoutSession,
    LedgerEntry,
    Payment,
)
from standby.apps.photos.models import PhotoReview
from standby.apps.proposals.models import Proposal
from standby.apps.quoting.models import Quote
from standby.domain.scheduling import Slot, TimeWindow
from standby.domain.staff_steps import Step, WaitsFor
from standby.flows.booking.cancel_order import ByStaff, cancel_order
from standby.flows.office.find_orders import (
    PAGE,
    Search,
    StepNotOurs,
    find_orders,
    orders_waiting_for,
)
from standby.flows.office.look_at_orders import look_at_orders
from standby.providers.cards.test_mode import TestCards

pytestmark = pytest.mark.usefixtures("shop", "many_crews")


@pytest.fixture
def many_crews(shop: None) -> None:
    set_rule("scheduling", "crews_per_day", 90)


@pytest.fixture
def cards(tmp_path: object) -> TestCards:
    return test_cards(tmp_path)  # type: ignore[arg-type]


def an_order(name: str = "Grace Hopper", *, number: int = 1, **wish: object) -> Order:
    contact = Contact(
        name=name, email=f"grace{number}@navy.example", phone=f"(713) 555-{number:04}"
    )
    return reserve(a_wish(**{"contact": contact, **wish}))


def found(typed: str = "", **asked: object) -> list[Order]:
    search = replace(Search(typed=typed), **asked)  # type: ignore[arg-type]
    return [seen.order for seen in find_orders(search, now=NOW).orders]


@pytest.mark.req("OPS-11.1")
def test_an_order_is_found_by_name_mail_phone_and_place() -> None:
    byron = Contact(name="A. King", email="ada.byron-king@lon.example", phone="(713) 555-0142")
    ada, king = reserve(), reserve(a_wish(contact=byron))
    grace = an_order(address="1 Main St, Spring, TX 77380")

    for typed in (
        "lovelace ada",
        "ADA@EXAMPLE.ORG",
        "(281) 555-0100",
        "+1 281-555-0100",
        "2815550100",
        "lovelace 24 waterway",
        "lovelace woodlands 77380",
    ):
        assert found(typed) == [ada], typed
    for typed in ("ada.byron", "Byron-King", "byron-king@lon"):
        assert found(typed) == [king], typed
    assert found("spring") == [grace]
    assert found("waterway") == [king, ada]
    assert found("nobody of this name") == []


def test_an_order_is_found_by_its_numbers(cards: TestCards) -> None:
    order, _ = a_scheduled_order(cards), an_order()
    fee = order.payments.get()
    page = CheckoutSession.objects.get(payment=fee)
    a_refund(fee, charge="ch_second_of_two", provider_ref="re_12345678")
    a_dispute(fee, provider_ref="du_12345678", status="lost", closed_at=NOW)
    number = order.appointments.get().public_id

    for typed in (
        str(order.public_id),
        str(order.public_id)[:13].upper(),
        order.public_id.hex,
        str(number),
        str(number)[:8],
        str(page.stripe_session_id),
        str(fee.provider_ref),
        "ch_second_of_two",
        "re_12345678",
        "du_12345678",
    ):
        assert found(typed) == [order], typed


def test_an_order_is_found_by_who_comes(cards: TestCards) -> None:
    order, _ = a_scheduled_order(cards), an_order()
    mary = Technician.objects.create(name="Mary Jackson", phone="281")
    Appointment.objects.filter(order=order).update(assigned_to=mary)

    assert found("mary") == [order]
    assert found("mary ada") == [order]
    assert found("mary grace") == []


def test_signs_that_mean_something_to_a_database_mean_nothing_here() -> None:
    reserve()

    assert found("%") == found("") == found("Ada - Lovelace") != []
    assert found("a_a") == found("1%0") == found("' OR 1=1 --") == []


def test_who_reserves_anew_is_found_by_the_newest_contact() -> None:
    wish = a_wish()
    order = reserve(wish)
    reserve(replace(wish, contact=replace(ADA, name="Ada King")))

    assert found("ada king") == [order]
    assert found("lovelace") == []


def test_the_newest_comes_first_and_fifty_stand_on_a_page() -> None:
    orders = [an_order(number=number) for number in range(PAGE + 2)]

    first, second = (find_orders(Search(page=page), now=NOW) for page in (1, 2))

    assert first.count == second.count == PAGE + 2
    assert [seen.order for seen in first.orders + second.orders] == orders[::-1]


def test_by_status_and_by_the_days_of_the_visit(cards: TestCards) -> None:
    late = an_order(slot=Slot(OTHER_DAY, TimeWindow.MORNING))
    scheduled = a_scheduled_order(cards)

    assert found(status="scheduled") == [scheduled]
    assert found(first_day=DAY) == [scheduled, late]
    assert found(first_day=OTHER_DAY) == [late]
    assert found(last_day=DAY) == [scheduled]
    assert found("grace", first_day=DAY, last_day=DAY) == []


def test_what_staff_have_to_do_is_found_with_the_soonest_visit_first(cards: TestCards) -> None:
    reserve()
    late = an_order(slot=Slot(OTHER_DAY, TimeWindow.MORNING))
    soon = a_scheduled_order(cards)
    for order in (late, soon):
        Order.objects.filter(pk=order.pk).update(status="scheduled")
        PhotoReview.objects.filter(order=order).delete()
        PhotoReview.objects.create(
            order=order, status="submitted", consented_at=NOW, submitted_at=NOW, created_at=NOW
        )

    assert found(needs_staff=True) == [soon, late]
    assert found(step=Step.REVIEW_PHOTOS) == [soon, late]
    assert found(step=Step.MAKE_PROPOSAL) == []
    with pytest.raises(StepNotOurs):  # what a homeowner does
        orders_waiting_for(Step.PAY_MILESTONE, now=NOW)


def test_what_is_owed_after_cancelling_is_to_be_collected(cards: TestCards) -> None:
    order = an_accepted_order(cards)
    later = NOW + timedelta(days=10)
    asked = ByStaff(rule=None, costs_cents=500_00, reason="moved", actor="staff Jo")
    cancel_order(order, asked, cards=cards, office=None, now=later)  # type: ignore[arg-type]

    [seen] = find_orders(Search(step=Step.COLLECT_OWED), now=later).orders

    assert seen.order == order
    assert seen.balance_cents == seen.facts.owed_cents > 0


def test_what_the_database_finds_is_what_the_rule_says() -> None:
    chance = random.Random(7)
    orders = [an_order(number=number) for number in range(80)]
    for order in orders:
        _live(order, chance=chance)

    fresh = Order.objects.select_related("quote", "customer", "order_location").order_by("pk")
    seen = look_at_orders(list(fresh), now=NOW)

    wanted = {
        step: {one.order.pk for one in seen if step in {found.key for found in one.steps}}
        for step in Step
        if list(Step).index(step) <= list(Step).index(Step.REACH_CUSTOMER)
    }
    counted = {step: len(keys) for step, keys in wanted.items()}
    for step, keys in wanted.items():
        waiting = Order.objects.filter(pk__in=orders_waiting_for(step, now=NOW))
        told = set(waiting.values_list("pk", flat=True))
        assert told == keys, step
    needing = {one.order.pk for one in seen if one.steps[0].waits_for is WaitsFor.STAFF}
    assert find_orders(Search(needs_staff=True), now=NOW).count == len(needing)
    assert min(counted.values()) > 0, counted
    assert len(counted) == 14


def _live(order: Order, *, chance: random.Random) -> None:
    """An order comes as far as chance has it, in ways that the database allows."""
    path = ["scheduled", "accepted", "equipment_arrived", "completed"]
    come = path[: chance.randint(0, 4)]
    if chance.random() < 0.2 and "completed" not in come:
        come.append("cancelled")
    for status in come:
        Order.objects.filter(pk=order.pk).update(status=status)
    last = come[-1] if come else "reserved"
    _visit(order, last=last, chance=chance)
    _price(order, chance=chance)
    _money(order, last=last, chance=chance)
    if last == "completed" and chance.random() < 0.5:
        Order.objects.filter(pk=order.pk).update(powered_on_at=NOW)
    if chance.random() < 0.3:
        _message(order, chance=chance)


def _visit(order: Order, *, last: str, chance: random.Random) -> None:
    visit = Appointment.objects.filter(order=order)
    starts_at = NOW + timedelta(days=chance.choice([-1, 0, 5, 20]))
    visit.update(day=starts_at.date(), start_at=starts_at, end_at=starts_at + timedelta(hours=4))
    to = "cancelled" if last == "cancelled" else chance.choice(["confirmed", "expired"])
    visit.update(status=to, confirmed_at=NOW)
    if to == "confirmed" and chance.random() < 0.3:
        visit.update(status="needs_new_date")
    if chance.random() < 0.5:
        technician = Technician.objects.create(name=f"T {order.pk}", phone="281")
        visit.update(assigned_to=technician)


def _price(order: Order, *, chance: random.Random) -> None:
    PhotoReview.objects.create(
        order=order,
        status=chance.choice(list(PhotoReview.Status)),
        consented_at=NOW,
        submitted_at=NOW,
        confirmed_run_ft=20,
        decided_at=NOW,
        created_at=NOW,
    )
    first = order.quote
    if chance.random() < 0.5:
        locked = Quote.objects.get(pk=first.pk)
        locked.pk, locked.version, locked.supersedes, locked.locked_at = None, 2, first, NOW
        locked.confirmed_run_ft = 20
        locked.save()
        Order.objects.filter(pk=order.pk).update(quote=locked)
        order.refresh_from_db()
    for status in chance.choice([[], ["declined"], ["declined", "proposed"], ["approved"]]):
        ChangeOrder.objects.create(
            order=order,
            from_quote=first,
            to_quote=order.quote,
            reason="60 ft",
            status=status,
            proposed_at=NOW,
            proposed_by="staff Jo",
            decided_at=NOW,
        )
    if chance.random() < 0.5:
        Proposal.objects.create(
            order=order,
            quote=chance.choice([first, order.quote]),
            file=a_paper(order),
            version=1,
            status=chance.choice(["ready", "superseded"]),
            created_at=NOW,
        )


def _dispute(fee: Payment, *, chance: random.Random) -> None:
    """Asked about, or lost; a fee that was lost may be asked about too."""
    is_lost = chance.random() < 0.5
    dispute = a_dispute(
        fee,
        amount_cents=100_00,
        status="lost" if is_lost else chance.choice(["needs_response", "under_review"]),
        closed_at=NOW if is_lost else None,
        needs_decision=is_lost and chance.random() < 0.5,
    )
    if is_lost:
        Payment.objects.filter(pk=fee.pk).update(status="returned", disputed_cents=100_00)
        LedgerEntry.objects.create(
            order=fee.order,
            kind="taken_back",
            amount_cents=100_00,
            key=f"dispute:{fee.pk}",
            payment=fee,
            dispute=dispute,
            actor="x",
            at=NOW,
        )


def _money(order: Order, *, last: str, chance: random.Random) -> None:
    fee = Payment.objects.get(order=order)
    Payment.objects.filter(pk=fee.pk).update(
        status="paid", paid_at=NOW, provider_ref=f"ch_{order.pk}", provider="test"
    )
    if chance.random() < 0.5:
        _dispute(fee, chance=chance)
    if chance.random() < 0.2:
        a_refund(fee, status="failed")
    if last in ("accepted", "equipment_arrived", "completed") and chance.random() < 0.5:
        told_at = chance.choice([None, NOW])
        a_milestone(order, status="due", due_at=NOW, overdue_told_at=told_at)
    if last == "cancelled":
        Cancellation.objects.create(
            order=order,
            rule=chance.choice(["after_three_days", "fee_forfeited"]),
            kept_cents=0,
            refund_cents=0,
            cancelled_by="staff Jo",
            cancelled_at=NOW,
        )
        if order.cancellation.rule == "after_three_days":
            LedgerEntry.objects.create(
                order=order,
                kind="cancellation_fee",
                amount_cents=chance.choice([-100, 100]),
                key=f"{order.pk}",
                actor="staff Jo",
                at=NOW,
            )


def _message(order: Order, *, chance: random.Random) -> None:
    dead_at = NOW - timedelta(days=chance.choice([1, 13, 15]))
    for number, sent_at in enumerate([None, chance.choice([None, dead_at + timedelta(hours=1)])]):
        if number and sent_at is None:
            continue
        a_message(
            order,
            kind="price_locked",
            status="sent" if sent_at else "dead",
            sent_at=sent_at,
            dead_at=None if sent_at else dead_at,
            now=dead_at,
        )
