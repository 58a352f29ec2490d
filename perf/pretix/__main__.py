"""`python -m ops.postgresql python -m perf.pretix`: orders a second of the ticket shop pretix.

Beside `python -m perf Reserve` it says how fast reserving is on this machine: same PostgreSQL, same
nginx, gunicorn with as many processes and threads. pretix has its own packages in .tools/pretix.
"""

import argparse
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ops.postgresql import free_port
from ops.served import NAME, nginx, running, wait_until_ready
from ops.tools import API, PYTHON, ROOT, TOOLS, UV, quietly

from perf.__main__ import install_locust, load, locust

VERSION: Final = "2026.8.0"
HOME: Final = TOOLS / "pretix"
HERE: Final = ROOT / "perf" / "pretix"
PROCESSES_AND_THREADS: Final = (
    "from standby.settings import ENVIRONMENT as e; print(e.processes, e.threads)"
)


def main(arguments: argparse.Namespace) -> None:
    install_locust()
    quietly([UV, "venv", "--quiet", "--allow-existing", "--python", PYTHON, HOME])
    needed = (f"pretix=={VERSION}", "gunicorn")
    quietly([UV, "pip", "install", "--quiet", "--python", HOME / "bin" / "python", *needed])
    port, database = free_port(), urlsplit(os.environ["DATABASE_URL"])
    with (
        tempfile.TemporaryDirectory(prefix="pretix-") as data,
        nginx([port], Path(data), with_tls=False) as site,
    ):
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "settings",
            "PYTHONPATH": str(HERE),
            "DATA_DIR": data,
            "PRETIX_PRETIX_URL": site.origin,
            "PRETIX_DATABASE_BACKEND": "postgresql",
            "PRETIX_DATABASE_NAME": database.path.lstrip("/"),
            "PRETIX_DATABASE_USER": database.username or "",
            "PRETIX_DATABASE_HOST": database.hostname or "",
            "PRETIX_DATABASE_PORT": str(database.port),
        }
        python = str(HOME / "bin" / "python")
        for command in (
            [python, "-m", "pretix", "migrate", "-v0"],
            [python, str(HERE / "shop.py")],
        ):
            subprocess.run(command, cwd=data, env=environment, check=True)
        processes, threads = subprocess.check_output(
            [PYTHON, "-c", PROCESSES_AND_THREADS], cwd=API, text=True
        ).split()
        server = [f"{HOME}/bin/gunicorn", "pretix.wsgi", "-b", f"127.0.0.1:{port}", "-w", processes]
        server += ["-k", "gthread", "--threads", threads]
        with running(server, Path(data), Path(data) / "log", environment):
            wait_until_ready(port, "/perf/visits/", host=NAME)  # it answers its own name only
            for call in ("WebCheckout", "RestApi"):
                locust(
                    *("pretix/locustfile.py", *load(arguments), call),
                    site=site,
                    environment=environment,
                    folder=data,
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m perf.pretix")
    parser.add_argument("--users", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=20)
    main(parser.parse_args())
