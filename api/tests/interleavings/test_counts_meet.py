"""A console asks how much waits, and staff change it meanwhile."""

from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

import pytest
from booking_helpers import NOW
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


def ask_and_store_always(user: User) -> int:
    """The naive code: whoever finds no count makes one and stores it."""
    row, _ = WaitingCounts.objects.get_or_create(pk=1)
    if row.counted_at is None:
        row.counts, row.counted_at = shared_counts(now=NOW), NOW
        row.save()
    return int(row.counts["replies/"])


def answer(_at: datetime = NOW) -> None:
    InboundMessage.objects.update(answered_at=NOW)
    forget_counts()


def every_place(story: Story) -> range:
    WaitingCounts.objects.update(counted_at=None)
    return range(1, statements_of(story) + 1)


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


def test_control_stored_always_a_change_is_lost(jo: User, scratch: Scratch) -> None:
    assert lost_changes(ask_and_store_always, jo, scratch)
