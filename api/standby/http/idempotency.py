"""The Idempotency-Key: the client's own name for one intention, sent again with each try."""

import hashlib
import re
from typing import Annotated, Final

import orjson
from django.http import HttpRequest, HttpResponse
from ninja import Header

from standby.apps.booking.services.answers import IdempotentRequest
from standby.domain.errors import BadRequest, _

_KEY: Final = re.compile(r"[\x21-\x7e]{16,255}")

IdempotencyKey = Annotated[str | None, Header(alias="Idempotency-Key")]


class IdempotencyKeyMissing(BadRequest):
    code = "idempotency_key_missing"
    message = _("Send an Idempotency-Key header: a new random one for each new request.")


class IdempotencyKeyBad(BadRequest):
    code = "idempotency_key_bad"
    message = _("The Idempotency-Key has to have 16 to 255 visible ASCII characters.")


class BodyNotJson(BadRequest):
    code = "body_not_json"
    message = _("The body is not JSON.")


def ensure_key(key: str | None) -> str:
    """Raises IdempotencyKeyMissing and IdempotencyKeyBad."""
    if not key:
        raise IdempotencyKeyMissing
    if not _KEY.fullmatch(key):
        raise IdempotencyKeyBad
    return key


def content_hash(request: HttpRequest) -> str:
    """The same for the same content, however it was spaced and ordered.

    Raises BodyNotJson, where nobody has read it before.
    """
    try:
        body = orjson.loads(request.body)
    except orjson.JSONDecodeError as error:
        raise BodyNotJson from error
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()


def idempotent_request(
    content: str, *, endpoint: str, key: str | None, whose: str
) -> IdempotentRequest:
    """One try of a request with this `content_hash`. `whose` is the order's id or the visitor's
    hash: the key of one is never answered with the body of another.

    Raises IdempotencyKeyMissing and IdempotencyKeyBad.
    """
    fingerprint = hashlib.sha256(f"{whose}:{content}".encode()).hexdigest()
    return IdempotentRequest(endpoint=endpoint, key=ensure_key(key), fingerprint=fingerprint)


def json_answer(*, status: int = 200) -> HttpResponse:
    return HttpResponse(status=status, content_type="application/json")


def idempotent_response(response: HttpResponse, body: str, *, is_replayed: bool) -> HttpResponse:
    """With the kept body, byte by byte."""
    response.content = body.encode()
    if is_replayed:
        response["Idempotency-Replayed"] = "true"
    return response
