"""What root writes into a folder of the service belongs to the service."""

import os
from pathlib import Path


def belongs_to(folder: Path, opened: "int | Path") -> None:
    """Give a file, or an open one, to the owner of the folder. Only root can, and needs to."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(opened, owner.st_uid, owner.st_gid)


def all_belongs_to(folder: Path) -> None:
    """The same for everything in it."""
    for path in folder.rglob("*") if os.geteuid() == 0 else ():
        if not path.is_symlink():
            belongs_to(folder, path)
