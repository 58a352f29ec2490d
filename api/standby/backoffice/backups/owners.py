"""Ownership of files that root creates in the service's folders."""

import os
from pathlib import Path


def belongs_to(folder: Path, target: "int | Path") -> None:
    """Give a path or open file descriptor to the owner of the folder; does nothing without root."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(target, owner.st_uid, owner.st_gid)


def all_belongs_to(folder: Path) -> None:
    for path in folder.rglob("*") if os.geteuid() == 0 else ():
        if not path.is_symlink():
            belongs_to(folder, path)
