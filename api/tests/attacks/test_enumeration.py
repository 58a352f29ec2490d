"""Nobody learns from an answer, or from what it costs, who has an account (F3)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from access_helpers import undone
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from pytest_django import Settings

from standby.accounts.api import users
from standby.accounts.models import User
from standby.accounts.rules import RECOVERY_TAKES

pytestmark = pytest.mark.django_db
CALLS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "recover": ("/auth/v1/recover", {}),
    "sign-in": ("/auth/v1/token?grant_type=password", {"password": "not-the-right-one"}),
}
KNOWN, UNKNOWN = "pat@example.org", "nob@example.org"
A_STATEMENT_TAKES_S: Final = 0.001


class CountedHasher(MD5PasswordHasher):
    """What takes a sign-in long, done fast and counted."""

    done = 0

    def encode(self, password: str, salt: str) -> str:
        type(self).done += 1
        return super().encode(password, salt)


@pytest.fixture
def pat(settings: Settings) -> User:
    settings.PASSWORD_HASHERS = [f"{__name__}.{CountedHasher.__name__}"]
    user = User(username=KNOWN, email=KNOWN, is_staff=True)
    user.set_password("correct-horse-battery")
    user.save()
    return user


class Clock:
    """In place of the module `time`: only statements take any, and sleeping."""

    def __init__(self) -> None:
        self.now_s, self.slept_s = 0.0, 0.0

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds
        self.slept_s += seconds

    @contextmanager
    def counting(self) -> Iterator[None]:
        def execute_slowly(execute: Any, *asked: Any) -> Any:
            self.now_s += A_STATEMENT_TAKES_S
            return execute(*asked)

        with connection.execute_wrapper(execute_slowly):
            yield


def answer(call: str, email: str) -> Any:
    path, more = CALLS[call]
    with undone():
        return Client().post(path, {"email": email, **more}, content_type="application/json")


@contextmanager
def hashes() -> Iterator[list[int]]:
    before, counted = CountedHasher.done, list[int]()
    yield counted
    counted.append(CountedHasher.done - before)


@pytest.mark.req("BOOK-05.3")
@pytest.mark.parametrize("call", CALLS)
def test_f3_known_and_unknown_are_told_the_same(pat: User, call: str) -> None:
    known, unknown = (answer(call, email) for email in (KNOWN, UNKNOWN))

    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    told = [{**one.headers, "X-Request-Id": ""} for one in (known, unknown)]
    assert told[0] == told[1]


def test_f3_known_and_unknown_are_recovered_at_the_same_moment(
    pat: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    took_s, slept_s = [], []
    for email in (KNOWN, UNKNOWN):
        clock = Clock()
        monkeypatch.setattr(users, "time", clock)
        with clock.counting():
            answer("recover", email)
        took_s.append(clock.now_s)
        slept_s.append(clock.slept_s)

    assert 0 < slept_s[0] < slept_s[1], "a letter is written for a known address alone"
    assert took_s[0] == pytest.approx(took_s[1])
    assert took_s[0] >= RECOVERY_TAKES.total_seconds()


def test_f3_known_and_unknown_sign_in_by_as_many_hashes(pat: User) -> None:
    counted = []
    for email in (KNOWN, UNKNOWN):
        with hashes() as done:
            answer("sign-in", email)
        counted += done

    print(f"\nF3 sign-in: {counted[0]} hash computed for a known account, {counted[1]} for none")
    assert counted == [1, 1]


def test_f3_control_a_careless_answer_is_found_out(pat: User) -> None:
    """Hashes for known accounts alone, as a sign-in does that looks for the user first."""
    counted = []
    for email in (KNOWN, UNKNOWN):
        with hashes() as done:
            user = User.objects.filter(username=email).first()
            assert not (user and user.check_password("not-the-right-one"))
        counted += done

    assert counted == [1, 0]
