"""Generation and hashing of account secrets. Only hashes are stored."""

import base64
import hashlib
import hmac
import secrets
from typing import Final

_CODE_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # no easily confused characters


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_recovery_code() -> str:
    # Two groups of five characters, short enough to copy from paper: about 50 bits.
    group = ["".join(secrets.choice(_CODE_SIGNS) for _ in range(5)) for _ in range(2)]
    return "-".join(group)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def successor_of(token: str, *, key: str) -> str:
    """Derive the refresh token that follows this one; without the key it cannot be computed."""
    digest = hmac.new(key.encode(), b"refresh:" + token.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
