"""Signed cookies that recognize a browser that has shown an account's second factor.

The cookie grants no access. Failed guesses from a known device are counted separately, so that
somebody guessing elsewhere does not slow down the owner of the account (SEC-03).
"""

import hashlib
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from standby.accounts.rules.secrets import new_token
from standby.accounts.services.guesses import Caller
from standby.core.clients import client_of
from standby.core.policy import DEVICE_IS_KNOWN_FOR

_NAME: Final = "__Host-device" if settings.ENVIRONMENT.is_production else "device"
_SALT: Final = "known device"


def caller_of(request: HttpRequest, *, account: str) -> Caller:
    """Return the calling client, and its device if it is known to this account."""
    return Caller(client=client_of(request), device=_device_of(request, account))


def remember_device(request: HttpRequest, response: HttpResponse, *, account: str) -> None:
    """Mark this browser as known to the account, after a correct code.

    There is one cookie for each account, so that browsers can be shared.
    """
    payload = {"account": _hash_of(account), "device": _device_of(request, account) or new_token()}
    response.set_cookie(
        _cookie_of(account),
        signing.dumps(payload, salt=_SALT),
        max_age=int(DEVICE_IS_KNOWN_FOR.total_seconds()),
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )


def _device_of(request: HttpRequest, account: str) -> str:
    # Empty if the device is not known to this account.
    cookie = request.COOKIES.get(_cookie_of(account), "")
    try:
        payload = signing.loads(cookie, salt=_SALT, max_age=DEVICE_IS_KNOWN_FOR)
    except signing.BadSignature:
        return ""
    return str(payload["device"]) if payload["account"] == _hash_of(account) else ""


def _cookie_of(account: str) -> str:
    return f"{_NAME}-{_hash_of(account)[:16]}"


def _hash_of(account: str) -> str:
    return hashlib.sha256(account.strip().lower().encode(errors="replace")).hexdigest()
