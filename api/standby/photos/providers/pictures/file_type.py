"""File types by content; file names and declared content types are not trusted."""

import struct
from typing import Final

HEAD_BYTES: Final = 64  # enough to recognize a file
# Of ISO media files: MP4 brands are many, 3GP among them.
_MP4_BRANDS: Final = "isom iso2 iso4 iso5 iso6 mp41 mp42 avc1 M4V_ MSNV 3gp4 3gp5 3gp6"
_TYPE_OF_BRAND: Final = {
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"mif1"), "image/heic"),
    **{brand.replace("_", " ").encode(): "video/mp4" for brand in _MP4_BRANDS.split()},
    b"qt  ": "video/quicktime",
}
_OLD_MOV: Final = frozenset({b"moov", b"mdat", b"wide", b"free", b"skip"})

_ZIP_END: Final = b"PK\x05\x06"
_ZIP_END_BYTES: Final = 22
_LONGEST_ZIP_COMMENT: Final = 65_535
_LATEST_PDF_START: Final = 1024  # as far as PDF readers search for the header
_INSIDE_A_SCAN: Final = frozenset({0x00, *range(0xD0, 0xD8)})
_MARKUP: Final = (b"<!doctype", b"<html", b"<head", b"<body", b"<script", b"<svg", b"<?php", b"<%@")


def type_of(head: bytes) -> str | None:
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return _TYPE_OF_BRAND.get(head[8:12])
    if head[4:8] in _OLD_MOV:
        return "video/quicktime"
    return None


def is_polyglot(content: bytes, *, content_type: str) -> bool:
    trailing = _after_the_end(content, content_type=content_type).lower()
    return (
        _ends_as_zip(content)
        or b"%PDF-" in content[:_LATEST_PDF_START]
        or any(tag in trailing for tag in _MARKUP)
    )


def is_plain_pdf(content: bytes) -> bool:
    """Return whether a file is a whole PDF and not valid as an archive too."""
    return (
        content.startswith(b"%PDF-")
        and b"%%EOF" in content[-_LATEST_PDF_START:]
        and not _ends_as_zip(content)
    )


def _ends_as_zip(content: bytes) -> bool:
    # A ZIP end record, followed by a comment of exactly the length it states.
    tail = content[-(_ZIP_END_BYTES + _LONGEST_ZIP_COMMENT) :]
    at = tail.rfind(_ZIP_END)
    while at >= 0:
        comment = tail[at + _ZIP_END_BYTES - 2 : at + _ZIP_END_BYTES]
        rest = len(tail) - at - _ZIP_END_BYTES
        if len(comment) == 2 and rest >= struct.unpack("<H", comment)[0]:
            return True
        at = tail.rfind(_ZIP_END, 0, at)
    return False


def _after_the_end(content: bytes, *, content_type: str) -> bytes:
    # Trailing data after the picture's last byte; cameras append videos and depth maps there.
    if content_type == "image/jpeg":
        return content[_end_of_jpeg(content) :]
    if content_type == "image/png":
        at = content.find(b"IEND")
        return content[at + 8 :] if at >= 0 else b""
    if content_type == "image/webp":
        return content[8 + int.from_bytes(content[4:8], "little") :]
    return b""


def _end_of_jpeg(content: bytes) -> int:
    # Offset after the end marker; the whole length when there is none.
    at = 2
    while at + 4 <= len(content):
        if content[at] != 0xFF:
            return len(content)
        marker = content[at + 1]
        if marker == 0xD9:
            break
        if marker == 0xFF:
            at += 1
            continue
        at += 2 + struct.unpack(">H", content[at + 2 : at + 4])[0]
        if marker == 0xDA:
            at = _end_of_scan(content, at)
    return len(content) if content[at : at + 2] != b"\xff\xd9" else at + 2


def _end_of_scan(content: bytes, at: int) -> int:
    # The next marker that is neither byte stuffing nor a restart marker.
    while (at := content.find(b"\xff", at)) >= 0 and at + 1 < len(content):
        if content[at + 1] not in _INSIDE_A_SCAN:
            return at
        at += 2
    return len(content)
