"""`python -m ops.fuzz EXAMPLES [--seed N]`: fuzz every endpoint of the contract.

Runs against a real server on the database of DATABASE_URL, else SQLite. Schemathesis has its own
environment, because it needs other versions of packages than the product does.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.once import once, quietly
from ops.places import API, PYTHON, TOOLS, UV, with_tools
from ops.served import Server, gunicorn

VERSION = "4.32.5"
FUZZER = TOOLS / "schemathesis"
SITE = "http://127.0.0.1"  # the issuer of the access tokens, whatever the port
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


# Endpoints that need a recent second factor: no script token may call them.
FRESH = r"^/api/staff/(exports/.*|.*/(cancel|erase|keep-visit|refunds|retry|export(\.zip)?))$"


def fuzz(examples: int, *more: str) -> int:
    # Endpoints that need a recent second factor come first, before it expires.
    once("Installing schemathesis", made_from=VERSION, stamp=FUZZER / "installed", step=_install)
    with tempfile.TemporaryDirectory(prefix="standby-fuzz-") as folder, _served(folder) as server:
        parts = (("--include-path-regex", _signed_in_owner), ("--exclude-path-regex", _script))
        return max(
            subprocess.run(
                [
                    *(FUZZER / "bin" / "schemathesis", "run", API / "openapi.json"),
                    *("--url", server.site, which, FRESH),
                    *("--header", f"Authorization: Bearer {token_of(folder)}"),
                    *("--checks", ",".join(CHECKS), "--phases", "fuzzing"),
                    *("--max-examples", str(examples), "--workers", "2", "--no-color", *more),
                ],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                check=False,
            ).returncode
            for which, token_of in parts
        )


def _install() -> None:
    quietly([UV, "venv", "--quiet", "--clear", "--python", PYTHON, FUZZER])
    python = FUZZER / "bin" / "python"
    quietly([UV, "pip", "install", "--quiet", "--python", python, f"schemathesis=={VERSION}"])


@contextmanager
def _served(folder: str) -> Iterator[Server]:
    here = {"STANDBY_DATA": folder, "STANDBY_RATE_LIMITS": "off", "STANDBY_SITE_URL": SITE}
    quietly([PYTHON, "-m", "standby.server.prepare"], cwd=API, **here)
    with gunicorn(log=Path(folder) / "server.log", **here) as server:
        yield server


def _signed_in_owner(folder: str) -> str:
    return _printed(folder, "tests/signed_in_staff.py", "owner")


def _script(folder: str) -> str:
    script = ("--role", "manager", "--hours", "12", "--new")
    return _printed(folder, "manage.py", "staff_token", "fuzz", *script)


def _printed(folder: str, *command: str) -> str:
    made = subprocess.run(
        [PYTHON, *command],
        cwd=API,
        env=with_tools(STANDBY_DATA=folder, STANDBY_SITE_URL=SITE, PYTHONPATH=str(API)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return made.stdout.split()[-1]


if __name__ == "__main__":
    kind = "PostgreSQL" if os.environ.get("DATABASE_URL") else "SQLite"
    code = fuzz(int(sys.argv[1]), *sys.argv[2:])
    print(
        f"E1 on {kind}: {sys.argv[1]} examples for each call, {'failed' if code else 'no failure'}"
    )
    sys.exit(code)
