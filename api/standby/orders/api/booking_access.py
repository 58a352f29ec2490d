"""Find the orders a homeowner may see: by their access links and by their wizard sessions.

The access link in every message opens its booking until it expires (BOOK-04). Its token is part of
the address, so the address is kept out of logs and Referer headers. A browser may hold several
bookings: each page and call names its own by the order's id (TRUTH-02), which opens nothing without
the cookies.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from standby.core import visitor_cookies
from standby.core.access import VISITOR_COOKIES, Authenticated
from standby.core.limits import LimitReached, spend_by_client
from standby.core.problems import error_response
from standby.orders.models import Order
from standby.orders.rules.policy import LINK_GUESSES_PER_CLIENT
from standby.orders.selectors import orders as order_selectors
from standby.orders.services.access_links import LinkForged, LinkInvalid, order_for_token

_BOOKING: Final = "/my-booking"
_PAGES: Final = {"photos": f"{_BOOKING}/photos", "documents": f"{_BOOKING}#documents"}
# The query parameter that names the order, of pages and of calls.
ORDER: Final = "order"


def secret_keys() -> Sequence[str]:
    """Return the key that signs access links, then the former keys that are still accepted."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


class BookingAccess:
    """Authentication of calls about one booking, `own_booking` of the request afterwards.

    Raises OrderNotFound and LimitReached.
    """

    openapi_security: Final = VISITOR_COOKIES
    openapi_parameters: Final[list[dict[str, Any]]] = [
        {
            "in": "query",
            "name": ORDER,
            "schema": {"type": "string", "format": "uuid"},
            "required": False,
            "description": "The id of the booking; without it, the one last opened or reserved.",
        }
    ]

    def __call__(self, request: HttpRequest) -> Order:
        return visitor_order(request)


def own_booking(request: HttpRequest) -> Order:
    return cast(Order, cast(Authenticated, request).auth)


def visitor_order(request: HttpRequest) -> Order:
    """Return the order that the address names; without a name, the one last opened or reserved.

    OrderNotFound is raised whatever the reason, so that nobody learns which orders exist.
    LimitReached is raised for a client that makes tokens up.
    """
    named = request.GET.get(ORDER)
    if named is not None:
        return order_by_id(request, named)
    linked = _linked_orders(request)
    if linked and not visitor_cookies.has_reserved_since(request):
        return linked[0]
    try:
        return order_selectors.newest_order_of(visitor_cookies.read_cookie_hash(request))
    except order_selectors.OrderNotFound:
        if linked:
            return linked[0]
        _spend_guess(request)
        raise


def order_by_id(request: HttpRequest, order_id: str) -> Order:
    """Return the order with this id, by wizard session or access link.

    Raises OrderNotFound and LimitReached.
    """
    try:
        return order_selectors.get_order_for_visitor(
            order_id, secret_hash=visitor_cookies.read_cookie_hash(request)
        )
    except order_selectors.OrderNotFound:
        public_id = order_selectors.read_id(order_id)
        for order in _linked_orders(request):
            if order.public_id == public_id:
                return order
        _spend_guess(request)
        raise


def visitor_orders(request: HttpRequest) -> list[Order]:
    """Return the orders that this browser may see, newest first. Raises LimitReached."""
    own = order_selectors.orders_of(visitor_cookies.read_cookie_hash(request))
    linked = _linked_orders(request)
    if not own and not linked:
        _spend_guess(request)
    orders = {order.pk: order for order in (*own, *linked)}
    return sorted(orders.values(), key=lambda order: (order.created_at, order.pk), reverse=True)


def _linked_orders(request: HttpRequest) -> list[Order]:
    # In the order in which their links were opened, the last one first.
    orders = []
    for token in visitor_cookies.read_links(request):
        with suppress(LinkInvalid):
            orders.append(order_for_token(token, secret_keys=secret_keys(), now=now()))
    return orders


def _spend_guess(request: HttpRequest) -> None:
    # The same limit as for access links in messages; expired and revoked tokens are not counted.
    made_up = [token for token in visitor_cookies.read_links(request) if _is_made_up(token)]
    for _token in made_up:
        spend_by_client(request, LINK_GUESSES_PER_CLIENT)


def _is_made_up(token: str) -> bool:
    try:
        order_for_token(token, secret_keys=secret_keys(), now=now())
    except LinkForged:
        return True
    except LinkInvalid:
        return False
    return False


@require_safe
def get_booking_link(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the token in the address for a cookie.

    Only made-up tokens are counted: a guesser on the same network keeps nobody from their booking.
    """
    try:
        try:
            order = order_for_token(token, secret_keys=secret_keys(), now=now())
            page, _, part = _PAGES.get(request.GET.get("to", ""), _BOOKING).partition("#")
            address = f"{page}?{ORDER}={order.public_id}" + (part and f"#{part}")
            response = HttpResponseRedirect(address, status=303)
            visitor_cookies.open_link(request, response, token)
        except LinkInvalid as error:
            if isinstance(error, LinkForged):
                spend_by_client(request, LINK_GUESSES_PER_CLIENT)
            response = HttpResponseRedirect(f"{_BOOKING}?link=expired", status=303)
    except LimitReached as error:
        return error_response(request, error)
    response["Cache-Control"] = "no-store"
    response["Referrer-Policy"] = "no-referrer"
    return response
