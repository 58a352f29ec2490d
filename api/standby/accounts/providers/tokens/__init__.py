"""Signed access tokens, which others can verify with our published keys. Adapter: es256.py."""

from collections.abc import Mapping
from typing import Any, Protocol


class TokenRefused(Exception):
    """The token is not signed by us, not for this audience, or expired."""


class Tokens(Protocol):
    def issue(self, claims: Mapping[str, Any]) -> str: ...

    def claims_of(self, token: str, *, audience: str, issuer: str) -> dict[str, Any]:
        """Verify a token and return its claims. Raises TokenRefused."""
        ...

    def public_keys(self) -> list[dict[str, Any]]:
        """Return the public keys as JWKs (RFC 7517): the current one, then those still accepted."""
        ...
