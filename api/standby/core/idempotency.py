"""Stored responses: a repeated request with the same idempotency key gets the first response."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import QuerySet

from standby.core.errors import Invalid, _
from standby.core.models import IdempotencyRecord
from standby.core.policy import IDEMPOTENT_ANSWERS_KEPT


@dataclass(frozen=True, slots=True)
class IdempotentResult:
    body: str
    is_replayed: bool


# The loser of a race waits in this INSERT for the winner to commit, on both databases, and then
# finds the winner's response.
_CLAIM: Final = """
INSERT INTO idempotent_answers (endpoint, "key", fingerprint, body, created_at)
VALUES (%s, %s, %s, '', %s)
ON CONFLICT (endpoint, "key") DO NOTHING
"""
_SELECT: Final = """
SELECT fingerprint, body FROM idempotent_answers WHERE endpoint = %s AND "key" = %s
"""
_STORE: Final = """
UPDATE idempotent_answers SET status = %s, body = %s WHERE endpoint = %s AND "key" = %s
"""


class IdempotencyKeyReused(Invalid):
    code = "idempotency_key_reused"
    message = _("This Idempotency-Key was used for another request. Please send a new one.")


@dataclass(frozen=True, slots=True, kw_only=True)
class IdempotentRequest:
    """One attempt of a request: the key identifies the intention, the fingerprint its content."""

    endpoint: str
    key: str
    fingerprint: str


def stored_response(attempt: IdempotentRequest) -> str | None:
    """Return the body stored for this key, or None. Raises IdempotencyKeyReused.

    Outside of a transaction it does not see a response that another transaction is still writing.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SELECT, [attempt.endpoint, attempt.key])
        row = cursor.fetchone()
    if row is None:
        return None
    fingerprint, body = row
    if fingerprint != attempt.fingerprint:
        raise IdempotencyKeyReused
    return str(body)


def claim_key(attempt: IdempotentRequest, *, now: datetime) -> str | None:
    """Claim the key and return None if it is new, else return the stored body.

    Raises IdempotencyKeyReused.
    """
    with connection.cursor() as cursor:
        claimed_at = connection.ops.adapt_datetimefield_value(now)
        cursor.execute(_CLAIM, [attempt.endpoint, attempt.key, attempt.fingerprint, claimed_at])
        if cursor.rowcount:
            return None
    return stored_response(attempt)


def store_response(attempt: IdempotentRequest, *, status: int, body: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_STORE, [status, body, attempt.endpoint, attempt.key])


def expired_responses(*, now: datetime) -> "QuerySet[IdempotencyRecord]":
    return IdempotencyRecord.objects.filter(created_at__lt=now - IDEMPOTENT_ANSWERS_KEPT)
