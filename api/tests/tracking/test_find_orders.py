"""Staff find orders by anything that is known of them, and by what is to be done (OPS-11)."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from account_helpers import a_scheduled_order
from booking_helpers import ADA, DAY, NOW, OTHER_DAY, a_request, all_of, reserve, set_rule
from database_helpers import filled
from whole_orders import a_dispute, a_message, a_milestone, a_refund, an_order_file

from standby.crews.models import Technician
from standby.documents.models import Proposal
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.appointments import note_visit_day
from standby.orders.services.orders import Contact
from standby.payments.models import Cancellation, CheckoutSession, LedgerEntry
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.ledger import note_balance
from standby.photos.models import PhotoReview
from standby.pricing.models.quoting import Quote
from standby.readiness.models import InstallationStep
from standby.tracking.rules.next_actions import ActionOwner, NextActionKey
from standby.tracking.selectors.find_orders import PAGE, OrderFilter, find_orders
from standby.tracking.selectors.orders import order_summaries
from standby.tracking.selectors.waiting_orders import ActionNotOurs, orders_waiting_for

May = Callable[..., bool]
pytestmark = pytest.mark.usefixtures("shop", "many_crews")


@pytest.fixture
def many_crews(shop: None) -> None:
    set_rule("scheduling", "crews_per_day", 90)


def an_order(name: str = "Grace Hopper", *, number: int = 1, **request: object) -> Order:
    contact = Contact(
        name=name, email=f"grace{number}@navy.example", phone=f"(713) 555-{number:04}"
    )
    return reserve(a_request(**{"contact": contact, **request}))


def find(typed: str = "", **asked: Any) -> list[Order]:
    sort = asked.pop("sort", "")
    return [seen.order for seen in find_orders(typed, OrderFilter(**asked), sort=sort, now=NOW)[1]]


@pytest.mark.req("OPS-11.1")
def test_an_order_is_found_by_name_mail_phone_and_place() -> None:
    byron = Contact(name="A. King", email="ada.byron-king@lon.example", phone="(713) 555-0142")
    ada, king = reserve(), reserve(a_request(contact=byron))
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
        assert find(typed) == [ada], typed
    for typed in ("ada.byron", "Byron-King", "byron-king@lon"):
        assert find(typed) == [king], typed
    assert find("spring") == [grace]
    assert find("waterway") == [king, ada]
    assert find("nobody of this name") == []


@pytest.mark.req("NEXT-01.3")
def test_an_order_is_found_by_the_code_that_the_customer_says() -> None:
    order, _other = an_order(), an_order(number=2)

    assert find(order.confirmation_code) == [order]
    assert find(order.confirmation_code.lower().replace("-", "")) == [order]


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
        assert find(typed) == [order], typed


def test_an_order_is_found_by_who_comes(cards: TestCards) -> None:
    order, _ = a_scheduled_order(cards), an_order()
    mary = Technician.objects.create(name="Mary Jackson", phone="281")
    Appointment.objects.filter(order=order).update(assigned_to=mary)
    assert find("mary") == [order]
    assert find("mary ada") == [order]
    assert find("mary grace") == []


def test_signs_that_mean_something_to_a_database_mean_nothing_here() -> None:
    reserve()
    assert find("%") == find("") == find("Ada - Lovelace") != []
    assert find("a_a") == find("1%0") == find("' OR 1=1 --") == []


def test_who_reserves_anew_is_found_by_the_newest_contact() -> None:
    request = a_request()
    order = reserve(request)
    reserve(replace(request, contact=replace(ADA, name="Ada King")))
    assert find("ada king") == [order]
    assert find("lovelace") == []


def test_the_newest_comes_first_and_fifty_stand_on_a_page() -> None:
    orders = [an_order(number=number) for number in range(PAGE + 2)]
    (count, first), (same_count, second) = (find_orders(page=page, now=NOW) for page in (1, 2))
    assert count == same_count == PAGE + 2
    assert [seen.order for seen in first + second] == orders[::-1]


def test_by_status_and_by_the_days_of_the_visit(cards: TestCards) -> None:
    late = an_order(slot=Slot(OTHER_DAY, TimeWindow.MORNING))
    scheduled = a_scheduled_order(cards)
    assert find(status="scheduled") == [scheduled]
    assert find(first_day=DAY) == [scheduled, late]
    assert find(first_day=OTHER_DAY) == [late]
    assert find(last_day=DAY) == [scheduled]
    assert find("grace", first_day=DAY, last_day=DAY) == []


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

    assert find(needs="staff") == [soon, late]
    assert find(next_action=NextActionKey.REVIEW_PHOTOS) == [soon, late]
    assert find(next_action=NextActionKey.MAKE_PROPOSAL) == []
    with pytest.raises(ActionNotOurs):  # what a homeowner does
        orders_waiting_for(NextActionKey.PAY_MILESTONE, now=NOW)


def test_what_the_database_finds_is_what_the_rule_says() -> None:
    chance = random.Random(7)
    orders = [an_order(number=number) for number in range(80)]
    for order in orders:
        _live(order, chance=chance)
        _step(order, chance=chance)

    fresh = Order.objects.select_related("quote", "customer", "order_location").order_by("pk")
    seen = order_summaries(list(fresh), now=NOW)

    wanted = {
        next_action: {
            one.order.pk for one in seen if next_action in {find.key for find in one.next_actions}
        }
        for next_action in NextActionKey
        if list(NextActionKey).index(next_action)
        <= list(NextActionKey).index(NextActionKey.REACH_CUSTOMER)
    }
    counted = {next_action: len(keys) for next_action, keys in wanted.items()}
    for next_action, keys in wanted.items():
        waiting = Order.objects.filter(pk__in=orders_waiting_for(next_action, now=NOW))
        told = set(waiting.values_list("pk", flat=True))
        assert told == keys, next_action
    needing = {one.order.pk for one in seen if one.next_actions[0].waits_for is ActionOwner.STAFF}
    assert find_orders(filters=OrderFilter(needs="staff"), now=NOW)[0] == len(needing)
    assert min(counted.values()) > 0, counted
    assert len(counted) == 15


def _live(order: Order, *, chance: random.Random) -> None:
    """An order comes as far as chance has it, in ways that the database allows."""

    def may(likely: float = 0.5) -> bool:
        return chance.random() < likely

    orders = Order.objects.filter(pk=order.pk)
    come = ["scheduled", "accepted", "equipment_arrived", "completed"][: chance.randint(0, 4)]
    if may(0.2) and "completed" not in come:
        come.append("cancelled")
    for status in come:
        orders.update(status=status)
    last = come[-1] if come else "reserved"
    if last == "completed" and may():
        orders.update(powered_on_at=NOW)
    _visit(order, last=last, may=may, days=chance.choice([-1, 0, 5, 20]))
    filled(PhotoReview, order=order, status=chance.choice(list(PhotoReview.Status)))
    _price(order, chance=chance, may=may)
    _money(order, last=last, may=may)
    if may(0.3):
        dead_at = NOW - timedelta(days=chance.choice([1, 13, 15]))
        a_message(order, kind="price_locked", status="dead", dead_at=dead_at, now=dead_at)
        if may():
            sent_at = dead_at + timedelta(hours=1)
            a_message(order, kind="price_locked", status="sent", sent_at=sent_at, now=dead_at)


def _step(order: Order, *, chance: random.Random) -> None:
    days, kind = chance.choice([-1, 0, 1]), chance.choice(["permit", "equipment"])
    InstallationStep.objects.create(
        order=order,
        kind=kind,
        status=chance.choice(["to_do", "requested", "failed", "not_needed"]),
        expected_on=NOW.date() + timedelta(days=days),
    )


def _visit(order: Order, *, last: str, may: May, days: int) -> None:
    visit, starts_at = order.appointments, NOW + timedelta(days=days)
    visit.update(
        **all_of(starts_at.date()), start_at=starts_at, end_at=starts_at + timedelta(hours=4)
    )
    is_over = last == "cancelled"
    is_certain = not is_over and may() and last != "reserved"  # who confirms it, schedules it
    visit.update(status="confirmed" if is_certain else "expired", confirmed_at=NOW)
    if is_over or (is_certain and may(0.3)):
        visit.update(status="cancelled" if is_over else "needs_new_date")
    note_visit_day(order)
    if may():
        visit.update(assigned_to=Technician.objects.create(name=f"T {order.pk}", phone="281"))


def _price(order: Order, *, chance: random.Random, may: May) -> None:
    first = order.quote
    if may():
        locked = Quote.objects.get(pk=first.pk)
        locked.pk, locked.version, locked.supersedes, locked.locked_at = None, 2, first, NOW
        locked.confirmed_run_ft = 20
        locked.save()
        Order.objects.filter(pk=order.pk).update(quote=locked, is_price_locked=True)
        order.refresh_from_db()
    for status in chance.choice([[], ["declined"], ["declined", "proposed"], ["approved"]]):
        filled(ChangeOrder, order=order, from_quote=first, to_quote=order.quote, status=status)
    if may():
        file, quote = an_order_file(order), chance.choice([first, order.quote])
        status = chance.choice(["ready", "superseded"])
        filled(Proposal, order=order, quote=quote, file=file, status=status)


def _money(order: Order, *, last: str, may: May) -> None:
    fee = order.payments.get()
    paid = {"status": "paid", "paid_at": NOW, "provider_ref": f"ch_{order.pk}"}
    order.payments.update(**paid)
    entry = {"order": order, "payment": None, "milestone": None, "dispute": None, "refund": None}
    if may() and may():  # lost, and perhaps for staff to decide
        a_dispute(fee, status="lost", closed_at=NOW, needs_decision=may())
        order.payments.update(status="returned", disputed_cents=100_00)
        filled(LedgerEntry, **entry | {"kind": "taken_back", "amount_cents": 100_00})
    elif may(0.3):
        a_dispute(fee, status="needs_response" if may() else "under_review")
    if may(0.2):
        a_refund(fee, status="failed")
    if last in ("accepted", "equipment_arrived", "completed") and may():
        a_milestone(order, status="due", overdue_notified_at=NOW if may() else None)
    if last == "cancelled":
        rule = "after_three_days" if may() else "fee_forfeited"
        filled(Cancellation, order=order, rule=rule)
        if rule == "after_three_days":
            cents = 100 if may() else -100
            filled(LedgerEntry, **entry | {"kind": "cancellation_fee", "amount_cents": cents})
    note_balance(order)
