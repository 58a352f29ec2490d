"""Web hosts of which each runs a release of its own, on one database."""

import socket
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from held import HAND_OVER
from ops.tools import quietly
from shop import READY_WITHIN_S, until
from visitors import Hosts


@dataclass
class ReleaseHosts(Hosts):
    """`before` is the release that all of them begin with, and that prepares the database."""

    before: Path = Path()
    is_prepared: bool = False
    _held: list[socket.socket] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.data.mkdir()
        super().__enter__()
        self._held = [socket.create_server(("127.0.0.1", port)) for port in self.ports]
        self.prepare(self.before)
        for number in range(self.size):
            self.start_host(number, self.before)
        return self

    def prepare(self, root: Path) -> None:
        """Run what the unit standby-web runs first: migrations and starting data."""
        api = root / "api"
        environment = self.environment(PYTHONPATH=str(api))
        quietly([_program(root, "python"), "-m", "standby.server.prepare"], cwd=api, **environment)

    def start_host(self, number: int, root: Path) -> None:
        """Start the server and the worker of a host, and wait until it is ready."""
        held, api, port = self._held[number], root / "api", str(self.ports[number])
        python = _program(root, "python")
        gunicorn = (_program(root, "gunicorn"), "-c", "python:standby.server.serving")
        hand_over = (python, "-c", HAND_OVER, str(held.fileno()), *gunicorn)
        descriptors = [held.fileno()]
        server = self.spawn(
            *hand_over, pass_fds=descriptors, cwd=api, PORT=port, PYTHONPATH=str(api)
        )
        worker = self.spawn(python, "manage.py", "work", cwd=api, PORT=port, PYTHONPATH=str(api))
        self.servers.insert(number, server)
        self.workers.insert(number, worker)
        until(lambda: self._is_ready(number), within_s=READY_WITHIN_S, why=self.log.read_text)

    def exchange_host(self, number: int, root: Path) -> None:
        """Restart a host with another release, in the order of docs/deploying.md."""
        _stop(self.servers.pop(number))
        self.prepare(root)
        _stop(self.workers.pop(number))
        self.start_host(number, root)

    def kill(self) -> None:
        super().kill()
        for held in self._held:
            held.close()

    def _is_ready(self, number: int) -> bool:
        assert self.servers[number].poll() is None, self.log.read_text()
        return bool(self.http.get(self.url("/readyz", server=number)).status_code == 200)


def _program(root: Path, name: str) -> Path:
    return root / "api" / ".venv" / "bin" / name


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(60)
