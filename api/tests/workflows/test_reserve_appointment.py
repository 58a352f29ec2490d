"""A visitor reserves a day: one test per ending."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

import orjson
import pytest
from booking_helpers import (
    ADA,
    DAY,
    HOLD,
    NOW,
    OTHER_DAY,
    a_request,
    appointment_of,
    pay,
    reserve,
    reserve_other_seats,
    set_rule,
    settle,
    taken_seats,
    test_cards,
    try_to_reserve,
)
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from outbox_helpers import the_message, worded

from standby.core.errors import DomainError
from standby.core.policy import MARKET_ZONE
from standby.coverage.models import CoveredZip
from standby.messaging.models import Message
from standby.orders.models import Appointment, CrewDay, CrewSeat, Customer, Order, OrderLogEntry
from standby.orders.rules.scheduling import DayNotOffered, Slot, TimeWindow
from standby.orders.selectors.slot_room import DayFull
from standby.orders.services.orders import (
    ClientOrigin,
    Contact,
    ReservationRequest,
    TooManyHolds,
    TooManyReservations,
)
from standby.payments.models import Payment
from standby.pricing.models.quoting import WizardSession
from standby.pricing.rules.wizard import STEPS_BEFORE_AN_ORDER, WizardAnswers
from standby.pricing.selectors.catalog import AddressNotCovered
from standby.workflows.reserve_appointment import AlreadyReserved

pytestmark = pytest.mark.usefixtures("columns_kept")


HELD_UNTIL = NOW + HOLD
LATER = NOW + HOLD + timedelta(minutes=1)
OTHER = Slot(OTHER_DAY, TimeWindow.MORNING)


@pytest.mark.req("PRICE-01.6", "BOOK-02.1", "WIZ-07.1", "TRUTH-01.3")
def test_a_reservation_holds_the_date_at_the_servers_own_price_and_completes_the_wizard() -> None:
    order = reserve()

    appointment, fee = appointment_of(order), Payment.objects.get(order=order)
    assert (appointment.day, appointment.time_window) == (DAY, "morning")
    assert appointment.status == Appointment.Status.HELD
    assert appointment.seat.hold_expires_at == HELD_UNTIL
    assert order.total_cents == 12_694_77
    assert (fee.amount_cents, fee.status, fee.paid_at) == (100_00, "due", None)
    assert order.order_location.zip_code == "77380"
    assert (order.package.max_distance_feet, order.generator and order.generator.kw) == (25, 22)
    wizard = WizardSession.objects.get(pk=order.wizard_id)
    assert (wizard.status, wizard.order_id) == ("completed", str(order.public_id))
    assert wizard.current_step == STEPS_BEFORE_AN_ORDER[-1]
    assert wizard.completed_steps == STEPS_BEFORE_AN_ORDER
    assert (wizard.full_name, wizard.mobile_number) == ("Ada Lovelace", "(281) 555-0100")
    assert wizard.email == "Ada@example.org"
    assert (wizard.selected_installation_date, wizard.selected_time_window) == (DAY, "morning")
    log = OrderLogEntry.objects.filter(order=order).values_list("subject", "after", "actor")
    assert list(log) == [
        ("order", "reserved", "visitor"),
        ("payment", "due", "visitor"),
        ("appointment", "held", "visitor"),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersWithFuel(WizardAnswers):
    fuel: str


def test_answers_of_the_wizard_are_stored_with_the_order_and_changed_with_it() -> None:
    request = a_request(answers=AnswersWithFuel(fuel="propane"))
    assert reserve(request).answers["fuel"] == "propane"
    changed = replace(request, answers=AnswersWithFuel(fuel="natural_gas"))
    assert reserve(changed).answers["fuel"] == "natural_gas"


def test_word_of_the_hold_is_queued_with_it() -> None:
    reserve()
    mail, text = worded(Message.objects.order_by("channel"))
    assert (mail.recipient, text.recipient) == ("Ada@example.org", "(281) 555-0100")
    assert "Thursday, November 20" in mail.subject
    assert "$100.00" in mail.text
    assert f"{HELD_UNTIL.astimezone(MARKET_ZONE):%-I:%M %p} on Monday, November 3" in mail.text
    assert "[[my-booking]]" in mail.text
    assert "Thu, Nov 20" in text.text


@pytest.mark.req("BOOK-01.1", "BOOK-01.2")
def test_a_day_has_as_many_places_as_crews_whichever_the_window() -> None:
    reserve()
    reserve(a_request(slot=Slot(DAY, TimeWindow.AFTERNOON)))

    for window in TimeWindow:
        with pytest.raises(DayFull):
            reserve(a_request(slot=Slot(DAY, window)))

    assert taken_seats() == Order.objects.count() == 2
    CrewDay.objects.create(day=DAY, crews=3, reason="a third crew comes")
    reserve()
    assert taken_seats() == 3


def test_fewer_crews_take_nobodys_place_give_none_and_remove_free_ones_first() -> None:
    first, second = reserve_other_seats(2)
    set_rule("scheduling", "crews_per_day", 1)

    with pytest.raises(DayFull):
        reserve()

    assert [appointment_of(order).seat.seat_no for order in (first, second)] == [1, 2]
    CrewSeat.objects.filter(afternoon__order=first).update(
        morning=None, afternoon=None, hold_expires_at=None
    )
    with pytest.raises(DayFull):
        reserve()
    assert taken_seats() == 1


@pytest.mark.req("BOOK-02.3")
def test_a_hold_that_ran_out_gives_its_place_to_the_next_and_is_reserved_again() -> None:
    request = a_request()
    first, second = reserve(request), reserve()
    reserve_other_seats(2, now=LATER)
    assert {appointment_of(order).status for order in (first, second)} == {"expired"}
    assert taken_seats() == OrderLogEntry.objects.filter(after="expired", actor="clock").count()
    assert taken_seats() == 2
    reserve(replace(request, slot=OTHER), now=LATER)
    assert (appointment_of(first).status, appointment_of(first).day) == ("held", OTHER_DAY)


def test_reserving_again_moves_the_same_order() -> None:
    request = a_request()
    order = reserve(request)
    appointment = appointment_of(order)

    king, slot = replace(ADA, name="Ada King"), Slot(OTHER_DAY, TimeWindow.AFTERNOON)
    again = reserve(replace(request, slot=slot, band="medium", contact=king))

    moved = appointment_of(again)
    assert (again.pk, moved.public_id) == (order.pk, appointment.public_id)
    assert (moved.day, moved.time_window, moved.status) == (OTHER_DAY, "afternoon", "held")
    assert again.package.max_distance_feet == 50
    assert again.total_cents == again.quote.total_cents
    assert Customer.objects.get().name == "Ada King"
    assert (taken_seats(DAY), taken_seats(OTHER_DAY)) == (0, 1)
    assert Payment.objects.count() == 1


def test_reserving_again_on_the_same_day_keeps_the_place() -> None:
    request = a_request()
    order = reserve(request)
    seat = appointment_of(order).seat
    reserve()
    later = NOW + timedelta(minutes=5)
    reserve(replace(request, slot=Slot(DAY, TimeWindow.AFTERNOON)), now=later)
    seat.refresh_from_db()
    assert seat.afternoon == appointment_of(order)
    assert seat.hold_expires_at == later + HOLD


def test_a_full_day_leaves_the_date_that_was_held_before() -> None:
    request = a_request()
    order = reserve(request)
    reserve_other_seats(2, slot=OTHER)
    with pytest.raises(DayFull):
        reserve(replace(request, slot=OTHER))
    assert appointment_of(order).day == DAY
    assert taken_seats(DAY) == 1


def test_another_visitors_wizard_stays_another_visitors() -> None:
    theirs = a_request()
    order = reserve(theirs)
    mine = reserve(a_request(session_id=theirs.session_id))
    assert mine.pk != order.pk
    assert mine.wizard.session_id != theirs.session_id


def test_a_visitor_without_a_wizards_id_has_one_wizard_all_the_same() -> None:
    request = a_request(session_id=None)
    first, second = reserve(request), reserve(request)
    assert first.pk == second.pk


def test_a_confirmed_appointment_is_not_reserved_again(tmp_path) -> None:  # type: ignore[no-untyped-def]
    request, cards = a_request(), test_cards(tmp_path)
    order = reserve(request)
    settle(pay(order, cards=cards), cards=cards)
    with pytest.raises(AlreadyReserved):
        reserve(request)
    assert appointment_of(order).status == "confirmed"


def test_a_paid_order_that_lost_its_date_is_confirmed_on_the_new_one_at_once(tmp_path) -> None:  # type: ignore[no-untyped-def]
    request, cards = a_request(), test_cards(tmp_path)
    order = reserve(request)
    paid = pay(order, cards=cards)
    reserve_other_seats(2, now=LATER)
    settle(paid, cards=cards, now=LATER)

    answer = try_to_reserve(replace(request, slot=Slot(OTHER_DAY, TimeWindow.MORNING)), now=LATER)

    told = orjson.loads(answer.content)
    order.refresh_from_db()
    assert (told["status"], told["hold_expires_at"]) == ("confirmed", None)
    assert (order.status, appointment_of(order).day) == ("scheduled", OTHER_DAY)
    assert appointment_of(order).seat.hold_expires_at is None
    assert Message.objects.filter(kind="date_confirmed").count() == 2


def test_a_free_visit_owes_nothing() -> None:
    set_rule("pricing", "scheduling_fee", {"amount_cents": 0, "refundable": True})
    order = reserve()
    assert not Payment.objects.exists()
    assert (order.scheduling_fee_cents, order.scheduling_fee_refundable) == (0, True)
    assert "once you confirm it" in the_message(kind="date_held", channel="email").text


@pytest.mark.parametrize(
    ("address", "told"),
    [("24 Waterway Ave, The Woodlands, TX 77380", "77375"), ("24 Waterway Ave, Spring", "77380")],
    ids=["its own, whatever the wizard says", "without one, the one that was checked"],
)
def test_the_address_is_covered_by_one_zip_code(address: str, told: str) -> None:
    CoveredZip.objects.create(zip_code="77375", city="Tomball", lat=30.1, lon=-95.6)
    order = reserve(a_request(address=address, claimed_zip_code=told))
    assert order.order_location.zip_code == "77380"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("1 Main St, El Paso, TX 79901", "77380"),
        ("1 Main St, Houston", ""),
        ("1 Main St, Houston, TX 77001", ""),
    ],
    ids=["elsewhere", "no ZIP code", "not served any more"],
)
def test_an_address_that_is_not_covered_is_refused(address: str, told: str) -> None:
    CoveredZip.objects.create(
        zip_code="77001", city="Houston", lat=29.8, lon=-95.4, status="inactive"
    )
    with pytest.raises(AddressNotCovered) as refused:
        reserve(a_request(address=address, claimed_zip_code=told))
    assert refused.value.field == "wizardData.location.address.formatted"


@pytest.mark.parametrize(
    ("model", "chosen_kw", "kw", "review"),
    [
        ("7291", None, 26, ""),
        ("X-1", None, None, "own generator of an unknown model"),
        ("", None, None, "own generator of an unknown model"),
        ("", 26, 26, "own generator of an unknown model"),
    ],
)
def test_a_generator_of_the_customers_own_has_the_size_they_chose_or_none(
    model: str, chosen_kw: int | None, kw: int | None, review: str
) -> None:
    order = reserve(a_request(generator_choice="provide_own", model_number=model, own_kw=chosen_kw))
    assert (order.own_model_number, order.own_generator_kw) == (model, kw)
    assert order.review_reason == review
    assert (order.generator, order.total_cents) == (None, 5_140_00)


def test_whose_contact_is_typed_neither_tells_of_their_holds_nor_locks_them_out() -> None:
    set_rule("scheduling", "crews_per_day", 10)
    for number in range(6):  # a stranger's, on Ada's email and phone
        stranger = ClientOrigin(client=f"stranger {number}", network=f"network {number}")
        reserve(a_request(origin=stranger, contact=ADA))

    ada = reserve(a_request(origin=ClientOrigin(client="ada", network="ada"), contact=ADA))

    assert Order.objects.filter(customer__phone_key=ada.customer.phone_key).count() == 7


def other_contact(number: int) -> Contact:
    return Contact(name="B", email=f"b{number}@example.org", phone=f"713555{number:04}")


@pytest.mark.parametrize(
    ("most", "client", "network", "refusal"),
    [
        (3, "one client", "", TooManyHolds),
        (6, "client {}", "one network", TooManyReservations),
    ],
    ids=["three of one client", "six of one network and hour"],
)
def test_so_many_dates_are_held_and_no_more(
    most: int, client: str, network: str, refusal: type[DomainError]
) -> None:
    set_rule("scheduling", "crews_per_day", 10)

    def by(number: int) -> ReservationRequest:
        origin = ClientOrigin(client=client.format(number), network=network)
        return a_request(origin=origin, contact=other_contact(number))

    for number in range(most):
        reserve(by(number))
    with pytest.raises(refusal):
        reserve(by(most))
    reserve(by(most), now=NOW + timedelta(hours=1, minutes=1))


def test_a_network_is_told_when_its_oldest_reservation_is_an_hour_old() -> None:
    set_rule("scheduling", "crews_per_day", 10)

    def by(number: int) -> ReservationRequest:
        origin = ClientOrigin(client=f"client {number}", network="one network")
        return a_request(origin=origin, contact=other_contact(number))

    for number in range(6):
        reserve(by(number), now=NOW + timedelta(minutes=number))
    with pytest.raises(TooManyReservations) as refused:
        reserve(by(6), now=NOW + timedelta(minutes=20))
    assert refused.value.retry_after_s == 40 * 60
    reserve(by(6), now=NOW + timedelta(minutes=60))


def test_moving_ones_own_hold_does_not_count_against_it() -> None:
    request = a_request(origin=ClientOrigin(client="one", network="one"))
    reserve(request)
    reserve(a_request(origin=ClientOrigin(client="two", network="two")))
    reserve(replace(request, slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
    assert taken_seats(OTHER_DAY) == 1


MOMENTS = st.one_of(
    st.sampled_from(
        [
            datetime.fromisoformat(f"{change}+00:00") + timedelta(hours=hours)
            for change in ("2026-03-08T08:00", "2026-11-01T07:00", "2027-03-14T08:00")
            for hours in (-3, -2, -1, 0, 1, 17, 21, 22)
        ]
    ),
    st.integers(0, 700 * 24 * 60).map(
        lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    ),
)
AHEAD = st.one_of(st.integers(13, 17), st.integers(43, 47), st.integers(-400, 400))


def is_offered(day: date, *, now: datetime) -> bool:
    """By the specification alone: 15 to 45 days from Houston's today, no weekends."""
    ahead = (day - now.astimezone(MARKET_ZONE).date()).days
    return 15 <= ahead <= 45 and day.weekday() < 5


@pytest.mark.req("BOOK-01.3")
def test_a8_a_day_is_reserved_if_and_only_if_it_is_offered() -> None:
    told: Counter[str] = Counter()

    @settings(
        max_examples=200,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    @given(now=MOMENTS, ahead=AHEAD, is_closed=st.booleans())
    def ask(now: datetime, ahead: int, is_closed: bool) -> None:
        day = now.astimezone(MARKET_ZONE).date() + timedelta(days=ahead)
        mark = transaction.savepoint()
        CrewDay.objects.create(day=day, crews=0 if is_closed else 2, reason="asked")
        try:
            reserve(a_request(slot=Slot(day, TimeWindow.MORNING)), now=now)
            found = "reserved"
        except DayNotOffered:
            found = "refused"
        transaction.savepoint_rollback(mark)
        told[found] += 1
        assert (found == "reserved") is (is_offered(day, now=now) and not is_closed)

    ask()

    print(f"\nA8: {told['refused']} wrong days refused, {told['reserved']} offered ones reserved")
    assert told["refused"]
    assert told["reserved"]
    assert not Order.objects.exists()
