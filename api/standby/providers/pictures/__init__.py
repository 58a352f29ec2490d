"""Making what somebody sent safe to show: recognised by its content, taken apart, made anew."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

PHOTO_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/heic"})
VIDEO_TYPES: Final = frozenset({"video/mp4", "video/quicktime"})


class PictureRefused(Exception):
    """It will never be shown; `code` says why, in words that the web has."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """Two JPEGs without anything but pixels."""

    shown: Path
    thumbnail: Path
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Video:
    """The same moving picture in a new container, without what the camera wrote beside it."""

    shown: Path
    width_px: int
    height_px: int
    duration_s: int
