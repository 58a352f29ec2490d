"""Tokens that are a row's id and an HMAC of it.

The database holds only the id, so reading the table or a backup of it opens nothing (decision 19).
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Sequence
from typing import Final
from uuid import UUID

_ID_BYTES: Final = 16
# 136 bits of an HMAC cannot be guessed, and texts are billed by length. 33 bytes are 44 base64
# characters without padding, so each token has exactly one spelling.
_SIGNATURE_BYTES: Final = 17
_TOKEN_CHARACTERS: Final = 44


def sign_id(public_id: UUID, *, purpose: bytes, secret_keys: Sequence[str]) -> str:
    """Return the token of an id. The first key signs; the others are earlier keys that verify."""
    raw = public_id.bytes
    signature = _signature(raw, purpose=purpose, secret_key=secret_keys[0])
    return base64.urlsafe_b64encode(raw + signature).decode()


def read_signed_id(token: str, *, purpose: bytes, secret_keys: Sequence[str]) -> UUID | None:
    """Return the id of a token that we made for this purpose, else None."""
    if len(token) != _TOKEN_CHARACTERS:
        return None
    try:
        raw = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    id_bytes, signature = raw[:_ID_BYTES], raw[_ID_BYTES:]
    if not any(
        hmac.compare_digest(signature, _signature(id_bytes, purpose=purpose, secret_key=key))
        for key in secret_keys
    ):
        return None
    return UUID(bytes=id_bytes)


def _signature(id_bytes: bytes, *, purpose: bytes, secret_key: str) -> bytes:
    whole = hmac.digest(secret_key.encode(), purpose + id_bytes, hashlib.sha256)
    return whole[:_SIGNATURE_BYTES]
