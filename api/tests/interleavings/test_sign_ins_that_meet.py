"""A session that is being opened while another password ends all of them is not missed (SEC-01)."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Final

import pytest
from django.db import transaction
from meeting import Scratch, Story, met_by, statements_of, told

from standby.accounts.models import SignInSession, User
from standby.accounts.services import factors, users
from standby.accounts.services.factors import show_recovery_code
from standby.accounts.services.guesses import Caller
from standby.accounts.services.sign_in import renew_session, sign_in
from standby.core.limits import client_at

NOW: Final = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)
CALLER: Final = Caller(client=client_at("198.51.100.7"))
OLD, NEW = "correct-horse-battery", "quiet-lamp-after-storm"
numbers = count()

pytest_plugins = ("scratch",)
pytestmark = pytest.mark.django_db(transaction=True)


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
            came_to = told(mine)
        ends = {came_to, meeting.other}

        assert "done" in ends, (nth, ends)
        assert not any(end.startswith("broken") for end in ends), (nth, ends)
        assert not SignInSession.objects.filter(user=user, ended_at=None).exists(), (nth, ends)
    print(f"SEC-01: {opens.__name__}: {places} places to meet a new password at, no session left")
    assert places > 3
