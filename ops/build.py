"""Builds the pages and compresses them, when anything that they are made from has changed."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from ops.install import install
from ops.once import fingerprint, once, quietly
from ops.places import API, DIST, PYTHON, WEB

COMPRESS = "import sys; from servestatic.compress import main; sys.exit(main(sys.argv[1:]))"
TABLES_STATIC = API / "standby" / "backoffice" / "static"
# To find files it needs no settings of the operator's.
A_MACHINE = {"STANDBY_ENV": "local", "STANDBY_SECRET_KEY": "files are only copied"}
NOT_COLLECTED = ("--ignore", "ninja", "--ignore", "*.ts")
NOT_SOURCES = {
    "node_modules",
    "dist",
    ".astro",
    "e2e",
    "screenshots",
    "test-results",
    "playwright-report",
}


def build() -> None:
    once(
        "Building the pages",
        made_from=fingerprint(_all_sources(), str(_choices())),
        stamp=DIST / ".built-from",
        step=_pages,
    )


def _all_sources() -> Iterator[Path]:
    """The site's, and of the tables: their styles, and Django by its version."""
    yield from _sources(WEB)
    yield from _sources(TABLES_STATIC)
    yield API / "uv.lock"


def _choices() -> dict[str, str]:
    """What the environment decides: the site's address, /dev/ui on a developer's machine, and whom
    the pages' policies let in."""
    site = os.environ.get("STANDBY_SITE_URL", "")
    is_local = os.environ.get("STANDBY_ENV", "local") == "local"
    ads_tag = os.environ.get("PUBLIC_ADS_TAG_ID", "")
    with_google = bool(os.environ.get("GOOGLE_BROWSER_KEY"))
    store = _store_that_takes_uploads()
    return (
        ({"PUBLIC_SITE_URL": site} if site else {})
        | ({"PUBLIC_DEV_PAGES": "1"} if is_local else {})
        | ({"PUBLIC_ADS_TAG_ID": ads_tag} if ads_tag else {})
        | ({"PUBLIC_GOOGLE_MAPS": "1"} if with_google else {})
        | ({"PUBLIC_UPLOADS_TO": store} if store else {})
    )


def _store_that_takes_uploads() -> str:
    """The origin that browsers send photos to; empty when they send them to us."""
    if os.environ.get("S3_TAKES_UPLOADS", "off") != "on":
        return ""
    endpoint = urlsplit(os.environ.get("S3_ENDPOINT", ""))
    if endpoint.netloc:
        return f"{endpoint.scheme}://{endpoint.netloc}"
    bucket, region = os.environ.get("S3_BUCKET", ""), os.environ.get("S3_REGION", "us-east-1")
    return f"https://{bucket}.s3.{region}.amazonaws.com https://{bucket}.s3.amazonaws.com"


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir() and path.name not in NOT_SOURCES:
            yield from _sources(path)
        elif path.is_file() and ".test." not in path.name:
            yield path


def _pages() -> None:
    quietly(["astro", "build"], cwd=WEB, **_choices())
    with tempfile.TemporaryDirectory(prefix="standby-collect-") as data:
        collect: list[str | Path] = [
            PYTHON,
            "manage.py",
            "collectstatic",
            "--no-input",
            *NOT_COLLECTED,
        ]
        quietly(collect, cwd=API, STANDBY_DATA=data, **A_MACHINE)
    quietly([PYTHON, "-c", COMPRESS, "--quiet", DIST])


if __name__ == "__main__":
    install()
    build()
