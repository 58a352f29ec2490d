"""Files in a local folder, readable by the service's own user only."""

import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, BinaryIO, Final

from standby.core.providers.files import FileGone, FilesDown, checked_key

_PIECE_BYTES: Final = 256 * 1024


def sync(path: Path) -> None:
    """Make a file, or a folder's directory entries, survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class LocalFiles:
    def __init__(self, *, folder: Path) -> None:
        self._folder = folder

    def put(self, key: str, content: bytes, *, content_type: str) -> None:
        with self._unfinished(key) as path:
            _write(path, [content])

    def store(self, key: str, path: Path, *, content_type: str) -> None:
        with self._unfinished(key) as unfinished, path.open("rb") as source:
            _write(unfinished, _pieces(source))

    def append(self, key: str, *, offset: int, chunk: bytes) -> None:
        path = self._path(key)
        with _disk_errors():
            _make_folder(path.parent)
            _write(path, [chunk], flags=os.O_NOFOLLOW, offset=offset)

    def read(self, key: str) -> bytes:
        with _disk_errors():
            return self._path(key).read_bytes()

    def fetch(self, key: str, *, target: Path) -> None:
        with _disk_errors():
            shutil.copyfile(self._path(key), target)

    def stream(self, key: str) -> Iterator[bytes]:
        with _disk_errors():
            file = self._path(key).open("rb")
        return _pieces(file)

    def size_bytes(self, key: str) -> int:
        with _disk_errors():
            return self._path(key).stat().st_size

    def delete(self, key: str) -> None:
        with _disk_errors():
            self._path(key).unlink(missing_ok=True)

    def presigned_upload(
        self, key: str, *, size_bytes: int, content_type: str, expires_in: timedelta
    ) -> dict[str, Any] | None:
        return None

    def presigned_read(self, key: str, *, file_name: str, expires_in: timedelta) -> str | None:
        return None

    def _path(self, key: str) -> Path:
        return self._folder / checked_key(key)

    @contextmanager
    def _unfinished(self, key: str) -> Iterator[Path]:
        # Written beside its final path and renamed when complete.
        path = self._path(key)
        with _disk_errors():
            _make_folder(path.parent)
            unfinished = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
            try:
                yield unfinished
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
            sync(path.parent)


@contextmanager
def _disk_errors() -> Iterator[None]:
    # A full or broken disk counts as storage that is down; everything else keeps working.
    try:
        yield
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError) as gone:
        raise FileGone from gone
    except OSError as failure:
        raise FilesDown(f"the disk says {failure.strerror}") from failure


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write(path: Path, pieces: Iterable[bytes], *, flags: int = os.O_EXCL, offset: int = 0) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | flags, 0o600), "wb") as file:
        file.seek(offset)
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE_BYTES):
            yield piece
