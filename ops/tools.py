"""Paths in this repository, programs that it needs, and steps that run when inputs have changed.

`python -m ops.tools chromium` installs a program from the system's packages.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
API: Final = ROOT / "api"
WEB: Final = ROOT / "web"
BUILDS: Final = WEB / "builds"
DIST: Final = WEB / "dist"  # a link to the newest build
TOOLS: Final = ROOT / ".tools"

PYTHON: Final = API / ".venv" / "bin" / "python"
UV: Final = TOOLS / "uv" / "bin" / "uv"
PNPM: Final = TOOLS / "pnpm" / "node_modules" / ".bin" / "pnpm"


def with_tools(**more: str) -> dict[str, str]:
    """Return an environment with our own Python, Node and pnpm first in PATH."""
    folders = (API / ".venv" / "bin", PNPM.parent, WEB / "node_modules" / ".bin")
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")])
    quiet = {
        "ASTRO_TELEMETRY_DISABLED": "1",
        "PYTHONUNBUFFERED": "1",
        "UV_PYTHON_DOWNLOADS": "never",
    }
    given = {name: text for name, text in os.environ.items() if name != "VIRTUAL_ENV"}
    return {**given, **quiet, "PATH": path, **more}


DEBIAN = {
    "chromium": "chromium",
    "curl": "curl",
    "dovecot": "dovecot-imapd",
    "etcd": "etcd-server",
    "etcdctl": "etcd-client",
    "haproxy": "haproxy",
    "initdb": "postgresql",
    "ip": "iproute2",
    "nginx": "nginx-light",
    "openssl": "openssl",
    "patroni": "patroni",
    "pgbackrest": "pgbackrest",
    "pgbouncer": "pgbouncer",
    "wrk": "wrk",
}


def require(program: str) -> Path:
    """Return the program's path, installing its Debian package if it is missing and we are root.

    Raises SystemExit if the program cannot be found or installed.
    """
    found = _find(program)
    if found is None and _may_install():
        print(f"Installing Debian's {DEBIAN[program]} … ", end="", flush=True)
        _apt_install(DEBIAN[program])
        print("done", flush=True)
        found = _find(program)
    if found is None:
        raise SystemExit(_words_of_missing(program))
    return found


def require_all(*programs: str) -> None:
    """Like `require`; who may install nothing is told of everything that is missing at once."""
    missing = [program for program in programs if _find(program) is None]
    if missing and not _may_install():
        raise SystemExit(_words_of_missing(*missing))
    for program in missing:
        require(program)


def _may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def _words_of_missing(*programs: str) -> str:
    packages = dict.fromkeys(DEBIAN[program] for program in programs)
    return (
        f"Not on this machine, and cannot be installed from here: {', '.join(programs)}. "
        f"On Debian, as root: apt-get install {' '.join(packages)}"
    )


def _find(program: str) -> Path | None:
    if found := shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        return Path(found)
    # Debian keeps PostgreSQL's server programs out of PATH, in one folder for each version.
    versions = Path("/usr/lib/postgresql").glob(f"*/bin/{program}")
    return max(versions, key=lambda path: int(path.parts[-3]), default=None)


def _apt_install(package: str) -> None:
    subprocess.run(["apt-get", "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
    ran = subprocess.run(
        ["apt-get", "install", "-qq", "-y", "--no-install-recommends", package],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )
    if ran.returncode:
        print(ran.stdout[-2000:], flush=True)


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


def npm_install(folder: Path, *packages: str) -> None:
    """Install packages of npm into a folder of their own, beside the web's."""
    folder.mkdir(exist_ok=True)
    quietly([PYTHON.parent / "npm", "install", "--prefix", folder, "--no-save", *packages])


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


def write_between(page: str, begin: str, end: str, text: str) -> str:
    """Return the page with this text between two marks."""
    before, _, rest = page.partition(begin)
    return before + begin + text + end + rest.partition(end)[2]


if __name__ == "__main__":
    require(sys.argv[1])
