"""The Idempotency-Key header: one key per client request, repeated with each retry."""

import hashlib
import re
from typing import Annotated, Final

import orjson
from django.http import HttpRequest, HttpResponse
from ninja import Header

from standby.core.errors import BadRequest, _
from standby.core.idempotency import IdempotentRequest

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
    """Return the key if it is valid. Raises IdempotencyKeyMissing and IdempotencyKeyBad."""
    if not key:
        raise IdempotencyKeyMissing
    if not _KEY.fullmatch(key):
        raise IdempotencyKeyBad
    return key


def content_hash(request: HttpRequest) -> str:
    """Hash the JSON body; spacing and key order make no difference.

    Raises BodyNotJson if the body was not parsed before.
    """
    try:
        body = orjson.loads(request.body)
    except orjson.JSONDecodeError as error:
        raise BodyNotJson from error
    return hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()


def idempotent_request(
    content: str, *, endpoint: str, key: str | None, whose: str
) -> IdempotentRequest:
    """Return an attempt of the request with this `content_hash`.

    `whose` is the order's id or the visitor's hash: the key of one is never answered with the
    stored response of another. Raises IdempotencyKeyMissing and IdempotencyKeyBad.
    """
    fingerprint = hashlib.sha256(f"{whose}:{content}".encode()).hexdigest()
    return IdempotentRequest(endpoint=endpoint, key=ensure_key(key), fingerprint=fingerprint)


def json_answer(*, status: int = 200) -> HttpResponse:
    return HttpResponse(status=status, content_type="application/json")


def idempotent_response(response: HttpResponse, body: str, *, is_replayed: bool) -> HttpResponse:
    """Put the stored body into the response, byte for byte."""
    response.content = body.encode()
    if is_replayed:
        response["Idempotency-Replayed"] = "true"
    return response
