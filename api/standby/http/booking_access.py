"""Which order a homeowner sees: the one their link opened, else the one this browser reserved."""

import re
from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order
from standby.apps.booking.services.links import LinkForged, LinkNotFound, order_for_token
from standby.domain.policy import LINK_GUESSES_PER_CLIENT
from standby.http import wizard_cookie
from standby.http.limits import spend_by_client

NAME = "__Host-mb" if settings.ENVIRONMENT.is_production else "mb"
LASTS_S = 60 * 60 * 24 * 30
_WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{44}")


def secret_keys() -> Sequence[str]:
    """The key that signs links, then those that signed them before."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def order_seen(request: HttpRequest) -> Order:
    """Raises OrderNotFound, whatever the reason: nobody learns which orders there are.

    Raises LimitReached for a client that makes tokens up.
    """
    token, is_made_up = request.COOKIES.get(NAME, ""), False
    if _WELL_FORMED.fullmatch(token):
        try:
            return order_for_token(token, secret_keys=secret_keys(), now=now())
        except LinkNotFound as refusal:
            is_made_up = isinstance(refusal, LinkForged)
    try:
        return bookings.newest_order_of(wizard_cookie.read_cookie_hash(request))
    except bookings.OrderNotFound:
        if is_made_up:
            _count_guess(request)
        raise


def order_named(request: HttpRequest, order_id: str) -> Order:
    """The order of this id, by the wizard's secret or by a link's. Raises OrderNotFound."""
    try:
        return bookings.get_order_for_visitor(
            order_id, secret_hash=wizard_cookie.read_cookie_hash(request)
        )
    except bookings.OrderNotFound:
        order = order_seen(request)
    if str(order.public_id) != order_id:
        raise bookings.OrderNotFound
    return order


def _count_guess(request: HttpRequest) -> None:
    """By the rule of the links in messages. A token that was ours once costs nothing."""
    spend_by_client(request, LINK_GUESSES_PER_CLIENT)


def give(response: HttpResponse, token: str) -> None:
    """From now on this browser sees what the link opens."""
    response.set_cookie(
        NAME,
        token,
        max_age=LASTS_S,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Lax",
    )


def forget(request: HttpRequest, response: HttpResponse) -> None:
    """Who reserves anew in this browser sees that order from now on, not an earlier link's."""
    if NAME in request.COOKIES:
        response.delete_cookie(NAME, path="/", samesite="Lax")
