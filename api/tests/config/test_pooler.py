"""Behind a pooler a connection brings nothing of its own (docs/scaling.md)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

API = Path(__file__).parents[2]
TOLD = """
import json
from django.conf import settings
told = settings.DATABASES["default"]
print(json.dumps([told["OPTIONS"].get("options", ""), told["DISABLE_SERVER_SIDE_CURSORS"]]))
"""


@pytest.mark.parametrize(
    ("pooler", "told"), [("off", ["-c lock_timeout=9s -c jit=off", False]), ("on", ["", True])]
)
def test_a_pooler_is_sent_no_setting_and_keeps_no_cursor(
    pooler: str, told: list[object], tmp_path: Path
) -> None:
    said = subprocess.run(
        [sys.executable, "-c", TOLD],
        env={
            "DATABASE_URL": "postgresql://standby@db.example/standby",
            "DATABASE_POOLER": pooler,
            "STANDBY_DATA": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "standby.config.settings",
            "PYTHONPATH": str(API),
        },
        cwd=API,
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(said.stdout) == told
