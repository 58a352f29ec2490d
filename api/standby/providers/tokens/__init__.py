"""Signed statements about who somebody is, that others check by our published keys.

Adapter: es256.py.
"""

from collections.abc import Mapping
from typing import Any, Protocol


class TokenRefused(Exception):
    """It is not signed by us, not for here, or too old."""


class Tokens(Protocol):
    def issue(self, claims: Mapping[str, Any]) -> str: ...

    def claims_of(self, token: str, *, audience: str, issuer: str) -> dict[str, Any]:
        """Raises TokenRefused."""
        ...

    def public_keys(self) -> list[dict[str, Any]]:
        """Today's key first, then those whose tokens are still honoured (RFC 7517)."""
        ...
