"""`python -m perf.cached`: what nginx has cached, beside the same bytes served from a file, by wrk.

locust would be the limit. Needs Debian's wrk. Prints a line for each path: how many a second of
both, and their ratio; the goal is 0.8.
"""

import re
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ops.build import build
from ops.install import install
from ops.postgresql import free_port
from ops.served import nginx, running, served, wait_until_ready
from ops.tools import require

PATHS: Final = ("/", "/api/price-book", "/api/availability", "/api/installation-packages")
ROUNDS: Final = 3
OF_FILES: Final = """
daemon off; user root; pid {folder}/file.pid; error_log {folder}/file.log;
events {{ worker_connections 8192; }}
http {{ access_log {folder}/access.log combined buffer=32k flush=1s;
    server {{ listen 127.0.0.1:{port}; default_type application/json; root {folder}/files; }} }}
"""


def per_second(url: str) -> float:
    command = ["wrk", "-t1", "-c16", "-d3s", "-H", "Accept-Encoding: gzip", url]
    printed = subprocess.check_output(command, text=True)
    if "Non-2xx" in printed:
        raise SystemExit(f"{url} did not answer 200:\n{printed}")
    return float(re.findall(r"Requests/sec: *([\d.]+)", printed)[0])


def main() -> None:
    install()
    build()
    require("wrk")
    port = free_port()
    with (
        served(STANDBY_RATE_LIMITS="off") as (product, _data),
        tempfile.TemporaryDirectory(prefix="standby-cached-") as name,
        nginx([urlsplit(product).port or 80], Path(name), with_tls=False) as site,
    ):
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "files").mkdir()
        (folder / "files" / "readyz").write_text("ready")
        (folder / "files.conf").write_text(OF_FILES.format(folder=folder, port=port))
        command = [str(require("nginx")), "-c", f"{folder}/files.conf", "-p", name]
        with running(command, folder, folder / "log", {}):
            wait_until_ready(port)
            for number, path in enumerate(PATHS):
                request = urllib.request.Request(
                    site.url(path), headers={"Accept-Encoding": "gzip"}
                )
                with urllib.request.urlopen(request) as answer:
                    (folder / "files" / str(number)).write_bytes(answer.read())
                pairs = [
                    (per_second(site.url(path)), per_second(f"http://127.0.0.1:{port}/{number}"))
                    for _ in range(ROUNDS)
                ]
                ours, file = (max(side) for side in zip(*pairs, strict=True))
                print(f"{path}: {ours:,.0f} a second, as a file {file:,.0f}: {ours / file:.2f}")


if __name__ == "__main__":
    main()
