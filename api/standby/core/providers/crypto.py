"""Encryption of stored values (Fernet: AES and HMAC) and Ed25519 signatures, with keys derived from
the site's secrets: there is no key file to lose.
"""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_PURPOSE: Final = b"sealed secrets, fernet"


class SealBroken(Exception):
    """The text was encrypted with none of the site's secrets, or was altered."""


class Sealer:
    """Encrypts with the first secret; texts encrypted with the others can still be read."""

    def __init__(self, *, secret_keys: Sequence[str]) -> None:
        digests = (hmac.digest(key.encode(), _PURPOSE, hashlib.sha256) for key in secret_keys)
        self._fernet = MultiFernet([Fernet(base64.urlsafe_b64encode(one)) for one in digests])

    def seal(self, text: str) -> str:
        return self._fernet.encrypt(text.encode()).decode()

    def unseal(self, sealed: str) -> str:
        """Decrypt a text. Raises SealBroken."""
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken as error:
            raise SealBroken from error


_SIGNATURES: Final = b"price receipts, ed25519"


class Signer:
    """Signs with the first secret; signatures made with the others still verify.

    Signatures and public keys are base64 text.
    """

    def __init__(self, *, secret_keys: Sequence[str]) -> None:
        seeds = (hmac.digest(key.encode(), _SIGNATURES, hashlib.sha256) for key in secret_keys)
        keys = [Ed25519PrivateKey.from_private_bytes(seed) for seed in seeds]
        self._signs = keys[0]
        self._verify = [key.public_key() for key in keys]

    @property
    def public_key(self) -> str:
        return _written(self._verify[0])

    def sign(self, text: str) -> str:
        return base64.b64encode(self._signs.sign(text.encode())).decode()

    def key_that_signed(self, text: str, *, signature: str) -> str | None:
        """Return the current or earlier public key that verifies the signature, else None."""
        try:
            raw = base64.b64decode(signature.encode(), validate=True)
        except ValueError:
            return None
        for key in self._verify:
            with suppress(InvalidSignature):
                key.verify(raw, text.encode())
                return _written(key)
        return None


def _written(key: Ed25519PublicKey) -> str:
    return base64.b64encode(key.public_bytes_raw()).decode()
