"""`make run` and `make dev`: install, prepare and serve the product, and stop it cleanly.

`make dev` serves with hot reload: Django's runserver and `astro dev` reload by themselves, and
watchfiles starts the worker again when a Python file changes.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from ops.build import build_for_these_settings
from ops.install import install
from ops.tools import API, PYTHON, WEB, quietly, with_tools

SAYS_IT_WAITS_AFTER_S = 60
STOPS_WITHIN_S = 25  # the server itself lets requests finish for 20 s
RESTARTS_AT_MOST = 5
RESTART_WINDOW_S = 60
REST_BETWEEN_RESTARTS_S = 30
PAGES_PORT = "4321"
SERVER = [str(PYTHON.parent / "gunicorn"), "-c", "python:standby.server.serving"]
# On a busy machine requests come before what can wait.
WORKER = ["nice", "-n", "10", str(PYTHON), "manage.py", "work"]
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


@dataclass
class Program:
    """One program; `may_restart` when the others can do without it for a moment.

    With `owns_group`, whatever it leaves behind when it dies is killed before it is started again.
    """

    name: str
    command: list[str]
    may_restart: bool = False
    cwd: Path = API
    settings: dict[str, str] = field(default_factory=dict)
    log: Path | None = None  # otherwise it prints where we do
    owns_group: bool = False
    process: subprocess.Popen[bytes] = field(init=False)
    restarted_at: list[float] = field(default_factory=list)
    rests_until: float | None = None

    def start(self) -> None:
        with self.log.open("ab") if self.log else nullcontext() as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.cwd,
                env=with_tools(**self.settings),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C reaches only us; we stop it in order
                preexec_fn=_die_with_parent if sys.platform == "linux" else None,
            )

    def restart(self) -> None:
        if self.owns_group:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.rests_until = None
        self.restarted_at.append(time.monotonic())
        self.start()

    def wait(self, *, until: float) -> None:
        try:
            self.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            print(f"{self.name} did not stop in time and was killed.", flush=True)
            os.killpg(self.process.pid, signal.SIGKILL)


def _die_with_parent() -> None:
    # Even a killed supervisor leaves no program behind.
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGTERM)


class Supervisor:
    """Run several programs as one: they stop together, and none dies unnoticed."""

    gives_up = True  # and stops everything, when a program keeps dying

    def __init__(self, *programs: Program) -> None:
        self.programs = programs
        self.stop_requested = False
        self.reload_requested = False

    def start(self) -> None:
        for program in self.programs:
            program.start()

    def obey_signals(self) -> None:
        def stop(*_: object) -> None:
            self.stop_requested = True

        def reload(*_: object) -> None:
            self.reload_requested = True

        signal.signal(signal.SIGINT, stop)
        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGHUP, reload)

    def is_whole(self) -> bool:
        alive = all(program.process.poll() is None for program in self.programs)
        return alive and not self.stop_requested

    def at_each_look(self) -> None:
        """What else is to be done while the programs run; they wait for it."""

    def watch(self) -> int:
        """Run until stopped. Returns 0 after a requested stop, 1 when a program died for good."""
        code = 0
        while not self.stop_requested and code == 0:
            if self.reload_requested:
                self._reload()
            code = 0 if all(self._keeps_running(program) for program in self.programs) else 1
            self.at_each_look()
            time.sleep(0.2)
        self.stop()
        return code

    def stop(self) -> None:
        for program in self.programs:
            program.process.terminate()
        until = time.monotonic() + STOPS_WITHIN_S
        for program in self.programs:
            program.wait(until=until)

    def _reload(self) -> None:
        # The server reloads its code without losing a request; the worker is restarted.
        self.reload_requested = False
        for program in self.programs:
            if program.may_restart:
                program.process.terminate()
                program.wait(until=time.monotonic() + STOPS_WITHIN_S)
                program.start()
            else:
                program.process.send_signal(signal.SIGHUP)

    def _keeps_running(self, program: Program) -> bool:
        exit_code, now = program.process.poll(), time.monotonic()
        if exit_code is None:
            return True
        if program.rests_until is not None:
            if now >= program.rests_until:
                program.restart()
            return True
        what = f"The {program.name} stopped by itself (exit code {exit_code})"
        program.restarted_at = [at for at in program.restarted_at if at > now - RESTART_WINDOW_S]
        keeps_dying = len(program.restarted_at) >= RESTARTS_AT_MOST
        if not program.may_restart or (keeps_dying and self.gives_up):
            print(f"{what}; stopping everything.", flush=True)
            return False
        if keeps_dying:
            program.rests_until = now + REST_BETWEEN_RESTARTS_S
            print(f"{what} again; starting it in {REST_BETWEEN_RESTARTS_S} s.", flush=True)
            return True
        print(f"{what}; starting it again.", flush=True)
        program.restart()
        return True


def run() -> int:
    port = os.environ.get("PORT", "").strip() or "8000"
    if port.isdigit():
        _require_free(int(port))
    install()
    modes = _modes()  # reports wrong settings before a minute is spent on a build
    os.environ["STANDBY_PAGES"] = str(build_for_these_settings())
    quietly([PYTHON, "-m", "standby.server.prepare"], cwd=API)
    quietly([PYTHON, "manage.py", "sample_order"], cwd=API)
    supervisor = Supervisor(Program("server", SERVER), Program("worker", WORKER, may_restart=True))
    supervisor.obey_signals()
    supervisor.start()
    if _is_ready(port, supervisor):
        print(f"{modes}\nStandby is ready: http://127.0.0.1:{port}  (Ctrl-C stops it)", flush=True)
    return supervisor.watch()


def dev() -> int:
    port = os.environ.setdefault("PORT", "8000")
    os.environ.setdefault("STANDBY_SITE_URL", f"http://127.0.0.1:{PAGES_PORT}")
    install()
    quietly([PYTHON, "-m", "standby.server.prepare"], cwd=API)
    quietly([PYTHON, "manage.py", "sample_order"], cwd=API)
    worker = ["watchfiles", "--filter", "python", f"{PYTHON} manage.py work", "standby"]
    supervisor = Supervisor(
        Program("API", [str(PYTHON), "manage.py", "runserver", port]),
        Program("worker", worker, may_restart=True),
        Program("pages", ["astro", "dev", "--port", PAGES_PORT], cwd=WEB),
    )
    supervisor.obey_signals()
    supervisor.start()
    print(f"Pages: http://127.0.0.1:{PAGES_PORT}  (Ctrl-C stops all of it)", flush=True)
    code = supervisor.watch()
    for program in supervisor.programs:  # Node runs below a launcher that does not pass signals on
        with suppress(ProcessLookupError):
            os.killpg(program.process.pid, signal.SIGTERM)
    return code


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
    command = [str(PYTHON), "-m", "standby.environment"]
    modes = subprocess.run(command, cwd=API, env=with_tools(), stdout=subprocess.PIPE, text=True)
    if modes.returncode:
        raise SystemExit(modes.returncode)
    return "\n".join(f"  {line}" for line in modes.stdout.splitlines())


def _is_ready(port: str, supervisor: Supervisor) -> bool:
    # False if the programs were stopped, or died, before they could serve. A busy machine takes its
    # time, so there is no limit.
    say_so_at = time.monotonic() + SAYS_IT_WAITS_AFTER_S
    while supervisor.is_whole():
        if serves(port):
            return True
        time.sleep(0.1)
        if time.monotonic() > say_so_at:
            say_so_at = float("inf")
            print(f"Not ready after {SAYS_IT_WAITS_AFTER_S} s, still waiting …", flush=True)
    return False


def serves(port: str | int) -> bool:
    """Whether the server at this port of this machine says that it is ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


if __name__ == "__main__":
    sys.exit(dev() if "dev" in sys.argv[1:] else run())
