"""Django's own questions before a deployment find nothing (reliability H3)."""

import os
import subprocess
import sys
from pathlib import Path

API = Path(__file__).parents[2]
PRODUCTION = {
    "STANDBY_ENV": "production",
    "STANDBY_SECRET_KEY": "w7Qk2mZr9TfLx4VbN8cHs1YpJ6dGa3EuR5oKi0WqXeMt-ShUyB",
    "STANDBY_SITE_URL": "https://standby.example",
    "STRIPE_SECRET_KEY": "sk_test_nobody",
    "STRIPE_WEBHOOK_SECRET": "whsec_nobody",
    "CONTRACTOR_NAME": "A",
    "CONTRACTOR_ADDRESS": "B",
    "CONTRACTOR_PHONE": "C",
    "CONTRACTOR_EMAIL": "D",
    "CONTRACTOR_LICENCE": "TECL 1",
}


def test_h3_check_deploy_finds_nothing(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=API,
        env={"PATH": os.defpath, "STANDBY_DATA": str(tmp_path), **PRODUCTION},
        capture_output=True,
        text=True,
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "no issues" in ran.stdout
