"""Signatures that anybody can verify later without us. Adapter: ed25519.py."""

from typing import Protocol


class Signer(Protocol):
    """Signatures and public keys are base64 text."""

    @property
    def public_key(self) -> str: ...

    def sign(self, text: str) -> str: ...

    def key_that_signed(self, text: str, *, signature: str) -> str | None:
        """Return the current or earlier public key that verifies the signature, else None."""
        ...
