"""Signed access tokens, which others can verify with our published keys (ES256, RFC 7518)."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from jwt.algorithms import ECAlgorithm

ALGORITHM: Final = "ES256"
# Order of the curve P-256 (FIPS 186-4, D.1.2.3): a private key is a number below it.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class TokenRefused(Exception):
    """The token is not signed by us, not for this audience, or expired."""


class Tokens:
    """Signs with the first secret; tokens signed with the others are still accepted."""

    def __init__(self, *, secret_keys: Sequence[str]) -> None:
        self._keys: dict[str, ec.EllipticCurvePrivateKey] = {}
        for secret in secret_keys:
            wide = HKDF(algorithm=SHA256(), length=48, salt=None, info=b"access tokens, es256")
            number = int.from_bytes(wide.derive(secret.encode())) % (_ORDER - 1) + 1
            key = ec.derive_private_key(number, ec.SECP256R1())
            point = key.public_key().public_numbers()
            name = hashlib.sha256(f"{point.x}:{point.y}".encode()).hexdigest()[:16]
            self._keys[name] = key
        self._signs = next(iter(self._keys))

    def issue(self, claims: Mapping[str, Any]) -> str:
        key = self._keys[self._signs]
        return jwt.encode(dict(claims), key, algorithm=ALGORITHM, headers={"kid": self._signs})

    def claims_of(self, token: str, *, audience: str, issuer: str) -> dict[str, Any]:
        """Verify a token and return its claims. Raises TokenRefused."""
        try:
            key = self._keys[jwt.get_unverified_header(token)["kid"]]
            claims: dict[str, Any] = jwt.decode(
                token,
                key.public_key(),
                algorithms=[ALGORITHM],
                audience=audience,
                issuer=issuer,
                options={"require": ["exp", "sub"]},
            )
        except (jwt.InvalidTokenError, KeyError) as error:
            raise TokenRefused from error
        return claims

    def public_keys(self) -> list[dict[str, Any]]:
        """Return the public keys as JWKs (RFC 7517): the current one, then those still accepted."""
        return [
            {
                **ECAlgorithm.to_jwk(key.public_key(), as_dict=True),
                "kid": name,
                "alg": ALGORITHM,
                "use": "sig",
                "key_ops": ["verify"],
            }
            for name, key in self._keys.items()
        ]
