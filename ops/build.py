"""Build and compress the pages when any of their sources has changed.

Every build has its own folder under web/builds, named by the hash of its sources. It appears there
complete, by one rename, is never written to again, and stays for a week after it was last chosen or
served, so that a server keeps serving the pages it started with while others are built. Two kinds
of links lead to builds, each switched by one rename: `web/dist` (or what STANDBY_PAGES names) to
the newest build of `make build`, and one for each set of settings, so that two instances with
different settings run from one checkout.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ops.install import install
from ops.tools import API, BUILDS, DIST, PYTHON, ROOT, WEB, fingerprint, quietly

# collectstatic starts Django, which needs these two, but none of the operator's settings.
A_MACHINE = {"STANDBY_ENV": "local", "STANDBY_SECRET_KEY": "files are only copied"}
NOT_SOURCES = {
    *("node_modules", "builds", "dist", ".astro", "auth", "built", "e2e", "screenshots"),
    *("paraglide", "palette.css"),  # written by builds
    *("test-results", "playwright-report", ".e2e-data"),
}
OLD_BUILDS_KEPT: Final = 5
KEPT_FOR_S: Final = 7 * 24 * 3600  # a server may still serve the one that it started with


def build() -> Path:
    """Build the pages for these settings if needed, and link web/dist to them, or the link that
    STANDBY_PAGES names: two markets that are served from one checkout have one each.

    Returns the link that always leads to the newest build for these settings.
    """
    link = build_for_these_settings()
    named = Path(os.environ.get("STANDBY_PAGES") or DIST)
    if named != DIST and named.is_dir() and not named.is_symlink():
        raise SystemExit(f"STANDBY_PAGES: {named} is a folder; a build is reached by a link")
    switch_link(named, to=link.resolve())
    return link


def build_for_these_settings() -> Path:
    """Build the pages for these settings if needed, leaving an existing web/dist unchanged."""
    choices = _choices()
    settings_key = hashlib.sha256(str(choices).encode()).hexdigest()[:8]
    link = BUILDS / f"for-{settings_key}"
    BUILDS.mkdir(exist_ok=True)
    # Astro keeps caches beside the sources, so another build in this checkout has to wait.
    with (BUILDS / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        pages = BUILDS / fingerprint(_all_sources(), str(choices))[:16]
        if not pages.is_dir():
            _make(pages, choices)
        os.utime(pages)  # of use again
        switch_link(link, to=pages)
        if not DIST.is_dir():
            switch_link(DIST, to=pages)
        remove_old_builds(BUILDS, kept=OLD_BUILDS_KEPT)
    return link


def switch_link(link: Path, *, to: Path) -> None:
    """Point the link to another folder by one rename, so that it exists at every moment."""
    if link.is_dir() and not link.is_symlink():
        shutil.rmtree(link)  # a folder that an older version built in place
    beside = link.with_name(f".{link.name}-{os.getpid()}")
    beside.unlink(missing_ok=True)
    beside.symlink_to(os.path.relpath(to, link.parent))
    beside.replace(link)


def remove_old_builds(folder: Path, *, kept: int) -> None:
    """Remove all but the newest builds, those of the last week, and those that are linked."""
    linked = {path.resolve() for path in (DIST, *folder.iterdir()) if path.is_symlink()}
    builds = [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    by_age = sorted(builds, key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[kept:]:
        is_recent = old.stat().st_mtime > time.time() - KEPT_FOR_S
        if old.resolve() not in linked and not is_recent:
            shutil.rmtree(old)


def _all_sources() -> Iterator[Path]:
    yield from _sources(WEB)
    yield from _sources(_market())
    yield API / "standby" / "server" / "page_templates.py"
    # The admin's styles; uv.lock fixes Django's version.
    yield from _sources(API / "standby" / "backoffice" / "static")
    yield API / "uv.lock"


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in NOT_SOURCES or ".test." in path.name:
            continue
        if path.is_dir():
            yield from _sources(path)
        elif path.is_file():
            yield path


def _market() -> Path:
    # As the API and the web read it: `dallas` is market/dallas, a path starts at the repository.
    path = Path(os.environ.get("STANDBY_MARKET") or "houston").expanduser()
    return (ROOT / (path if len(path.parts) > 1 else "market" / path)).resolve()


def _choices() -> dict[str, str]:
    # The environment variables that change the built pages: the market, the language, the site's
    # address, and the origins in the pages' Content-Security-Policy.
    choices = {
        "STANDBY_MARKET": str(_market()),
        "STANDBY_LANGUAGE": _language(),
        "PUBLIC_SITE_URL": os.environ.get("STANDBY_SITE_URL"),
        "PUBLIC_GOOGLE_MAPS": "1" if os.environ.get("GOOGLE_BROWSER_KEY") else "",
        "PUBLIC_UPLOADS_TO": _store_that_takes_uploads(),
    }
    return {name: value for name, value in choices.items() if value}


def _language() -> str:
    # English is what is built where nothing is named (web/integrations/language.ts).
    named = os.environ.get("STANDBY_LANGUAGE", "")
    return "" if named == "en" else named


def _store_that_takes_uploads() -> str:
    # The origin that browsers upload photos to; empty when they upload to us.
    if os.environ.get("S3_TAKES_UPLOADS", "off") != "on":
        return ""
    endpoint = urlsplit(os.environ.get("S3_ENDPOINT", ""))
    if endpoint.netloc:
        return f"{endpoint.scheme}://{endpoint.netloc}"
    bucket, region = os.environ.get("S3_BUCKET", ""), os.environ.get("S3_REGION", "us-east-1")
    return f"https://{bucket}.s3.{region}.amazonaws.com https://{bucket}.s3.amazonaws.com"


def _make(pages: Path, choices: dict[str, str]) -> None:
    print("Building the pages, which takes some minutes … ", end="", flush=True)
    start = time.monotonic()
    unfinished = pages.with_name(f".unfinished-{pages.name}")
    shutil.rmtree(unfinished, ignore_errors=True)
    quietly(["astro", "build", "--outDir", unfinished], cwd=WEB, **choices)
    with tempfile.TemporaryDirectory(prefix="standby-collect-") as data:
        settings = {"STANDBY_DATA": data, "STANDBY_PAGES": str(unfinished), **A_MACHINE}
        collect = ["collectstatic", "--no-input", "--ignore", "ninja", "--ignore", "*.ts"]
        quietly([PYTHON, "manage.py", *collect], cwd=API, **settings)
        quietly([PYTHON, "-m", "whitenoise.compress", "--quiet", unfinished])
        # Last, as pages with facts are compressed when they are filled.
        make_templates: list[str | Path] = [PYTHON, "-m", "standby.server.prepare", unfinished]
        quietly(make_templates, cwd=API, DATABASE_URL="", **settings)
    unfinished.rename(pages)
    print(f"{time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    install()
    build()
