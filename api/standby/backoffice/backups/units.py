"""The systemd services of this machine (deploy/systemd)."""

import shutil
import subprocess
from collections.abc import Sequence
from typing import Final

# The socket first: while it is up, any request would start the server again.
UNITS: Final = (
    "standby-web.socket",
    "standby-web.service",
    "standby-worker.service",
    "standby-snapshots.service",
)


class UnitsUnmoved(RuntimeError):
    """systemd failed to stop or start the services."""


def running_units() -> list[str]:
    """Return the running services; none where systemd does not run them, as in containers."""
    if shutil.which("systemctl") is None:
        return []
    return [unit for unit in UNITS if _systemctl("is-active", "--quiet", unit).returncode == 0]


def stop(units: Sequence[str]) -> None:
    _change_state("stop", units)


def start(units: Sequence[str]) -> None:
    _change_state("start", units)


def _change_state(verb: str, units: Sequence[str]) -> None:
    result = _systemctl(verb, *units)
    if result.returncode:
        raise UnitsUnmoved(
            f"systemctl {verb} {' '.join(units)}: {result.stderr.strip()} (are you root?)"
        )


def _systemctl(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - our own arguments
        ["systemctl", *arguments],  # noqa: S607 - the machine's own
        capture_output=True,
        text=True,
        check=False,
    )
