"""Hash chains: each row's hash covers the row before, so that tampering shows."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final

BEGINNING = ""  # previous hash of a chain's first row
_PLAIN: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def hash_row(fields: Mapping[str, object], *, after: str) -> str:
    """Return the SHA-256 of a row's fields together with the previous row's hash."""
    return hashlib.sha256(_PLAIN.encode([after, fields]).encode()).hexdigest()


def hash_text(words: str, *, salt: str) -> str:
    """Hash a text that a chain refers to, so that it can be erased and the chain still verifies.

    The salt is erased with the text; without it nobody can guess the text by trying.
    """
    return hashlib.sha256(f"{salt}{words}".encode()).hexdigest() if words else ""
