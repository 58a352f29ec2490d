"""The contract is served as it is committed, and says of each call who may make it (API-01)."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from django.test import Client
from pydantic import TypeAdapter, ValidationError

from standby.api import api
from standby.core.schema import In
from standby.server.contract import contract

COMMITTED = Path(__file__).parents[2] / "openapi.json"


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    return contract()


@pytest.fixture(scope="module")
def operations(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in told["paths"].items()
        for method, operation in methods.items()
    }


def test_the_contract_is_served_as_it_is_committed_and_once_to_whoever_keeps_it() -> None:
    plain = Client().get("/api/openapi.json")
    first = Client().get("/api/openapi.json", headers={"Accept-Encoding": "gzip"})

    assert (plain.status_code, plain["Content-Type"]) == (200, "application/json")
    assert plain.content == gzip.decompress(first.content) == COMMITTED.read_bytes()
    assert first["Cache-Control"] == "public, max-age=300"
    again = Client().get("/api/openapi.json", headers={"If-None-Match": first["ETag"]})
    other = Client().get("/api/openapi.json", headers={"If-None-Match": '"another"'})
    assert (again.status_code, again.content, other.status_code) == (304, b"", 200)


MADE_BY: Final = {
    "GET /api/my-booking": ["BookingCookie", "WizardCookie"],
    "PATCH /api/my-booking/photos/{photo_id}": ["BookingCookie", "WizardCookie"],
    "POST /api/checkout-sessions": ["BookingCookie", "WizardCookie"],
    "GET /api/checkout-sessions/{stripe_session_id}/order": ["", "BookingCookie", "WizardCookie"],
    "GET /api/appointments/latest": ["WizardCookie"],
    "PUT /api/wizard-sessions/{session_id}": ["", "WizardCookie"],
    "POST /api/webhooks/stripe": ["StripeSignature"],
    "POST /api/webhooks/twilio/inbound": ["TwilioSignature"],
    "POST /api/webhooks/mail/inbound": ["MailSecret", "MailPassword"],
    "GET /api/staff/orders": ["StaffBearer"],
    "POST /api/manual-generate-proposal": ["StaffBearer"],
    "GET /api/availability": [],
}


def test_every_call_says_who_may_make_it_by_schemes_that_are_defined(
    told: dict[str, Any], operations: dict[str, dict[str, Any]]
) -> None:
    defined = set(told["components"]["securitySchemes"])
    schemes = {
        call: ["".join(one) for one in operation["security"]]
        for call, operation in operations.items()
    }

    assert {name for names in schemes.values() for name in names if name} <= defined
    assert {call: schemes[call] for call in MADE_BY} == MADE_BY


@pytest.mark.req("HOUSE-01.1")
def test_each_call_says_once_what_a_refusal_is(
    told: dict[str, Any], operations: dict[str, dict[str, Any]]
) -> None:
    problem = {"$ref": "#/components/responses/Problem"}
    others = {
        call: [each for each in map(str, operation["responses"]) if each[0] not in "23"]
        for call, operation in operations.items()
    }

    assert all(operation["responses"]["default"] == problem for operation in operations.values())
    # A piece of a photo at the wrong place: the answer says where to go on.
    offset = "PATCH /api/my-booking/photos/{photo_id}"
    assert {call for call, statuses in others.items() if statuses != ["default"]} == {offset}
    [kind] = told["components"]["responses"]["Problem"]["content"]
    assert kind == "application/problem+json"


assert api  # imports every endpoint, and with them every body


def bodies(of: type[In] = In) -> Iterator[type[In]]:
    for body in of.__subclasses__():
        yield body
        yield from bodies(body)


def has_bool(annotation: Any) -> bool:
    return annotation is bool or any(has_bool(part) for part in get_args(annotation))


YES_OR_NO = [
    pytest.param(body, name, id=f"{body.__name__}.{name}")
    for body in bodies()
    for name, field in body.model_fields.items()
    if has_bool(field.annotation)
]


def test_every_yes_or_no_of_a_body_is_looked_at() -> None:
    assert len(YES_OR_NO) >= 14


@pytest.mark.parametrize("guess", [0, 1, 1.0])
@pytest.mark.parametrize(("body", "name"), YES_OR_NO)
def test_a_yes_or_no_is_never_guessed_from_a_number(
    body: type[In], name: str, guess: float
) -> None:
    field = body.model_fields[name]
    adapter: TypeAdapter[Any] = TypeAdapter(field.rebuild_annotation())

    with pytest.raises(ValidationError):
        adapter.validate_python(guess)
    assert adapter.validate_python(True) is True
