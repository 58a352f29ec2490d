"""Redirect from another service back to our site."""

from datetime import datetime
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect

from standby.accounts.models import OneTimeLink
from standby.accounts.services.recover_account import code_for


def safe_redirect(address: str) -> str:
    """Return the address if it is on our own site, else the staff page."""
    site = urlsplit(settings.SITE_URL)
    try:
        parts = urlsplit(address)
    except ValueError:  # an incomplete IPv6 host
        return f"{settings.SITE_URL}/staff"
    is_own = (parts.scheme, parts.netloc) == (site.scheme, site.netloc)
    return address if is_own else f"{settings.SITE_URL}/staff"


def redirect_with_session(url: str, link: OneTimeLink, *, now: datetime) -> str:
    # A one-time code, never a token, goes into the address: only the browser that began the sign-in
    # holds the verifier to exchange it.
    return with_query(url, code=code_for(link, now=now))


def with_query(url: str, **query: str) -> str:
    joined = "&" if urlsplit(url).query else "?"
    return f"{url}{joined}{urlencode(query)}"


def see_other(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address)
    response.status_code = 303
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response
