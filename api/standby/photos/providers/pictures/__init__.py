"""Make uploaded photos and videos safe to show: identify by content, decode and re-encode."""

from typing import Final

PHOTO_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/heic"})
LOGO_TYPES: Final = frozenset({"image/png", "image/jpeg", "image/webp"})
VIDEO_TYPES: Final = frozenset({"video/mp4", "video/quicktime"})


class PictureRefused(Exception):
    """The file will never be shown; `code` is the reason, for which the web app has the text."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
