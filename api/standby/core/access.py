"""Who may call an endpoint, said where the endpoint is and read from there by the contract.

An endpoint or router with `auth=` says so by the class that it names. These words are for the
others: what they need is looked at by the endpoint itself, once it has read the call.
"""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Security = list[dict[str, list[str]]]

WIZARD_COOKIE: Final[Security] = [{"WizardCookie": []}]
VISITOR_COOKIES: Final[Security] = [{"BookingCookie": []}, {"WizardCookie": []}]


class WithPages(HttpRequest):
    """A request with the built pages (server/pages.py); both give None where there is no page."""

    serve_page: Callable[[str], HttpResponseBase | None]
    built_page: Callable[[str], bytes | None]


class Authenticated(HttpRequest):
    """A request that its endpoint's `auth=` let in, with what that returned."""

    auth: Any


def needs(security: Security) -> dict[str, Any]:
    """Say for the contract which of these must come with a call."""
    return {"security": security}


def uses(security: Security) -> dict[str, Any]:
    """Say for the contract which of these are used where they come, and not needed."""
    return {"security": [{}, *security]}


def scheme_of(header: str) -> str:
    """Return the name that the contract gives to a signature in this header."""
    return header.replace("-", "")
