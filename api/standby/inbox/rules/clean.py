"""Text from outside, so that a database and a page can hold it."""

import re
from typing import Final

# NUL is what no PostgreSQL text column takes, a lone surrogate what UTF-8 cannot write.
_NEVER_STORED: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_SPACES: Final = re.compile(r"\s+")


def clean(text: str) -> str:
    """Return the text without characters that cannot be stored, its line ends as \\n."""
    return _NEVER_STORED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str, *, most: int) -> str:
    return _SPACES.sub(" ", clean(text)).strip()[:most]


def decoded(content: bytes, charset: str = "") -> str:
    """Return bytes as text: by the charset they name, else by those most in use. Never raises."""
    try:
        return clean(content.decode(charset or "utf-8"))
    except (LookupError, ValueError):  # unknown, no charset of text, or not what it says
        pass
    try:
        return clean(content.decode("utf-8"))
    except ValueError:
        return clean(content.decode("cp1252", errors="replace"))
