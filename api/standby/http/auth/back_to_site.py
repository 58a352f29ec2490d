"""From another service back to the site, with a code for the browser that asked."""

from datetime import datetime
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect

from standby.apps.accounts.models import OneTimeLink
from standby.flows.accounts.recover_account import code_for


def safe_redirect(address: str) -> str:
    """An address of our own site; anything else becomes the staff's page."""
    site = urlsplit(settings.SITE_URL)
    try:
        given = urlsplit(address)
    except ValueError:  # half an IPv6 host
        return f"{settings.SITE_URL}/staff"
    is_own = (given.scheme, given.netloc) == (site.scheme, site.netloc)
    return address if is_own else f"{settings.SITE_URL}/staff"


def redirect_with_session(page: str, link: OneTimeLink, *, now: datetime) -> str:
    """With a code that only the browser that asked can exchange: never a token in an address."""
    return with_query(page, code=code_for(link, now=now))


def with_query(page: str, **query: str) -> str:
    joined = "&" if urlsplit(page).query else "?"
    return f"{page}{joined}{urlencode(query)}"


def seen_other(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address)
    response.status_code = 303
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response
