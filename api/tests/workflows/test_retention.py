"""What the privacy policy promises to erase is erased, and nothing else."""

from datetime import timedelta
from typing import Any

import pytest
from booking_helpers import ADA, NOW, OTHER_DAY, a_request, reserve, try_to_reserve
from database_helpers import filled
from django.db.models import Model

from standby.accounts.models import (
    Factor,
    FactorChallenge,
    OneTimeLink,
    RefreshToken,
    SignInSession,
    StaffToken,
    User,
)
from standby.core.limits import consume
from standby.core.policy import RateLimitRule
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.coverage.rules.addresses import extract_zip
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Customer, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.orders import Contact
from standby.payments.models import PaymentEvent
from standby.pricing.models.quoting import (
    ManualQuoteRequest,
    Quote,
    WizardInteractionEvent,
    WizardSession,
)
from standby.tasks.models import StaffTask
from standby.workflows.retention import (
    abandon_wizards,
    erase_expired_customers,
    erase_old_customers,
    purge_idempotency_records,
    purge_old_traces,
    purge_rate_buckets,
)

pytestmark = pytest.mark.usefixtures("shop")


DAY = timedelta(days=1)


def a_wizard(name: str, *, age: timedelta, **told: Any) -> WizardSession:
    wizard = WizardSession.objects.create(
        session_id=name,
        secret_hash="s" * 64,
        full_name="Ada Lovelace",
        created_at=NOW - age,
        updated_at=NOW - age,
        **told,
    )
    WizardInteractionEvent.objects.create(
        session=wizard, event_type="step_entered", created_at=NOW - age
    )
    return wizard


def statuses() -> dict[str, str]:
    return dict(WizardSession.objects.values_list("session_id", "status"))


@pytest.mark.req("WIZ-06.3")
def test_a_wizard_silent_for_a_day_is_abandoned_from_in_progress_only_until_it_reserves() -> None:
    order = reserve(now=NOW - 5 * DAY)
    a_wizard("silent", age=DAY + timedelta(seconds=1))
    a_wizard("busy", age=DAY)
    a_wizard("left", age=2 * DAY, status="abandoned")

    counts = [abandon_wizards(now=NOW) for _ in range(2)]

    found = {order.wizard.session_id: "completed", "busy": "in_progress", "left": "abandoned"}
    assert counts == [1, 0]
    assert statuses() == found | {"silent": "abandoned"}
    reserve(a_request(session_id="silent", secret_hash="s" * 64))
    assert statuses() == found | {"silent": "completed"}


def test_unfinished_bookings_are_erased_after_90_days_with_their_events() -> None:
    order = reserve(now=NOW)
    WizardSession.objects.update(updated_at=NOW - 200 * DAY)
    sold = a_wizard("priced", age=91 * DAY, status="abandoned")
    priced = Quote.objects.get(pk=order.quote_id)
    priced.pk, priced.wizard = None, sold
    priced.save()
    a_wizard("old", age=90 * DAY + timedelta(seconds=1), status="abandoned")
    a_wizard("younger", age=90 * DAY, status="abandoned")

    counts = [erase_expired_customers(now=NOW) for _ in range(2)]

    assert counts == [1, 0]
    assert set(statuses()) == {order.wizard.session_id, "priced", "younger"}
    assert WizardInteractionEvent.objects.count() == 2


def test_of_a_searched_address_the_zip_code_is_left_after_30_days() -> None:
    for number, (address, age) in enumerate(
        [
            ("24 Waterway Ave, The Woodlands, TX 77380", 31 * DAY),
            ("somewhere", 31 * DAY),
            ("77002", 31 * DAY),
            ("7 Elm St, Houston, TX 77002", 30 * DAY),
        ]
    ):
        AddressSearch.objects.create(
            address=address,
            geocoding_response={"status": "OK"} if number == 0 else None,
            session_id="abc",
            zip_code=extract_zip(address) or "",
            coverage_status="covered",
            created_at=NOW - age,
        )

    counts = [erase_expired_customers(now=NOW) for _ in range(2)]

    kept = AddressSearch.objects.order_by("pk")
    assert counts == [3, 0]
    assert [search.address for search in kept] == [
        *("77380", "", "77002", "7 Elm St, Houston, TX 77002")
    ]
    assert [search.session_id for search in kept] == ["", "", "", "abc"]
    assert {search.geocoding_response for search in kept} == {None}
    assert {search.coverage_status for search in kept} == {"covered"}
    assert extract_zip(kept[0].address) == "77380"


def test_answers_are_forgotten_after_thirty_days_and_limits_after_two() -> None:
    try_to_reserve()
    rule = RateLimitRule(name="one", limit=1, window=timedelta(hours=1))
    for age in (2 * DAY, 3 * DAY):
        consume(rule=rule, subject=f"{age}", now=NOW - age)
    early = purge_idempotency_records(now=NOW + timedelta(days=30))
    late = purge_idempotency_records(now=NOW + timedelta(days=30, seconds=1))
    assert (early, late) == (0, 1)
    assert [purge_rate_buckets(now=NOW) for _ in range(2)] == [1, 0]


YEARS, A_DAY = timedelta(days=5 * 365), timedelta(days=1)
YEARS_LATER = NOW + YEARS + A_DAY
ELSEWHEN = Slot(OTHER_DAY, TimeWindow.MORNING)  # nobody's expired seat is taken


def both(model: type[Model], when: str, age: timedelta, **told: object) -> None:
    """One just too old, one just not."""
    for past in (A_DAY, -A_DAY):
        filled(model, **{when: NOW - age - past}, **told)


def test_what_was_left_beside_orders_goes_after_five_years() -> None:
    for model in (NotifyRequest, ManualQuoteRequest, AddressSearch):
        both(model, "created_at", YEARS)
    both(InboundMessage, "received_at", YEARS, sender="1", text="hi")
    letter = {"kind": "manual_quote", "recipient": "a@b.c", "text": "Ada", "status": "sent"}
    both(Message, "created_at", YEARS, **letter, order_ref=None)

    counts = [purge_old_traces(now=NOW) for _ in range(2)]

    assert counts == [5, 0]
    assert [model.objects.count() for model in (NotifyRequest, ManualQuoteRequest)] == [1, 1]
    texts = sorted(InboundMessage.objects.values_list("sender", "text"))
    letters = sorted(Message.objects.values_list("recipient", "text"))
    assert texts == [("1", "hi"), ("erased", "")]
    assert letters == [("a@b.c", "Ada"), ("erased", "")]


def test_a_task_of_no_order_goes_after_five_years_even_if_nobody_did_it() -> None:
    made = {"order": None, "assignee": None, "created_by": "staff Jo", "message_ref": None}
    both(StaffTask, "created_at", YEARS, title="Call Walt", done_at=None, done_by="", **made)
    done = {"created_at": NOW - YEARS - 9 * A_DAY, "done_by": "staff Jo"}
    both(StaffTask, "done_at", YEARS, title="Called Walt", **done, **made)
    of_order = {**made, "order": reserve(), "created_at": NOW - YEARS - A_DAY}
    filled(StaffTask, title="Call Ada", done_at=None, done_by="", **of_order)

    assert [purge_old_traces(now=NOW) for _ in range(2)] == [2, 0]

    titles = StaffTask.objects.order_by("title").values_list("title", flat=True)
    assert list(titles) == ["Call Ada", "Call Walt", "Called Walt"]


def test_a_card_providers_letter_goes_after_ninety_days_once_it_was_worked_out() -> None:
    payload = {"email": ADA.email}
    both(PaymentEvent, "processed_at", 90 * A_DAY, payload=payload)
    filled(PaymentEvent, payload=payload, received_at=NOW - YEARS, processed_at=None)
    assert purge_old_traces(now=NOW) == 1
    assert sorted(len(one.payload) for one in PaymentEvent.objects.all()) == [0, 1, 1]


def test_sessions_links_and_tokens_go_ninety_days_after_they_are_over() -> None:
    jo = User.objects.create(username="jo", is_staff=True)
    for past in (91 * A_DAY, 89 * A_DAY):
        visitor = User.objects.create(
            username=f"visitor{past}", is_visitor=True, date_joined=NOW - past - A_DAY
        )
        for user in (jo, visitor):
            begun = {"created_at": NOW - past - A_DAY, "ended_at": NOW - past}
            filled(RefreshToken, session=filled(SignInSession, user=user, **begun))
    for model in (OneTimeLink, StaffToken):
        both(model, "expires_at", 90 * A_DAY, user=jo)
    both(FactorChallenge, "expires_at", 90 * A_DAY, factor=filled(Factor, user=jo))

    purge_old_traces(now=NOW)

    left = (SignInSession, RefreshToken, OneTimeLink, StaffToken, FactorChallenge)
    assert [model.objects.count() for model in left] == [2, 2, 1, 1, 1]
    assert User.objects.filter(is_visitor=True).count() == 1
    assert User.objects.filter(pk=jo.pk).exists()


def test_a_customer_is_erased_five_years_after_the_last_entry_of_any_order() -> None:
    old = reserve()
    bill = Contact(name="William King", email="bill@example.org", phone="7135550102")
    reserve(a_request(contact=bill, slot=ELSEWHEN), now=NOW + 2 * A_DAY)
    counts = [erase_old_customers(now=YEARS_LATER) for _ in range(2)]
    assert counts == [1, 0]
    old.customer.refresh_from_db()
    assert old.customer.erased_at == YEARS_LATER
    assert Customer.objects.filter(name="William King").count() == 1


@pytest.mark.parametrize(("came_back_after", "erased"), [(timedelta(0), 1), (2 * A_DAY, 0)])
def test_two_old_orders_of_one_person_are_one_erasure_and_whoever_came_back_later_stays(
    came_back_after: timedelta, erased: int
) -> None:
    reserve()
    reserve(a_request(slot=ELSEWHEN), now=NOW + came_back_after)
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
