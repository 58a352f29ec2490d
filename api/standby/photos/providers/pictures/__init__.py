"""Make uploaded photos and videos safe to show: identify by content, decode and re-encode."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

PHOTO_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/heic"})
VIDEO_TYPES: Final = frozenset({"video/mp4", "video/quicktime"})


class PictureRefused(Exception):
    """The file will never be shown; `code` is the reason, for which the web app has the text."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """Two JPEGs that hold nothing but pixels."""

    shown: Path
    thumbnail: Path
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Video:
    """The same video stream in a new container, without the camera's metadata."""

    shown: Path
    width_px: int
    height_px: int
    duration_s: int
