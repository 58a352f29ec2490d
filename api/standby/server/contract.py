"""The OpenAPI contract: what each endpoint takes and returns, and who may call it.

Written into api/openapi.json by `standby.server.openapi`, and served at GET /api/openapi.json.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe
from ninja.openapi import schema as openapi
from ninja.responses import NinjaJSONEncoder
from ninja.schema import NinjaGenerateJsonSchema
from pydantic.json_schema import CoreModeRef, DefsRef

from standby.api import api
from standby.core import visitor_cookies
from standby.orders.api import booking_access
from standby.payments.providers.wiring import WEBHOOKS

_SAFE: Final = ("get", "head")

_PROBLEM_REF = "#/components/schemas/ProblemOut"
_TOO_LONG = {  # sent by the server itself, before Django reads anything
    "description": "URI Too Long",
    "content": {"text/html": {"schema": {"type": "string"}}},
}


def _scheme_of(header: str) -> str:
    return header.replace("-", "")


_SCHEMES: Final[dict[str, dict[str, str]]] = {
    "WizardCookie": {"type": "apiKey", "in": "cookie", "name": visitor_cookies.NAME},
    "BookingCookie": {"type": "apiKey", "in": "cookie", "name": visitor_cookies.LINKS_NAME},
    **{
        _scheme_of(header): {"type": "apiKey", "in": "header", "name": header}
        for header in WEBHOOKS.values()
    },
    "TwilioSignature": {"type": "apiKey", "in": "header", "name": "X-Twilio-Signature"},
    "MailSecret": {"type": "http", "scheme": "bearer"},
    "MailPassword": {"type": "http", "scheme": "basic"},
}
_VISITOR_COOKIES: Final = ("BookingCookie", "WizardCookie")
# Who may call an endpoint that does not declare it itself; "" is anybody. First match wins.
_OPENED_BY: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (r"/api/my-bookings?(/.*)?", _VISITOR_COOKIES),
    (r"/api/orders/.*|/api/checkout-sessions", _VISITOR_COOKIES),
    (r"/api/checkout-sessions/.*", ("", *_VISITOR_COOKIES)),
    (r"/api/appointments/latest", ("WizardCookie",)),
    (r"/api/(wizard-sessions/.*|wizard-interaction-events)", ("", "WizardCookie")),
    (r"/api/(create-installation-order|log-address-search)", ("", "WizardCookie")),
    *((f"/api/webhooks/{name}", (_scheme_of(header),)) for name, header in WEBHOOKS.items()),
    (r"/api/webhooks/twilio/.*", ("TwilioSignature",)),
    (r"/api/webhooks/mail/.*", ("MailSecret", "MailPassword")),
    (r"/api/manual-generate-proposal", ("StaffBearer",)),
)
# Read by `visitor_order` for every call about one booking.
_OF_ONE_BOOKING: Final = re.compile(r"/api/my-booking(/.*)?")
_ORDER_PARAMETER: Final[dict[str, Any]] = {
    "in": "query",
    "name": booking_access.ORDER,
    "schema": {"type": "string", "format": "uuid", "title": "Order"},
    "required": False,
    "description": "The id of the booking; without it, the one last opened or reserved.",
}
_NESTED = re.compile(r"\.([A-Z]\w*)\.([A-Z]\w*)(?=:)")


class NamedByOwner(NinjaGenerateJsonSchema):
    """Name nested enums by their owner: `Photo.Status` becomes `PhotoStatus`.

    As plain `Status` it would overwrite every other `Status` in the schema.
    """

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        core_ref, mode = core_mode_ref
        return super().get_defs_ref((_NESTED.sub(r".\1\2", core_ref), mode))  # type: ignore[arg-type]


openapi.NinjaGenerateJsonSchema = NamedByOwner  # type: ignore[attr-defined]


def contract() -> dict[str, Any]:
    schema: dict[str, Any] = api.get_openapi_schema()
    schema["components"]["securitySchemes"] |= _SCHEMES
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            if _OF_ONE_BOOKING.fullmatch(path):
                operation["parameters"] = [*operation.get("parameters", ()), _ORDER_PARAMETER]
            # No schemes: open to anybody. An empty object in the list: also without credentials.
            matches = (names for pattern, names in _OPENED_BY if re.fullmatch(pattern, path))
            schemes: tuple[str, ...] = next(matches, ())
            security: list[dict[str, list[str]]]
            security = [{scheme: []} if scheme else {} for scheme in schemes]
            operation.setdefault("security", security)
            responses = {
                str(status): response for status, response in operation["responses"].items()
            }
            for status in _middleware_statuses(path, method, operation):
                content = {"application/problem+json": {"schema": {"$ref": _PROBLEM_REF}}}
                description = HTTPStatus(int(status)).phrase
                responses.setdefault(status, {"description": description, "content": content})
            if any(parameter["in"] == "query" for parameter in operation.get("parameters", ())):
                responses["414"] = _TOO_LONG
            for response in responses.values():
                # Errors are sent as application/problem+json (RFC 9457), which ninja does not know.
                content = response.get("content", {})
                schema_of_json = content.get("application/json", {}).get("schema", {})
                if schema_of_json.get("$ref") == _PROBLEM_REF:
                    content["application/problem+json"] = content.pop("application/json")
            if path.endswith(".csv"):
                content = responses["200"]["content"]
                content["text/csv"] = content.pop("application/json")
            operation["responses"] = dict(sorted(responses.items()))
    return schema


def _middleware_statuses(path: str, method: str, operation: dict[str, Any]) -> Iterator[str]:
    # Statuses that middleware sends before an endpoint is reached, or that are sent when the
    # database does not answer.
    yield "503"
    if path.startswith("/api/staff/"):
        yield from ("401", "403")
    if method not in _SAFE and not path.startswith("/api/webhooks/"):
        yield from ("403", "415")  # server/request_guard.py
    if operation.get("parameters"):
        yield "422"
    if "requestBody" in operation:
        yield from ("400", "413", "422")


def contract_text() -> str:
    return json.dumps(contract(), cls=NinjaJSONEncoder, ensure_ascii=False, indent=2) + "\n"


@cache
def _contract_body() -> tuple[bytes, str]:
    body = contract_text().encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'


@require_safe
@gzip_page
@condition(etag_func=lambda _: _contract_body()[1])
def get_contract(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(_contract_body()[0], content_type="application/json")
    response["Cache-Control"] = "public, max-age=300"
    return response
