"""Nobody learns from an answer, or from how long it takes, who has an account (F3)."""

import time
from statistics import median
from typing import Any, Final

import pytest
from access import undone
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from pytest_django import Settings

from standby.apps.accounts.models import User

pytestmark = pytest.mark.django_db
TRIES: Final = {"recover": 200, "sign-in": 500}  # each of the first waits a while
CLOSE_MS: Final = 5
CALLS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "recover": ("/auth/v1/recover", {}),
    "sign-in": ("/auth/v1/token?grant_type=password", {"password": "not-the-right-one"}),
}


@pytest.fixture
def pat(settings: Settings) -> User:
    """With a password that is read fast: what is compared is all that stands around it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    user = User(username="pat@example.org", email="pat@example.org", is_staff=True)
    user.set_password("correct-horse-battery")
    user.save()
    return user


def answer(call: str, email: str) -> tuple[Any, float]:
    path, more = CALLS[call]
    with undone():
        began = time.perf_counter()
        answered = Client().post(path, {"email": email, **more}, content_type="application/json")
        return answered, (time.perf_counter() - began) * 1000


@pytest.mark.req("BOOK-05.3")
@pytest.mark.parametrize("call", CALLS)
def test_f3_known_and_unknown_are_told_the_same(pat: User, call: str) -> None:
    known, unknown = (answer(call, email)[0] for email in (pat.email, "nob@example.org"))

    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    told = [{**one.headers, "X-Request-Id": ""} for one in (known, unknown)]
    assert told[0] == told[1]


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_f3_known_and_unknown_take_as_long(pat: User, call: str) -> None:
    times: dict[str, list[float]] = {pat.email: [], "nob@example.org": []}
    for number in range(TRIES[call]):
        for email in sorted(times, reverse=bool(number % 2)):
            times[email].append(answer(call, email)[1])

    seen, unseen = (median(took) for took in times.values())
    print(f"\nF3 {call}: median {seen:.2f} ms known, {unseen:.2f} unknown, of {TRIES[call]}")
    assert abs(seen - unseen) <= CLOSE_MS


@pytest.mark.slow
def test_f3_control_a_careless_answer_is_found_out(pat: User) -> None:
    """A slow hash for known accounts alone, as a sign-in has it that looks for the user first."""

    def careless(email: str) -> float:
        began = time.perf_counter()
        user = User.objects.filter(username=email).first()
        if user is not None:
            PBKDF2PasswordHasher().encode("not-the-right-one", "s" * 22)
        return (time.perf_counter() - began) * 1000

    seen, unseen = (
        median(careless(email) for _ in range(5)) for email in (pat.email, "nob@example.org")
    )

    print(f"\nF3 control: median {seen:.2f} ms known, {unseen:.2f} ms unknown")
    assert seen - unseen > CLOSE_MS
