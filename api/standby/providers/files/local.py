"""Files kept in a folder of this machine, readable by its own user only."""

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from standby.providers.files import FileGone, FilesDown, Upload, checked_key


class LocalFiles:
    def __init__(self, *, folder: Path) -> None:
        self._folder = folder

    def put(self, key: str, content: bytes, *, content_type: str) -> None:  # noqa: ARG002 - a file has none
        path = self._path(key)
        with _asking_the_disk():
            _make_folder(path.parent)
            unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
            try:
                _write(unfinished, content)
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
            _sync_folder(path.parent)

    def append(self, key: str, *, offset: int, chunk: bytes) -> None:
        path = self._path(key)
        with _asking_the_disk():
            _make_folder(path.parent)
            opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            try:
                _write_all(opened, chunk, offset=offset)
                os.fsync(opened)
            finally:
                os.close(opened)

    def read(self, key: str) -> bytes:
        with _asking_the_disk():
            return self._path(key).read_bytes()

    def fetch(self, key: str, *, into: Path) -> None:
        with _asking_the_disk():
            shutil.copyfile(self._path(key), into)

    def size_bytes(self, key: str) -> int:
        with _asking_the_disk():
            return self._path(key).stat().st_size

    def delete(self, key: str) -> None:
        with _asking_the_disk():
            self._path(key).unlink(missing_ok=True)

    def presigned_upload(
        self,
        key: str,  # noqa: ARG002
        *,
        size_bytes: int,  # noqa: ARG002
        content_type: str,  # noqa: ARG002
        lasts: timedelta,  # noqa: ARG002
    ) -> Upload | None:
        return None

    def presigned_read(self, key: str, *, file_name: str, lasts: timedelta) -> str | None:  # noqa: ARG002
        return None

    def _path(self, key: str) -> Path:
        return self._folder / checked_key(key)


@contextmanager
def _asking_the_disk() -> Iterator[None]:
    """A full or broken disk is storage that is down; the rest of the house goes on."""
    try:
        yield
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as gone:
        raise FileGone from gone
    except OSError as failure:
        raise FilesDown(f"the disk says {failure.strerror}") from failure


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write(path: Path, content: bytes) -> None:
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        _write_all(opened, content, offset=0)
        os.fsync(opened)
    finally:
        os.close(opened)


def _write_all(opened: int, content: bytes, *, offset: int) -> None:
    """The system may take less than it is given."""
    left = memoryview(content)
    while left:
        taken = os.pwrite(opened, left, offset)
        left, offset = left[taken:], offset + taken


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
