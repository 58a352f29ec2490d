"""The cookies that give one visitor access to their wizard sessions and orders.

The wizard cookie replaces look-up by email or by session id (BOOK-05.1): 256 random bits, HttpOnly,
stored on the server only as a hash. The booking cookie holds the tokens of the access links that
were opened in this browser.
"""

import base64
import hashlib
import hmac
import re
import secrets
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

NAME = "__Host-wz" if settings.ENVIRONMENT.is_production else "wz"
LASTS_S = 60 * 60 * 24 * 180
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{43}")

LINKS_NAME = "__Host-mb" if settings.ENVIRONMENT.is_production else "mb"
LINKS_LAST_S = 60 * 60 * 24 * 30
# Tells the scripts of static pages that there are bookings to ask for; it opens nothing.
HINT: Final = "booked"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{44}")
# The tokens of the links opened in this browser, the last one first. One more separator in front
# of them: this browser has reserved since, and its own newest order comes first.
_BETWEEN: Final = "."
_MOST_LINKS: Final = 6


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
    _set(response, NAME, secret, lasts_s=LASTS_S)
    return hash_of(secret)


def _derived_secret(seed: bytes) -> str:
    digest = hmac.digest(settings.SECRET_KEY.encode(), b"wizard:" + seed, "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def read_links(request: HttpRequest) -> list[str]:
    """Return the tokens of the access links opened in this browser, the last one first."""
    sent = request.COOKIES.get(LINKS_NAME, "").split(_BETWEEN)
    return [token for token in sent if _TOKEN.fullmatch(token)][:_MOST_LINKS]


def has_reserved_since(request: HttpRequest) -> bool:
    """Whether this browser has reserved after it opened its last link."""
    return request.COOKIES.get(LINKS_NAME, "").startswith(_BETWEEN)


def open_link(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Put an access link first among those of this browser."""
    before = [known for known in read_links(request) if known != token]
    links = _BETWEEN.join([token, *before][:_MOST_LINKS])
    _set(response, LINKS_NAME, links, lasts_s=LINKS_LAST_S)
    _hint_at_booking(response)


def put_own_order_first(request: HttpRequest, response: HttpResponse) -> None:
    """From now on this browser shows the order that it has just reserved before linked ones."""
    if links := read_links(request):
        _set(response, LINKS_NAME, _BETWEEN + _BETWEEN.join(links), lasts_s=LINKS_LAST_S)
    _hint_at_booking(response)


def _hint_at_booking(response: HttpResponse) -> None:
    # The home page's script reads it before it asks for anything.
    _set(response, HINT, "1", lasts_s=LASTS_S, is_readable=True)


def forget_hint(response: HttpResponse) -> None:
    """There are no bookings to ask for any more."""
    response.delete_cookie(HINT, path="/", samesite="Lax")


def _set(
    response: HttpResponse, name: str, text: str, *, lasts_s: int, is_readable: bool = False
) -> None:
    response.set_cookie(
        name,
        text,
        max_age=lasts_s,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=not is_readable,
        samesite="Lax",
    )
