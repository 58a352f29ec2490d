"""`python -m ops.fuzz EXAMPLES`: every call of the contract with what nobody would send (E1).

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
from ops.postgresql import free_port
from ops.served import wait_until_ready

VERSION = "4.32.5"
FUZZER = TOOLS / "schemathesis"
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


def fuzz(examples: int) -> int:
    once("Installing schemathesis", made_from=VERSION, stamp=FUZZER / "installed", step=_install)
    with tempfile.TemporaryDirectory(prefix="standby-fuzz-") as folder, _served(folder) as port:
        return subprocess.run(
            [
                *(FUZZER / "bin" / "schemathesis", "run", API / "openapi.json"),
                *("--url", f"http://127.0.0.1:{port}"),
                *("--header", f"Authorization: Bearer {_owner(folder)}"),
                *("--checks", ",".join(CHECKS), "--phases", "fuzzing"),
                *("--max-examples", str(examples), "--workers", "2", "--no-color"),
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
def _served(folder: str) -> Iterator[int]:
    port = free_port()
    here = {"STANDBY_DATA": folder, "STANDBY_RATE_LIMITS": "off", "PORT": str(port)}
    quietly([PYTHON, "-m", "standby.config.prepare"], cwd=API, **here)
    with (Path(folder) / "server.log").open("wb") as log:
        server = subprocess.Popen(
            ["gunicorn", "-c", "python:standby.config.serving"],
            cwd=API,
            env=with_tools(**here),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        wait_until_ready(port)
        yield port
    finally:
        server.terminate()
        server.wait(30)


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
    code = fuzz(int(sys.argv[1]))
    print(
        f"E1 on {kind}: {sys.argv[1]} examples for each call, {'failed' if code else 'no failure'}"
    )
    sys.exit(code)
