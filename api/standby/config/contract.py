"""Writes the contract between the halves: `python -m standby.config.contract openapi.json`."""

import json
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.config.settings")
django.setup()

from ninja.responses import NinjaJSONEncoder

from standby.http.api import api

if __name__ == "__main__":
    schema = api.get_openapi_schema()
    text = json.dumps(schema, cls=NinjaJSONEncoder, ensure_ascii=False, indent=2)
    Path(sys.argv[1]).write_text(text + "\n")
