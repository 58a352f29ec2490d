"""From a mail or from another service back to the site, with a session on the way."""

from datetime import datetime
from typing import Final
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect

from standby.apps.accounts.models import OneTimeLink
from standby.flows.accounts.recover_account import code_for, sign_in_by_link
from standby.flows.accounts.sign_in_elsewhere import ELSEWHERE
from standby.http.auth.answers import session_answer

_IN_THE_FRAGMENT: Final = (
    "access_token",
    "expires_at",
    "expires_in",
    "refresh_token",
    "token_type",
)


def own_page(address: str) -> str:
    """An address of our own site; anything else becomes the staff's page."""
    site = urlsplit(settings.SITE_URL)
    try:
        given = urlsplit(address)
    except ValueError:  # half an IPv6 host
        return f"{settings.SITE_URL}/staff"
    is_own = (given.scheme, given.netloc) == (site.scheme, site.netloc)
    return address if is_own else f"{settings.SITE_URL}/staff"


def signed_in_at(page: str, link: OneTimeLink, *, now: datetime) -> str:
    """With a code for a browser that proves itself, else with the session in the fragment."""
    if link.code_challenge:
        return with_query(page, code=code_for(link, now=now))
    answer = session_answer(sign_in_by_link(link, now=now), now=now)
    told = {name: answer[name] for name in _IN_THE_FRAGMENT}
    if link.method != ELSEWHERE:  # whoever comes from another service forgot no password
        told["type"] = link.purpose
    return f"{page}#{urlencode(told)}"


def with_query(page: str, **told: str) -> str:
    joined = "&" if urlsplit(page).query else "?"
    return f"{page}{joined}{urlencode(told)}"


def seen_other(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address)
    response.status_code = 303
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "no-store"
    return response
