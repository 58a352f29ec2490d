"""The whole HTTP API: one router per resource."""

from typing import Any

import orjson
from django.http import HttpRequest
from ninja import NinjaAPI
from ninja.errors import HttpError
from ninja.parser import Parser
from ninja.renderers import BaseRenderer
from ninja.types import DictStrAny

from standby.http import (
    appointments,
    availability,
    card_events,
    catalog,
    checkout_sessions,
    coupons,
    coverage,
    inbound_texts,
    manual_quotes,
    my_booking,
    my_booking_messages,
    my_booking_money,
    orders,
    photos,
    places,
    price_book,
    proposals,
    verify,
    wizard_sessions,
)
from standby.http.errors import answer_refusals
from standby.http.staff import board as staff_board
from standby.http.staff import customers as staff_customers
from standby.http.staff import exports as staff_exports
from standby.http.staff import me as staff_me
from standby.http.staff import messages as staff_messages
from standby.http.staff import money as staff_money
from standby.http.staff import orders as staff_orders
from standby.http.staff import overview as staff_overview
from standby.http.staff import papers as staff_papers
from standby.http.staff import photos as staff_photos
from standby.http.staff import prices as staff_prices
from standby.http.staff import tables_session as staff_tables_session
from standby.http.staff import trail as staff_trail

_DEEPEST = 32


class Json(BaseRenderer):
    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return orjson.dumps(data)


class BoundedJson(Parser):
    # Deeper bodies only exist to exhaust a parser.
    def parse_body(self, request: HttpRequest) -> DictStrAny:
        if _depth(request.body) > _DEEPEST:
            raise HttpError(400, "The body is nested too deeply.")
        try:
            parsed: DictStrAny = orjson.loads(request.body)
        except orjson.JSONDecodeError as error:
            raise HttpError(400, "The body is not JSON.") from error
        return parsed


def _depth(body: bytes) -> int:
    # An upper bound: brackets inside text count too, which refuses only absurd bodies.
    if body.count(b"[") + body.count(b"{") <= _DEEPEST:
        return 0
    deepest = depth = 0
    for byte in body:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


api = NinjaAPI(
    title="Standby",
    version="1",
    docs_url=None,
    openapi_url=None,
    renderer=Json(),
    parser=BoundedJson(),
    servers=[{"url": "/", "description": "the site itself"}],
)
answer_refusals(api)
# Addresses are matched in this order: the most frequent visitor calls come first, and those that
# are usually answered before Django runs (config/front.py) come last among them.
for module in (
    wizard_sessions,
    orders,
    coupons,
    places,
    coverage,
    appointments,
    checkout_sessions,
    card_events,
    manual_quotes,
    price_book,
    catalog,
    availability,
    inbound_texts,
    my_booking_messages,
    staff_me,
    staff_messages,
    my_booking,
    my_booking_money,
    staff_money,
    staff_board,
    staff_orders,
    photos,
    staff_photos,
    staff_overview,
    proposals,
    staff_papers,
    staff_prices,
    staff_customers,
    staff_exports,
    staff_trail,
    staff_tables_session,
    verify,
):
    api.add_router("", module.router)
