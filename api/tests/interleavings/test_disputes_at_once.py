"""The same dispute is heard of ten times by two workers at once, and moves money once (PAY-04)."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from accounts import a_scheduled_order, balance
from bookings import NOW, OFFICE, test_cards
from scratch import a_scratch

from standby.apps.payments.models import Dispute, LedgerEntry, Payment
from standby.flows.money.follow_charge import follow_charge
from standby.providers.cards import DisputeState

WORKERS = 2
TIMES_EACH = 5
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_a_dispute_heard_of_ten_times_at_once_is_one_entry(tmp_path: Path) -> None:
    cards, begin = test_cards(tmp_path / "cards"), Barrier(WORKERS)
    with a_scratch(tmp_path) as scratch:
        order = a_scheduled_order(cards)
        charge = Payment.objects.get().provider_ref or ""
        cards.dispute(
            charge,
            DisputeState(
                id="du_1",
                amount_cents=100_00,
                reason="fraudulent",
                status="needs_response",
                opened_at=NOW,
                withdrawn_cents=100_00,
            ),
        )

        def work() -> None:
            with scratch.own_connection():
                begin.wait()
                for _ in range(TIMES_EACH):
                    follow_charge(charge, cards=cards, office=OFFICE, now=NOW)

        with ThreadPoolExecutor(WORKERS) as workers:
            for done in [workers.submit(work) for _ in range(WORKERS)]:
                done.result()

        assert LedgerEntry.objects.filter(kind="taken_back").count() == 1
        assert Dispute.objects.count() == 1
        assert (balance(order), Payment.objects.get().disputed_cents) == (100_00, 100_00)
