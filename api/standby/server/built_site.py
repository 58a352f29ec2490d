"""Check that the web pages have been built."""

from pathlib import Path


class SiteNotBuilt(SystemExit):
    pass


def require_built_site(root: Path) -> None:
    """Raise SiteNotBuilt when the folder has no index.html."""
    if not (root / "index.html").is_file():
        raise SiteNotBuilt(f"Standby has no pages to serve: {root} is empty. Run `make build`.")
