"""Write the OpenAPI document: `python -m standby.server.openapi openapi.json`."""

import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
django.setup()

from standby.server.contract import contract_text

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(contract_text())
