"""Find the order a homeowner may see: by their access link, else by their wizard session.

The access link in every message opens the booking until it expires (BOOK-04). Its token is part of
the address, so the address is kept out of logs and Referer headers.
"""

import re
from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from standby.core import visitor_cookie as wizard_cookie
from standby.core.limits import LimitReached, spend_by_client
from standby.core.problems import error_response
from standby.orders.models import Order
from standby.orders.rules.policy import LINK_GUESSES_PER_CLIENT
from standby.orders.selectors import orders as bookings
from standby.orders.services.access_links import LinkForged, LinkInvalid, order_for_token

_BOOKING: Final = "/my-booking"
_PAGES: Final = {"photos": f"{_BOOKING}/photos", "documents": f"{_BOOKING}#documents"}
NAME = "__Host-mb" if settings.ENVIRONMENT.is_production else "mb"
LASTS_S = 60 * 60 * 24 * 30
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{44}")


def secret_keys() -> Sequence[str]:
    """Return the key that signs access links, then the former keys that are still accepted."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def visitor_order(request: HttpRequest) -> Order:
    """Return the visitor's order. Raises OrderNotFound and LimitReached.

    OrderNotFound is raised whatever the reason, so that nobody learns which orders exist.
    LimitReached is raised for a client that makes tokens up.
    """
    token, is_made_up = request.COOKIES.get(NAME, ""), False
    if _WELL_FORMED.fullmatch(token):
        try:
            return order_for_token(token, secret_keys=secret_keys(), now=now())
        except LinkInvalid as refusal:
            is_made_up = isinstance(refusal, LinkForged)
    try:
        return bookings.newest_order_of(wizard_cookie.read_cookie_hash(request))
    except bookings.OrderNotFound:
        if is_made_up:
            # The same limit as for access links in messages; expired and revoked tokens are not
            # counted.
            spend_by_client(request, LINK_GUESSES_PER_CLIENT)
        raise


def order_by_id(request: HttpRequest, order_id: str) -> Order:
    """Return the order with this id, by wizard session or access link. Raises OrderNotFound."""
    try:
        return bookings.get_order_for_visitor(
            order_id, secret_hash=wizard_cookie.read_cookie_hash(request)
        )
    except bookings.OrderNotFound:
        order = visitor_order(request)
    if str(order.public_id) != order_id:
        raise bookings.OrderNotFound
    return order


def set_cookie(response: HttpResponse, token: str) -> None:
    """Store an access link's token in a cookie of this browser."""
    response.set_cookie(
        NAME,
        token,
        max_age=LASTS_S,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )


@require_safe
def get_booking_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the token in the address for a cookie.

    Only made-up tokens are counted: a guesser on the same network keeps nobody from their booking.
    """
    response = HttpResponseRedirect(_PAGES.get(request.GET.get("to", ""), _BOOKING), status=303)
    try:
        try:
            order_for_token(token, secret_keys=secret_keys(), now=now())
            set_cookie(response, token)
        except LinkInvalid as error:
            if isinstance(error, LinkForged):
                spend_by_client(request, LINK_GUESSES_PER_CLIENT)
            response = HttpResponseRedirect(f"{_BOOKING}?link=expired", status=303)
    except LimitReached as error:
        return error_response(request, error)
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
