"""The visitor's own secret: whoever carries it may see and change this visitor's wizard.

It replaces look-up by e-mail or by session id (reliability.md 1.8): 256 random bits, HttpOnly,
kept on the server only as a hash.
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
    """The secret that the request carries, None when it carries none that could be ours."""
    carried = request.COOKIES.get(NAME, "")
    return carried if _WELL_FORMED.fullmatch(carried) else None


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def read_cookie_hash(request: HttpRequest) -> str | None:
    secret = read_cookie_secret(request)
    return hash_of(secret) if secret else None


def hash_or_new(request: HttpRequest, response: HttpResponse) -> str:
    """The hash of the carried secret; without one, a new secret goes out with the response."""
    secret = read_cookie_secret(request)
    if secret is None:
        secret = secrets.token_urlsafe(32)
        _give(response, secret)
    return hash_of(secret)


def hash_or_derived(request: HttpRequest, response: HttpResponse, *, seed: bytes) -> str:
    """Like `hash_or_new`, but the same seed is given the same secret.

    So a first call whose answer was lost finds, when repeated word for word, its own wizard.
    """
    secret = read_cookie_secret(request)
    if secret is None:
        digest = hmac.new(settings.SECRET_KEY.encode(), b"wizard:" + seed, hashlib.sha256)
        secret = _urlsafe(digest.digest())
        _give(response, secret)
    return hash_of(secret)


def _give(response: HttpResponse, secret: str) -> None:
    response.set_cookie(
        NAME,
        secret,
        max_age=LASTS_S,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )


def _urlsafe(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
