"""Consoles that ask at the same moment how much waits, and staff who change it meanwhile."""

from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

import pytest
from booking_helpers import NOW
from database_helpers import Ran, statements
from meeting import Scratch, Story, met_by, statements_of

from standby.accounts.models import User
from standby.core.roles import Role
from standby.messaging.models import InboundMessage
from standby.tracking.models import WaitingCounts
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import shared_counts
from standby.tracking.services.waiting_counts import counts_for, forget_counts
from standby.workflows.receive_text import receive_text

pytest_plugins = ("scratch_database",)
Ask = Callable[[User], int]


@pytest.fixture
def jo(scratch: Scratch) -> User:
    receive_text(sid="SM1", sender="+12815550100", text="Gate code", now=NOW)
    return User.objects.create(
        username="jo", public_id=uuid4(), is_staff=True, role=Role.DISPATCHER
    )


def ask(user: User) -> int:
    return counts_for([WaitKey.REPLIES], user=user, kinds=[], now=NOW)[WaitKey.REPLIES]


def ask_without_a_lock(user: User) -> int:
    """The naive code: whoever finds no count makes one and stores it."""
    row, _ = WaitingCounts.objects.get_or_create(pk=1)
    if row.counted_at is None:
        row.counts, row.counted_at = shared_counts(now=NOW), NOW
        row.save()
    return int(row.counts["replies/"])


def answer(_at: datetime = NOW) -> None:
    InboundMessage.objects.update(answered_at=NOW)
    forget_counts()


def times_counted(asks: Ask, jo: User, scratch: Scratch, *, nth: int) -> int:
    """How often two consoles that ask at once have it counted."""
    WaitingCounts.objects.update(counted_at=None)
    theirs: list[Ran] = []

    def other() -> None:
        with statements() as ran:
            theirs.append(ran)
            asks(jo)

    with statements() as mine, met_by(other, scratch=scratch, nth=nth):
        asks(jo)
    return sum('FROM "photo_reviews"' in sql for ran in (mine, *theirs) for sql, _ in ran)


def every_place(story: Story) -> range:
    WaitingCounts.objects.update(counted_at=None)
    return range(1, statements_of(story) + 1)


def test_two_consoles_that_ask_at_once_cost_one_count(jo: User, scratch: Scratch) -> None:
    ask(jo)
    places = every_place(lambda: ask(jo))
    assert {times_counted(ask, jo, scratch, nth=nth) for nth in places} == {1}


def test_control_without_a_lock_both_count(jo: User, scratch: Scratch) -> None:
    ask_without_a_lock(jo)
    places = every_place(lambda: ask_without_a_lock(jo))
    assert 2 in {times_counted(ask_without_a_lock, jo, scratch, nth=nth) for nth in places}


def lost_changes(asks: Ask, jo: User, scratch: Scratch) -> list[int]:
    """At which statements of a count an answer comes, and is counted as waiting afterwards."""
    asks(jo)
    lost = []
    for nth in every_place(lambda: asks(jo)):
        InboundMessage.objects.update(answered_at=None)
        WaitingCounts.objects.update(counted_at=None)
        with met_by(answer, scratch=scratch, nth=nth):
            asks(jo)
        if asks(jo) != 0:
            lost.append(nth)
    return lost


def test_what_staff_change_while_it_is_counted_is_counted_again(jo: User, scratch: Scratch) -> None:
    assert lost_changes(ask, jo, scratch) == []


def test_control_without_a_lock_a_change_is_lost(jo: User, scratch: Scratch) -> None:
    assert lost_changes(ask_without_a_lock, jo, scratch)
