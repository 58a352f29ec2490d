"""File storage. Adapters: local.py (a local folder), s3.py (a private bucket)."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

from standby.core.errors import NotFound, _
from standby.core.provider_calls import ProviderDown

_PART: Final = r"[a-z0-9](?:[a-z0-9_-]|\.(?=[a-z0-9]))*"
_KEY: Final = re.compile(rf"{_PART}(?:/{_PART})*")
_LONGEST_KEY: Final = 200


class FilesDown(ProviderDown):
    """The storage did not respond or refused; trying again later may help."""

    code: ClassVar[str] = "files_down"


class FileGone(NotFound):
    code = "file_gone"
    message = _("This file does not exist, or no longer does.")


class KeyUnsafe(ValueError):
    """The key has characters or a form that could name a path outside its folder."""


class Files(Protocol):
    """File storage by keys such as "photos/3f2a…/shown.jpg".

    All methods raise FilesDown and KeyUnsafe.
    """

    def put(self, key: str, content: bytes, *, content_type: str) -> None:
        """Store a file, completely or not at all, replacing any earlier one."""
        ...

    def store(self, key: str, path: Path, *, content_type: str) -> None:
        """Store a file from a path; it may be large."""
        ...

    def append(self, key: str, *, offset: int, chunk: bytes) -> None:
        """Store a chunk of an unfinished upload.

        Safe to repeat with the same offset and content.
        """
        ...

    def read(self, key: str) -> bytes:
        """Read a whole file into memory. Raises FileGone."""
        ...

    def fetch(self, key: str, *, target: Path) -> None:
        """Copy a file to `target` without holding it in memory. Raises FileGone."""
        ...

    def stream(self, key: str) -> Iterator[bytes]:
        """Read a file in small pieces. Raises FileGone at once, before the first piece."""
        ...

    def size_bytes(self, key: str) -> int:
        """Return a file's size in bytes, chunks of an unfinished upload included.

        Raises FileGone.
        """
        ...

    def delete(self, key: str) -> None:
        """Delete a file and its chunks. Safe to repeat."""
        ...

    def presigned_upload(
        self, key: str, *, size_bytes: int, content_type: str, expires_in: timedelta
    ) -> dict[str, Any] | None:
        """Return the form by which a browser uploads straight to the storage.

        It has a `url`, and `fields` that come before the file. None where uploads go through us.
        """
        ...

    def presigned_read(self, key: str, *, file_name: str, expires_in: timedelta) -> str | None:
        """Return a temporary download URL; None where downloads go through us."""
        ...


def checked_key(key: str) -> str:
    """Return the key. Raises KeyUnsafe for one that could leave its folder."""
    if len(key) > _LONGEST_KEY or not _KEY.fullmatch(key):
        raise KeyUnsafe(key[:_LONGEST_KEY])
    return key
