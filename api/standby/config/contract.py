"""Writes the contract between the halves: `python -m standby.config.contract openapi.json`."""

import json
import os
import re
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.config.settings")
django.setup()

from ninja.openapi import schema as openapi
from ninja.responses import NinjaJSONEncoder
from ninja.schema import NinjaGenerateJsonSchema
from pydantic.json_schema import CoreModeRef, DefsRef

from standby.http.api import api

_NESTED = re.compile(r"\.([A-Z]\w*)\.([A-Z]\w*)(?=:)")


class NamedByOwner(NinjaGenerateJsonSchema):
    """`Photo.Status` is `PhotoStatus`: as plain `Status` it would hide every other one."""

    def get_defs_ref(self, core_mode_ref: CoreModeRef) -> DefsRef:
        core_ref, mode = core_mode_ref
        return super().get_defs_ref((_NESTED.sub(r".\1\2", core_ref), mode))  # type: ignore[arg-type]


openapi.NinjaGenerateJsonSchema = NamedByOwner  # type: ignore[attr-defined]

if __name__ == "__main__":
    schema = api.get_openapi_schema()
    text = json.dumps(schema, cls=NinjaJSONEncoder, ensure_ascii=False, indent=2)
    Path(sys.argv[1]).write_text(text + "\n")
