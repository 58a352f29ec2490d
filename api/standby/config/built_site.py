"""The pages must have been built before anything serves them."""

from pathlib import Path


class SiteNotBuilt(SystemExit):
    """The folder of prerendered pages is not there."""


def require_built_site(root: Path) -> None:
    """Raises SiteNotBuilt, with what to do about it."""
    if not (root / "index.html").is_file():
        raise SiteNotBuilt(f"Standby has no pages to serve: {root} is empty. Run `make build`.")
