"""File types by content; file names and declared content types are not trusted."""

import struct
from typing import Final

HEAD_BYTES: Final = 64  # enough to recognize a file
# Of ISO media files. The browser has the same list (contract/file-cases.json): a burst, a 3GP film
# of an older phone, or what the newest writes is not first uploaded and then refused.
_HEIC_BRANDS: Final = "heic heim heis heix hevc hevm hevs hevx mif1 msf1"
_MP4_BRANDS: Final = (
    "3g2a 3gp4 3gp5 3gp6 3gp7 M4V_ M4VH M4VP MSNV XAVC avc1 "
    "iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 isom mp41 mp42 mp4v"
)
TYPE_OF_BRAND: Final = {
    **dict.fromkeys(_HEIC_BRANDS.split(), "image/heic"),
    **{brand.replace("_", " "): "video/mp4" for brand in _MP4_BRANDS.split()},
    "qt  ": "video/quicktime",
}
_OLD_MOV: Final = frozenset({b"moov", b"mdat", b"wide", b"free", b"skip"})

_ZIP_END: Final = b"PK\x05\x06"
_ZIP_END_BYTES: Final = 22
_LONGEST_ZIP_COMMENT: Final = 65_535
_LATEST_PDF_START: Final = 1024  # as far as PDF readers search for the header


def type_of(head: bytes) -> str | None:
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return TYPE_OF_BRAND.get(head[8:12].decode("latin-1"))
    if head[4:8] in _OLD_MOV:
        return "video/quicktime"
    return None


def is_polyglot(content: bytes) -> bool:
    """Return whether a picture is valid as an archive or a PDF too.

    Nothing else behind a picture is looked at: phones append films, gain maps and depth maps, which
    may hold any bytes, and the pixels alone are shown.
    """
    return _ends_as_zip(content) or b"%PDF-" in content[:_LATEST_PDF_START]


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
