"""The same key gets the same bytes, however often and however near (C8)."""

import pytest
from bookings import NOW, an_attempt

from standby.core.errors import Conflict
from standby.core.idempotency import IdempotencyKeyReused
from standby.core.idempotent import run_idempotent
from standby.core.models import IdempotencyRecord
from standby.core.providers.sealing import SealBroken
from standby.core.providers.sealing.fernet import FernetSealer

pytestmark = pytest.mark.django_db


class No(Conflict):
    """No."""

    code = "no_for_this_test"


@pytest.mark.parametrize("sealer", [None, FernetSealer(secret_keys=["k" * 50])])
def test_of_two_at_once_both_get_the_body_of_who_was_first(sealer: FernetSealer | None) -> None:
    attempt = an_attempt()

    def act() -> str:
        run_idempotent(attempt, action=lambda: "the other's", status=201, now=NOW, sealer=sealer)
        return "mine"

    answer = run_idempotent(attempt, action=act, status=201, now=NOW, sealer=sealer)

    assert (answer.body, answer.is_replayed) == ("the other's", True)


def test_a_refusal_is_not_kept() -> None:
    attempt = an_attempt()

    def refuse() -> str:
        raise No

    with pytest.raises(No):
        run_idempotent(attempt, action=refuse, status=201, now=NOW)

    assert not run_idempotent(attempt, action=lambda: "now", status=201, now=NOW).is_replayed


@pytest.mark.parametrize("sealer", [None, FernetSealer(secret_keys=["k" * 50])])
def test_the_second_answer_is_the_first_ones_sealed_where_it_has_a_secret(
    sealer: FernetSealer | None,
) -> None:
    attempt, acts = an_attempt(), iter(["a live page"])  # nobody acts a second time

    answers = [
        run_idempotent(attempt, action=lambda: next(acts), status=201, now=NOW, sealer=sealer)
        for _ in range(2)
    ]

    told = [(answer.body, answer.is_replayed) for answer in answers]
    assert told == [("a live page", False), ("a live page", True)]
    assert ("live" in IdempotencyRecord.objects.get().body) is (sealer is None)


def test_another_request_and_what_another_key_sealed_get_no_answer() -> None:
    attempt, (before, after) = an_attempt(), ("k" * 50, "n" * 50)
    seal, other = FernetSealer(secret_keys=[before]), FernetSealer(secret_keys=[after])
    run_idempotent(attempt, action=lambda: "first", status=201, now=NOW, sealer=seal)

    with pytest.raises(SealBroken):
        run_idempotent(attempt, action=lambda: "second", status=201, now=NOW, sealer=other)
    stranger = an_attempt(attempt.key, fingerprint="other")
    with pytest.raises(IdempotencyKeyReused):
        run_idempotent(stranger, action=lambda: "second", status=201, now=NOW, sealer=seal)
