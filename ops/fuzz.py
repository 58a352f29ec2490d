"""`python -m ops.fuzz EXAMPLES [--seed N]`: fuzz every endpoint of the contract.

Runs against a real server on the database of DATABASE_URL, else SQLite. Schemathesis has its own
environment, because it needs other versions of packages than the product does.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ops.served import gunicorn
from ops.tools import API, PYTHON, TOOLS, UV, once, quietly, with_tools

VERSION = "4.32.5"
FUZZER = TOOLS / "schemathesis"
HOOKS = Path(__file__).with_name("fuzz_hooks.py")
OWNER = ("tests/signed_in_staff.py", "owner")
SCRIPT = ("manage.py", "staff_token", "fuzz", "--role", "manager", "--hours", "12", "--new")
SITE = "http://127.0.0.1"  # the issuer of the access tokens, whatever the port
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
# Endpoints that need a person: no script token may call them.
FRESH = (
    r"^/api/staff/(exports/.*|settings/(?!connections$).*"
    r"|orders/.*/(price|correct-lock|take-back)|photo-reviews/.*/decide"
    r"|.*/(cancel|erase|keep-visit|refunds|retry|export(\.zip)?))$"
)


def fuzz(examples: str, *more: str) -> int:
    once("Installing schemathesis", made_from=VERSION, stamp=FUZZER / "installed", step=_install)
    with tempfile.TemporaryDirectory(prefix="standby-fuzz-") as folder:
        settings = {
            "STANDBY_DATA": folder,
            "STANDBY_RATE_LIMITS": "off",
            "STANDBY_SITE_URL": SITE,
            "PYTHONPATH": str(API),
        }
        quietly([PYTHON, "-m", "standby.server.prepare"], cwd=API, **settings)
        with gunicorn(log=Path(folder) / "server.log", **settings) as site:
            # Endpoints that need a recent second factor come first, before it expires.
            codes = [
                _run(site, "--include-path-regex", _token(OWNER, settings), examples, *more),
                _run(site, "--exclude-path-regex", _token(SCRIPT, settings), examples, *more),
            ]
    return max(codes)


def _install() -> None:
    quietly([UV, "venv", "--quiet", "--clear", "--python", PYTHON, FUZZER])
    python = FUZZER / "bin" / "python"
    quietly([UV, "pip", "install", "--quiet", "--python", python, f"schemathesis=={VERSION}"])


def _token(command: tuple[str, ...], settings: dict[str, str]) -> str:
    printed = subprocess.check_output(
        [PYTHON, *command], cwd=API, env=with_tools(**settings), text=True
    )
    return printed.split()[-1]


def _run(site: str, which: str, token: str, examples: str, *more: str) -> int:
    command: list[str | Path] = [
        *(FUZZER / "bin" / "schemathesis", "run", API / "openapi.json"),
        *("--url", site, which, FRESH, "--header", f"Authorization: Bearer {token}"),
        *("--checks", ",".join(CHECKS), "--phases", "fuzzing"),
        *("--max-examples", examples, "--workers", "2", "--no-color", *more),
    ]
    # Schemathesis leaves files where it runs.
    with tempfile.TemporaryDirectory(prefix="standby-fuzz-") as folder:
        ran = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"SCHEMATHESIS_HOOKS": str(HOOKS)},
            stdin=subprocess.DEVNULL,
            check=False,
        )
    return ran.returncode


if __name__ == "__main__":
    kind = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
    code = fuzz(*sys.argv[1:])
    print(
        f"E1 on {kind}: {sys.argv[1]} examples for each call, {'failed' if code else 'no failure'}"
    )
    sys.exit(code)
