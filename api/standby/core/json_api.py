from typing import Any

import orjson
from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.parser import Parser
from ninja.renderers import BaseRenderer
from ninja.types import DictStrAny

_DEEPEST = 32


class Json(BaseRenderer):
    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return orjson.dumps(data)


class BoundedJson(Parser):
    # Deeper bodies only exist to exhaust a parser.
    def parse_body(self, request: HttpRequest) -> DictStrAny:
        if _depth(request.body) > _DEEPEST:
            raise HttpError(400, "The body is nested too deeply.")
        try:
            parsed: DictStrAny = orjson.loads(request.body)
        except orjson.JSONDecodeError as error:
            raise HttpError(400, "The body is not JSON.") from error
        return parsed


def _depth(body: bytes) -> int:
    # An upper bound: brackets inside text count too, which refuses only absurd bodies.
    if body.count(b"[") + body.count(b"{") <= _DEEPEST:
        return 0
    deepest = depth = 0
    for byte in body:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
