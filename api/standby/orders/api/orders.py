"""The days on offer, the price with a coupon, and reserving an appointment."""

import hashlib
import hmac
from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, Any, Final

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router
from ninja.decorators import decorate_view

from standby.core import visitor_cookies
from standby.core.access import WIZARD_COOKIE, uses
from standby.core.clock import local_date
from standby.core.idempotency import IdempotencyKey, content_hash, ensure_key, idempotent_request
from standby.core.limits import client_of, spend_by_client
from standby.core.middleware import same_for_everybody
from standby.core.schema import (
    IsoDay,
)
from standby.core.words import active_language, hours_label
from standby.orders.api.order_schemas import (
    AvailabilityOut,
    ClosedWindowOut,
    CouponCheckIn,
    CouponPriceOut,
    DayOut,
    InstallationOrderIn,
    InstallationOrderOut,
    LinesOut,
    WindowOut,
    selection_from,
)
from standby.orders.models import Appointment
from standby.orders.rules.policy import COUPON_CHECKS_PER_CLIENT, RESERVE_PER_CLIENT
from standby.orders.rules.scheduling import Calendar, ClosedReason, ensure_short
from standby.orders.selectors.crew_calendar import WindowRoom, windows_on_calendar
from standby.orders.services.orders import (
    ClientOrigin,
    note_payment_claim,
)
from standby.pricing.rules.configuration import Hours
from standby.pricing.selectors import catalog, price_book
from standby.pricing.services.quoting import check_coupon
from standby.workflows.reserve_appointment import reserve_appointment

router = Router(tags=["booking"])
coupon_router = Router(tags=["prices"])
availability_router = Router(tags=["booking"])
ENDPOINT: Final = "create-installation-order"


@router.post(
    "/create-installation-order",
    response={201: InstallationOrderOut},
    openapi_extra=uses(WIZARD_COOKIE),
    operation_id="create_installation_order",
)
def post_create_installation_order(
    request: HttpRequest, payload: InstallationOrderIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Hold a crew for the chosen day. Repeating the same key and body returns the same response."""
    key, moment = ensure_key(idempotency_key), now()
    cookie = HttpResponse()
    secret_hash = visitor_cookies.hash_or_new(
        request, cookie, seed=f"{key}:{content_hash(request)}".encode()
    )
    once = idempotent_request(request, ENDPOINT, key=key, owner=secret_hash)
    response = once.spend_or_replay(request, RESERVE_PER_CLIENT, status=201)
    if response is None:
        reservation_request = payload.to_reservation_request(
            secret_hash=secret_hash, origin=origin_of(request), language=active_language()
        )
        snapshot, zip_code, zip_city = catalog.catalog_for(reservation_request, now=moment)

        def reserve() -> str:
            appointment, hold_expires_at = reserve_appointment(
                reservation_request,
                zip_code=zip_code,
                zip_city=zip_city,
                snapshot=snapshot,
                now=moment,
            )
            if payload.says_paid:
                note_payment_claim(appointment.order, now=moment)
            return _serialize(appointment, hold_expires_at=hold_expires_at)

        response = once.respond_to_new(reserve, status=201, now=moment)
    visitor_cookies.put_own_order_first(request, response)
    response.cookies.update(cookie.cookies)
    return response


def origin_of(request: HttpRequest) -> ClientOrigin | None:
    """Return keyed hashes that tell clients apart without identifying them.

    None when rate limits are off, so that holds are not counted per client.
    """
    if not settings.ENVIRONMENT.rate_limits:
        return None
    client = client_of(request)
    return ClientOrigin(client=_keyed_hash(client.subject), network=_keyed_hash(client.wider))


def _keyed_hash(text: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


def _serialize(appointment: Appointment, *, hold_expires_at: datetime | None) -> str:
    order = appointment.order
    out = {
        "orderId": order.public_id,
        "appointmentId": appointment.public_id,
        "holdExpiresAt": hold_expires_at,
        "totalCents": order.total_cents,
        "schedulingFeeCents": order.scheduling_fee_cents,
        "status": appointment.status,
        "nextPath": "/finalize-installation"
        if order.scheduling_fee_cents
        else "/confirm-appointment",
        "lines": LinesOut.from_orm(order.quote).model_dump(),
    }
    return orjson.dumps(out, option=orjson.OPT_UTC_Z).decode()


@coupon_router.post(
    "/coupons/check",
    response=CouponPriceOut,
    operation_id="check_coupon",
)
def post_coupon_check(request: HttpRequest, payload: CouponCheckIn) -> dict[str, Any]:
    """Check a coupon code. It is used only when the order is reserved."""
    spend_by_client(request, COUPON_CHECKS_PER_CLIENT)
    price = check_coupon(
        payload.code, selection_from(payload.location, payload.generator), now=now()
    )
    percents = catalog.configuration().payment_terms.milestones
    return price_book.as_shown(price, percents=percents)


@availability_router.get(
    "/availability",
    response=AvailabilityOut,
    operation_id="get_availability",
)
@decorate_view(same_for_everybody())  # nginx keeps it only without a query
def get_availability(
    request: HttpRequest,
    first: Annotated[IsoDay | None, Query(alias="from")] = None,
    last: Annotated[IsoDay | None, Query(alias="to")] = None,
) -> HttpResponse:
    """The days from `from` to `to`; by default, the days that are offered."""
    moment = now()
    calendar = Calendar(local_date(moment), catalog.configuration().scheduling)
    hours = tuple(calendar.rules.windows.items())
    first_day = first or calendar.first_day
    last_day = last or max(calendar.last_day, first_day)
    ensure_short(first_day, last_day)
    days = windows_on_calendar(first_day, last_day, calendar=calendar, now=moment)
    out = {
        "min_date": calendar.first_day,
        "max_date": calendar.last_day,
        "today": calendar.today,
        "days": [_day(*day, hours) for day in days],
    }
    return HttpResponse(orjson.dumps(out), content_type="application/json")


@lru_cache(maxsize=1024)
def _day(
    day: date,
    reason: ClosedReason | None,
    rooms: tuple[WindowRoom, ...],
    hours: tuple[tuple[str, Hours], ...],
) -> orjson.Fragment:
    # DayOut as JSON, cached: made once per date and number of crews left, not once per visitor.
    hours_of = dict(hours)
    offered = [] if reason else rooms
    out = DayOut(
        date=day,
        open=reason is None,
        reason=reason,
        windows=[_window(room, hours_of[room.window]) for room in offered if room.reason is None],
        closed_windows=[
            ClosedWindowOut(
                id=room.window,
                label=hours_label(hours_of[room.window]),
                reason=room.reason,
                because_of=room.because_of,
            )
            for room in offered
            if room.reason is not None
        ],
        crews_left=max((room.crews_left for room in offered), default=0),
    )
    return orjson.Fragment(out.model_dump_json())


def _window(room: WindowRoom, hours: Hours) -> WindowOut:
    return WindowOut(
        id=room.window,
        label=hours_label(hours),
        start_time=f"{hours[0]:%H:%M}",
        end_time=f"{hours[1]:%H:%M}",
        ends_on=room.ends_on,
    )
