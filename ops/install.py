"""Install Python packages, Node, pnpm and the web's packages into the project's own folders."""

import json
import shutil
import sys
from pathlib import Path

from ops.tools import (
    API,
    PNPM,
    PYTHON,
    TOOLS,
    UV,
    WEB,
    fingerprint,
    npm_install,
    once,
    quietly,
)

# The system's Python, even when this program runs in our virtual environment.
_OWN = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
MACHINES_PYTHON = str(_OWN) if _OWN.exists() else sys.executable
UV_VERSION = "0.13.8"


def install() -> None:
    TOOLS.mkdir(exist_ok=True)
    python = f"{MACHINES_PYTHON} {sys.version}"
    once("Installing uv", made_from=python + UV_VERSION, stamp=TOOLS / "uv-installed", step=_uv)
    once(
        "Installing Python packages and Node",
        made_from=fingerprint([API / "uv.lock", API / "pyproject.toml"], python),
        stamp=API / ".venv" / "installed-from",
        step=lambda: quietly(
            [UV, "sync", "--frozen", "--quiet", "--python", MACHINES_PYTHON], cwd=API
        ),
    )
    # Such as 'pnpm@12.21.0': the version that wrote the web's lock file.
    pnpm = str(json.loads((WEB / "package.json").read_text())["packageManager"])
    once(
        "Installing pnpm",
        made_from=pnpm,
        stamp=TOOLS / "pnpm-installed",
        step=lambda: npm_install(TOOLS / "pnpm", pnpm),
    )
    web_locks = [WEB / "package.json", WEB / "pnpm-lock.yaml", WEB / "pnpm-workspace.yaml"]
    (WEB / "node_modules").mkdir(exist_ok=True)
    once(
        "Installing the web's packages",
        made_from=fingerprint(web_locks),
        stamp=WEB / "node_modules" / ".installed-from",
        step=lambda: quietly([PNPM, "install", "--frozen-lockfile"], cwd=WEB, CI="true"),
    )
    types, stamp = WEB / "src" / "api" / "schema.gen.ts", WEB / "node_modules" / ".types-made-from"
    if not types.exists():
        stamp.unlink(missing_ok=True)
    once(
        "Making the types of the contract",
        made_from=fingerprint(
            [*web_locks, API / "openapi.json", WEB / "integrations" / "contract-types.ts"]
        ),
        stamp=stamp,
        step=lambda: quietly([PNPM, "run", "contract"], cwd=WEB),
    )
    stamp = WEB / "node_modules" / ".messages-compiled-from"
    if not (WEB / "src" / "paraglide").is_dir():
        stamp.unlink(missing_ok=True)
    catalogs = sorted((WEB / "src" / "messages").glob("*.json"))
    once(
        "Compiling the messages",
        made_from=fingerprint([*web_locks, *catalogs, WEB / "project.inlang" / "settings.json"]),
        stamp=stamp,
        step=lambda: quietly([PNPM, "run", "messages"], cwd=WEB),
    )

    # Not of English, whose message ids are its sentences
    known = (API / "standby" / "locale").glob("*/LC_MESSAGES/django.po")
    translations = sorted(path for path in known if path.parents[1].name != "en")
    if not translations:
        return
    once(
        "Compiling the server's translations",
        made_from=fingerprint(translations),
        stamp=API / ".venv" / "translations-compiled-from",
        step=lambda: quietly([PYTHON, "-m", "ops.messages", "compile"], PYTHONPATH=str(API)),
    )


def _uv() -> None:
    shutil.rmtree(TOOLS / "uv", ignore_errors=True)
    try:
        quietly([MACHINES_PYTHON, "-m", "venv", TOOLS / "uv"])
    except SystemExit as failed:
        raise SystemExit(f"{failed}\nOn Debian, apt install python3-venv.") from None
    quietly([UV.parent / "pip", "install", "--quiet", f"uv=={UV_VERSION}"])


if __name__ == "__main__":
    install()
