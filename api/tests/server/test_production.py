"""What a process of its own says that has the settings of production, or of a pooler."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from test_environment import PRODUCTION

API = Path(__file__).parents[2]
COOKIES = """
import django
django.setup()
from django.http import HttpResponse
from django.test import RequestFactory
from standby.core import visitor_cookie
from standby.orders.api import booking_access
response = HttpResponse()
booking_access.set_cookie(response, "token")
visitor_cookie.hash_or_new(RequestFactory().get("/"), response)
print(response.cookies.output(header=""))
"""
DATABASE = """
import json
from django.conf import settings
told = settings.DATABASES["default"]
print(json.dumps([told["OPTIONS"].get("options", ""), told["DISABLE_SERVER_SIDE_CURSORS"]]))
"""


def said_by(*words: str, data: Path, **environment: str) -> str:
    """What `python` prints that is started with these words and these settings."""
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=API,
        env={
            "PATH": os.defpath,
            "PYTHONPATH": str(API),
            "DJANGO_SETTINGS_MODULE": "standby.settings",
            "STANDBY_DATA": str(data),
            **environment,
        },
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_h3_djangos_own_questions_before_a_deployment_find_nothing(tmp_path: Path) -> None:
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")

    assert "no issues" in said_by(*check, data=tmp_path, **PRODUCTION)


def test_f7_a_cookie_of_production_goes_over_tls_to_this_host_and_no_script_reads_it(
    tmp_path: Path,
) -> None:
    said = said_by("-c", COOKIES, data=tmp_path, **PRODUCTION)

    cookies = [line.strip() for line in said.splitlines()]
    names = [cookie.split("=")[0] for cookie in cookies]
    print(f"F7: {len(cookies)} cookies in production: {names}")
    assert names == ["__Host-mb", "__Host-wz"]
    for cookie in cookies:
        assert {"HttpOnly", "Path=/", "SameSite=Lax", "Secure"} <= set(cookie.split("; "))
        assert "Domain" not in cookie


@pytest.mark.parametrize(
    ("pooler", "told"), [("off", ["-c lock_timeout=9s -c jit=off", False]), ("on", ["", True])]
)
def test_a_pooler_is_sent_no_setting_and_keeps_no_cursor(
    pooler: str, told: list[object], tmp_path: Path
) -> None:
    """Behind it a connection brings nothing of its own (docs/scaling.md)."""
    database = {
        "DATABASE_URL": "postgresql://standby@db.example/standby",
        "DATABASE_POOLER": pooler,
    }

    assert json.loads(said_by("-c", DATABASE, data=tmp_path, **database)) == told
