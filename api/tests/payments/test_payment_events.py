"""Payment events: in every order and often, with one final state (C1, C4); refunds and disputes."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import a_dispute, a_scheduled_order, an_accepted_order, balance, page_for
from booking_client import deliver
from booking_helpers import NOW, CardsAreDown, process_next_event
from django.db import connection, transaction
from sampling import WHOLE, sample

from standby.core.models import Job
from standby.core.policy import EARLY_CARD_EVENT_TRIED_FOR
from standby.orders.models import Order
from standby.payments.models import CheckoutSession, LedgerEntry, Payment, PaymentEvent
from standby.payments.providers.cards.stripe_events import sign
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges
from standby.reports.selectors.what_waits import backlog

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
FIRST = 3_073_69
TRIED_FIRST = 2  # of the events that are left; all of them in `make faults`


def six_events(order: Order, page_id: str, cards: TestCards) -> dict[str, Mapping[str, Any]]:
    """As the provider tells them of one bank payment: part of it is refunded by hand, that refund
    bounces, and the bank takes all of it back in the end."""
    cards.approve(page_id, now=NOW)
    session = cards._session_now(page_id)
    cards.hear_from_bank(page_id, arrives=True, now=NOW)
    charge = str(session["payment_intent"])
    paid = Payment.objects.get(order=order, milestone__isnull=False)
    by_hand = cards.refund_by_hand(charge, amount_cents=10_00)
    cards.refund_by_hand(charge, amount_cents=5_00)
    cards.bounce(by_hand.id, reason="declined")
    cards.dispute(charge, a_dispute(paid, "lost", withdrawn_cents=paid.amount_cents - 5_00))
    about = {"payment_intent": charge, "metadata": {"payment_id": str(paid.public_id)}}
    return {
        "checkout.session.completed": session,
        "checkout.session.async_payment_succeeded": session | {"payment_status": "paid"},
        "checkout.session.async_payment_failed": session,
        "refund.failed": {"payment_intent": charge},
        "charge.refunded": about,
        "charge.dispute.closed": {"payment_intent": charge},
    }


def final_state(order: Order) -> tuple[Any, ...]:
    payment = Payment.objects.get(order=order, milestone__isnull=False)
    page = CheckoutSession.objects.get(payment=payment)
    return (
        payment.status,
        payment.refunded_cents,
        payment.disputed_cents,
        page.status,
        order.milestones.get(kind="acceptance").status,
        balance(order),
        sorted(LedgerEntry.objects.filter(order=order).values_list("kind", "amount_cents")),
        PaymentEvent.objects.filter(processed_at=None).count(),
    )


def ends(
    coming: Mapping[str, Mapping[str, Any]],
    order: Order,
    cards: TestCards,
    *,
    now: datetime = NOW,
    firsts: int = 6,
) -> Iterator[str]:
    """The final state after every order in which they can come; what orders share is done once.
    Of those that can come first, or next, only so many are tried.

    Each comes, and is worked out, before the next; what came early is tried again.
    """
    if not coming:
        for hours in range(40):
            if not PaymentEvent.objects.filter(processed_at=None).exists():
                break
            process_next_event(cards=cards, now=now + timedelta(hours=hours))
        yield repr(final_state(order))
    for kind in sample(list(coming), firsts):
        mark = transaction.savepoint()
        charges.store_event(
            provider="test", event_id=f"evt_{kind}", kind=kind, payload=dict(coming[kind]), now=now
        )
        process_next_event(cards=cards, now=now)
        others = {other: coming[other] for other in coming if other != kind}
        later = now + timedelta(milliseconds=1)
        yield from ends(others, order, cards, now=later, firsts=firsts)
        transaction.savepoint_rollback(mark)


def test_every_order_of_the_six_events_ends_the_same(own_folder: Any) -> None:
    cards = TestCards.from_settings()
    order = an_accepted_order(cards)
    page_id = page_for(order, method="bank", cards=cards)

    found = Counter(ends(six_events(order, page_id, cards), order, cards, firsts=TRIED_FIRST))

    assert list(found.values()) == [720 if WHOLE else 32], found
    taken = f"'returned', 500, {FIRST - 5_00}, 'complete', 'due', {FIRST - 5_00}"
    assert taken in next(iter(found))
    print(f"C4: {found.total()} orders of 6 events, 1 final state")


@pytest.mark.req("PAY-02.4")
def test_six_forgeries_are_six_refusals_and_nothing_written(own_folder: Any) -> None:
    cards = TestCards.from_settings()
    order = an_accepted_order(cards)
    page_id = page_for(order, cards=cards)
    signed = cards.approve(page_id, now=datetime.now(UTC))
    assert signed is not None
    raw, signature = signed
    old = cards.approve(page_id, now=datetime.now(UTC) - timedelta(seconds=301))
    future = cards.approve(page_id, now=datetime.now(UTC) + timedelta(seconds=360))
    assert old is not None
    assert future is not None
    forged = {
        "forged secret": (raw, sign(raw, secret="guessed", now=datetime.now(UTC))),
        "tampered body": (raw.replace(b"paid", b"paif"), signature),
        "written anew": (json.dumps(json.loads(raw), indent=1).encode(), signature),
        "an old scheme": (raw, signature.replace("v1=", "v0=")),
        "no header": (raw, ""),
        "too old": old,
        "from the future": future,
    }

    with connection.execute_wrapper(_no_writing):
        statuses = {name: deliver(*sent).status_code for name, sent in forged.items()}

    assert statuses == dict.fromkeys(forged, 400)
    assert not PaymentEvent.objects.exists()
    assert deliver(raw, signature).status_code == 200
    print(f"C1 and C2: {len(forged)} of {len(forged)} forgeries refused, 0 writes")


def _no_writing(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    assert not sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")), sql
    return execute(sql, params, many, context)


def deliver_event(kind: str, about: dict[str, Any], cards: TestCards) -> PaymentEvent:
    charges.store_event(provider="test", event_id=kind, kind=kind, payload=about, now=NOW)
    process_next_event(cards=cards, now=NOW)
    return PaymentEvent.objects.get(event_id=kind)


EVERY_KIND = [
    "charge.refunded",
    "charge.refund.updated",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
    "charge.failed",
    "payment_intent.payment_failed",
]


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_of_event_about_a_charge_has_it_looked_at(kind: str, cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    payment = Payment.objects.get(order=order)
    cards.dispute(payment.provider_ref or "", a_dispute(payment))
    about = {"object": "payment_intent", "id": payment.provider_ref}
    if not kind.startswith("payment_intent"):
        about = {"payment_intent": payment.provider_ref}

    event = deliver_event(kind, about, cards)

    assert event.error == "charge followed"
    assert balance(order) == 100_00


@pytest.mark.parametrize(
    ("kind", "about", "outcome"),
    [
        (
            "payment_intent.payment_failed",
            {"object": "payment_intent", "id": "pi_new"},
            "nothing to do",
        ),
        (
            "charge.refunded",
            {"payment_intent": "pi_other", "metadata": {"payment_id": "theirs"}},
            "nothing of ours",
        ),
        ("refund.failed", {"metadata": None}, "no charge that can be read"),
    ],
    ids=["failed before it was paid", "of another shop", "without a charge"],
)
def test_an_event_that_says_nothing_of_a_payment_of_ours_is_over(
    kind: str, about: dict[str, Any], outcome: str, cards: TestCards
) -> None:
    event = deliver_event(kind, about, cards)

    assert (event.error, event.processed_at) == (outcome, NOW)


def test_an_event_of_a_charge_of_nobody_is_given_up_in_the_end(cards: TestCards) -> None:
    event = deliver_event("charge.dispute.created", {"payment_intent": "pi_other"}, cards)
    first = (Job.objects.get(kind="payment_event").last_error, event.processed_at)

    for hours in range(1, 48):
        process_next_event(cards=cards, now=NOW + timedelta(hours=hours))
    event.refresh_from_db()
    assert event.processed_at is None

    for hours in range(48, 60):
        process_next_event(cards=cards, now=NOW + timedelta(hours=hours))

    event.refresh_from_db()
    assert first == ("ChargeUnknown", None)
    assert event.error == "given up: charge_unknown"
    assert event.processed_at is not None
    assert event.processed_at - event.received_at >= EARLY_CARD_EVENT_TRIED_FOR


def test_a_charge_that_the_provider_does_not_know_changes_nothing(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    Payment.objects.update(provider_ref="pi_of_another_account")

    event = deliver_event(
        "charge.refunded", {"payment_intent": {"id": "pi_of_another_account"}}, cards
    )

    assert event.error == "a charge that the provider does not know"
    assert balance(order) == 0


def test_while_the_provider_is_down_even_for_days_an_event_waits_until_it_is_processed(
    tmp_path: Path, cards: TestCards
) -> None:
    order = a_scheduled_order(cards)
    payment = Payment.objects.get(order=order)
    cards.dispute(payment.provider_ref or "", a_dispute(payment))
    down, now = CardsAreDown(folder=tmp_path, secret="s" * 50), NOW
    event = deliver_event("charge.dispute.created", {"payment_intent": payment.provider_ref}, down)
    assert Job.objects.get(kind="payment_event").last_error == "CardsDown"

    for _ in range(99):
        now = Job.objects.get(kind="payment_event").due_at
        process_next_event(cards=down, now=now)

    assert now - NOW > EARLY_CARD_EVENT_TRIED_FOR
    assert backlog(now=now + timedelta(hours=1))["card_events_waiting"] == 1
    due_at = Job.objects.get(kind="payment_event").due_at
    assert process_next_event(cards=cards, now=due_at)
    event.refresh_from_db()
    assert event.processed_at == due_at
    assert balance(order) == 100_00
