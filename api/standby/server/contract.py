"""The OpenAPI contract: what each endpoint takes and returns, and who may call it.

Written into api/openapi.json by `standby.server.openapi`, and served at GET /api/openapi.json.
"""

import hashlib
import json
import re
from functools import cache
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe
from ninja.openapi.schema import REF_TEMPLATE, OpenAPISchema, flatten_properties
from ninja.operation import Operation
from ninja.params.models import TModel
from ninja.responses import NinjaJSONEncoder
from ninja.schema import NinjaGenerateJsonSchema
from pydantic.json_schema import CoreModeRef, DefsRef, JsonSchemaMode

from standby.api import api
from standby.core import visitor_cookies
from standby.core.access import scheme_of
from standby.core.schema import ProblemOut
from standby.payments.providers.wiring import WEBHOOKS

_SCHEMES: Final[dict[str, dict[str, str]]] = {
    "WizardCookie": {"type": "apiKey", "in": "cookie", "name": visitor_cookies.NAME},
    "BookingCookie": {"type": "apiKey", "in": "cookie", "name": visitor_cookies.LINKS_NAME},
    **{
        scheme_of(header): {"type": "apiKey", "in": "header", "name": header}
        for header in WEBHOOKS.values()
    },
    "TwilioSignature": {"type": "apiKey", "in": "header", "name": "X-Twilio-Signature"},
    "MailSecret": {"type": "http", "scheme": "bearer"},
    "MailPassword": {"type": "http", "scheme": "basic"},
}
_PROBLEM: Final = {"$ref": "#/components/responses/Problem"}
_PROBLEM_RESPONSE: Final = {
    "description": "Why not (RFC 9457): `code` is stable, `detail` a sentence for people.",
    "content": {
        "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}
    },
}
_NESTED: Final = re.compile(r"\.([A-Z]\w*)\.([A-Z]\w*)(?=:)")


class NamedByOwner(NinjaGenerateJsonSchema):
    """Name nested enums by their owner: `Photo.Status` becomes `PhotoStatus`.

    As plain `Status` it would overwrite every other `Status` in the schema.
    """

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        core_ref, mode = core_mode_ref
        return super().get_defs_ref((_NESTED.sub(r".\1\2", core_ref), mode))  # type: ignore[arg-type]


class Contract(OpenAPISchema):
    """What ninja writes of the endpoints, with one answer for all that may go wrong."""

    def operation_details(self, operation: Operation) -> dict[str, Any]:
        details: dict[str, Any] = super().operation_details(operation)
        for auth in operation.auth_callbacks:
            details["parameters"] += getattr(auth, "openapi_parameters", [])
        details.setdefault("security", [])  # none: open to anybody
        details["responses"]["default"] = _PROBLEM
        return details

    def operation_security(self, operation: Operation) -> list[dict[str, Any]] | None:
        for auth in operation.auth_callbacks:
            if security := getattr(auth, "openapi_security", None):
                return list(security)
        return super().operation_security(operation)

    def _extract_parameters(self, model: TModel) -> list[dict[str, Any]]:
        schema = model.model_json_schema(ref_template=REF_TEMPLATE, schema_generator=NamedByOwner)
        definitions = schema.get("$defs", {})
        self.add_schema_definitions(definitions)
        required = schema.get("required", ())
        return [
            {
                "in": model.__ninja_param_source__,
                "name": name,
                "schema": part,
                "required": is_required,
                **{key: part[key] for key in ("description",) if key in part},
            }
            for field, details in schema["properties"].items()
            for name, part, is_required in flatten_properties(
                field, details, field in required, definitions
            )
        ]

    def _create_schema_from_model(
        self,
        model: TModel,
        by_alias: bool = True,
        remove_level: bool = True,
        mode: JsonSchemaMode = "validation",
    ) -> tuple[dict[str, Any], bool]:
        schema = model.model_json_schema(
            ref_template=REF_TEMPLATE,
            by_alias=by_alias,
            schema_generator=NamedByOwner,
            mode=mode,
        )
        self.add_schema_definitions(schema.pop("$defs", {}))
        if not remove_level or len(schema["properties"]) != 1:
            return schema, True
        [(name, details)] = schema["properties"].items()
        return details, name in schema.get("required", ())

    def get_components(self) -> dict[str, Any]:
        problem = ProblemOut.model_json_schema(ref_template=REF_TEMPLATE)
        self.add_schema_definitions(problem.pop("$defs") | {"ProblemOut": problem})
        components: dict[str, Any] = super().get_components()
        components["securitySchemes"] |= _SCHEMES
        return components | {"responses": {"Problem": _PROBLEM_RESPONSE}}


def contract() -> dict[str, Any]:
    made: dict[str, Any] = _without_titles(Contract(api, api.get_root_path({})))
    return made


def _without_titles(part: Any) -> Any:
    # A title of pydantic's is the name in other letters. A property may be named so.
    if isinstance(part, list):
        return [_without_titles(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        name: _without_titles(each)
        for name, each in part.items()
        if name != "title" or not isinstance(each, str)
    }


_INNERMOST: Final = re.compile(r"([\[{])\n\s+([^\[\]{}]*?)\n\s*([\]}])")
_LONGEST_FOLDED: Final = 90


def contract_text() -> str:
    """Return the contract as it is committed: a short list or object stands on one line."""
    text = json.dumps(contract(), cls=NinjaJSONEncoder, ensure_ascii=False, indent=2)

    def fold(match: re.Match[str]) -> str:
        inside = " ".join(line.strip() for line in match[2].splitlines())
        return match[0] if len(inside) > _LONGEST_FOLDED else f"{match[1]}{inside}{match[3]}"

    return _INNERMOST.sub(fold, text) + "\n"


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
