"""`make run`: install, build, prepare and serve the product, and stop it cleanly."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from ops.build import build_for_these_settings
from ops.install import install
from ops.once import quietly
from ops.places import API, PYTHON, with_tools
from ops.supervise import Program, Supervisor

READY_WITHIN_S = 60
SERVER = [str(PYTHON.parent / "gunicorn"), "-c", "python:standby.server.serving"]
WORKER = [str(PYTHON), "manage.py", "work"]


def run() -> int:
    port = os.environ.get("PORT", "").strip() or "8000"
    if port.isdigit():
        _require_free(int(port))
    install()
    modes = _modes()  # reports wrong settings before a minute is spent on a build
    os.environ["STANDBY_PAGES"] = str(build_for_these_settings())
    quietly([PYTHON, "-m", "standby.server.prepare"], cwd=API)
    supervisor = Supervisor(
        Program("server", SERVER, cwd=API, may_restart=False),
        Program("worker", WORKER, cwd=API, may_restart=True),
    )
    obey_signals(supervisor)
    supervisor.start()
    if _is_ready(port, supervisor):
        print(f"{modes}\nStandby is ready: http://127.0.0.1:{port}  (Ctrl-C stops it)", flush=True)
    return supervisor.watch()


def _require_free(port: int) -> None:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            raise SystemExit(
                f"Port {port} cannot be used ({error.strerror}). "
                f"Choose another: PORT={port + 1} make run"
            ) from error


def _modes() -> str:
    command = [str(PYTHON), "-m", "standby.server.modes"]
    told = subprocess.run(command, cwd=API, env=with_tools(), stdout=subprocess.PIPE, text=True)
    if told.returncode:
        raise SystemExit(told.returncode)
    return "".join(f"  {line}\n" for line in told.stdout.splitlines()).rstrip("\n")


def obey_signals(supervisor: Supervisor) -> None:
    def stop(*_: object) -> None:
        supervisor.stop_asked = True

    def reload(*_: object) -> None:
        supervisor.reload_asked = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, reload)


def _is_ready(port: str, supervisor: Supervisor) -> bool:
    # False if the programs were stopped, or died, before they could serve.
    give_up_at = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < give_up_at and supervisor.is_whole():
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    if supervisor.is_whole():
        print(f"Not ready after {READY_WITHIN_S} s; see the messages above.", flush=True)
    return False


if __name__ == "__main__":
    sys.exit(run())
