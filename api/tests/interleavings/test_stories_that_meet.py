"""Two stories meet at every statement of either, and nothing is sold, paid or sent back twice (A4).

One of them is run over and over; each time the other comes in before the next of its statements.
"""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from django.db import connection, transaction
from django.db.models import Q
from meeting import Scratch, Story, met_by, outcome_of, statements_of
from sampling import WHOLE, sample
from stories import PAIRS, Meets, Moment, opposite_moves
from test_at_once import NEVER

from standby.accounts.models import SignInSession, User
from standby.accounts.services import factors, users
from standby.accounts.services.factors import show_recovery_code
from standby.accounts.services.guesses import Caller
from standby.accounts.services.sessions import renew_session
from standby.accounts.services.sign_in import sign_in
from standby.core.limits import client_at
from standby.orders.models import Appointment, CrewSeat
from standby.orders.selectors.slot_room import SlotRoom, slot_room
from standby.orders.services import appointments
from standby.orders.services.crew_seats import release_seat, take_seat

pytestmark = pytest.mark.django_db(transaction=True)


MOST_PLACES = 16  # of either story: evenly spread over its statements
TRIED_PLACES = 3  # of them; all in `make faults`


pytest_plugins = ("scratch_database",)


def never() -> dict[str, int]:
    counts = {}
    with connection.cursor() as cursor:
        for what, question in NEVER.items():
            cursor.execute(question)
            counts[what] = cursor.fetchone()[0]
    return counts


def meet_everywhere(meets: Meets, *, scratch: Scratch, folder: Path) -> Counter[tuple[str, str]]:
    """What both came to, from every place at which the one can be met by the other."""
    ends: Counter[tuple[str, str]] = Counter()
    number = 0
    for is_swapped in (False, True):
        pair = meets(Moment(number, folder))
        places = statements_of(pair.other if is_swapped else pair.one)
        number += 1
        for nth in sample(range(1, places + 1, -(-places // MOST_PLACES)), TRIED_PLACES):
            pair = meets(Moment(number, folder))
            number += 1
            mine, theirs = (pair.other, pair.one) if is_swapped else (pair.one, pair.other)
            with met_by(theirs, scratch=scratch, nth=nth) as meeting:
                came_to = outcome_of(mine)
            end = (meeting.other, came_to) if is_swapped else (came_to, meeting.other)
            where = f"met before statement {nth} of {'the other' if is_swapped else 'the one'}"
            assert end in pair.ends, f"{where}: {end}"
            assert pair.holds(), where
            ends[end] += 1
    assert never() == dict.fromkeys(NEVER, 0)
    return ends


@pytest.mark.slow
@pytest.mark.parametrize("name", list(PAIRS))
def test_a4_whoever_comes_between(name: str, scratch: Scratch, tmp_path: Path) -> None:
    ends = meet_everywhere(PAIRS[name], scratch=scratch, folder=tmp_path)
    counted = [f"{one} and {other} {count}x" for (one, other), count in sorted(ends.items())]
    print(f"\nA4: {name}: {ends.total()} places to meet at: {', '.join(counted)}, 0 violations")
    assert ends.total() > (10 if WHOLE else 2)


# The first statement of a move that changes a half. The other comes in before it, when our move has
# locked whatever it locks by day.
BEFORE_ITS_SEATS = r'^UPDATE "crew_seats"'


def in_opposite_directions(scratch: Scratch, folder: Path) -> tuple[str, str]:
    """What two moves come to that want each other's rows."""
    pair = opposite_moves(Moment(1, folder))
    with met_by(pair.other, scratch=scratch, pattern=BEFORE_ITS_SEATS) as meeting:
        came_to = outcome_of(pair.one)
    assert never() == dict.fromkeys(NEVER, 0)
    return came_to, meeting.other


def test_moves_in_opposite_directions_do_not_wait_for_each_other(
    scratch: Scratch, tmp_path: Path
) -> None:
    assert in_opposite_directions(scratch, tmp_path) == ("done", "done")


def change_seat_with_fewer_locks(
    appointment: Appointment, *, on: SlotRoom, until: datetime | None, now: datetime
) -> None:
    """As `change_seat` without the rows of its own crew on the days that it wants."""
    wanted = Q(day__in=[each.day for each in on.days], seat_no=on.seat_no)
    rows = Q(morning=appointment) | Q(afternoon=appointment) | wanted
    list(CrewSeat.objects.select_for_update().filter(rows).order_by("day", "seat_no"))
    release_seat(appointment)
    take_seat(appointment, on=slot_room(on.slot, rules=on.rules, now=now), until=until, now=now)


def test_control_with_fewer_locks_they_do_on_postgresql(
    scratch: Scratch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appointments, "change_seat", change_seat_with_fewer_locks)

    ends = in_opposite_directions(scratch, tmp_path)

    # SQLite has one writer at a time.
    is_locked = [end for end in ends if "deadlock detected" in end]
    assert len(is_locked) == (1 if connection.vendor == "postgresql" else 0), ends


NOW: Final = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)
CALLER: Final = Caller(client=client_at("198.51.100.7"))
OLD, NEW = "correct-horse-battery", "quiet-lamp-after-storm"


numbers = count()


def somebody() -> User:
    email = f"pat{next(numbers)}@example.org"
    user = User(username=email, email=email, is_staff=True)
    user.set_password(OLD)
    user.save()
    return user


def signing_in(user: User) -> Story:
    return lambda: sign_in(user.email, OLD, caller=CALLER, now=NOW)


def raising(user: User) -> Story:
    session = sign_in(user.email, OLD, caller=CALLER, now=NOW).session
    with transaction.atomic(durable=True):
        codes = factors.renew_recovery_codes(user)
    return lambda: show_recovery_code(session, code=codes[0], caller=CALLER, now=NOW)


def renewing(user: User) -> Story:
    opened = sign_in(user.email, OLD, caller=CALLER, now=NOW)
    return lambda: renew_session(opened.refresh_token, key="k" * 50, now=NOW)


def changing_password(user: User) -> Story:
    def change() -> None:
        with transaction.atomic(durable=True):
            users.change_password(User.objects.get(pk=user.pk), NEW, now=NOW)

    return change


@pytest.mark.parametrize("opens", [signing_in, raising, renewing])
@pytest.mark.parametrize("is_swapped", [False, True], ids=["met by a change", "meets a change"])
def test_no_session_of_the_old_password_is_left(
    opens: Callable[[User], Story], is_swapped: bool, scratch: Scratch
) -> None:
    user = somebody()
    places = statements_of((changing_password if is_swapped else opens)(user))
    for nth in range(1, places + 1):
        user = somebody()
        opening, change = opens(user), changing_password(user)
        mine, theirs = (change, opening) if is_swapped else (opening, change)
        with met_by(theirs, scratch=scratch, nth=nth) as meeting:
            came_to = outcome_of(mine)
        ends = {came_to, meeting.other}

        assert "done" in ends, (nth, ends)
        assert not any(end.startswith("broken") for end in ends), (nth, ends)
        assert not SignInSession.objects.filter(user=user, ended_at=None).exists(), (nth, ends)
    print(f"SEC-01: {opens.__name__}: {places} places to meet a new password at, no session left")
    assert places > 3
