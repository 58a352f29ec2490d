"""Who calls, as rate limits count clients (one IPv4 address or one IPv6 /64, and its wider
network), and the address of ours that they called.
"""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.http import HttpRequest

_MALFORMED: Final = "malformed"


@dataclass(frozen=True, slots=True)
class Client:
    """`subject` stands for one household, `wider` for the block a provider assigns around it."""

    subject: str
    wider: str


def site_url(request: HttpRequest) -> str:
    """Return our own address, to which other sites send the visitor back."""
    # On a developer's machine links use the host of the request: localhost or 127.0.0.1.
    if settings.ENVIRONMENT.is_production:
        return str(settings.SITE_URL)
    return f"{request.scheme}://{request.get_host()}"


def client_of(request: HttpRequest) -> Client:
    """Return the client, by the address that our own proxies recorded.

    A visitor can send any X-Forwarded-For; only its last entries are from our proxies, one each.
    """
    proxies = settings.ENVIRONMENT.trusted_proxies
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    if proxies and len(forwarded) >= proxies and forwarded[-proxies]:
        return client_at(forwarded[-proxies])
    return client_at(str(request.META.get("REMOTE_ADDR", "")))


def client_at(address: str) -> Client:
    """Return the client of an IP address; all malformed addresses share one client.

    An IPv6 subscriber has a whole /64 and may use another address of it for each request.
    """
    try:
        parsed = _unmapped(ip_address(address.strip().partition("%")[0]))
    except ValueError:
        return Client(subject=_MALFORMED, wider=_MALFORMED)
    if isinstance(parsed, IPv4Address):
        return Client(subject=str(parsed), wider=_network(parsed, 24))
    return Client(subject=_network(parsed, 64), wider=_network(parsed, 48))


def _unmapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    # An IPv4 address written as IPv6 (::ffff:198.51.100.7) counts as that IPv4 address.
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _network(address: IPv4Address | IPv6Address, length: int) -> str:
    return str(ip_network(f"{address}/{length}", strict=False))
