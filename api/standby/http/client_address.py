"""Who is calling: the address that limits are counted by."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The caller's IP address, believed only from the configured number of proxies.

    A visitor can write any X-Forwarded-For; only the last entries are written by our own proxies.
    """
    proxies = settings.ENVIRONMENT.trusted_proxies
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    if proxies and len(forwarded) >= proxies and forwarded[-proxies]:
        return str(forwarded[-proxies])
    return str(request.META.get("REMOTE_ADDR", ""))
