"""The unsubscribe page: a GET changes nothing, one POST ends the reminders (RFC 8058).

Mail programs POST to it without asking the user; a person reads the page and presses its button.
"""

import base64
import hashlib
import logging
from functools import cache

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.timezone import now
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from standby.core.limits import LimitReached, spend_by_client
from standby.core.policy import UNSUBSCRIBE_GUESSES_PER_CLIENT
from standby.core.problems import RETRY_AFTER_S, problem
from standby.messaging.services.unsubscribe import unsubscribe
from standby.messaging.services.unsubscribe_links import UnsubscribeLinkUnknown

log = logging.getLogger(__name__)


@csrf_exempt  # no cookie is used: mail programs send only the token in the address
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    # A GET shows the same page for every token, so that it does not reveal which ones are valid.
    if request.method != "POST":
        return _page(request, {"is_asked": True})
    try:
        return _unsubscribe(request, token)
    except LimitReached as refusal:
        return problem(
            status=429,
            code=refusal.code,
            detail=gettext(LimitReached.message),
            retry_after_s=refusal.retry_after_s,
        )
    except OperationalError as error:
        log.error("database did not answer: %s", type(error).__name__)
        return problem(
            status=503,
            code="busy",
            detail="We are very busy right now. Please try again.",
            retry_after_s=RETRY_AFTER_S,
        )


def _unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    # Only wrong tokens are counted: one mail provider posts the valid tokens of many people.
    try:
        unsubscribe(token, now=now())
    except UnsubscribeLinkUnknown:
        spend_by_client(request, UNSUBSCRIBE_GUESSES_PER_CLIENT)
        return _page(request, {"is_unknown": True}, status=404)
    return _page(request, {})


def _page(request: HttpRequest, context: dict[str, bool], *, status: int = 200) -> HttpResponse:
    page = render(request, "unsubscribe.html", {**context, "style": _style()}, status=status)
    page["Content-Security-Policy"] = _policy()
    page["Cache-Control"] = "no-store"
    page["Referrer-Policy"] = "no-referrer"
    page["X-Robots-Tag"] = "noindex"
    return page


@cache
def _style() -> str:
    return get_template("unsubscribe.css").render().strip()


@cache
def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'self'; "
        "frame-ancestors 'none'; base-uri 'none'"
    )
