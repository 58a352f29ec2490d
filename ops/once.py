"""Run slow steps only when their inputs have changed, and print how long they took."""

import hashlib
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ops.places import ROOT, with_tools


def fingerprint(files: Iterable[Path], *also: str) -> str:
    """Hash the files' names and contents, and any other text that decides the outcome."""
    found = hashlib.sha256("\0".join(also).encode())
    for file in sorted(files):
        found.update(f"\0{os.path.relpath(file, ROOT)}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()


def once(what: str, *, made_from: str, stamp: Path, step: Callable[[], None]) -> None:
    """Run the step unless the stamp file has this fingerprint already."""
    if stamp.is_file() and stamp.read_text() == made_from:
        return
    print(f"{what} … ", end="", flush=True)
    start = time.monotonic()
    stamp.unlink(missing_ok=True)
    step()
    stamp.write_text(made_from)
    print(f"{time.monotonic() - start:.0f} s", flush=True)


def quietly(command: Sequence[str | Path], *, cwd: Path = ROOT, **environment: str) -> None:
    """Run a program; its output is shown only if it fails. Raises SystemExit then."""
    ran = subprocess.run(
        command,
        cwd=cwd,
        env=with_tools(**environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if ran.returncode:
        words = " ".join(map(str, command))
        raise SystemExit(f"failed ({ran.returncode}): {words}\n{ran.stdout}")
