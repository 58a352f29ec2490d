"""A sentence about an order is said only while its facts hold (TRUTH-03.1).

Each sentence of the table meets the opposite of each fact that it asserts; then real orders do.
"""

from datetime import date, timedelta
from itertools import chain, combinations
from typing import Any

import pytest
from django.test import Client
from whole_orders import a_milestone, a_refund, an_order_file, complete, confirm, now, reserve

from standby.core.clock import local_date
from standby.core.market import TERMS
from standby.core.policy import MARKET_ZONE
from standby.crews.models import Technician
from standby.documents.models import Proposal
from standby.orders.models import Appointment, Order
from standby.orders.selectors.orders import visit_of
from standby.payments.models import LedgerEntry, Payment, Refund
from standby.payments.services.charges import mark_paid
from standby.payments.services.refunds import mark_sent
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind, StepStatus
from standby.tracking.rules.progress import NextStepKey
from standby.tracking.rules.status_facts import Fact, Part, Sentence
from standby.tracking.rules.status_sentences import (
    PREPARATIONS,
    SENTENCES,
    STATES,
    action_for,
    preparations_in_words,
    sentences_for,
)
from standby.tracking.selectors.booking import booking_view

OPPOSITES = [
    pytest.param(sentence, step, fact, id=f"{sentence.id} {step} {fact.name}")
    for sentence in SENTENCES
    for step in sorted(sentence.at)
    for fact in sorted(sentence.says | sentence.denies)
]


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize(("sentence", "step", "fact"), OPPOSITES)
def test_with_the_opposite_fact_the_sentence_is_gone(
    sentence: Sentence, step: NextStepKey, fact: Fact
) -> None:
    assert sentence.may_be_stated(step, sentence.says)
    assert not sentence.may_be_stated(step, sentence.says ^ {fact})


def test_each_sentence_has_one_name() -> None:
    ids = [sentence.id for sentence in SENTENCES]
    assert sorted(ids) == sorted(set(ids))


# What is so by the rules of the next step, and what may be so or not.
IMPLIED = {
    NextStepKey.PAY_FEE: {Fact.FEE_DUE},
    NextStepKey.WAIT_PROPOSAL: {Fact.PRICE_AGREED},
    NextStepKey.PAY_MILESTONE: {Fact.PAYMENT_DUE},
    NextStepKey.WAIT_INSTALLATION: {Fact.DAY_CONFIRMED},
    NextStepKey.WAIT_POWER_ON: {Fact.INSTALLED},
    NextStepKey.DONE: {Fact.INSTALLED, Fact.POWER_ON},
}
NEVER_AT = {
    NextStepKey.PAY_FEE: {Fact.FEE_PAID},
    NextStepKey.CONFIRM: {Fact.DAY_CONFIRMED},
    NextStepKey.CHOOSE_DATE: {Fact.DAY_CONFIRMED},
    NextStepKey.WAIT_INSTALLATION: {Fact.INSTALLED},
    NextStepKey.WAIT_POWER_ON: {Fact.POWER_ON},
}


@pytest.mark.parametrize("step", NextStepKey)
def test_whatever_else_is_so_each_step_has_one_title(step: NextStepKey) -> None:
    titles = [one for one in SENTENCES if one.part is Part.TITLE and step in one.at]
    asked = set(chain.from_iterable(one.says | one.denies for one in titles))
    implied = IMPLIED.get(step, set())
    free = sorted(asked - implied - NEVER_AT.get(step, set()))
    worlds = chain.from_iterable(combinations(free, size) for size in range(len(free) + 1))
    for world in worlds:
        if {Fact.SOME_PHOTOS, Fact.ALL_PHOTOS} <= set(world):
            continue
        facts = {*world, *implied}
        assert [one.id for one in titles if one.may_be_stated(step, facts)][:2] == [
            sentences_for(step, facts)[0].id
        ], facts


@pytest.mark.parametrize(
    ("step", "facts", "button"),
    [
        (NextStepKey.CHOOSE_DATE, {Fact.FEE_DUE}, "See if it is still open"),
        (NextStepKey.CHOOSE_DATE, {Fact.DAY_LOST, Fact.FEE_PAID}, "Choose a day"),
        (NextStepKey.SEND_PHOTOS, {Fact.SOME_PHOTOS}, "Add your photos"),
        (NextStepKey.SEND_PHOTOS, {Fact.ALL_PHOTOS}, "Go to your photos"),
        (NextStepKey.DONE, set(), "Review your installation"),
        (NextStepKey.DONE, {Fact.MONEY_OPEN}, ""),
        (NextStepKey.WAIT_REVIEW, set(), ""),
    ],
)
def test_a_button_says_what_it_does_as_things_stand(
    step: NextStepKey, facts: set[Fact], button: str
) -> None:
    assert action_for(step, facts) == button


@pytest.mark.parametrize("status", StepStatus)
@pytest.mark.parametrize("kind", list(StepKind)[:4])
def test_a_preparation_is_named_behind_its_own_state_alone(
    kind: StepKind, status: StepStatus
) -> None:
    said = preparations_in_words({kind: status})
    if status in (StepStatus.ASK, StepStatus.NOT_NEEDED):
        assert said == ""
    else:
        assert said == f"{STATES[status]}: {PREPARATIONS[kind]}."


# Real orders


def said_to(browser: Client) -> dict[str, Any]:
    return dict(browser.get("/api/my-booking").json()["next_step"])


def whole_text(browser: Client) -> str:
    said = said_to(browser)
    return " ".join([said["title"], *said["lines"]])


@pytest.fixture
def order(shop: None, own_folder: None, browser: Client) -> Order:
    reserved = reserve(browser)
    confirm(reserved)
    Payment.objects.filter(order=reserved).update(
        status="paid", paid_at=now(), provider="test", provider_ref="ch_1"
    )
    return reserved


def test_a_hold_that_ends_another_day_names_it(
    shop: None, own_folder: None, browser: Client
) -> None:
    held = reserve(browser)
    _, until = visit_of(held)
    assert until is not None
    time = f"{until.astimezone(MARKET_ZONE):%I:%M %p}".lstrip("0")
    words = [
        booking_view(held, now=until - before).status.lines[0]
        for before in (timedelta(seconds=1), timedelta(days=1))
    ]
    day = local_date(until)
    assert words == [
        f"Your day is held for you until {time}.",
        f"Your day is held for you until {time} on {day:%A, %B} {day.day}.",
    ]


def signed(order: Order, *, days_ago: int = 0) -> Order:
    """The proposal is accepted; its first payment is asked for after the right to cancel."""
    at = now() - timedelta(days=days_ago)
    Proposal.objects.create(
        order=order,
        quote=order.quote,
        version=1,
        file=an_order_file(order, now=at),
        created_at=at,
        days_to_pay=5,
        status="accepted",
        accepted_at=at,
        accepted_name="Ada Lovelace",
        accepted_sha256="a" * 64,
    )
    Order.objects.filter(pk=order.pk).update(status="accepted")
    ask_at = at + timedelta(days=4)
    a_milestone(
        order, status="due", reached_at=at, ask_at=ask_at, due_on=local_date(at) + timedelta(9)
    )
    return order


def step(order: Order, kind: StepKind, status: StepStatus) -> None:
    fields = {"status": status, "done_on": date(2026, 1, 2) if status == StepStatus.DONE else None}
    InstallationStep.objects.update_or_create(order=order, kind=kind, defaults=fields)


@pytest.mark.req("TRUTH-03.1")
def test_after_signing_nothing_is_ordered_filed_or_over(browser: Client, order: Order) -> None:
    signed(order)
    said = said_to(browser)
    text = whole_text(browser)

    assert said["title"] == "We\N{RIGHT SINGLE QUOTATION MARK}re preparing your installation"
    assert "Not started: City permit, Gas company, Generator and equipment." in said["lines"]
    assert "You can cancel for any reason, with a full refund, until midnight on " in text
    assert "Your first payment, $1.00, is due by " in text
    assert "Does your home belong to an HOA?" in text
    for untrue in ("on its way", "filing", "ordered", "nothing for you to do"):
        assert untrue not in text

    step(order, StepKind.EQUIPMENT, StepStatus.REQUESTED)
    step(order, StepKind.PERMIT, StepStatus.DONE)
    step(order, StepKind.HOA, StepStatus.NOT_NEEDED)
    assert said_to(browser)["title"] == "Your generator is ordered"
    assert "Done: City permit. Under way: Generator and equipment." in whole_text(browser)
    assert "HOA" not in whole_text(browser)


@pytest.mark.req("TRUTH-03.1")
def test_a_payment_to_come_is_called_the_first_only_if_it_is(browser: Client, order: Order) -> None:
    signed(order)
    order.milestones.update(status="paid", paid_at=now())
    Order.objects.filter(pk=order.pk).update(status="equipment_arrived")
    later = {"ask_at": now() + timedelta(days=3), "due_on": local_date(now()) + timedelta(9)}
    a_milestone(order, "equipment", status="due", reached_at=now(), **later)

    assert "Your second payment, $1.00, is due by " in whole_text(browser)
    assert "first payment" not in whole_text(browser)


def test_once_the_right_to_cancel_is_over_and_all_is_paid_there_is_nothing_to_do(
    browser: Client, order: Order
) -> None:
    signed(order, days_ago=20)
    order.milestones.update(status="paid", paid_at=now())
    step(order, StepKind.HOA, StepStatus.NOT_NEEDED)

    text = whole_text(browser)
    assert "There\N{RIGHT SINGLE QUOTATION MARK}s nothing for you to do now." in text
    assert "cancel" not in text
    assert "first payment" not in text


@pytest.fixture
def powered_on(order: Order) -> Order:
    """Installed, its power on; nothing was inspected, and the last payment is due."""
    complete(order, at=now())
    a_milestone(order, "completion", status="due", amount_cents=3_798_69, due_on=date(2031, 5, 2))
    LedgerEntry.objects.create(
        order=order, kind="milestone", amount_cents=3_798_69, key="m", at=now(), actor="test"
    )
    return order


@pytest.mark.req("TRUTH-03.1")
def test_power_before_the_last_payment_is_neither_inspected_nor_paid(
    browser: Client, powered_on: Order
) -> None:
    said = said_to(browser)
    text = whole_text(browser)

    assert (said["title"], said["action"]) == ("Your home has standby power", "See the payment")
    assert "The final inspection is not on record." in said["lines"]
    assert any(" is due by Fri, May 2." in line for line in said["lines"])
    assert "inspected" not in text
    assert "paid." not in text


def test_power_with_everything_paid_and_inspected_says_so_and_each_opposite_does_not(
    browser: Client, powered_on: Order
) -> None:
    powered_on.milestones.update(status="paid", paid_at=now())
    LedgerEntry.objects.create(
        order=powered_on, kind="payment", amount_cents=-3_798_69, key="p", at=now(), actor="test"
    )
    powered_on.refresh_from_db()
    everything = "It is installed, inspected and paid."
    assert everything not in whole_text(browser)
    assert "It is installed and paid." in whole_text(browser)

    step(powered_on, StepKind.FINAL_INSPECTION, StepStatus.FAILED)
    assert "The final inspection did not pass." in whole_text(browser)
    assert everything not in whole_text(browser)

    step(powered_on, StepKind.FINAL_INSPECTION, StepStatus.DONE)
    assert everything in whole_text(browser)
    LedgerEntry.objects.create(
        order=powered_on, kind="late_fee", amount_cents=5_00, key="l", at=now(), actor="test"
    )
    assert everything not in whole_text(browser)
    assert "Still to pay: $5.00." in whole_text(browser)


@pytest.mark.req("BOOK-07.1")
def test_with_the_power_on_the_owner_has_the_machine_and_no_private_number(
    browser: Client, order: Order
) -> None:
    sam = Technician.objects.create(name="Sam Ortiz", phone="(713) 555-0177")
    visit = Appointment.objects.get(order=order)
    Appointment.objects.filter(pk=visit.pk).update(assigned_to=sam)
    before = browser.get("/api/my-booking").json()
    assert (before["machine"], before["appointment"]["technician"]["name"]) == (None, "Sam Ortiz")

    complete(order, at=now())
    after = browser.get("/api/my-booking").json()
    assert after["appointment"]["technician"] is None
    assert "555-0177" not in str(after)
    machine = after["machine"]
    assert (machine["serial_number"], machine["installed_on"]) == ("", visit.day.isoformat())
    assert (machine["kw"], machine["is_own"]) == (22, False)
    assert machine["work_warranty"] == TERMS.warranty["workmanship"]

    step(order, StepKind.EQUIPMENT, StepStatus.REQUESTED)
    InstallationStep.objects.filter(order=order).update(serial_number="3012345678")
    assert browser.get("/api/my-booking").json()["machine"]["serial_number"] == "3012345678"


def test_a_day_that_is_over_is_not_announced(browser: Client, order: Order) -> None:
    for status in ("accepted", "equipment_arrived"):
        Order.objects.filter(pk=order.pk).update(status=status)
    assert said_to(browser)["title"].startswith("We install on ")

    yesterday = local_date(now()) - timedelta(days=1)
    Appointment.objects.filter(order=order).update(
        day=yesterday, ends_on=yesterday, time_window="morning"
    )
    assert said_to(browser)["title"].startswith("Your installation was planned for ")
    assert "We install on" not in whole_text(browser)


def cancel(browser: Client) -> dict[str, Any]:
    """Cancel on the terms that the page shows, and return its account."""
    shown = browser.get("/api/my-booking/cancellation").json()
    named = ("rule", "refund_cents", "retained_cents", "owed_cents")
    terms = {name: shown[name] for name in named}
    canceled = browser.post(
        "/api/my-booking/cancel",
        terms,
        content_type="application/json",
        headers={"Idempotency-Key": "cancel-this-order-1"},
    )
    assert canceled.status_code == 200, canceled.content
    return account(browser)


def account(browser: Client) -> dict[str, Any]:
    money: dict[str, Any] = browser.get("/api/my-booking/money").json()
    return money


def test_a_canceled_order_speaks_of_a_refund_only_where_there_is_one(
    browser: Client, order: Order
) -> None:
    cancel(browser)
    assert "refund" not in whole_text(browser)
    assert "Nothing was charged" not in whole_text(browser)

    a_refund(order.payments.get(), status="requested", now=now())
    assert "Your refund is shown below" in whole_text(browser)


@pytest.mark.req("TRUTH-04.1")
def test_what_was_paid_counts_until_its_refund_is_sent(
    shop: None, own_folder: None, browser: Client
) -> None:
    order = reserve(browser)
    confirm(order)
    mark_paid(order.payments.get(), provider="test", charge="ch_1", now=now())
    Order.objects.filter(pk=order.pk).update(scheduling_fee_refundable=True)
    paid_cents = account(browser)["paid_cents"]

    canceled = cancel(browser)
    assert (canceled["paid_cents"], canceled["refunding_cents"]) == (paid_cents, paid_cents)
    assert (canceled["other_cents"], canceled["remaining_cents"]) == (0, -paid_cents)

    mark_sent(Refund.objects.get(), provider_ref="re_1", now=now())
    sent = account(browser)
    assert (sent["paid_cents"], sent["other_cents"], sent["remaining_cents"]) == (0, 0, 0)


@pytest.mark.req("TRUTH-03.1")
def test_of_a_canceled_order_nothing_can_be_accepted_or_canceled_again(
    browser: Client, order: Order
) -> None:
    Proposal.objects.create(
        order=order,
        quote=order.quote,
        version=1,
        days_to_pay=5,
        file=an_order_file(order),
        created_at=now(),
    )
    assert browser.get("/api/my-booking").json()["proposal"]["status"] == "ready"
    cancel(browser)

    seen = browser.get("/api/my-booking").json()
    assert seen["proposal"] is None
    assert [stage["name"] for stage in seen["timeline"]] == [
        "Date reserved",
        "Appointment confirmed",
        "Order canceled",
    ]


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize(
    ("days", "is_canceled", "may_cancel"),
    [(0, False, True), (30, False, False), (0, True, False)],
)
def test_the_right_to_a_full_refund_is_said_while_it_lasts(
    browser: Client, order: Order, days: int, is_canceled: bool, may_cancel: bool
) -> None:
    signed(order, days_ago=days)
    if is_canceled:
        cancel(browser)

    proposal = browser.get("/api/my-booking").json()["proposal"]
    assert (proposal["cancel_until"] is not None) is may_cancel
