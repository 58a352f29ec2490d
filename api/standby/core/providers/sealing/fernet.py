"""Fernet encryption (AES and HMAC), with keys derived from the site's secrets."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from standby.core.providers.sealing import SealBroken

_PURPOSE: Final = b"sealed secrets, fernet"


class FernetSealer:
    """Encrypts with the first secret; texts encrypted with the others can still be read."""

    def __init__(self, *, secret_keys: Sequence[str]) -> None:
        self._fernet = MultiFernet([Fernet(_key_from(secret)) for secret in secret_keys])

    def seal(self, text: str) -> str:
        return self._fernet.encrypt(text.encode()).decode()

    def unseal(self, sealed: str) -> str:
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken as error:
            raise SealBroken from error


def _key_from(secret: str) -> bytes:
    return base64.urlsafe_b64encode(hmac.digest(secret.encode(), _PURPOSE, hashlib.sha256))
