"""Secrets that we must read again, unreadable in a copied database. Adapter: fernet.py."""

from typing import Protocol


class SealBroken(Exception):
    """None of the site's secrets sealed this, or it was changed."""


class Sealer(Protocol):
    def seal(self, text: str) -> str: ...

    def unseal(self, sealed: str) -> str:
        """Also what an earlier secret of the site sealed. Raises SealBroken."""
        ...
