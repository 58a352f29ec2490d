"""Runs another story exactly before or after one statement of ours, in a connection of its own.

On PostgreSQL the other runs inside of our transaction's time, as far as no lock of ours holds it
up; on SQLite, which has one writer, it waits for its turn as soon as we have it. Then we go on.
"""

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3 import base as sqlite_backend
from django.db.utils import load_backend

from standby.core.errors import DomainError

Story = Callable[[], object]
SQL = r"^(?!SAVEPOINT|RELEASE)"  # any statement but those that only mark a place
_GIVE_UP_AFTER_S = 60
_SQLITE_WAITS_AFTER_S = 0.1
_ALIAS = "default"


class Scratch:
    """A database of a test's own, and how another thread comes to it."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._settings = told

    def new_connection(self) -> BaseDatabaseWrapper:
        wrapper: BaseDatabaseWrapper = load_backend(self._settings["ENGINE"]).DatabaseWrapper(
            self._settings, _ALIAS
        )
        return wrapper

    @contextmanager
    def own_connection(self) -> Iterator[BaseDatabaseWrapper]:
        """This thread speaks to the database by a connection of its own."""
        before, mine = connections[_ALIAS], self.new_connection()
        connections[_ALIAS] = mine
        try:
            mine.ensure_connection()
            yield mine
        finally:
            mine.close()
            connections[_ALIAS] = before


def outcome_of(story: Story) -> str:
    """What became of a story: "done", the code of the rule that said no, or what broke it."""
    try:
        story()
    except DomainError as refusal:
        return refusal.code
    except Exception as broken:  # noqa: BLE001 - whatever it is, it is what the test is to tell
        return f"broken: {type(broken).__name__}: {broken}"
    return "done"


@dataclass
class Meeting:
    """`story` runs before the nth statement of ours that matches (or right after it)."""

    story: Story
    scratch: Scratch
    nth: int = 1
    pattern: str = SQL
    is_after: bool = False
    other: str = ""
    seen: int = 0
    _thread: Thread | None = None
    _pid: int = 0
    _watcher: Any = None
    _at: tuple[Any, float] = (None, 0.0)
    _waited: list[str] = field(default_factory=list)

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        is_now = re.search(self.pattern, sql) is not None and self._counted() == self.nth
        if is_now and not self.is_after:
            self._run(sql)
        result = execute(sql, params, many, context)
        if is_now and self.is_after:
            self._run(sql)
        return result

    @property
    def had_to_wait(self) -> bool:
        """Whether a lock of ours, or our turn, held the other up."""
        return bool(self._waited)

    def end(self) -> None:
        """Whoever was not met yet comes now; whoever waited for us has an end."""
        if self._thread is None:
            self._run("")
        if self._thread is not None:
            self._thread.join(_GIVE_UP_AFTER_S)
            assert not self._thread.is_alive(), "the other story never ended"

    def _counted(self) -> int:
        self.seen += 1
        return self.seen

    def _run(self, sql: str) -> None:
        has_turn = connection.in_atomic_block or sql.startswith("BEGIN")
        self._thread = Thread(target=self._tell)
        self._thread.start()
        give_up_at = time.monotonic() + _GIVE_UP_AFTER_S
        while self._thread.is_alive() and not (has_turn and self._is_waiting()):
            assert time.monotonic() < give_up_at, f"the other hangs beside {sql!r}"
            self._thread.join(0.002)
        if self._thread.is_alive():
            self._waited.append(sql)

    def _tell(self) -> None:
        with self.scratch.own_connection() as mine:
            if mine.vendor == "postgresql":
                self._pid = mine.connection.info.backend_pid
            self.other = outcome_of(self.story)

    def _is_waiting(self) -> bool:
        if connection.vendor == "sqlite":
            return self._waits_for_turn()
        if not self._pid:
            return False
        with self._watching().cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self._pid])
            return bool(cursor.fetchone()[0])

    def _waits_for_turn(self) -> bool:
        """For SQLite's one writer: its thread stands in one call to the database."""
        frame = sys._current_frames().get((self._thread and self._thread.ident) or 0)
        if frame is None:
            return False
        self._at = (frame, self._at[1]) if self._at[0] is frame else (frame, time.monotonic())
        is_asking = frame.f_code.co_filename == sqlite_backend.__file__
        return is_asking and time.monotonic() - self._at[1] > _SQLITE_WAITS_AFTER_S

    def _watching(self) -> Any:
        if self._watcher is None:
            self._watcher = self.scratch.new_connection()
        return self._watcher

    def close(self) -> None:
        if self._watcher is not None:
            self._watcher.close()


@contextmanager
def met_by(
    story: Story, *, scratch: Scratch, nth: int = 1, pattern: str = SQL, is_after: bool = False
) -> Iterator[Meeting]:
    """What is done inside meets `story`; afterwards both have ended."""
    meeting = Meeting(story, scratch, nth=nth, pattern=pattern, is_after=is_after)
    try:
        with connection.execute_wrapper(meeting):
            yield meeting
        meeting.end()
    finally:
        meeting.close()


def statements_of(story: Story) -> int:
    """How many a story has, so that each can be met."""
    count = 0

    def counted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal count
        count += re.search(SQL, sql) is not None
        return execute(sql, params, many, context)

    with connection.execute_wrapper(counted):
        outcome_of(story)
    return count
