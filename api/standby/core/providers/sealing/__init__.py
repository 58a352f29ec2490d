"""Encryption of secrets stored in the database, so that a copy of it is useless.

Adapter: fernet.py.
"""

from typing import Protocol


class SealBroken(Exception):
    """The text was encrypted with none of the site's secrets, or was altered."""


class Sealer(Protocol):
    def seal(self, text: str) -> str: ...

    def unseal(self, sealed: str) -> str:
        """Decrypt a text, also one encrypted with an earlier secret. Raises SealBroken."""
        ...
