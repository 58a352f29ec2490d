"""In production a cookie goes over TLS alone, to this host alone, and no script reads it."""

import subprocess
import sys
from pathlib import Path

from test_environment import PRODUCTION

ROOT = Path(__file__).parents[2]
GIVE = """
import django
django.setup()
from django.http import HttpResponse
from django.test import RequestFactory
from standby.http import booking_access, wizard_cookie
response = HttpResponse()
booking_access.give(response, "token")
wizard_cookie.hash_or_new(RequestFactory().get("/"), response)
print(response.cookies.output(header=""))
"""


def test_f7_cookies_of_production(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-c", GIVE],
        env={
            **PRODUCTION,
            "STANDBY_DATA": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "standby.config.settings",
            "PYTHONPATH": str(ROOT),
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    cookies = [line.strip() for line in said.stdout.splitlines()]
    print(
        f"F7: {len(cookies)} cookies in production: {[cookie.split('=')[0] for cookie in cookies]}"
    )
    assert [cookie.split("=")[0] for cookie in cookies] == ["__Host-mb", "__Host-wz"]
    for cookie in cookies:
        assert {"HttpOnly", "Path=/", "SameSite=Lax", "Secure"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
