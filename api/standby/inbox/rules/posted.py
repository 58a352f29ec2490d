"""A mail in a form, byte for byte: forms are read as text elsewhere, which a mail need not be."""

import re
from typing import Final

_NAME: Final = re.compile(rb';[ \t]*name="?([^";\r\n]*)"?', re.I)


def field_of_form(body: bytes, *, boundary: str, name: str) -> bytes:
    """Return the bytes of a field of multipart/form-data, b"" where there is none.

    The form may be cut off: then what is there of the field is returned.
    """
    if not boundary:
        return b""
    line = b"\r\n--" + boundary.encode(errors="replace")
    for part in (b"\r\n" + body).split(line)[1:]:
        headers, _, content = part.partition(b"\r\n\r\n")
        named = _NAME.search(headers)
        if named and named[1] == name.encode():
            return content
    return b""
