"""Process photos and videos in a child process that may crash without harm."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any, Final, cast

from standby.photos.providers.pictures import LOGO_TYPES, PHOTO_TYPES, PictureRefused
from standby.photos.providers.pictures.file_type import HEAD_BYTES, is_polyglot, type_of
from standby.photos.rules import LONGEST_VIDEO_S, MOST_PHOTO_PIXELS, SHORTEST_VIDEO_S

_CHILD: Final = Path(__file__).with_name("child.py")
_RULES: Final = json.dumps(
    {
        "most_pixels": MOST_PHOTO_PIXELS,
        "shortest_s": SHORTEST_VIDEO_S,
        "longest_s": LONGEST_VIDEO_S,
    }
)
# wall-clock seconds on a busy machine; the child's own limit counts CPU time
LONGEST_S: Final = 120.0
_MAX_OUTPUT: Final = 10_000


class ProcessingJob:
    """One file being processed in a child process; poll `is_done`."""

    def __init__(self, *, kind: str, file: Path, folder: Path) -> None:
        self._kind = kind
        self._until = time.monotonic() + LONGEST_S
        self._process = subprocess.Popen(  # noqa: S603 - our own program, no shell
            [sys.executable, "-I", _CHILD, kind, file, folder, _RULES],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd=folder,
        )
        self._output = cast(IO[bytes], self._process.stdout)
        self.peak_bytes = 0

    def is_done(self, *, wait_s: float) -> bool:
        try:
            self._process.wait(timeout=wait_s)
        except subprocess.TimeoutExpired:
            if time.monotonic() < self._until:
                return False
            self.give_up()
        return True

    def give_up(self) -> None:
        self._process.kill()
        self._process.wait()

    def abandon(self) -> None:
        """End the child; nobody wants its result."""
        self.give_up()
        self._output.close()

    def result(self) -> dict[str, int]:
        """Return the measures `width_px` and `height_px`, of a video `duration_s`, once `is_done`.

        The folder then holds shown.jpg and thumbnail.jpg, which are nothing but pixels, or
        video.mp4, the same stream without the camera's metadata. Raises PictureRefused.
        """
        with self._output as stdout:
            output = stdout.read(_MAX_OUTPUT)
        if self._process.returncode < 0:
            raise PictureRefused(f"{self._kind}_too_heavy")
        if self._process.returncode:
            raise PictureRefused(f"{self._kind}_unreadable")
        data: dict[str, Any] = json.loads(output)
        self.peak_bytes = data.pop("peak_bytes")
        if "refused" in data:
            raise PictureRefused(data["refused"])
        return data


def reencode_photo(content: bytes) -> bytes:
    """Return a picture as a JPEG that is nothing but its pixels. Raises PictureRefused."""
    return _reencoded(content, kind="photo", types=PHOTO_TYPES, made="shown.jpg")[0]


def reencode_logo(content: bytes) -> tuple[bytes, dict[str, int]]:
    """Return a logo as a PNG that is nothing but its pixels, with `width_px` and `height_px`.

    Raises PictureRefused.
    """
    return _reencoded(content, kind="logo", types=LOGO_TYPES, made="logo.png")


def _reencoded(
    content: bytes, *, kind: str, types: frozenset[str], made: str
) -> tuple[bytes, dict[str, int]]:
    with tempfile.TemporaryDirectory(prefix="standby-photo-") as folder:
        source, output = Path(folder) / "sent", Path(folder) / "made"
        source.write_bytes(content)
        identify_photo(source, types=types, kind="photo")
        output.mkdir()
        job = ProcessingJob(kind=kind, file=source, folder=output)
        job.is_done(wait_s=LONGEST_S)
        measures = job.result()
        return (output / made).read_bytes(), measures


def identify_photo(file: Path, *, types: frozenset[str], kind: str) -> str:
    # A file that is also valid as another format is refused too.
    with file.open("rb") as stream:
        content = stream.read() if kind == "photo" else stream.read(HEAD_BYTES)
    content_type = type_of(content)
    if content_type not in types:
        raise PictureRefused(f"{kind}_type_refused")
    if kind == "photo" and is_polyglot(content):
        raise PictureRefused("photo_type_refused")
    return content_type
