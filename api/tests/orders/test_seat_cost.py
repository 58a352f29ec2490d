"""A reservation costs the same whatever the crews of its day."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from typing import Any

import pytest
from bookings import DAY, OTHER_DAY, a_wish, reserve
from django.db import connection

from standby.orders.models import CrewDay, CrewSeat
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.appointments import make_seats

pytestmark = pytest.mark.usefixtures("shop")


@contextmanager
def statements_and_rows() -> Iterator[list[tuple[str, int]]]:
    """Each statement with the rows that it fetched or wrote."""
    ran: list[tuple[str, int]] = []
    is_counting = False

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal is_counting
        if is_counting or not sql.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            return execute(sql, params, many, context)
        rows = None
        if sql.lstrip().startswith("SELECT"):
            is_counting = True
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT COUNT(*) FROM ({sql}) AS counted", params)
                rows = cursor.fetchone()[0]
            is_counting = False
        done = execute(sql, params, many, context)
        ran.append((sql.split("(")[0][:60], context["cursor"].rowcount if rows is None else rows))
        return done

    with connection.execute_wrapper(count):
        yield ran


Cost = tuple[list[str], int, int]


def cost_of_reserving(day: date) -> Cost:
    """The statements, the rows that they fetch, and the rows that they write."""
    with statements_and_rows() as ran:
        reserve(a_wish(slot=Slot(day, TimeWindow.MORNING)))
    fetched = sum(rows for sql, rows in ran if sql.startswith("SELECT"))
    written = sum(rows for sql, rows in ran if not sql.startswith("SELECT"))
    return [sql for sql, _ in ran], fetched, written


@pytest.mark.req("BOOK-01.1")
def test_a_seat_costs_the_same_with_2_and_with_400_crews() -> None:
    reserve()  # what changes rarely is read once
    costs: dict[int, tuple[Cost, Cost]] = {}
    for crews, day in ((2, OTHER_DAY), (400, OTHER_DAY + timedelta(days=3))):
        CrewDay.objects.create(day=day, crews=crews, reason="a storm is over")
        first = cost_of_reserving(day)
        make_seats(day, numbers=range(1, crews + 1))
        costs[crews] = first, cost_of_reserving(day)

    (few_first, few), (many_first, many) = costs[2], costs[400]
    assert many == few
    assert many_first[:2] == few_first[:2]
    assert 0 <= many_first[2] - few_first[2] <= 8  # at most ten seats are made at once
    assert CrewSeat.objects.count() == 2 + 2 + 400


def test_control_what_reads_every_seat_costs_more_with_400_crews() -> None:
    fetched = []
    for crews, day in ((2, DAY), (400, OTHER_DAY)):
        make_seats(day, numbers=range(1, crews + 1))
        with statements_and_rows() as ran:
            list(CrewSeat.objects.filter(day=day))
        fetched.append(sum(rows for _, rows in ran))

    assert fetched == [2, 400]
