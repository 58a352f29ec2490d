"""Signing what anybody may check later without us. Adapter: ed25519.py."""

from typing import Protocol


class Signer(Protocol):
    """A signature and a public key are text in base64."""

    @property
    def public_key(self) -> str:
        """Of the key that signs now."""
        ...

    def sign(self, text: str) -> str: ...

    def key_that_signed(self, text: str, *, signature: str) -> str | None:
        """The public key, of now or of before, under which it is true; None when under none."""
        ...
