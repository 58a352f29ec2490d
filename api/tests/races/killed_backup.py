"""Makes snapshots that are killed at one moment after another: each by a process of its own.

`killed_backup.py FOLDER STRIDE [options of backup]`: the first run is killed at its first step, the
next STRIDE steps later, and so on until one comes to its end; each into a vault of its own in
FOLDER. A step
is whatever Python tells its auditors of (a file opened or renamed, a program started) from the
first look at the vault on, and each piece of 64 KiB that goes into a stream.
"""

import importlib
import os
import signal
import sys
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

STEPS = ("open", "os.", "shutil.", "sqlite3.", "subprocess.", "tempfile.", "fcntl.")


class Doom:
    """Kills this process with -9 at its n-th step."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.begun = False

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        self.begun = self.begun or (event == "open" and str(arguments[0]).endswith("/.lock"))
        if self.begun and event.startswith(STEPS):
            self.step()

    def watch_pieces(self) -> None:
        streams = importlib.import_module("standby.backoffice.backups.encryption")
        doom, whole = self, streams.write_locked

        def write_locked(plain: Any, place: Path, *, recipient: str) -> None:
            class Pieces:
                given = 0

                def read(self, size: int = -1) -> bytes:
                    piece = plain.read(size)
                    before, self.given = self.given, self.given + len(piece)
                    if before >> 16 != self.given >> 16:
                        doom.step()
                    return bytes(piece)

            whole(Pieces(), place, recipient=recipient)

        for module in list(sys.modules.values()):
            if getattr(module, "write_locked", None) is whole:
                module.write_locked = write_locked  # type: ignore[attr-defined]


def is_killed(vault: Path, *, step: int, options: list[str]) -> bool:
    child = os.fork()
    if child == 0:
        doom = Doom(step)
        doom.watch_pieces()
        sys.addaudithook(doom.audit)
        call_command("backup", str(vault), *options, stdout=sys.stderr)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL, status
    return status != 0


def main(folder: Path, stride: int, options: list[str]) -> None:
    django.setup()
    importlib.import_module("standby.backoffice.management.commands.backup")
    kills = 0
    while is_killed(folder / f"vault-{kills:03}", step=1 + kills * stride, options=options):
        kills += 1
    print(kills)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
