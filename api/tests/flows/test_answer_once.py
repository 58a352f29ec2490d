"""The same key gets the same bytes, however often and however near (C8)."""

import pytest
from bookings import NOW, an_attempt

from standby.apps.booking.services.answers import IdempotencyKeyReused
from standby.domain.errors import Conflict
from standby.flows.answer_once import answer_once

pytestmark = [pytest.mark.django_db, pytest.mark.req("PAY-02", "BOOK-03")]


class No(Conflict):
    """No."""

    code = "no_for_this_test"


def test_the_second_answer_is_the_first_ones() -> None:
    attempt, acts = an_attempt(), iter(["first", "second"])

    answers = [answer_once(attempt, act=lambda: next(acts), status=201, now=NOW) for _ in range(2)]

    assert [(answer.body, answer.is_replayed) for answer in answers] == [
        ("first", False),
        ("first", True),
    ]


def test_of_two_at_once_both_get_the_body_of_who_was_first() -> None:
    attempt = an_attempt()

    def act() -> str:
        answer_once(attempt, act=lambda: "the other's", status=201, now=NOW)
        return "mine"

    answer = answer_once(attempt, act=act, status=201, now=NOW)

    assert (answer.body, answer.is_replayed) == ("the other's", True)


def test_a_refusal_is_not_kept() -> None:
    attempt = an_attempt()

    def refuse() -> str:
        raise No

    with pytest.raises(No):
        answer_once(attempt, act=refuse, status=201, now=NOW)

    assert not answer_once(attempt, act=lambda: "now", status=201, now=NOW).is_replayed


def test_the_key_of_another_request_is_refused() -> None:
    answer_once(an_attempt("k" * 16), act=lambda: "one", status=201, now=NOW)

    other = an_attempt("k" * 16, fingerprint="other")
    with pytest.raises(IdempotencyKeyReused):
        answer_once(other, act=lambda: "two", status=201, now=NOW)
