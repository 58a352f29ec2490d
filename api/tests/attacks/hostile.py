"""What nobody sends by mistake, put into every place of every call where something can be sent."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import quote, urlencode

from access_helpers import ASKED, OTHERWISE, SENT, all_calls, filled

from standby.accounts.api.routes import auth_api
from standby.api import api

# Each as it stands in a JSON body; a path or a query carries the text of it.
HOSTILE: Final[dict[str, str]] = {
    "NUL": '"a\\u0000b"',
    "DEL": '"a\\u007fb"',
    "lone surrogate": '"\\ud800"',
    "right to left": '"a\\u202eb"',
    "line end": '"a\\r\\nSet-Cookie: x=1"',
    "a million": json.dumps("a" * 10**6),
    "60,000": json.dumps("a" * 60_000),
    "201 characters": json.dumps("a" * 201),
    "emoji": '"\U0001f9ef\U0001f469\u200d\U0001f527"',
    "markup": '"\\"><script>alert(1)</script>"',
    "one folder up": '"../../etc/passwd"',
    "2^63": str(2**63),
    "-2^63-1": str(-(2**63) - 1),
    "2^31": str(2**31),
    "5,000 digits": "9" * 5000,
    "1e400": "1e400",
    "NaN": "NaN",
    "Infinity": "Infinity",
    "-0": "-0",
    "1.5": "1.5",
    "true": "true",
    "null": "null",
    "list": "[[1]]",
    "object": '{"a": {"b": 1}}',
    "NUL inside": '{"a\\u0000": [{"b": "c\\u0000"}]}',
    "year 1": '"0001-01-01"',
    "year 9999": '"9999-12-31"',
    "no such day": '"2026-02-30"',
    "nobody's id": f'"{uuid.UUID(int=1)}"',
    "half an address": '"http://["',
    "empty": '""',
}
_PLACE: Final = "@@@"
# They read their own bytes: a signature comes first, and what is behind it has suites of its own.
_OWN_BODIES: Final = {
    "POST /api/webhooks/stripe",
    "POST /api/webhooks/twilio/inbound",
    "POST /api/webhooks/twilio/status",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where something can be put: `where` is path, query, header or body, `name` may be dotted."""

    call: str
    where: str
    name: str

    def __str__(self) -> str:
        return f"{self.call} {self.where} {self.name}"


@cache
def places() -> list[Place]:
    """Every path, query, header and body parameter of the whole contract."""
    return [place for call in all_calls() for place in _places_of(call)]


def spoiled(place: Place, hostile: str, *, ids: dict[str, str]) -> dict[str, Any]:
    """The honest request with one thing in it that is not, as Client.generic takes it."""
    method, path = place.call.split(" ")
    query = dict(pair.split("=", 1) for pair in ASKED.get(place.call, "").split("&") if pair)
    headers = {"Idempotency-Key": uuid.uuid4().hex, "Upload-Offset": "0"}
    ids = ids | OTHERWISE.get(place.call, {})
    named = {name: quote(text, safe="") for name, text in ids.items()}
    body = filled(honest_body(place.call), ids)
    if place.where == "path":
        named[place.name] = quote(wire(hostile), safe="")
    if place.where == "query":
        query.pop(place.name, None)
    if place.where == "body":
        body = _with_place(body, place.name.split("."))
    if place.where == "header":
        headers[place.name] = wire(hostile).decode("latin-1").replace("\r", "").replace("\n", "")
    asked = urlencode(query) + (
        f"&{place.name}={quote(wire(hostile), safe='')}" if place.where == "query" else ""
    )
    sent = json.dumps(body).replace(f'"{_PLACE}"', HOSTILE[hostile]).encode()
    return {
        "method": method,
        "path": path.format_map(named) + (f"?{asked}" if asked else ""),
        "data": b"" if method == "GET" else sent,
        "content_type": "application/json",
        "headers": headers,
    }


def wire(hostile: str) -> bytes:
    """The text alone: what stands between the quotes, in UTF-8, and what is not even that.

    A server reads some 8,000 characters of an address; what is longer never comes this far.
    """
    written = HOSTILE[hostile]
    text = json.loads(written) if written.startswith('"') else written
    return str(text)[:8_000].encode("utf-8", "surrogatepass")


def honest_body(call: str) -> dict[str, Any]:
    return SENT.get(call, {})


def _with_place(body: Any, path: list[str]) -> Any:
    """With every part on the way there, also where the honest body has none."""
    first, *rest = path
    if first == "[]":
        return [_with_place({}, rest) if rest else _PLACE]
    inner = body.get(first) if isinstance(body, dict) else None
    put = _with_place(inner or {}, rest) if rest else _PLACE
    return {**(body if isinstance(body, dict) else {}), first: put}


def _places_of(call: str) -> Iterator[Place]:
    found = _contract().get(call)
    if found is None:  # a page that Django answers itself, or in no contract
        yield from (Place(call, "path", part[1:-1]) for part in call.split("/") if part[:1] == "{")
        return
    for parameter in found["operation"].get("parameters", []):
        if parameter["name"] in call or parameter["in"] != "path":
            yield Place(call, parameter["in"], parameter["name"])
    body = found["operation"].get("requestBody", {}).get("content", {}).get("application/json")
    if body and call not in _OWN_BODIES:
        for name in _names_in(body["schema"], found["schemas"]):
            yield Place(call, "body", name)


def _names_in(schema: dict[str, Any], schemas: dict[str, Any], before: str = "") -> Iterator[str]:
    """Objects too: each is itself a place where something else can stand."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    for kind in ("anyOf", "allOf", "oneOf"):
        for one in schema.get(kind, []):
            yield from _names_in(one, schemas, before)
    for name, part in schema.get("properties", {}).items():
        yield f"{before}{name}"
        yield from _names_in(part, schemas, f"{before}{name}.")
    if "items" in schema and before:
        yield f"{before}[]"


@cache
def _contract() -> dict[str, dict[str, Any]]:
    found = {}
    for part in (api, auth_api):
        told = part.get_openapi_schema(path_prefix="")
        under = "/api" if part is api else "/auth/v1"
        for path, methods in told["paths"].items():
            for method, operation in methods.items():
                found[f"{method.upper()} {under}{path.removeprefix(under)}"] = {
                    "operation": operation,
                    "schemas": told["components"]["schemas"],
                }
    return found
