"""Programs that tests need from the system: `python -m ops.machine chromium` installs one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

DEBIAN = {
    "chromium": "chromium",
    "initdb": "postgresql",
    "nginx": "nginx-light",
    "openssl": "openssl",
}


def require(program: str) -> Path:
    """Return the program's path, installing its Debian package if it is missing and we are root.

    Raises SystemExit if the program cannot be found or installed.
    """
    found = _find(program)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing Debian's {DEBIAN[program]} … ", end="", flush=True)
        _apt_install(DEBIAN[program])
        print("done", flush=True)
        found = _find(program)
    if found is None:
        raise SystemExit(
            f"{program} is not on this machine and cannot be installed from here. "
            f"On Debian, as root: apt-get install {DEBIAN[program]}"
        )
    return found


def _find(program: str) -> Path | None:
    if found := shutil.which(program):
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


if __name__ == "__main__":
    require(sys.argv[1])
