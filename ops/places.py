"""Paths in this repository, and of the programs installed into it."""

import os
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
