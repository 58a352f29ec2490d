"""The whole HTTP API: one router per resource."""

from ninja import NinjaAPI

from standby.accounts.staff_api import admin_session as staff_tables_session
from standby.accounts.staff_api import me as staff_me
from standby.audit import staff_api as staff_trail
from standby.core.problems import answer_refusals
from standby.core.schema import BoundedJson, Json
from standby.coverage.api import coverage, places
from standby.documents import api as proposals
from standby.documents import staff_api as staff_papers
from standby.messaging import api as inbound_texts
from standby.messaging import staff_api as staff_messages
from standby.orders import staff_api as staff_board
from standby.orders.api import availability, coupons, orders
from standby.payments import staff_api as staff_money
from standby.payments.api import checkout_sessions, my_booking_money, webhooks
from standby.photos.api import photos
from standby.photos.staff_api import photos as staff_photos
from standby.photos.staff_api import prices as staff_prices
from standby.pricing.api import (
    catalog,
    coverage_check,
    manual_quotes,
    price_book,
    verify,
    wizard_sessions,
)
from standby.reports.staff_api import exports as staff_exports
from standby.reports.staff_api import overview as staff_overview
from standby.tracking.api import appointments, my_booking, my_booking_messages
from standby.tracking.api import checkout_sessions as paid_orders
from standby.tracking.api import orders as visitor_orders
from standby.tracking.staff_api import orders as staff_orders
from standby.workflows import staff_api as staff_customers

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
# nginx usually answers (core/middleware.py) come last among them.
for module in (
    wizard_sessions,
    orders,
    visitor_orders,
    coupons,
    places,
    coverage_check,
    coverage,
    appointments,
    checkout_sessions,
    paid_orders,
    webhooks,
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
