"""Writes the contract between the halves: `python -m standby.config.contract openapi.json`."""

import json
import os
import re
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.config.settings")
django.setup()

from ninja.openapi import schema as openapi
from ninja.responses import NinjaJSONEncoder
from ninja.schema import NinjaGenerateJsonSchema
from pydantic.json_schema import CoreModeRef, DefsRef

from standby.http.api import api

_PROBLEM_REF = "#/components/schemas/ProblemOut"
_TOO_LONG = {  # said by the server itself, before anything is read
    "description": "URI Too Long",
    "content": {"text/html": {"schema": {"type": "string"}}},
}
_NESTED = re.compile(r"\.([A-Z]\w*)\.([A-Z]\w*)(?=:)")


class NamedByOwner(NinjaGenerateJsonSchema):
    """`Photo.Status` is `PhotoStatus`: as plain `Status` it would hide every other one."""

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        core_ref, mode = core_mode_ref
        return super().get_defs_ref((_NESTED.sub(r".\1\2", core_ref), mode))  # type: ignore[arg-type]


openapi.NinjaGenerateJsonSchema = NamedByOwner  # type: ignore[attr-defined]


def contract() -> dict[str, Any]:
    schema: dict[str, Any] = api.get_openapi_schema()
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            answers = {str(status): told for status, told in operation["responses"].items()}
            for status in _from_the_house(path, operation):
                answers.setdefault(status, _problem(status))
            if any(told["in"] == "query" for told in operation.get("parameters", ())):
                answers["414"] = _TOO_LONG
            for answer in answers.values():
                _name_problems(answer)
            if path.endswith(".csv"):
                told = answers["200"]["content"]
                told["text/csv"] = told.pop("application/json")
            operation["responses"] = dict(sorted(answers.items()))
    return schema


def _problem(status: str) -> dict[str, Any]:
    content = {"application/problem+json": {"schema": {"$ref": _PROBLEM_REF}}}
    return {"description": HTTPStatus(int(status)).phrase, "content": content}


def _from_the_house(path: str, operation: dict[str, Any]) -> Iterator[str]:
    """What the house answers before a call is reached, or when the database does not answer."""
    yield "503"
    if path.startswith("/api/staff/"):
        yield from ("401", "403")
    if operation.get("parameters"):
        yield "422"
    if "requestBody" in operation:
        yield from ("400", "413", "422")


def _name_problems(answer: dict[str, Any]) -> None:
    """A refusal is sent as application/problem+json (RFC 9457), which ninja does not know."""
    content = answer.get("content", {})
    told = content.get("application/json", {}).get("schema", {})
    if told.get("$ref") == _PROBLEM_REF:
        content["application/problem+json"] = content.pop("application/json")


if __name__ == "__main__":
    text = json.dumps(contract(), cls=NinjaJSONEncoder, ensure_ascii=False, indent=2)
    Path(sys.argv[1]).write_text(text + "\n")
