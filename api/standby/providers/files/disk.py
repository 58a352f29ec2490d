"""What the system has taken is not on the disk yet."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Afterwards this file, or this folder's list of files, survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
