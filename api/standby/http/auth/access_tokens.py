"""Access tokens: short-lived, signed with a key that anyone may check them by (RFC 7519, ES256)."""

import hashlib
from datetime import datetime
from functools import cache
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from jwt.algorithms import ECAlgorithm

from standby.apps.accounts.models import SignInSession
from standby.domain.policy import ACCESS_TOKEN_LASTS

ALGORITHM: Final = "ES256"
AUDIENCE: Final = "authenticated"
# The order of the curve P-256 (FIPS 186-4, D.1.2.3): a private key is a number below it.
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def access_token(session: SignInSession, *, now: datetime) -> str:
    user = session.user
    claims = {
        "iss": issuer(),
        "sub": str(user.public_id),
        "aud": AUDIENCE,
        "exp": int((now + ACCESS_TOKEN_LASTS).timestamp()),
        "iat": int(now.timestamp()),
        "role": AUDIENCE,
        "email": user.email,
        "phone": "",
        "aal": session.level,
        "amr": session.methods,
        "session_id": str(session.public_id),
        "is_anonymous": user.is_visitor,
        "user_metadata": user.user_metadata,
    }
    secret = settings.SECRET_KEY
    return jwt.encode(claims, _key(secret), algorithm=ALGORITHM, headers={"kid": _kid(secret)})


def claims_of(token: str) -> dict[str, Any]:
    """Raises jwt.InvalidTokenError."""
    kid = jwt.get_unverified_header(token).get("kid", "")
    secret = next((secret for secret in secrets_in_use() if _kid(secret) == kid), None)
    if secret is None:
        raise jwt.InvalidTokenError("signed with a key that is not ours")
    claims: dict[str, Any] = jwt.decode(
        token,
        _key(secret).public_key(),
        algorithms=[ALGORITHM],
        audience=AUDIENCE,
        issuer=issuer(),
        options={"require": ["exp", "sub", "session_id"]},
    )
    return claims


def public_keys() -> list[dict[str, Any]]:
    """Today's key first, then those whose tokens are still honoured (RFC 7517)."""
    return [
        {
            **ECAlgorithm.to_jwk(_key(secret).public_key(), as_dict=True),
            "kid": _kid(secret),
            "alg": ALGORITHM,
            "use": "sig",
            "key_ops": ["verify"],
        }
        for secret in secrets_in_use()
    ]


def secrets_in_use() -> list[str]:
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def issuer() -> str:
    return f"{settings.SITE_URL}/auth/v1"


@cache
def _key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Made of the secret key: one secret to keep, one to renew."""
    wide = HKDF(algorithm=SHA256(), length=48, salt=None, info=b"access tokens").derive(
        secret.encode()
    )
    return ec.derive_private_key(int.from_bytes(wide) % (_ORDER - 1) + 1, ec.SECP256R1())


@cache
def _kid(secret: str) -> str:
    numbers = _key(secret).public_key().public_numbers()
    return hashlib.sha256(f"{numbers.x}:{numbers.y}".encode()).hexdigest()[:16]
