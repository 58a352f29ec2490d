"""Card events in every order, and often: one payment, one final state (C1, C4)."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from accounts import a_dispute, an_accepted_order, balance, page_for
from booking_client import deliver
from bookings import NOW
from django.db import connection, transaction
from sampling import WHOLE, sample
from worked_off import process_next_event

from standby.orders.models import Order
from standby.payments.models import CheckoutSession, LedgerEntry, Payment, PaymentEvent
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.signature import sign
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges

FIRST = 3_073_69
TRIED_FIRST = 2  # of the events that are left; all of them in `make faults`
pytestmark = pytest.mark.usefixtures("shop", "own_folder")


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
    cards = payments_providers.test_cards()
    order = an_accepted_order(cards)
    page_id = page_for(order, method="bank", cards=cards)

    found = Counter(ends(six_events(order, page_id, cards), order, cards, firsts=TRIED_FIRST))

    assert list(found.values()) == [720 if WHOLE else 32], found
    taken = f"'returned', 500, {FIRST - 5_00}, 'complete', 'due', {FIRST - 5_00}"
    assert taken in next(iter(found))
    print(f"C4: {found.total()} orders of 6 events, 1 final state")


@pytest.mark.req("PAY-02.4")
def test_six_forgeries_are_six_refusals_and_nothing_written(own_folder: Any) -> None:
    cards = payments_providers.test_cards()
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
