"""The same request sent again gets the same answer (BOOK-03)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import QuerySet

from standby.apps.booking.models import IdempotentAnswer
from standby.domain.errors import Invalid
from standby.domain.policy import IDEMPOTENT_ANSWERS_KEPT

# The loser of a race waits here for the winner, on both databases, and then finds its answer.
_CLAIM: Final = """
INSERT INTO idempotent_answers (endpoint, "key", fingerprint, body, created_at)
VALUES (%s, %s, %s, '', %s)
ON CONFLICT (endpoint, "key") DO NOTHING
"""


class IdempotencyKeyReused(Invalid):
    """This Idempotency-Key was used for another request. Please send a new one."""

    code = "idempotency_key_reused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try of one request: the fingerprint tells the request, the key the intention."""

    endpoint: str
    key: str
    fingerprint: str


def kept_answer(attempt: Attempt) -> str | None:
    """The body given to this attempt before; None when there is none. Raises IdempotencyKeyReused.

    Asked outside a transaction: one that is being written is not seen.
    """
    kept = _kept(attempt).first()
    if kept is not None and kept.fingerprint != attempt.fingerprint:
        raise IdempotencyKeyReused
    return kept.body if kept else None


def claim_attempt(attempt: Attempt, *, now: datetime) -> str | None:
    """None when this is the first, which is now claimed; else the body given to it before.

    Raises IdempotencyKeyReused.
    """
    with connection.cursor() as cursor:
        claimed_at = connection.ops.adapt_datetimefield_value(now)
        cursor.execute(_CLAIM, [attempt.endpoint, attempt.key, attempt.fingerprint, claimed_at])
        if cursor.rowcount:
            return None
    return kept_answer(attempt)


def keep_answer(attempt: Attempt, *, status: int, body: str) -> None:
    _kept(attempt).update(status=status, body=body)


def forget_old_answers(*, now: datetime) -> int:
    """How many were forgotten. Safe to repeat."""
    old = IdempotentAnswer.objects.filter(created_at__lt=now - IDEMPOTENT_ANSWERS_KEPT)
    return old.delete()[0]


def _kept(attempt: Attempt) -> QuerySet[IdempotentAnswer]:
    return IdempotentAnswer.objects.filter(endpoint=attempt.endpoint, key=attempt.key)
