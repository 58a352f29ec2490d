"""The wizard cookie: a secret that gives access to one visitor's wizard sessions and orders.

It replaces look-up by email or by session id (BOOK-05.1): 256 random bits, HttpOnly, stored on the
server only as a hash.
"""

import base64
import hashlib
import hmac
import re
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

NAME = "__Host-wz" if settings.ENVIRONMENT.is_production else "wz"
LASTS_S = 60 * 60 * 24 * 180
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{43}")


def read_cookie_hash(request: HttpRequest) -> str | None:
    secret = request.COOKIES.get(NAME, "")
    return hash_of(secret) if _WELL_FORMED.fullmatch(secret) else None


def hash_or_new(request: HttpRequest, response: HttpResponse, *, seed: bytes = b"") -> str:
    """Return the hash of the request's secret; without one, set a new secret on the response.

    With a `seed` the new secret is derived from it: a first call whose response was lost then finds
    its own wizard session when it is repeated with the same body.
    """
    known = read_cookie_hash(request)
    if known:
        return known
    secret = _derived_secret(seed) if seed else secrets.token_urlsafe(32)
    response.set_cookie(
        NAME,
        secret,
        max_age=LASTS_S,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )
    return hash_of(secret)


def _derived_secret(seed: bytes) -> str:
    digest = hmac.digest(settings.SECRET_KEY.encode(), b"wizard:" + seed, "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
