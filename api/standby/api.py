"""The whole HTTP API: one router per resource."""

from ninja import NinjaAPI

from standby.accounts import staff_api as staff_accounts
from standby.audit import staff_api as staff_audit
from standby.backoffice.staff_api import connections as staff_connections
from standby.backoffice.staff_api import first_run as staff_first_run
from standby.backoffice.staff_api import look as staff_look
from standby.company import api as company
from standby.company import staff_api as staff_company
from standby.core.problems import answer_refusals
from standby.core.schema import BoundedJson, Json
from standby.coverage.api import coverage, places
from standby.crew_phone import api as job_records
from standby.crew_phone import staff_api as staff_crew_phone
from standby.crews import staff_api as staff_crews
from standby.diagnostics import api as diagnostics
from standby.diagnostics import staff_api as staff_visits
from standby.documents import api as proposals
from standby.documents import staff_api as staff_documents
from standby.inbox import api as posted_mails
from standby.inbox import staff_api as staff_inbox
from standby.messaging import api as inbound_texts
from standby.messaging import staff_api as staff_messages
from standby.orders import staff_api as staff_board
from standby.orders.api import orders
from standby.payments import staff_api as staff_money
from standby.payments.api import checkout, my_booking_money, webhooks
from standby.photos import api as photos
from standby.photos import staff_api as staff_photos
from standby.pricing import staff_api as staff_rules
from standby.pricing.api import catalog, quoting, saved_quotes
from standby.readiness import staff_api as staff_readiness
from standby.reports.staff_api import card_reports as staff_card_reports
from standby.reports.staff_api import overview as staff_overview
from standby.reports.staff_api import payouts as staff_payouts
from standby.reviews import api as reviews
from standby.sales.api import quotes as custom_quotes
from standby.sales.staff_api import leads as staff_leads
from standby.sales.staff_api import new_order as staff_new_order
from standby.sales.staff_api import quotes as staff_quotes
from standby.tasks import staff_api as staff_tasks
from standby.tracking.api import calendar_feeds, my_booking
from standby.tracking.api import orders as visitor_orders
from standby.tracking.staff_api import conversation as staff_conversation
from standby.tracking.staff_api import order_lists as staff_order_lists
from standby.tracking.staff_api import orders as staff_orders
from standby.tracking.staff_api import received_files as staff_received_files
from standby.tracking.staff_api import search as staff_search
from standby.tracking.staff_api import waits as staff_waits
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
for router in (
    quoting.wizard_router,
    orders.router,
    visitor_orders.router,
    orders.coupon_router,
    places.router,
    quoting.coverage_router,
    coverage.router,
    visitor_orders.appointment_router,
    checkout.router,
    visitor_orders.paid_router,
    webhooks.router,
    quoting.quote_router,
    saved_quotes.router,
    custom_quotes.router,
    diagnostics.router,
    catalog.price_router,
    catalog.router,
    orders.availability_router,
    reviews.public_router,
    job_records.router,
    company.router,
    inbound_texts.router,
    posted_mails.router,
    my_booking.messages_router,
    staff_accounts.router,
    staff_messages.router,
    my_booking.router,
    reviews.router,
    my_booking_money.router,
    staff_money.router,
    staff_board.router,
    staff_crews.router,
    calendar_feeds.router,
    staff_visits.router,
    staff_readiness.router,
    staff_orders.router,
    staff_new_order.router,
    staff_crew_phone.router,
    staff_quotes.router,
    staff_leads.router,
    staff_order_lists.router,
    staff_conversation.router,
    staff_received_files.router,
    staff_search.router,
    staff_waits.router,
    staff_inbox.router,
    staff_tasks.router,
    photos.router,
    staff_photos.router,
    staff_overview.router,
    proposals.router,
    proposals.gas_router,
    staff_documents.router,
    staff_photos.price_router,
    staff_customers.router,
    staff_company.router,
    staff_look.router,
    staff_first_run.router,
    staff_rules.router,
    staff_connections.router,
    staff_accounts.staff_router,
    staff_overview.export_router,
    staff_payouts.router,
    staff_card_reports.router,
    staff_audit.router,
    staff_accounts.admin_router,
    quoting.receipt_router,
):
    api.add_router("", router)
