"""Flushing files and folders to disk."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Make a file, or a folder's directory entries, survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
