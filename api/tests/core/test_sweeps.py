"""Jobs over many rows: a step at a time, from where they were, and due by the clock."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.models import QuerySet

from standby.core import stopping, sweeps
from standby.core.models import Sweep
from standby.core.provider_calls import ProviderDown
from standby.core.sweeps import ALL_AT_ONCE, LEASE, Outcome, RowsSkipped, Steps, erase, take_turn
from standby.coverage.models import AddressSearch

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime(2025, 11, 3, 22, 0, tzinfo=UTC)
DAY, SECONDS = timedelta(days=1), timedelta(seconds=10)


def searches(count: int, *, status: str = "") -> QuerySet[AddressSearch]:
    AddressSearch.objects.bulk_create(
        [
            AddressSearch(
                address=f"{number}", created_at="2025-11-03T15:00Z", coverage_status=status
            )
            for number in range(count)
        ]
    )
    return AddressSearch.objects.filter(coverage_status=status)


@pytest.fixture(autouse=True)
def _is_asked_to_stop_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "is_requested", lambda: False)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn is one step."""
    monkeypatch.setattr(sweeps, "TURN_S", 0)
    looks = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(looks))


class Visits:
    """A sweep over two parts, which notes what it worked on; some keys break or stop it."""

    def __init__(self, first: QuerySet[AddressSearch], second: Sequence[str] = ()) -> None:
        self.first, self.second = first, second
        self.seen: list[str] = []
        self.breaks: dict[str, Exception] = {}

    def see(self, name: str) -> int:
        if name in self.breaks:
            raise self.breaks[name]
        self.seen.append(name)
        return 1

    def run(self, *, now: datetime, steps: Steps) -> int:
        first = steps.each("first", self.first, lambda row: self.see(row.address))
        return first + steps.items("second", self.second, self.see, key=str)

    def turn(self, at: datetime = NOW, *, every: timedelta = DAY) -> Outcome:
        return take_turn("visits", self.run, every=every, now=at)


def whole_run(visits: Visits, at: datetime = NOW) -> list[list[str]]:
    """What each turn of a run worked on."""
    turns = []
    while True:
        before = len(visits.seen)
        outcome = visits.turn(at)
        turns.append(visits.seen[before:])
        if outcome.has_ended:
            return turns


def row() -> Sweep:
    return Sweep.objects.get()


@pytest.mark.parametrize(("at_a_time", "found_at_once"), [(2, 100), (2, 4), (3, 2), (100, 100)])
def test_all_are_done_and_each_once(
    at_a_time: int, found_at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for size in ("BATCH_SIZE", "ROWS_AT_ONCE"):
        monkeypatch.setattr(sweeps, size, at_a_time)
    monkeypatch.setattr(sweeps, "KEYS_AT_ONCE", found_at_once)
    rows, seen = searches(7), []

    def keep(some: QuerySet[AddressSearch]) -> int:
        seen.append([search.address for search in some.order_by("pk")])
        return len(seen[-1])

    done = ALL_AT_ONCE.batches("searches", rows, keep)
    visits = Visits(rows, ["a", "b"])
    visited = visits.run(now=NOW, steps=ALL_AT_ONCE)

    in_order = [f"{number}" for number in range(7)]
    assert (done, visited) == (7, 9)
    assert [address for some in seen for address in some] == in_order
    assert visits.seen == [*in_order, "a", "b"]
    assert max(map(len, seen)) <= at_a_time


def test_rows_are_looked_for_outside_of_transactions_and_changed_inside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweeps, "BATCH_SIZE", 2)
    rows = searches(5)
    ran: list[tuple[str, bool]] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        ran.append((sql.split()[0], connection.in_atomic_block))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        ALL_AT_ONCE.batches("all", rows, lambda some: some.update(coverage_status="covered"))

    asked = [(verb, is_inside) for verb, is_inside in ran if verb in ("SELECT", "UPDATE")]
    assert asked == [("SELECT", False), *[("UPDATE", True)] * 3]
    assert ALL_AT_ONCE.batches("none", searches(0), erase) == 0


def test_a_row_that_changed_meanwhile_is_left_alone() -> None:
    rows = searches(3)

    def erase_first(some: QuerySet[AddressSearch]) -> int:
        first = AddressSearch.objects.order_by("pk")[1]
        AddressSearch.objects.filter(pk=first.pk).update(coverage_status="covered")
        return erase(some)

    assert ALL_AT_ONCE.batches("all", rows, erase_first) == 2
    assert AddressSearch.objects.get().coverage_status == "covered"


def test_rows_may_be_left_out_by_one_look_at_twenty() -> None:
    seen: list[str] = []

    def see(search: AddressSearch) -> int:
        seen.append(search.address)
        return 1

    def even(found: Sequence[AddressSearch]) -> list[AddressSearch]:
        return [each for each in found if int(each.address) % 2 == 0]

    assert ALL_AT_ONCE.each("searches", searches(5), see, narrow=even) == 3
    assert seen == ["0", "2", "4"]


@pytest.mark.usefixtures("hasty")
def test_each_turn_goes_on_after_the_last_step_whoever_takes_it() -> None:
    """Nothing is remembered in a worker: each turn is one of another worker."""
    visits = Visits(searches(3), ["a", "b"])

    assert whole_run(visits) == [["0"], ["1"], ["2"], ["a"], ["b"]]
    assert (row().position, row().started_at, row().leased_until) == ("", None, None)
    assert row().due_at == NOW + DAY


def test_a_turn_ends_after_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that each look at moves by 0.4 s."""
    looks = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(looks) * 0.4)

    turns = whole_run(Visits(searches(12)))

    assert [len(turn) for turn in turns] == [5, 5, 2]


@pytest.mark.req("RUN-10.2")
def test_a_turn_ends_at_once_when_the_worker_is_asked_to_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits = Visits(searches(3), ["a"])
    asked: list[bool] = []
    monkeypatch.setattr(stopping, "is_requested", lambda: bool(asked))
    see = visits.see

    def told_meanwhile(name: str) -> int:
        asked.append(True)
        return see(name)

    monkeypatch.setattr(visits, "see", told_meanwhile)
    outcome, seen = visits.turn(), [*visits.seen]
    stopped = row()
    before_its_first_step = Visits(searches(1, status="covered"))
    untouched = take_turn("other", before_its_first_step.run, every=DAY, now=NOW)
    asked.clear()
    monkeypatch.setattr(visits, "see", see)
    visits.turn()

    assert (outcome, seen) == (Outcome(NOW), ["0"])
    assert (untouched, before_its_first_step.seen) == (Outcome(NOW), [])
    assert (stopped.leased_until, stopped.started_at) == (None, NOW)
    assert visits.seen == ["0", "1", "2", "a"]
    assert not Sweep.objects.filter(name="other").exists()


@pytest.mark.req("RUN-10.3")
def test_a_run_is_due_by_the_clock_and_not_at_each_start() -> None:
    visits = Visits(searches(1))
    started_again = [visits.turn(), visits.turn(NOW + DAY / 2), visits.turn(NOW + DAY)]

    assert [outcome.has_ended for outcome in started_again] == [True, False, True]
    assert [outcome.again_at - NOW for outcome in started_again] == [DAY, DAY, 2 * DAY]
    assert visits.seen == ["0", "0"]


def test_a_run_that_takes_long_is_due_a_day_after_it_began(hasty: None) -> None:
    visits = Visits(searches(2))
    visits.turn(NOW)
    visits.turn(NOW + DAY / 2)
    late = Visits(searches(2, status="covered"))
    take_turn("late", late.run, every=DAY, now=NOW)
    outcome = take_turn("late", late.run, every=DAY, now=NOW + 3 * DAY)

    assert Sweep.objects.get(name="visits").due_at == NOW + DAY
    assert outcome == Outcome(NOW + 3 * DAY, has_ended=True)


def test_a_clock_that_was_ahead_delays_nothing_once_it_was_set_back() -> None:
    visits = Visits(searches(1))
    visits.turn(NOW + 30 * DAY)
    Sweep.objects.update(leased_until=NOW + 30 * DAY)

    assert visits.turn(NOW).has_ended
    assert visits.seen == ["0", "0"]


def test_an_idle_worker_writes_nothing_for_what_is_due_every_few_seconds() -> None:
    visits = Visits(searches(0))

    assert visits.turn(every=SECONDS) == Outcome(NOW + SECONDS, has_ended=True)
    assert not Sweep.objects.exists()
    assert visits.turn(every=DAY) == Outcome(NOW + DAY, has_ended=True)
    assert row().due_at == NOW + DAY


def test_only_one_worker_at_a_time_has_a_turn() -> None:
    visits = Visits(searches(2))
    meanwhile: list[Outcome] = []
    see = visits.see

    def other_worker_looks(name: str) -> int:
        meanwhile.append(visits.turn(NOW + timedelta(seconds=1)))
        return see(name)

    visits.see = other_worker_looks  # type: ignore[method-assign]
    visits.turn()

    assert meanwhile == [Outcome(NOW + LEASE)] * 2
    assert visits.seen == ["0", "1"]


def test_of_two_who_take_a_turn_at_the_same_moment_one_has_it() -> None:
    """Control: without the count of claims both would."""
    visits = Visits(searches(2))
    rival: list[Outcome] = []

    def run(*, now: datetime, steps: Steps) -> int:
        # Both have read the row; the rival takes its turn, and ends it, before our first step.
        rival.append(visits.turn())
        return visits.run(now=now, steps=steps)

    mine = take_turn("visits", run, every=DAY, now=NOW)

    assert rival == [Outcome(NOW + DAY, has_ended=True)]
    assert mine == Outcome(NOW + LEASE)
    assert visits.seen == ["0", "1"]


@pytest.mark.parametrize("end", ["over", "broken", "stopped", "step"])
def test_who_was_slower_than_its_lease_overwrites_nothing(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits = Visits(searches(1))
    faults = {"broken": ProviderDown(), "stopped": stopping.Stopped()}

    def taken_over(*, now: datetime, steps: Steps) -> int:
        done = steps.each("first", visits.first, lambda row: 1)
        Sweep.objects.update(claims=99, position="first:7", leased_until=NOW + LEASE)
        if end in faults:
            raise faults[end]
        if end == "step":
            steps.items("second", ["a"], lambda item: 1, key=str)
        return done

    if end == "broken":
        with pytest.raises(ProviderDown):
            take_turn("visits", taken_over, every=DAY, now=NOW)
    else:
        outcome = take_turn("visits", taken_over, every=DAY, now=NOW)
        assert not outcome.has_ended

    assert (row().claims, row().position, row().due_at) == (99, "first:7", NOW)


def test_a_worker_that_died_is_followed_by_another_when_its_lease_has_run_out() -> None:
    visits = Visits(searches(3))
    Sweep.objects.create(
        name="visits",
        due_at=NOW,
        started_at=NOW,
        position=f"first:{visits.first.order_by('pk')[0].pk}",
        leased_until=NOW + LEASE,
        claims=1,
    )

    early, later = visits.turn(), visits.turn(NOW + LEASE)

    assert (early, later.has_ended) == (Outcome(NOW + LEASE), True)
    assert visits.seen == ["1", "2"]


@pytest.mark.req("RUN-10.4")
def test_a_row_that_cannot_be_worked_on_stops_no_other_and_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    visits = Visits(searches(3), ["a"])
    visits.breaks = {"1": KeyError("poison")}

    with pytest.raises(RowsSkipped, match="1 skipped"):
        visits.turn()
    told, due_at = caplog.text, row().due_at
    visits.breaks.clear()
    visits.turn(NOW + DAY)

    assert visits.seen == ["0", "2", "a", "0", "1", "2", "a"]
    assert f"visits: first {visits.first.order_by('pk')[1].pk} is skipped" in told
    assert (due_at, row().skipped) == (NOW + DAY, 0)


@pytest.mark.parametrize("error", [ProviderDown(), OperationalError("gone")])
def test_who_is_away_is_asked_again_within_five_minutes_from_where_it_was(
    error: Exception,
) -> None:
    visits = Visits(searches(3))
    visits.breaks = {"1": error}

    with pytest.raises(type(error)):
        visits.turn()
    left, again_at = [*visits.seen], row().due_at
    too_early = visits.turn(NOW + timedelta(minutes=4))
    visits.breaks.clear()
    visits.turn(again_at)

    assert left == ["0"]
    assert (again_at, too_early.has_ended) == (NOW + timedelta(minutes=5), False)
    assert visits.seen == ["0", "1", "2"]


@pytest.mark.parametrize("error", [ProviderDown(), OperationalError("gone")])
def test_one_row_at_which_somebody_is_always_away_stops_no_other(error: Exception) -> None:
    visits = Visits(searches(3))
    visits.breaks = {"1": error}

    with pytest.raises(type(error)):
        visits.turn()
    with pytest.raises(RowsSkipped, match="1 skipped"):
        visits.turn(NOW + timedelta(minutes=5))

    assert visits.seen == ["0", "2"]
    assert (row().stuck_at, row().skipped) == ("", 0)


def test_a_sweep_that_fails_before_its_first_step_leaves_no_trace() -> None:
    def fail(**_: object) -> None:
        raise ProviderDown

    with pytest.raises(ProviderDown):
        take_turn("visits", fail, every=DAY, now=NOW)

    assert not Sweep.objects.exists()


@pytest.fixture
def gone_for_writers() -> Callable[[], Any]:
    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("UPDATE"):
            raise OperationalError("gone")
        return execute(sql, params, many, context)

    return lambda: connection.execute_wrapper(refuse)


def test_a_database_that_is_gone_at_the_end_leaves_the_turn_to_its_lease(
    gone_for_writers: Callable[[], Any],
) -> None:
    visits = Visits(searches(2))

    def run(*, now: datetime, steps: Steps) -> int:
        steps.each("first", visits.first, lambda row: 1)
        with gone_for_writers():
            return steps.items("second", ["a"], lambda item: 1, key=str)

    def gone_for_good(*, now: datetime, steps: Steps) -> int:
        steps.each("first", visits.first, lambda row: 1)
        gone.__enter__()
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        take_turn("visits", run, every=DAY, now=NOW)
    released = row().leased_until
    gone = gone_for_writers()
    with pytest.raises(OperationalError):
        take_turn("for good", gone_for_good, every=DAY, now=NOW)
    gone.__exit__(None, None, None)

    assert released is None
    assert Sweep.objects.get(name="for good").leased_until == NOW + LEASE


def test_a_list_that_lost_the_last_item_is_done_anew() -> None:
    visits = Visits(searches(0), ["a", "b"])
    Sweep.objects.create(name="visits", due_at=NOW, started_at=NOW, position="second:gone")

    visits.turn()

    assert visits.seen == ["a", "b"]


def test_a_position_of_an_earlier_release_begins_anew() -> None:
    visits = Visits(searches(1))
    Sweep.objects.create(name="visits", due_at=NOW, started_at=NOW, position="no such part:7")

    astray, ended = visits.turn(), visits.turn()

    assert (astray, ended) == (Outcome(NOW), Outcome(NOW + DAY, has_ended=True))
    assert visits.seen == ["0"]


def test_work_that_ends_in_its_middle_because_the_process_stops_is_not_skipped() -> None:
    visits = Visits(searches(2))
    visits.breaks = {"1": stopping.Stopped()}

    stopped = visits.turn()
    visits.breaks.clear()
    visits.turn()

    assert not stopped.has_ended
    assert visits.seen == ["0", "1"]
