"""The client address that rate limits are counted by."""

from django.conf import settings
from django.http import HttpRequest

from standby.core.clients import Client, client_at


def client_of(request: HttpRequest) -> Client:
    """Return the client, by the address that our own proxies recorded.

    A visitor can send any X-Forwarded-For; only its last entries are from our proxies, one each.
    """
    return client_at(_address(request))


def _address(request: HttpRequest) -> str:
    proxies = settings.ENVIRONMENT.trusted_proxies
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    if proxies and len(forwarded) >= proxies and forwarded[-proxies]:
        return str(forwarded[-proxies])
    return str(request.META.get("REMOTE_ADDR", ""))
