"""Every call that takes a body: what the contract says cannot be is refused beside its field, and
who has not seen the newest version is told so. Both come from the contract and from the honest
bodies of the access matrix; what a call does with a good body, the tests of its module show.
"""

import json
import uuid
from collections.abc import Iterator
from typing import Any, Final

import pytest
from access_helpers import (
    OTHERWISE,
    SENT,
    Visitor,
    filled,
    ids_of,
    ids_of_nobody,
    staff,
    undone,
)
from django.test import Client
from ops.tools import API
from whole_orders import reserve, whole

from standby.core.roles import Role

_CONTRACT: Final = json.loads((API / "openapi.json").read_text())
_VERSIONS: Final = ("if_version", "version")


def _resolved(schema: Any) -> Any:
    """The schema itself; of whole bodies that may be, the first, which is the honest one's; of a
    field that may be of several types, none."""
    while True:
        choices = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
        if "$ref" in schema:
            schema = _CONTRACT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
        elif wrapped := schema.get("allOf") or schema.get("oneOf"):
            schema = wrapped[0]
        elif choices:
            schema = choices[0] if len(choices) == 1 else {}
        else:
            return schema


BODIES: Final = {
    f"{method.upper()} {path}": _resolved(content["application/json"]["schema"])
    for path, methods in _CONTRACT["paths"].items()
    for method, operation in methods.items()
    for content in [operation.get("requestBody", {}).get("content", {})]
    if "application/json" in content
}


_OF_ANOTHER_TYPE: Final[dict[str, tuple[Any, ...]]] = {
    "object": ("no such thing", []),
    "array": ("no such thing", {}),
    "integer": ("one", 1.5, [1]),
    "number": ("one", [1]),
    "boolean": (1, "yes"),
    "string": ({"an": "object"}, ["text"]),
}


def _wrong_values(schema: Any) -> Iterator[Any]:
    """What one field cannot be: of another type, and just beyond each of its bounds."""
    yield from _OF_ANOTHER_TYPE.get(schema.get("type", ""), ())
    if "enum" in schema:
        yield "none-of-them"
    if schema.get("const") is True:  # a consent
        yield False
    if "maxLength" in schema:
        yield "x" * (schema["maxLength"] + 1)
    if schema.get("minLength"):
        yield ""
    if "maximum" in schema:
        yield schema["maximum"] + 1
    if "minimum" in schema:
        yield schema["minimum"] - 1
    if "items" in schema:
        yield from ([wrong] for wrong in _wrong_values(_resolved(schema["items"])))
    if schema.get("minItems"):
        yield []
    if "maxItems" in schema:
        yield [None] * (schema["maxItems"] + 1)


def _wrong_bodies(schema: Any, honest: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """The honest body with one thing wrong in it, and where that is."""
    for name, part in schema.get("properties", {}).items():
        field, place = _resolved(part), f"{at}.{name}".lstrip(".")
        if isinstance(field.get("const"), str):  # says which of several bodies this is
            continue
        if name in schema.get("required", ()):
            yield place, {key: value for key, value in honest.items() if key != name}
        for wrong in _wrong_values(field):
            yield place, {**honest, name: wrong}
        for inner, body in _wrong_inside(field, honest.get(name), place):
            yield inner, {**honest, name: body}


def _wrong_inside(schema: Any, honest: Any, place: str) -> Iterator[tuple[str, Any]]:
    """In the object that stands there, or in the last one of the list."""
    if isinstance(honest, dict):
        yield from _wrong_bodies(schema, honest, place)
    elif isinstance(honest, list) and honest and isinstance(honest[-1], dict):
        *others, last = honest
        within = _wrong_bodies(_resolved(schema["items"]), last, f"{place}.{len(others)}")
        yield from ((inner, [*others, body]) for inner, body in within)


def _asked(call: str, body: Any, *, by: Any, ids: dict[str, str]) -> Any:
    method, path = call.split(" ")
    ids = ids | OTHERWISE.get(call, {})
    headers = {"Idempotency-Key": uuid.uuid4().hex, **by.headers}
    return by.browser.generic(
        method,
        path.format_map(ids),
        json.dumps(filled(body, ids)),
        content_type="application/json",
        headers=headers,
    )


def _who_may(call: str) -> Visitor:
    """Somebody who is let in, so that the body is what is judged."""
    if "/my-booking/" in call:
        reserve(browser := Client())
        return Visitor("homeowner", browser)
    return staff(Role.TECHNICIAN if "/crew/" in call else Role.OWNER)


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("call", BODIES)
def test_what_the_contract_says_cannot_be_is_refused_beside_its_field(call: str) -> None:
    visitor, ids = _who_may(call), ids_of_nobody()

    told = []
    for place, body in _wrong_bodies(BODIES[call], SENT.get(call, {})):
        answer = _asked(call, body, by=visitor, ids=ids)
        told.append((place, answer.status_code, answer.json()))

    assert told
    for place, status, problem in told:
        assert status == 422, (place, problem)
        assert any(place in error["field"] for error in problem["errors"]), (place, problem)


# Whose booking is asked for: one that cannot be is answered as one that is not there.
_NOT_TOLD: Final = "order"
QUERIES: Final = {
    f"{method.upper()} {path}": asked
    for path, methods in _CONTRACT["paths"].items()
    for method, operation in methods.items()
    for asked in [
        {
            each["name"]: _resolved(each["schema"])
            for each in operation.get("parameters", ())
            if each["in"] == "query" and each["name"] != _NOT_TOLD
        }
    ]
    if asked
}


def _wrong_texts(schema: Any) -> Iterator[str]:
    """What a parameter of an address, which is always a text, cannot be."""
    if schema.get("type") in ("integer", "number") or "format" in schema or "enum" in schema:
        yield "none-of-them"
    for bound, step in (("maximum", 1), ("minimum", -1)):
        if bound in schema:
            yield str(schema[bound] + step)
    if "maxLength" in schema:
        yield "x" * (schema["maxLength"] + 1)


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("call", QUERIES)
def test_what_cannot_be_asked_is_refused_beside_its_parameter(call: str) -> None:
    visitor, ids = _who_may(call), ids_of_nobody()

    for name, schema in QUERIES[call].items():
        for wrong in _wrong_texts(schema):
            answer = visitor.asks(call, ids=ids, **{name: wrong})
            assert answer.status_code == 422, (name, wrong)
            assert name in [error["field"] for error in answer.json()["errors"]], (name, wrong)


# Judged before the version: no project has begun, no visit is in doubt, and no diagnostic is asked.
_NOT_YET: Final = {
    "POST /api/staff/orders/{order_id}/milestones/{kind}",
    "POST /api/staff/orders/{order_id}/keep-visit",
    "POST /api/staff/diagnostics/{visit_id}/technician",
}


def _older(body: Any) -> dict[str, int]:
    """Orders count what happened to them and need no version, all the rest counts its changes."""
    [name] = {*_VERSIONS} & body.get("properties", {}).keys()
    return {name: 77 if name in body.get("required", ()) else 0}


SEEN: Final = {
    call: _older(body)
    for call, body in BODIES.items()
    if "/staff/" in call and {*_VERSIONS} & body.get("properties", {}).keys()
}


@pytest.mark.usefixtures("shop", "own_folder")
def test_who_has_not_seen_the_newest_version_changes_nothing(browser: Client) -> None:
    order, owner = whole(reserve(browser)), staff(Role.OWNER)
    ids = ids_of(order)

    told = {}
    for call, version in SEEN.items():
        with undone():
            answer = _asked(call, SENT.get(call, {}) | version, by=owner, ids=ids)
            told[call] = (answer.status_code, answer.json().get("code", ""))

    codes = {call: code for call, (status, code) in told.items() if status == 409}
    assert SEEN.keys() > _NOT_YET
    assert {call for call in SEEN if "changed" not in codes.get(call, "")} == _NOT_YET, told
