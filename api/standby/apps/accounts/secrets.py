"""How the secrets of accounts are made, compared and kept: as hashes, or encrypted."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

from cryptography.fernet import Fernet, MultiFernet

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


def encrypted(text: str, *, keys: Sequence[str]) -> str:
    return _fernet(keys).encrypt(text.encode()).decode()


def decrypted(text: str, *, keys: Sequence[str]) -> str:
    """By the current key or one before it. Raises InvalidToken when none of them made it."""
    return _fernet(keys).decrypt(text.encode()).decode()


def _fernet(keys: Sequence[str]) -> MultiFernet:
    return MultiFernet(
        [
            Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"factor:" + key.encode()).digest()))
            for key in keys
        ]
    )
