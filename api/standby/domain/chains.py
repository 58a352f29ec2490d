"""Rows that each seal the one before: what was changed or taken out afterwards shows."""

import hashlib
import json
from collections.abc import Mapping
from typing import Final

BEGINNING = ""  # what the first row of a chain finds before it
_PLAIN: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def hash_row(fields: Mapping[str, object], *, after: str) -> str:
    """The seal of a row: SHA-256 over the seal before it and all that the row tells."""
    return hashlib.sha256(_PLAIN.encode([after, fields]).encode()).hexdigest()


def hash_text(words: str, *, salt: str) -> str:
    """Stands for words in a chain, so that they can be erased and the chain still holds.

    Without the salt, which goes with the words, nobody can try which words they were.
    """
    return hashlib.sha256(f"{salt}{words}".encode()).hexdigest() if words else ""
