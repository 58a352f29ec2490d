"""Numbers of invoices: none twice and none missing, however many take one at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from booking_helpers import NOW, reserve
from django.db import transaction
from meeting import Scratch

from standby.documents.models import BillingDocument, NumberSeries
from standby.documents.services.billing import take_number
from standby.orders.models import Order

pytest_plugins = ("scratch_database",)
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
THREADS, EACH = 8, 12
ISSUED = THREADS * EACH * 2 // 3
Issue = Callable[..., None]


class RolledBack(Exception):
    """What came after the number failed."""


def store(order: Order, number: int, fact: str, *, fails: bool) -> None:
    BillingDocument.objects.create(
        order=order, kind="invoice", number=number, fact=fact, amount_cents=1, issued_at=NOW
    )
    if fails:
        raise RolledBack


def as_we_do(order: Order, fact: str, *, fails: bool) -> None:
    with transaction.atomic():
        store(order, take_number("invoice"), fact, fails=fails)


def in_two_transactions(order: Order, fact: str, *, fails: bool) -> None:
    with transaction.atomic():
        number = take_number("invoice")
    with transaction.atomic():
        store(order, number, fact, fails=fails)


def numbers_of_a_crowd(issue: Issue, scratch: Scratch) -> list[int]:
    """Every third of their transactions is rolled back."""
    order = reserve()

    def work(thread: int) -> None:
        with scratch.own_connection():
            for number in range(EACH):
                with suppress(RolledBack):
                    issue(order, f"{thread}:{number}", fails=number % 3 == 2)

    with ThreadPoolExecutor(THREADS) as crowd:
        list(crowd.map(work, range(THREADS)))
    return sorted(BillingDocument.objects.values_list("number", flat=True))


@pytest.mark.req("OPS-20.1")
def test_numbers_have_no_gap_and_no_double_also_when_transactions_roll_back(
    scratch: Scratch,
) -> None:
    assert numbers_of_a_crowd(as_we_do, scratch) == list(range(1, ISSUED + 1))
    assert NumberSeries.objects.get().last == ISSUED


def test_control_a_number_taken_before_its_row_leaves_gaps(scratch: Scratch) -> None:
    numbers = numbers_of_a_crowd(in_two_transactions, scratch)

    assert len(numbers) == ISSUED
    assert numbers[-1] > ISSUED
