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


def read_cookie_secret(request: HttpRequest) -> str | None:
    # Return the secret in the request, or None if there is none of the right form.
    secret = request.COOKIES.get(NAME, "")
    return secret if _WELL_FORMED.fullmatch(secret) else None


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def read_cookie_hash(request: HttpRequest) -> str | None:
    secret = read_cookie_secret(request)
    return hash_of(secret) if secret else None


def hash_or_new(request: HttpRequest, response: HttpResponse) -> str:
    """Return the hash of the request's secret; without one, set a new secret on the response."""
    secret = read_cookie_secret(request)
    if secret is None:
        secret = secrets.token_urlsafe(32)
        _set_cookie(response, secret)
    return hash_of(secret)


def hash_or_derived(request: HttpRequest, response: HttpResponse, *, seed: bytes) -> str:
    """Like `hash_or_new`, but a new secret is derived from the seed.

    A first call whose response was lost then finds its own wizard session when it is repeated with
    the same body.
    """
    secret = read_cookie_secret(request)
    if secret is None:
        digest = hmac.new(settings.SECRET_KEY.encode(), b"wizard:" + seed, hashlib.sha256)
        secret = base64.urlsafe_b64encode(digest.digest()).rstrip(b"=").decode()
        _set_cookie(response, secret)
    return hash_of(secret)


def _set_cookie(response: HttpResponse, secret: str) -> None:
    response.set_cookie(
        NAME,
        secret,
        max_age=LASTS_S,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )
