"""Sweeps: jobs of the worker that go over many rows, in small steps.

Such a job is written as a plain loop: it takes `steps` and calls `each`, `batches` or `items` for
each of its parts, in the same order every time and each under a name of its own. Called by a person
or a test, with ALL_AT_ONCE, that is what happens. The worker calls it by `take_turn`: then

- a turn ends after two seconds, or at once when the worker is asked to stop;
- where it was is a row of `sweeps`, so that the next turn, by any worker, goes on from there;
- only one worker at a time has a turn, and what is due is told by that row and not by a start;
- a row that cannot be worked on is logged and skipped, and the run is told as failed at its end;
- a provider or database that is away ends the turn, which is repeated within five minutes.

A step may be done twice, by a worker that died before it noted it: it has to be safe to repeat.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

from django.db import Error, transaction
from django.db.models import Model, QuerySet
from django.db.models.functions import Coalesce

from standby.core import stopping
from standby.core.models import Sweep
from standby.core.provider_calls import ProviderDown
from standby.core.unavailable import is_unavailable

log = logging.getLogger(__name__)

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")

ROWS_AT_ONCE: Final = 20
BATCH_SIZE: Final = 500
KEYS_AT_ONCE: Final = 100_000
TURN_S: Final = 2.0
LEASE: Final = timedelta(seconds=60)  # longer than a turn and its last step
# at the latest, even for a job that runs once a day
FAILED_RUNS_AGAIN_AFTER: Final = timedelta(minutes=5)
# A job that is due more often finds by itself what is left; an idle worker does not write for it.
DUE_TIME_KEPT_FROM: Final = timedelta(minutes=1)


class RowsSkipped(Exception):
    """Raised at the end of a run in which rows could not be worked on; the log names each."""


class _TurnOver(Exception):
    pass


class _TakenByAnother(Exception):
    pass


class Steps:
    """Goes over all rows at once; the first error ends it."""

    def each(
        self,
        part: str,
        rows: QuerySet[Row],
        work: Callable[[Row], int],
        *,
        narrow: Callable[[Sequence[Row]], Collection[Row]] = lambda rows: rows,
    ) -> int:
        """Call `work` with each row, in the order of their keys, and add up its results.

        `narrow` may leave out some of the next twenty rows, by one query for all of them.
        """
        total = 0
        for keys in self._keys(part, rows, size=ROWS_AT_ONCE):
            for row in narrow(list(rows.filter(pk__in=keys).order_by("pk"))):
                total += self._do(part, row.pk, partial(work, row))
        return total

    def batches(
        self, part: str, rows: QuerySet[Any], process: Callable[[QuerySet[Any]], int]
    ) -> int:
        """Run `process` on batches of `rows`, each in a transaction, and add up its results.

        A row that no longer matches the query when its batch begins is left out.
        """
        total = 0
        for keys in self._keys(part, rows, size=BATCH_SIZE):
            batch = rows.filter(pk__in=keys)
            total += self._do(part, keys[-1], partial(_in_transaction, process, batch))
        return total

    def items(
        self,
        part: str,
        items: Sequence[Item],
        work: Callable[[Item], int],
        *,
        key: Callable[[Item], object],
    ) -> int:
        """Like `each`, for a list that is read anew in each turn and keeps its order."""
        last = self._begins_after(part)
        if last is _DONE:
            return 0
        keys = [str(key(item)) for item in items]
        left = items[keys.index(last) + 1 :] if last in keys else items
        return sum(self._do(part, key(item), partial(work, item)) for item in left)

    def _keys(self, part: str, rows: QuerySet[Any], *, size: int) -> Iterator[list[Any]]:
        # The keys are read outside the transaction: on SQLite a long read inside it would keep
        # every other writer waiting.
        last = self._begins_after(part)
        # By an expression, so that the database finds the rows by what they are, and does not walk
        # through the whole table in the order of its keys.
        in_order = rows.annotate(sweep_key=Coalesce("pk", "pk")).order_by("sweep_key")
        while last is not _DONE:
            remaining = in_order if last is None else in_order.filter(sweep_key__gt=last)
            keys = list(remaining.values_list("sweep_key", flat=True)[:KEYS_AT_ONCE])
            for start in range(0, len(keys), size):
                self._ensure_goes_on()
                yield keys[start : start + size]
            last = keys[-1] if len(keys) == KEYS_AT_ONCE else _DONE

    def _begins_after(self, part: str) -> Any:
        # The last key that is done, None where none is, and _DONE where the whole part is.
        return None

    def _ensure_goes_on(self) -> None:
        pass

    def _do(self, part: str, key: Any, work: Callable[[], int]) -> int:
        return work()


_DONE: Final = object()
ALL_AT_ONCE: Final = Steps()


class Turn(Steps):
    """Some of the steps: after those of the turns before, until it is time or told to stop.

    `row` is where the sweep is, as it was read; nothing is written before the first step.
    """

    def __init__(self, row: Sweep, *, now: datetime) -> None:
        self.row, self.now = row, now
        self.is_claimed = False
        self._part, _, self._key = row.position.partition(":")
        self._ends_at_s = float("inf")

    def _begins_after(self, part: str) -> Any:
        if not self._part:
            return None
        if part != self._part:
            return _DONE  # the parts before it were done in earlier turns
        self._part = ""
        return self._key

    def _ensure_goes_on(self) -> None:
        if stopping.is_requested() or time.monotonic() >= self._ends_at_s:
            raise _TurnOver

    def _do(self, part: str, key: Any, work: Callable[[], int]) -> int:
        self._ensure_goes_on()
        self.claim()
        at = f"{part}:{key}"
        try:
            result = work()
        except stopping.Stopped:
            raise
        except Exception as error:
            # Who is away is asked again, for all rows. A row that says so twice may be to blame.
            is_away = is_unavailable(error) or isinstance(error, ProviderDown)
            if is_away and not self._is_stuck(at):
                raise
            log.exception("%s: %s %s is skipped", self.row.name, part, key)
            self.row.skipped, result = self.row.skipped + 1, 0
        self.write(position=at, skipped=self.row.skipped)
        return result

    def _is_stuck(self, at: str) -> bool:
        if self.row.stuck_at == at:
            return True
        with suppress(Error, _TakenByAnother):
            self.write(stuck_at=at)
        return False

    def claim(self) -> None:
        """Take the turn, by what the row said when it was read. Raises _TakenByAnother."""
        if self.is_claimed:
            return
        row = self.row
        if row.pk is None:
            Sweep.objects.bulk_create([row], ignore_conflicts=True)
        if row.started_at is None:
            row.started_at = self.now
        leased_until = self.now + LEASE
        self.write(claims=row.claims + 1, leased_until=leased_until, started_at=row.started_at)
        row.claims += 1
        self.is_claimed, self._ends_at_s = True, time.monotonic() + TURN_S

    def write(self, **values: Any) -> None:
        # Whoever took the turn meanwhile, after our lease, has counted on.
        if not Sweep.objects.filter(name=self.row.name, claims=self.row.claims).update(**values):
            raise _TakenByAnother

    def release(self, **values: Any) -> None:
        """Leave the rest to the next turn."""
        if self.is_claimed:
            with suppress(_TakenByAnother):
                self.write(leased_until=None, **values)

    def is_astray(self) -> bool:
        """Whether the part in which the last turn ended has not come: it is of another release."""
        return self._part != ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a turn: when to ask for the next one, and whether the run has ended."""

    again_at: datetime
    has_ended: bool = False


def take_turn(name: str, run: Callable[..., object], *, every: timedelta, now: datetime) -> Outcome:
    """Go on with a sweep that is due, for about two seconds.

    `run` is called with `now` and `steps`. What it raises is raised here, and the turn is repeated
    within five minutes; after the last turn of a run RowsSkipped, if it left rows out.
    """
    row = Sweep.objects.filter(name=name).first() or Sweep(name=name, due_at=now)
    if row.leased_until and now < row.leased_until <= now + LEASE:
        return Outcome(row.leased_until)
    if now < row.due_at <= now + every:  # not when the clock was set back
        return Outcome(row.due_at)
    turn = Turn(row, now=now)
    try:
        run(now=now, steps=turn)
        return _end(turn, every=every)
    except _TakenByAnother:
        return Outcome(now + min(every, LEASE))
    except (_TurnOver, stopping.Stopped):
        turn.release()
        return Outcome(now)
    except RowsSkipped:
        raise
    except Exception:
        with suppress(Error):  # then its lease runs out
            turn.release(due_at=now + min(every, FAILED_RUNS_AGAIN_AFTER))
        raise


def _end(turn: Turn, *, every: timedelta) -> Outcome:
    row, now = turn.row, turn.now
    is_astray = turn.is_astray()
    if not turn.is_claimed and every < DUE_TIME_KEPT_FROM and not is_astray:
        return Outcome(now + every, has_ended=True)
    turn.claim()
    began_at = row.started_at or now
    due_at = now if is_astray else max(began_at + every, now)
    anew = {"position": "", "stuck_at": "", "skipped": 0, "started_at": None}
    turn.write(**anew, leased_until=None, due_at=due_at)
    if row.skipped:
        raise RowsSkipped(f"{row.skipped} skipped")
    return Outcome(due_at, has_ended=not is_astray)


def _in_transaction(process: Callable[[QuerySet[Any]], int], batch: QuerySet[Any]) -> int:
    with transaction.atomic(durable=True):
        return process(batch)


def erase(rows: QuerySet[Any]) -> int:
    # Rows deleted by cascade are not counted.
    _, by_table = rows.delete()
    return by_table.get(rows.model._meta.label, 0)
