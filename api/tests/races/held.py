"""Servers whose addresses are held by who starts them, as standby-web.socket does."""

import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from shop import Shop

GUNICORN = [f"{Path(sys.executable).parent}/gunicorn", "-c", "python:standby.server.serving"]
# As systemd hands an address over: as the third file, to a process that is named by its number.
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""


class Held(Shop):
    """As with the unit standby-web.socket: the addresses are held by who starts the servers."""

    _held: Sequence[socket.socket] = ()

    def start(self) -> None:
        self._held = self._held or [socket.create_server(("127.0.0.1", at)) for at in self.ports]
        python = (sys.executable, "-c", HAND_OVER)
        self.servers = [
            self.spawn(*python, str(held.fileno()), *GUNICORN, pass_fds=[held.fileno()])
            for held in self._held
        ]

    def exchange(self) -> None:
        """Stopped as `systemctl restart` does, and only then started anew."""
        for server in self.servers:
            server.terminate()
        for server in self.servers:
            server.wait(60)
        self.start()
        self.wait_until_ready()

    def kill(self) -> None:
        super().kill()
        for held in self._held:
            held.close()
