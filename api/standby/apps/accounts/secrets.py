"""How the secrets of accounts are made, and compared: what is kept of them is a hash."""

import base64
import hashlib
import hmac
import secrets
from typing import Final

_CODE_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def new_recovery_code() -> str:
    """Two groups of five that a person can copy from paper: about 50 bits."""
    group = ["".join(secrets.choice(_CODE_SIGNS) for _ in range(5)) for _ in range(2)]
    return "-".join(group)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def successor_of(token: str, *, key: str) -> str:
    """The one token that follows this one: nobody without the key can tell which."""
    digest = hmac.new(key.encode(), b"refresh:" + token.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
