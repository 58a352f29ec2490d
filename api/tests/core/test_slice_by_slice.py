"""Long work is done in slices, each a transaction, and nobody is kept waiting by the looking."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from standby.core.jobs import erase, in_batches
from standby.coverage.models import AddressSearch


def searches(count: int) -> QuerySet[AddressSearch]:
    AddressSearch.objects.bulk_create(
        [
            AddressSearch(address=f"{number}", created_at="2025-11-03T15:00Z")
            for number in range(count)
        ]
    )
    return AddressSearch.objects.filter(coverage_status="")


@pytest.mark.parametrize(("at_a_time", "found_at_once"), [(2, 100), (2, 4), (3, 2), (100, 100)])
@pytest.mark.django_db(transaction=True)
def test_all_are_done_and_each_once(at_a_time: int, found_at_once: int) -> None:
    rows, seen = searches(7), []

    def keep(some: QuerySet[AddressSearch]) -> int:
        seen.append([search.address for search in some.order_by("pk")])
        return len(seen[-1])

    done = in_batches(rows, keep, batch_size=at_a_time, keys_at_once=found_at_once)

    assert done == 7
    assert [address for some in seen for address in some] == [f"{number}" for number in range(7)]
    assert max(map(len, seen)) <= at_a_time


@pytest.mark.django_db(transaction=True)
def test_rows_are_looked_for_outside_of_transactions_and_changed_inside() -> None:
    rows = searches(5)
    ran: list[tuple[str, bool]] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        ran.append((sql.split()[0], connection.in_atomic_block))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        in_batches(rows, lambda some: some.update(coverage_status="covered"), batch_size=2)

    asked = [(verb, is_inside) for verb, is_inside in ran if verb in ("SELECT", "UPDATE")]
    assert asked == [("SELECT", False), *[("UPDATE", True)] * 3, ("SELECT", False)]
    assert in_batches(searches(0), erase) == 0


@pytest.mark.django_db(transaction=True)
def test_a_row_that_changed_meanwhile_is_left_alone() -> None:
    rows = searches(3)

    def erase_first(some: QuerySet[AddressSearch]) -> int:
        first = AddressSearch.objects.order_by("pk")[1]
        AddressSearch.objects.filter(pk=first.pk).update(coverage_status="covered")
        return erase(some)

    assert in_batches(rows, erase_first) == 2
    assert AddressSearch.objects.get().coverage_status == "covered"
