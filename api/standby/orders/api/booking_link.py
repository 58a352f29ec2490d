"""The access link in every message: it opens the booking until it expires (BOOK-04).

The token is part of the address, so the address is kept out of logs and Referer headers.
"""

from typing import Final

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from standby.core.limits import LimitReached, spend_by_client
from standby.core.problems import error_response
from standby.orders.api import booking_access
from standby.orders.rules.policy import LINK_GUESSES_PER_CLIENT
from standby.orders.services.access_links import LinkForged, LinkNotFound, order_for_token

_BOOKING: Final = "/my-booking"
_PAGES: Final = {"photos": f"{_BOOKING}/photos"}


@require_safe
def get_booking_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the token in the address for a cookie.

    Only made-up tokens are counted: a guesser on the same network keeps nobody from their booking.
    """
    try:
        return _exchange(request, token)
    except (LimitReached, OperationalError) as error:
        return error_response(request, error)


def _exchange(request: HttpRequest, token: str) -> HttpResponse:
    try:
        order_for_token(token, secret_keys=booking_access.secret_keys(), now=now())
    except LinkForged:
        spend_by_client(request, LINK_GUESSES_PER_CLIENT)
        return _see_other(f"{_BOOKING}?link=expired")
    except LinkNotFound:
        return _see_other(f"{_BOOKING}?link=expired")
    response = _see_other(_PAGES.get(request.GET.get("to", ""), _BOOKING))
    booking_access.set_cookie(response, token)
    return response


def _see_other(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address, status=303)
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
