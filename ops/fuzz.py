"""`python -m ops.fuzz EXAMPLES [--seed N]`: each call of the contract with what nobody would send.

Against a real server on the database of DATABASE_URL, SQLite without one. Schemathesis stands in
an environment of its own: it asks for other versions of packages than the product does.
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
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


def fuzz(examples: int, *more: str) -> int:
    once("Installing schemathesis", made_from=VERSION, stamp=FUZZER / "installed", step=_install)
    with tempfile.TemporaryDirectory(prefix="standby-fuzz-") as folder, _served(folder) as server:
        return subprocess.run(
            [
                *(FUZZER / "bin" / "schemathesis", "run", API / "openapi.json"),
                *("--url", server.site),
                *("--header", f"Authorization: Bearer {_owner(folder)}"),
                *("--checks", ",".join(CHECKS), "--phases", "fuzzing"),
                *("--max-examples", str(examples), "--workers", "2", "--no-color", *more),
            ],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            check=False,
        ).returncode


def _install() -> None:
    quietly([UV, "venv", "--quiet", "--clear", "--python", PYTHON, FUZZER])
    python = FUZZER / "bin" / "python"
    quietly([UV, "pip", "install", "--quiet", "--python", python, f"schemathesis=={VERSION}"])


@contextmanager
def _served(folder: str) -> Iterator[Server]:
    here = {"STANDBY_DATA": folder, "STANDBY_RATE_LIMITS": "off"}
    quietly([PYTHON, "-m", "standby.config.prepare"], cwd=API, **here)
    with gunicorn(log=Path(folder) / "server.log", **here) as server:
        yield server


def _owner(folder: str) -> str:
    """A token that may call everything."""
    made = subprocess.run(
        [PYTHON, "manage.py", "staff_token", "fuzz", "--role", "owner"],
        cwd=API,
        env=with_tools(STANDBY_DATA=folder),
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
