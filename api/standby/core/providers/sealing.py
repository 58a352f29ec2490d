"""Encryption of stored values (Fernet: AES and HMAC), with keys derived from the site's secrets."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, Protocol

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

_PURPOSE: Final = b"sealed secrets, fernet"


class SealBroken(Exception):
    """The text was encrypted with none of the site's secrets, or was altered."""


class Sealer(Protocol):
    def seal(self, text: str) -> str: ...

    def unseal(self, sealed: str) -> str:
        """Decrypt a text, also one encrypted with an earlier secret. Raises SealBroken."""
        ...


class FernetSealer:
    """Encrypts with the first secret; texts encrypted with the others can still be read."""

    def __init__(self, *, secret_keys: Sequence[str]) -> None:
        digests = (hmac.digest(key.encode(), _PURPOSE, hashlib.sha256) for key in secret_keys)
        self._fernet = MultiFernet([Fernet(base64.urlsafe_b64encode(one)) for one in digests])

    def seal(self, text: str) -> str:
        return self._fernet.encrypt(text.encode()).decode()

    def unseal(self, sealed: str) -> str:
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken as error:
            raise SealBroken from error
