"""Run several programs as one: they stop together, and none dies unnoticed."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from ops.places import with_tools

STOPS_WITHIN_S = 25  # the server itself lets requests finish for 20 s
RESTARTS_AT_MOST = 5
RESTART_WINDOW_S = 60
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


@dataclass
class Program:
    """One program; `may_restart` when the others can do without it for a moment."""

    name: str
    command: list[str]
    cwd: Path
    may_restart: bool
    process: subprocess.Popen[bytes] | None = None
    restarted_at: list[float] = field(default_factory=list)

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            cwd=self.cwd,
            env=with_tools(),
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C reaches only us; we stop it in order
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )

    @property
    def exit_code(self) -> int | None:
        return self.process.poll() if self.process else None

    def tell(self, number: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)

    def has_restarted_too_often(self, now: float) -> bool:
        self.restarted_at = [at for at in self.restarted_at if at > now - RESTART_WINDOW_S]
        return len(self.restarted_at) >= RESTARTS_AT_MOST


def _die_with_parent() -> None:
    # Even a killed supervisor leaves no program behind.
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGTERM)


class Supervisor:
    def __init__(self, *programs: Program) -> None:
        self.programs = programs
        self.stop_asked = False
        self.reload_asked = False

    def start(self) -> None:
        for program in self.programs:
            program.start()

    def is_whole(self) -> bool:
        alive = all(program.exit_code is None for program in self.programs)
        return alive and not self.stop_asked

    def watch(self) -> int:
        """Run until stopped. Returns 0 after a requested stop, 1 when a program died for good."""
        code = 0
        while not self.stop_asked and code == 0:
            if self.reload_asked:
                self._reload()
            code = 0 if all(self._keeps_running(program) for program in self.programs) else 1
            time.sleep(0.2)
        self.stop()
        return code

    def stop(self) -> None:
        for program in self.programs:
            program.tell(signal.SIGTERM)
        give_up_at = time.monotonic() + STOPS_WITHIN_S
        for program in self.programs:
            self._wait_for(program, give_up_at=give_up_at)

    def _wait_for(self, program: Program, *, give_up_at: float) -> None:
        if program.process is None:
            return
        try:
            program.process.wait(max(0.1, give_up_at - time.monotonic()))
        except subprocess.TimeoutExpired:
            print(f"{program.name} did not stop in time and was killed.", flush=True)
            os.killpg(program.process.pid, signal.SIGKILL)

    def _reload(self) -> None:
        # The server reloads its code without losing a request; the worker is restarted.
        self.reload_asked = False
        for program in self.programs:
            if program.may_restart:
                program.tell(signal.SIGTERM)
                self._wait_for(program, give_up_at=time.monotonic() + STOPS_WITHIN_S)
                program.start()
            else:
                program.tell(signal.SIGHUP)

    def _keeps_running(self, program: Program) -> bool:
        if program.exit_code is None:
            return True
        now = time.monotonic()
        what = f"The {program.name} stopped by itself (exit code {program.exit_code})"
        if not program.may_restart or program.has_restarted_too_often(now):
            print(f"{what}; stopping everything.", flush=True)
            return False
        print(f"{what}; starting it again.", flush=True)
        program.restarted_at.append(now)
        program.start()
        return True
