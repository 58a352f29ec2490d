"""The Idempotency-Key header: a repeated request gets the response of the first, byte for byte."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

import orjson
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Header

from standby.core.errors import BadRequest, DomainError, Invalid, _
from standby.core.limits import NothingTaken, spend_by_client
from standby.core.models import IdempotencyRecord
from standby.core.policy import IDEMPOTENCY_RETENTION, RateLimitRule
from standby.core.providers.crypto import Sealer

IdempotencyKey = Annotated[str | None, Header(alias="Idempotency-Key")]

_KEY: Final = re.compile(r"[\x21-\x7e]{16,255}")
_MOST_TRIES: Final = 3
# In SQL because the ORM does not say whether a row was inserted when conflicts are ignored. The
# loser of a race waits in this INSERT for the winner to commit, on both databases, and then finds
# the winner's response.
_CLAIM: Final = """
INSERT INTO idempotent_answers (endpoint, "key", fingerprint, status, body, created_at)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (endpoint, "key") DO NOTHING
"""


class IdempotencyKeyMissing(BadRequest):
    code = "idempotency_key_missing"
    message = _("Send an Idempotency-Key header: a new random one for each new request.")


class IdempotencyKeyBad(BadRequest):
    code = "idempotency_key_bad"
    message = _("The Idempotency-Key must have 16 to 255 visible ASCII characters.")


class IdempotencyKeyReused(Invalid):
    code = "idempotency_key_reused"
    message = _("This Idempotency-Key was used for another request. Please send a new one.")


class BodyNotJson(BadRequest):
    code = "body_not_json"
    message = _("The body is not JSON.")


class _AnsweredMeanwhile(Exception):
    """Another transaction has stored the response of this request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdempotentRequest:
    """One request of an endpoint: the key identifies the intention, the fingerprint its content."""

    endpoint: str
    key: str
    fingerprint: str

    def replayed_response(
        self, *, status: int, sealer: Sealer | None = None
    ) -> HttpResponse | None:
        """Return the response stored for this key, or None. Raises IdempotencyKeyReused.

        Outside of a transaction it does not see a response that another one is still writing.
        Raises SealBroken when the key that the stored body was encrypted with is gone.
        """
        stored = IdempotencyRecord.objects.filter(endpoint=self.endpoint, key=self.key)
        row = stored.values_list("fingerprint", "body").first()
        if row is None:
            return None
        fingerprint, body = row
        if fingerprint != self.fingerprint:
            raise IdempotencyKeyReused
        response = _json_response(sealer.unseal(body) if sealer else body, status=status)
        response["Idempotency-Replayed"] = "true"
        return response

    def respond(
        self, action: Callable[[], str], *, now: datetime, status: int = 200
    ) -> HttpResponse:
        """Return the response stored for this key, or run `action` and store the body it returns.

        Claim, action and stored response are one transaction, so the effect happens once and a
        domain error leaves the key unused. `action` must not call a provider. Raises
        IdempotencyKeyReused.
        """
        for tries_left in reversed(range(_MOST_TRIES)):
            try:
                with transaction.atomic(durable=True):
                    if not self._claim(now=now):
                        return self._stored(status=status)
                    body = action()
                    self._store(body, status=status)
                return _json_response(body, status=status)
            except IntegrityError:
                # The same visitor wrote the same row in another tab meanwhile: begin again.
                if not tries_left:
                    raise
        raise AssertionError("unreachable")

    def spend_or_replay(
        self, request: HttpRequest, rule: RateLimitRule, *, status: int
    ) -> HttpResponse | None:
        """Count one use for the client and return None; a repeat counts nothing.

        A repeat gets the response that was stored for it. Raises LimitReached and
        IdempotencyKeyReused.
        """
        if not settings.ENVIRONMENT.rate_limits:
            return self.replayed_response(status=status)
        try:
            spend_by_client(request, rule, unless_answered=(self.endpoint, self.key))
        except NothingTaken:
            if (earlier := self.replayed_response(status=status)) is not None:
                return earlier
            spend_by_client(request, rule)  # says how long to wait
        return None

    def respond_to_new(
        self, action: Callable[[], str], *, now: datetime, status: int = 200
    ) -> HttpResponse:
        """Like `respond`, for a request without a response a moment ago, by one statement less.

        The key is claimed with the response. So of two at once both run `action`: what the loser
        did is rolled back, and whatever it ran into, it gets the winner's response.
        """
        for tries_left in reversed(range(_MOST_TRIES)):
            try:
                with transaction.atomic(durable=True):
                    body = action()
                    if not self._claim(now=now, status=status, body=body):
                        raise _AnsweredMeanwhile
                return _json_response(body, status=status)
            except (_AnsweredMeanwhile, DomainError, IntegrityError) as met:
                if (earlier := self.replayed_response(status=status)) is not None:
                    return earlier
                if isinstance(met, DomainError) or not tries_left:
                    raise
        raise AssertionError("unreachable")

    def respond_after_provider(
        self,
        action: Callable[[], str],
        *,
        now: datetime,
        status: int = 200,
        sealer: Sealer | None = None,
    ) -> HttpResponse:
        """Like `respond`, for an action that calls a provider, which no transaction may wait for.

        So `action` runs before the key is claimed and has to be safe to repeat: of two concurrent
        requests both run it, and both get the body that was stored first. A body that holds a
        secret is stored encrypted: pass a `sealer`.
        """
        if (earlier := self.replayed_response(status=status, sealer=sealer)) is not None:
            return earlier
        body = action()
        with transaction.atomic(durable=True):
            if not self._claim(now=now):
                return self._stored(status=status, sealer=sealer)
            self._store(sealer.seal(body) if sealer else body, status=status)
        return _json_response(body, status=status)

    def _claim(self, *, now: datetime, status: int | None = None, body: str = "") -> bool:
        claimed_at = connection.ops.adapt_datetimefield_value(now)
        values = [self.endpoint, self.key, self.fingerprint, status, body, claimed_at]
        with connection.cursor() as cursor:
            cursor.execute(_CLAIM, values)
            return bool(cursor.rowcount)

    def _store(self, body: str, *, status: int) -> None:
        claimed = IdempotencyRecord.objects.filter(endpoint=self.endpoint, key=self.key)
        claimed.update(status=status, body=body)

    def _stored(self, *, status: int, sealer: Sealer | None = None) -> HttpResponse:
        response = self.replayed_response(status=status, sealer=sealer)
        assert response is not None  # noqa: S101 - the claim met this row
        return response


def idempotent_request(
    request: HttpRequest, endpoint: str, *, key: str | None, owner: object
) -> IdempotentRequest:
    """Return the request's identity by its Idempotency-Key header and its body.

    `owner` is the order's id or the visitor's hash: the key of one is never answered with the
    stored response of another. Raises IdempotencyKeyMissing and IdempotencyKeyBad.
    """
    key = ensure_key(key)
    fingerprint = hashlib.sha256(f"{owner}:{content_hash(request)}".encode()).hexdigest()
    return IdempotentRequest(endpoint=endpoint, key=key, fingerprint=fingerprint)


def ensure_key(key: str | None) -> str:
    """Return the key if it is valid. Raises IdempotencyKeyMissing and IdempotencyKeyBad."""
    if not key:
        raise IdempotencyKeyMissing
    if not _KEY.fullmatch(key):
        raise IdempotencyKeyBad
    return key


def content_hash(request: HttpRequest) -> str:
    """Hash the JSON body; spacing and key order make no difference, and it may be empty.

    Raises BodyNotJson if the body was not parsed before.
    """
    try:
        body = orjson.loads(request.body or b"null")
    except orjson.JSONDecodeError as error:
        raise BodyNotJson from error
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()


def expired_responses(*, now: datetime) -> "QuerySet[IdempotencyRecord]":
    return IdempotencyRecord.objects.filter(created_at__lt=now - IDEMPOTENCY_RETENTION)


def _json_response(body: str, *, status: int) -> HttpResponse:
    return HttpResponse(body, status=status, content_type="application/json")
