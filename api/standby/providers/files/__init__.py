"""Keeping files. Adapters: local.py (a folder of this machine), s3.py (a private bucket)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import ClassVar, Final, Protocol

from standby.domain.errors import NotFound, _
from standby.providers.errors import ProviderDown

_PART: Final = r"[a-z0-9](?:[a-z0-9_-]|\.(?=[a-z0-9]))*"
_KEY: Final = re.compile(rf"{_PART}(?:/{_PART})*")
_LONGEST_KEY: Final = 200


class FilesDown(ProviderDown):
    """The storage did not take or give the file; trying again later may help."""

    code: ClassVar[str] = "files_down"


class FileGone(NotFound):
    code = "file_gone"
    message = _("This file is not there, or no longer.")


class KeyUnsafe(ValueError):
    """A key is made by us of a few plain characters; this one could name something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignedUpload:
    """Where a browser may send one file itself: a form's address and the fields before the file."""

    url: str
    fields: Mapping[str, str]


class Files(Protocol):
    """A key looks like "photos/3f2a…/shown.jpg". All calls raise FilesDown and KeyUnsafe."""

    def put(self, key: str, content: bytes, *, content_type: str) -> None:
        """All of it or nothing; in place of what was there."""
        ...

    def store(self, key: str, path: Path, *, content_type: str) -> None:
        """As put, from a file that may be large."""
        ...

    def append(self, key: str, *, offset: int, chunk: bytes) -> None:
        """A piece of a file that comes in pieces. Safe to repeat: a place has one content."""
        ...

    def read(self, key: str) -> bytes:
        """Raises FileGone."""
        ...

    def fetch(self, key: str, *, target: Path) -> None:
        """As read, without holding it in memory. Raises FileGone."""
        ...

    def stream(self, key: str) -> Iterator[bytes]:
        """As read, a little at a time. Raises FileGone at once."""
        ...

    def size_bytes(self, key: str) -> int:
        """Raises FileGone."""
        ...

    def delete(self, key: str) -> None:
        """With its pieces. Safe to repeat."""
        ...

    def presigned_upload(
        self, key: str, *, size_bytes: int, content_type: str, expires_in: timedelta
    ) -> PresignedUpload | None:
        """None where files come in through us."""
        ...

    def presigned_read(self, key: str, *, file_name: str, expires_in: timedelta) -> str | None:
        """None where files go out through us."""
        ...


def checked_key(key: str) -> str:
    """Raises KeyUnsafe for whatever could leave the place it is meant for."""
    if len(key) > _LONGEST_KEY or not _KEY.fullmatch(key):
        raise KeyUnsafe(key[:_LONGEST_KEY])
    return key
