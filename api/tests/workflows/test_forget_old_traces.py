"""What the privacy policy promises to end after its time ends, and nothing sooner (M2)."""

from datetime import timedelta

import pytest
from bookings import ADA, NOW, OTHER_DAY, a_wish, reserve
from django.db.models import Model
from filled_rows import filled

from standby.accounts.models import (
    Factor,
    FactorChallenge,
    OneTimeLink,
    RefreshToken,
    SignInSession,
    StaffToken,
    User,
)
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.messaging.models import InboundText, Message
from standby.orders.models import Customer, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.orders import Contact
from standby.payments.models import PaymentEvent
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.workflows.retention import (
    erase_expired_customers,
    erase_old_customers,
    purge_old_traces,
)

pytestmark = pytest.mark.usefixtures("shop")
YEARS, DAY = timedelta(days=5 * 365), timedelta(days=1)
YEARS_LATER = NOW + YEARS + DAY
ELSEWHEN = Slot(OTHER_DAY, TimeWindow.MORNING)  # nobody's expired seat is taken


def both(model: type[Model], when: str, age: timedelta, **told: object) -> None:
    """One just too old, one just not."""
    for past in (DAY, -DAY):
        filled(model, **{when: NOW - age - past}, **told)


def test_what_was_left_beside_orders_goes_after_five_years() -> None:
    for model in (NotifyRequest, ManualQuoteRequest, AddressSearch):
        both(model, "created_at", YEARS)
    both(InboundText, "received_at", YEARS, sender="1", text="hi")
    letter = {"kind": "manual_quote", "recipient": "a@b.c", "text": "Ada", "status": "sent"}
    both(Message, "created_at", YEARS, **letter, order_ref=None)

    counts = [purge_old_traces(now=NOW) for _ in range(2)]

    assert counts == [5, 0]
    assert [model.objects.count() for model in (NotifyRequest, ManualQuoteRequest)] == [1, 1]
    texts = sorted(InboundText.objects.values_list("sender", "text"))
    letters = sorted(Message.objects.values_list("recipient", "text"))
    assert texts == [("1", "hi"), ("erased", "")]
    assert letters == [("a@b.c", "Ada"), ("erased", "")]


def test_a_card_providers_letter_goes_after_ninety_days_once_it_was_worked_out() -> None:
    payload = {"email": ADA.email}
    both(PaymentEvent, "processed_at", 90 * DAY, payload=payload)
    filled(PaymentEvent, payload=payload, received_at=NOW - YEARS, processed_at=None)

    assert purge_old_traces(now=NOW) == 1

    assert sorted(len(one.payload) for one in PaymentEvent.objects.all()) == [0, 1, 1]


def test_sessions_links_and_tokens_go_ninety_days_after_they_are_over() -> None:
    jo = User.objects.create(username="jo", is_staff=True)
    for past in (91 * DAY, 89 * DAY):
        visitor = User.objects.create(
            username=f"visitor{past}", is_visitor=True, date_joined=NOW - past - DAY
        )
        for user in (jo, visitor):
            begun = {"created_at": NOW - past - DAY, "ended_at": NOW - past}
            filled(RefreshToken, session=filled(SignInSession, user=user, **begun))
    for model in (OneTimeLink, StaffToken):
        both(model, "expires_at", 90 * DAY, user=jo)
    both(FactorChallenge, "expires_at", 90 * DAY, factor=filled(Factor, user=jo))

    purge_old_traces(now=NOW)

    left = (SignInSession, RefreshToken, OneTimeLink, StaffToken, FactorChallenge)
    assert [model.objects.count() for model in left] == [2, 2, 1, 1, 1]
    assert User.objects.filter(is_visitor=True).count() == 1
    assert User.objects.filter(pk=jo.pk).exists()


def test_a_customer_is_erased_five_years_after_the_last_entry_of_any_order() -> None:
    old = reserve()
    bill = Contact(name="William King", email="bill@example.org", phone="7135550102")
    reserve(a_wish(contact=bill, slot=ELSEWHEN), now=NOW + 2 * DAY)

    counts = [erase_old_customers(now=YEARS_LATER) for _ in range(2)]

    assert counts == [1, 0]
    old.customer.refresh_from_db()
    assert old.customer.erased_at == YEARS_LATER
    assert Customer.objects.filter(name="William King").count() == 1


@pytest.mark.parametrize(("came_back_after", "erased"), [(timedelta(0), 1), (2 * DAY, 0)])
def test_two_old_orders_of_one_person_are_one_erasure_and_whoever_came_back_later_stays(
    came_back_after: timedelta, erased: int
) -> None:
    reserve()
    reserve(a_wish(slot=ELSEWHEN), now=NOW + came_back_after)

    assert erase_old_customers(now=YEARS_LATER) == erased
    names = set(Customer.objects.values_list("name", flat=True))
    assert names == {"erased" if erased else ADA.name}


def test_an_order_that_is_still_live_after_years_stays_and_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    order = reserve()
    Order.objects.filter(pk=order.pk).update(status="scheduled")

    erase_expired_customers(now=YEARS_LATER)

    assert "order_still_live" in caplog.text
    assert Customer.objects.get().name == ADA.name
