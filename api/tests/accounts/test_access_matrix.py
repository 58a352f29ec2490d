"""Every call by everybody: what each of them is answered. A new call without a row fails (F1)."""

import re
import secrets
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import pytest
from access_helpers import (
    OPENED_BY_THE_ID_ALONE,
    STRANGERS,
    Visitor,
    all_calls,
    ids_of,
    ids_of_nobody,
    operations,
    script_token,
    staff,
    strangers,
    undone,
    with_cookie,
)
from access_helpers import signed_in as signed_in_as
from database_helpers import statements
from django.apps import apps
from django.conf import settings as django_settings
from django.db import transaction
from django.test import Client
from ops.fuzz import FRESH
from pytest_django import Settings
from role_permissions import NO_SCRIPTS, WEIGHTY, WHO_MAY
from undo_scenarios import UNDONE, Scenario
from whole_orders import now, reserve, whole

from standby.accounts.models import OneTimeLink, SignInSession, User
from standby.accounts.services import sessions
from standby.accounts.services.factors import enrol, renew_recovery_codes
from standby.accounts.services.recover_account import make_link
from standby.accounts.services.sessions import open_session
from standby.accounts.services.tokens import access_token, issue_token
from standby.audit.models import AuditEvent
from standby.core.roles import Role
from standby.coverage.models import NotifyRequest
from standby.messaging.models import Message
from standby.orders.api.booking_access import secret_keys
from standby.orders.models import Order, UndoableAction
from standby.orders.services.access_links import create_access_token
from standby.reports.rules import Metric
from standby.reports.selectors.export_lists import LISTS
from standby.urls import NEAREST_PAGES
from standby.workflows.undo_action import PERMISSIONS

pytestmark = pytest.mark.usefixtures("shop", "own_folder", "as_in_production")


@dataclass(frozen=True, slots=True)
class Row:
    """What each visitor is answered who tries it on the victim's order.

    What is sent is well-formed: 400 and 422 judge a signature, a password or a code. Nobody is
    asked about whom another test of this file asks.
    """

    statuses: dict[str, int]
    permission: str = ""


def everybodys(status: int) -> Row:
    """Open to all, or closed to all; what is another's it does not tell."""
    return Row(dict.fromkeys(("anonymous", "other customer", Role.OWNER), status))


def homeowners(status: int) -> Row:
    """The order of whoever asks: another customer finds their own, or, by an id, nothing."""
    return Row({"other customer": status, Role.OWNER: 404})


def staffs(needs: str, status: int) -> Row:
    """By the table that is written by hand: the product's own would agree with any."""
    of_roles = {str(role): status if role in WHO_MAY[needs] else 403 for role in Role}
    return Row({"anonymous": 401, **of_roles}, needs)


def not_there_but_for(needs: str, status: int) -> Row:
    """A page of the house: strangers do not learn that it is there (F4)."""
    return Row(staffs(needs, status).statuses | dict.fromkeys(STRANGERS, 404))


def signed_in(status: int) -> Row:
    return Row(dict.fromkeys(STRANGERS, 401) | {Role.VIEWER: status})


ROWS: Final[dict[str, Row]] = {
    # Visitors'
    "POST /api/google-places": everybodys(200),
    "POST /api/extract-zipcode": everybodys(200),
    "POST /api/geocode-complete": everybodys(200),
    "POST /api/log-address-search": everybodys(202),
    "GET /api/map-static": everybodys(200),
    "GET /api/logos/{sha256}": everybodys(404),
    "GET /api/google-maps-key": everybodys(200),
    "POST /api/google-maps-key": everybodys(200),
    "GET /api/coverage-check": everybodys(200),
    "GET /api/coverage-zipcodes": everybodys(200),
    "GET /api/coverage-zipcodes/{zip_code}": everybodys(404),
    "GET /api/coverage-geometries": everybodys(200),
    "POST /api/coverage-rejection-requests": everybodys(201),
    "GET /api/installation-packages": everybodys(200),
    "GET /api/installation-packages/{package_id}/included-services": everybodys(404),
    "GET /api/installation-packages/{package_id}/bonus-items": everybodys(404),
    "GET /api/generators": everybodys(200),
    "GET /api/app-configuration": everybodys(200),
    "GET /api/price-book": everybodys(200),
    "GET /api/reviews": everybodys(200),
    "PUT /api/wizard-sessions/{session_id}": everybodys(404),
    "POST /api/wizard-interaction-events": everybodys(404),
    "GET /api/availability": everybodys(200),
    "POST /api/create-installation-order": everybodys(201),
    "GET /api/orders/{order_id}": everybodys(404),
    "POST /api/orders/{order_id}/confirm": everybodys(404),
    "GET /api/appointments/latest": everybodys(404),
    "POST /api/checkout-sessions": everybodys(404),
    "GET /api/checkout-sessions/{stripe_session_id}/order": everybodys(200),
    "POST /api/webhooks/stripe": everybodys(400),
    "POST /api/manual-quote-requests": everybodys(201),
    "POST /api/webhooks/mail/inbound": everybodys(401),
    "POST /api/webhooks/twilio/inbound": everybodys(403),
    "POST /api/webhooks/twilio/status": everybodys(403),
    "POST /api/manual-generate-proposal": not_there_but_for("make_documents", 200),
    "POST /api/coupons/check": everybodys(422),
    "GET /api/price-receipts/{code}": everybodys(404),
    "GET /api/job-records/{code}": everybodys(404),
    "POST /api/gas-requests": everybodys(200),
    "POST /api/saved-quotes": everybodys(201),
    "GET /api/saved-quotes/{token}": everybodys(404),
    "POST /api/saved-quotes/{token}/email": everybodys(404),
    "POST /api/saved-quotes/{token}/text": everybodys(404),
    "GET /api/custom-quotes/{token}": everybodys(404),
    "GET /api/custom-quotes/{token}/pdf": everybodys(404),
    "POST /api/custom-quotes/{token}/accept": everybodys(404),
    "POST /api/custom-quotes/{token}/decline": everybodys(404),
    "GET /api/diagnostics/days": everybodys(200),
    "POST /api/diagnostics": everybodys(409),
    "GET /api/diagnostics/{diagnostic_id}": everybodys(404),
    "GET /api/diagnostics/{diagnostic_id}/receipt": everybodys(404),
    "POST /api/diagnostics/{diagnostic_id}/checkout": everybodys(404),
    "POST /api/diagnostics/{diagnostic_id}/cancel": everybodys(404),
    # The homeowner's
    "GET /api/my-booking/messages": homeowners(200),
    "GET /api/my-booking/consents": homeowners(200),
    "POST /api/my-booking/consents": homeowners(200),
    "GET /api/my-booking": homeowners(200),
    "GET /api/my-bookings": everybodys(200),  # of a stranger there are none
    "POST /api/my-booking/reschedule": homeowners(200),
    "POST /api/my-booking/access-link": homeowners(200),
    "GET /api/my-booking/review": homeowners(200),
    "PUT /api/my-booking/review": homeowners(409),
    "GET /api/my-booking/appointment.ics": homeowners(200),
    "GET /api/my-booking/money": homeowners(200),
    "POST /api/my-booking/payments": homeowners(201),
    "GET /api/my-booking/cancellation": homeowners(200),
    "POST /api/my-booking/cancel": homeowners(409),
    "GET /api/my-booking/photos": homeowners(200),
    "POST /api/my-booking/photos": homeowners(409),
    "POST /api/my-booking/photos/submit": homeowners(200),
    "PATCH /api/my-booking/photos/{photo_id}": homeowners(404),
    "GET /api/my-booking/photos/{photo_id}": homeowners(404),
    "DELETE /api/my-booking/photos/{photo_id}": homeowners(404),
    "GET /api/my-booking/photos/{photo_id}/thumbnail": homeowners(404),
    "GET /api/my-booking/photos/{photo_id}/shown": homeowners(404),
    "GET /api/my-booking/photos/{photo_id}/video": homeowners(404),
    "POST /api/my-booking/change-orders/{change_id}": homeowners(404),
    "GET /api/my-booking/proposal": homeowners(200),
    "POST /api/my-booking/proposal/accept": homeowners(404),
    "GET /api/my-booking/documents": homeowners(200),
    "GET /api/my-booking/documents/{document_id}": homeowners(404),
    "GET /api/my-booking/fee-receipt": homeowners(404),  # the ledger has no fee
    # Staff's
    "GET /api/staff/me": staffs("see_own_account", 200),
    "GET /api/staff/messages": staffs("see_messages", 200),
    "POST /api/staff/messages/{message_id}/replay": staffs("send_messages", 200),
    "GET /api/staff/orders/{order_id}/money": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/milestones/{kind}": staffs("reach_milestones", 409),
    "POST /api/staff/orders/{order_id}/take-back": staffs("take_back", 409),
    "POST /api/staff/orders/{order_id}/price": staffs("change_price", 409),
    "POST /api/staff/orders/{order_id}/price/preview": staffs("review_photos", 409),
    "POST /api/staff/orders/{order_id}/correct-lock": staffs("take_back", 409),
    "GET /api/staff/undo": staffs("see_orders", 200),
    "POST /api/staff/undo/{action_id}": staffs("see_orders", 404),
    "POST /api/staff/orders/{order_id}/power-on": staffs("reach_milestones", 409),
    "GET /api/staff/orders/{order_id}/cancellation": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/cancel": staffs("cancel_orders", 200),
    "POST /api/staff/orders/{order_id}/keep-visit": staffs("cancel_orders", 200),
    "GET /api/staff/payments/{payment_id}/refund-effect": staffs("see_orders", 200),
    "POST /api/staff/payments/{payment_id}/refunds": staffs("refund", 201),
    "POST /api/staff/refunds/{refund_id}/retry": staffs("refund", 200),
    "GET /api/staff/readiness": staffs("see_orders", 200),
    "PUT /api/staff/orders/{order_id}/steps/{kind}": staffs("schedule", 200),
    "GET /api/staff/board": staffs("see_orders", 200),
    "GET /api/staff/diagnostics": staffs("see_orders", 200),
    "POST /api/staff/diagnostics/{visit_id}/technician": staffs("schedule", 404),
    "POST /api/staff/appointments/{appointment_id}/move": staffs("schedule", 200),
    "POST /api/staff/appointments/{appointment_id}/technician": staffs("schedule", 200),
    "GET /api/staff/crew-days/{day}/closing": staffs("schedule", 200),
    "POST /api/staff/crew-days/{day}/closing": staffs("schedule", 200),
    "PUT /api/staff/crew-days/{day}": staffs("schedule", 200),
    "POST /api/staff/technicians": staffs("schedule", 201),
    "PATCH /api/staff/technicians/{technician_id}": staffs("schedule", 200),
    "PUT /api/staff/technicians/{technician_id}/days-off/{day}": staffs("schedule", 200),
    "DELETE /api/staff/technicians/{technician_id}/days-off/{day}": staffs("schedule", 200),
    "GET /api/staff/orders": staffs("see_orders", 200),
    "POST /api/staff/new-order": staffs("place_orders", 201),
    "GET /api/staff/new-order": staffs("place_orders", 200),
    "GET /api/staff/quotes": staffs("place_orders", 200),
    "POST /api/staff/quotes": staffs("place_orders", 201),
    "GET /api/staff/quotes/{quote_id}": staffs("place_orders", 200),
    "GET /api/staff/quotes/{quote_id}/pdf": staffs("place_orders", 200),
    "PUT /api/staff/quotes/{quote_id}": staffs("place_orders", 200),
    "POST /api/staff/quotes/{quote_id}/send": staffs("place_orders", 200),
    "POST /api/staff/quotes/{quote_id}/accept": staffs("place_orders", 201),
    "GET /api/staff/leads": staffs("place_orders", 200),
    "POST /api/staff/leads": staffs("place_orders", 201),
    "GET /api/staff/leads/{source}/{source_ref}": staffs("place_orders", 200),
    "PUT /api/staff/leads/{source}/{source_ref}": staffs("place_orders", 200),
    "GET /api/staff/orders/{order_id}": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/technician": staffs("schedule", 200),
    "POST /api/staff/orders/{order_id}/notes": staffs("write_notes", 201),
    "PATCH /api/staff/orders/{order_id}/contact": staffs("correct_contacts", 200),
    "POST /api/staff/orders/{order_id}/messages/{kind}/resend": staffs("send_messages", 409),
    "POST /api/staff/orders/{order_id}/files": staffs("make_documents", 422),
    "GET /api/staff/orders/{order_id}/files/{file_id}": staffs("see_orders", 200),
    "GET /api/staff/orders/{order_id}/job-reports": staffs("see_orders", 200),
    # Another technician's job is not there.
    "GET /api/staff/crew/jobs": staffs("see_own_jobs", 200),
    "GET /api/staff/crew/jobs/{job_id}": staffs("see_own_jobs", 404),
    "PATCH /api/staff/crew/jobs/{job_id}/report": staffs("work_on_own_jobs", 404),
    "POST /api/staff/crew/jobs/{job_id}/sign": staffs("work_on_own_jobs", 404),
    "POST /api/staff/crew/jobs/{job_id}/complete": staffs("work_on_own_jobs", 404),
    "POST /api/staff/crew/jobs/{job_id}/on-the-way": staffs("work_on_own_jobs", 404),
    "POST /api/staff/crew/visits/{visit_id}/done": staffs("work_on_own_jobs", 404),
    "PUT /api/staff/crew/jobs/{job_id}/photos": staffs("work_on_own_jobs", 404),
    "GET /api/staff/crew/jobs/{job_id}/photos/{photo_id}": staffs("see_own_jobs", 404),
    "DELETE /api/staff/orders/{order_id}/files/{file_id}": staffs("make_documents", 409),
    "GET /api/staff/orders/{order_id}/photos": staffs("review_photos", 200),
    "POST /api/staff/orders/{order_id}/photos/{slot}": staffs("review_photos", 409),
    "POST /api/staff/orders/{order_id}/photo-submission": staffs("review_photos", 200),
    "POST /api/staff/orders-at-once/technician": staffs("schedule", 200),
    "POST /api/staff/orders-at-once/tasks": staffs("write_notes", 200),
    "POST /api/staff/orders-at-once/messages": staffs("send_messages", 200),
    "POST /api/staff/orders-at-once/undo": staffs("see_orders", 200),
    "GET /api/staff/exports/ticked/orders.csv": staffs("export", 200),
    "GET /api/staff/saved-filters": staffs("see_orders", 200),
    "POST /api/staff/saved-filters": staffs("see_orders", 200),
    "DELETE /api/staff/saved-filters/{filter_id}": staffs("see_orders", 404),
    "GET /api/staff/search": staffs("see_orders", 200),
    "GET /api/staff/orders/{order_id}/conversation": staffs("see_messages", 200),
    "POST /api/staff/orders/{order_id}/conversation": staffs("send_messages", 201),
    "GET /api/staff/orders/{order_id}/received-files/{received_id}": staffs("see_messages", 200),
    "POST /api/staff/orders/{order_id}/received-files/{received_id}/review": staffs(
        "review_photos", 409
    ),
    "POST /api/staff/orders/{order_id}/received-files/{received_id}/files": staffs(
        "make_documents", 200
    ),
    "GET /api/staff/inbox": staffs("see_messages", 200),
    "GET /api/staff/inbox/{item_id}": staffs("see_messages", 200),
    "GET /api/staff/inbox/{item_id}/original": staffs("see_messages", 200),
    "POST /api/staff/inbox/{item_id}/again": staffs("send_messages", 200),
    "POST /api/staff/inbox/{item_id}/order": staffs("send_messages", 422),
    "POST /api/staff/inbox/{item_id}/ignore": staffs("send_messages", 200),
    "GET /api/staff/card-reports": staffs("see_books", 200),
    "GET /api/staff/card-reports/{report_id}": staffs("see_books", 200),
    "GET /api/staff/card-reports/{report_id}/original": staffs("see_books", 200),
    "POST /api/staff/card-reports/{report_id}/again": staffs("see_books", 200),
    "POST /api/staff/card-reports/{report_id}/ignore": staffs("see_books", 200),
    "PATCH /api/staff/me": staffs("see_own_account", 200),
    "GET /api/staff/waits": staffs("see_orders", 200),
    "GET /api/staff/waits/counts": staffs("see_orders", 200),
    "POST /api/staff/inbound-messages/{message_id}/answered": staffs("send_messages", 404),
    "POST /api/staff/inbound-messages/{message_id}/settle": staffs("send_messages", 404),
    "GET /api/staff/suppressions": staffs("see_messages", 200),
    "POST /api/staff/suppressions/{suppression_id}/lift": staffs("send_messages", 404),
    "GET /api/staff/colleagues": staffs("see_orders", 200),
    "GET /api/staff/tasks": staffs("see_orders", 200),
    "POST /api/staff/tasks": staffs("write_notes", 201),
    "PATCH /api/staff/tasks/{task_id}": staffs("write_notes", 404),
    "GET /api/staff/photo-reviews": staffs("see_photos", 200),
    "GET /api/staff/photo-reviews/{review_id}": staffs("see_photos", 200),
    "POST /api/staff/photo-reviews/{review_id}/retake": staffs("review_photos", 200),
    "GET /api/staff/photos/{photo_id}/{rendition}": staffs("see_photos", 200),
    "GET /api/staff/overview": staffs("see_orders", 200),
    "GET /api/staff/overview/{figure}": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/proposals": staffs("make_documents", 201),
    "POST /api/staff/orders/{order_id}/hoa-packets": staffs("make_documents", 201),
    "GET /api/staff/photo-reviews/{review_id}/price": staffs("review_photos", 200),
    "POST /api/staff/photo-reviews/{review_id}/decide": staffs("decide_price", 200),
    "POST /api/staff/tables-session": staffs("see_own_account", 204),
    "DELETE /api/staff/tables-session": staffs("see_own_account", 204),
    "GET /api/staff/customers": staffs("see_orders", 200),
    "GET /api/staff/customers/{customer_id}": staffs("see_orders", 200),
    "GET /api/staff/customers/{customer_id}/export": staffs("export", 200),
    "GET /api/staff/customers/{customer_id}/export.zip": staffs("export", 200),
    "POST /api/staff/customers/{customer_id}/erase": staffs("erase", 409),
    "GET /api/staff/exports/{name}.csv": staffs("export", 200),
    "GET /api/staff/settings/staff/history": staffs("manage_staff", 200),
    "GET /api/staff/settings/staff": staffs("manage_staff", 200),
    "POST /api/staff/settings/staff": staffs("manage_staff", 201),
    "POST /api/staff/settings/staff/{user_id}/link": staffs("manage_staff", 404),
    "PATCH /api/staff/settings/staff/{user_id}": staffs("manage_staff", 404),
    "GET /api/staff/settings/connections": staffs("open_tables", 200),
    "POST /api/staff/settings/connections/mail/test": staffs("change_catalog", 200),
    "POST /api/staff/settings/connections/texts/test": staffs("change_catalog", 200),
    "POST /api/staff/settings/connections/cards/test": staffs("change_catalog", 200),
    "POST /api/staff/settings/connections/maps/test": staffs("change_catalog", 200),
    "GET /api/staff/settings/terms": staffs("open_tables", 200),
    "PUT /api/staff/settings/terms": staffs("change_catalog", 200),
    "GET /api/staff/settings/calendar": staffs("open_tables", 200),
    "PUT /api/staff/settings/calendar": staffs("change_catalog", 200),
    "GET /api/staff/settings/permits": staffs("open_tables", 200),
    "PUT /api/staff/settings/permits": staffs("change_catalog", 200),
    "GET /api/staff/settings/first-run": staffs("open_tables", 200),
    "PUT /api/staff/settings/first-run": staffs("change_catalog", 200),
    "GET /api/staff/settings/look": staffs("open_tables", 200),
    "PUT /api/staff/settings/look": staffs("change_catalog", 200),
    "PUT /api/staff/settings/look/logo": staffs("change_catalog", 422),
    "DELETE /api/staff/settings/look/logo": staffs("change_catalog", 200),
    "GET /api/staff/settings/company": staffs("open_tables", 200),
    "PUT /api/staff/settings/company": staffs("change_catalog", 200),
    "GET /api/calendars/{token}.ics": everybodys(404),
    "GET /api/staff/calendar-feeds": staffs("schedule", 200),
    "PUT /api/staff/calendar-feeds": staffs("schedule", 200),
    "GET /api/staff/crew/calendar": staffs("see_own_jobs", 404),
    "PUT /api/staff/crew/calendar": staffs("see_own_jobs", 404),
    "GET /api/staff/payouts": staffs("see_books", 200),
    "POST /api/staff/payouts": staffs("see_books", 200),
    "GET /api/staff/payouts/{payout_id}": staffs("see_books", 200),
    "GET /api/staff/audit-log": staffs("see_audit_log", 200),
    "POST /api/staff/audit-log/verify": staffs("see_audit_log", 200),
    # The auth service's
    "POST /auth/v1/token": everybodys(400),
    "POST /auth/v1/signup": everybodys(200),
    "POST /auth/v1/logout": signed_in(204),
    "GET /auth/v1/.well-known/jwks.json": everybodys(200),
    "GET /auth/v1/user": signed_in(200),
    "PUT /auth/v1/user": signed_in(200),
    "POST /auth/v1/recover": everybodys(200),
    "POST /auth/v1/verify": everybodys(403),
    "POST /auth/v1/factors": signed_in(200),
    "GET /auth/v1/factors/recovery-codes": signed_in(200),
    "POST /auth/v1/factors/recovery-codes": signed_in(200),
    "POST /auth/v1/factors/recovery-codes/regenerate": signed_in(200),
    "POST /auth/v1/factors/recovery-codes/verify": signed_in(422),
    "POST /auth/v1/factors/{factor_id}/challenge": signed_in(404),
    "POST /auth/v1/factors/{factor_id}/verify": signed_in(404),
    "DELETE /auth/v1/factors/{factor_id}": signed_in(404),
    "GET /auth/v1/settings": everybodys(200),
    "GET /auth/v1/authorize": everybodys(400),
    "GET /auth/v1/user/identities/authorize": signed_in(400),
    "DELETE /auth/v1/user/identities/{identity_id}": signed_in(404),
    "GET /auth/v1/callback": everybodys(400),
    # Pages that Django answers
    "GET /b/{token}": everybodys(303),
    "GET /unsubscribe/{token}": everybodys(200),
    "GET /dev/messages": everybodys(404),
    "GET /dev/messages/{kind}": everybodys(404),
    "GET /healthz": everybodys(200),
    "GET /api/openapi.json": everybodys(200),
    "GET /readyz": everybodys(200),
    "GET /test-checkout/{checkout_id}": everybodys(404),
    "GET /staff/tables": everybodys(302),
    "GET /test-proposal": everybodys(404),
    **{f"GET /{shorter}/?$": everybodys(301) for shorter in NEAREST_PAGES},
}
NEEDS: Final = {call: row.permission for call, row in ROWS.items() if row.permission}
HOMEOWNERS: Final = [call for call in ROWS if re.search(r" /api/my-booking\b(?!s)", call)]
STAFFS: Final = list(NEEDS)


@pytest.fixture
def as_in_production(settings: Settings) -> None:
    """Pages that only developers see are not there; internal ones are for staff."""
    settings.ENVIRONMENT = django_settings.ENVIRONMENT.model_copy(
        update={"env": "production", "internal_pages": "staff"}
    )


@pytest.fixture
def victim(browser: Client) -> Order:
    return whole(reserve(browser, name="Vera Victim", email="vera@example.org"))


@pytest.fixture
def other() -> Client:
    """Another customer, whose order has come as far."""
    browser = Client()
    whole(reserve(browser, phone="281-555-0133"), code="B7K3M9QD")
    return browser


def code_of(answer: Any) -> str:
    found = answer.json() if "json" in answer.get("Content-Type", "") else {}
    return str(found.get("code", "")) if isinstance(found, dict) else ""


def by_token(token: str) -> Visitor:
    return Visitor("by token", Client(), {"Authorization": f"Bearer {token}"})


def test_f1_every_call_has_its_row() -> None:
    calls = all_calls()

    without_row = [call for call in calls if call not in ROWS]
    without_call = [call for call in ROWS if call not in calls]
    assert (without_row, without_call) == ([], []), "add a row to ROWS, or take it out"


@pytest.fixture
def factors_stay_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long all these calls take on a busy machine."""
    monkeypatch.setattr(sessions, "FACTOR_IS_FRESH_FOR", timedelta(hours=1))


@pytest.mark.usefixtures("factors_stay_fresh")
def test_f1_everybody_is_answered_what_the_row_says(victim: Order, other: Client) -> None:
    ids = ids_of(victim) | {"factor_id": str(a_colleague().factors.get().public_id)}
    staff_of_each_role = [staff(role) for role in Role]
    visitors = {one.name: one for one in (*strangers(victim, other=other), *staff_of_each_role)}

    answers, expected = {}, {}
    for call, row in ROWS.items():
        for name, status in row.statuses.items():
            with undone():
                answers[call, name] = visitors[name].asks(call, ids=ids).status_code
            expected[call, name] = status

    print(f"F1: {len(ROWS)} calls by {len(visitors)} visitors, {len(answers)} answers")
    assert answers == expected


READ_BY_STAFF: Final = [
    *(call for call in ROWS if call.startswith("GET /api/staff/")),
    *(f"GET /api/staff/messages?status={status}" for status in Message.Status.values),
    *(f"GET /api/staff/overview/{figure}" for figure in Metric),
    *(f"GET /api/staff/exports/{name}.csv" for name in (*LISTS, "bookkeeping")),
    "GET /api/staff/customers?q=vera",
    "GET /api/staff/orders?q=vera",
    "GET /auth/v1/user",
]
# What is kept to compare with, or to send on, and shown to nobody.
SECRET_COLUMNS: Final = {
    "order_links": {"public_id"},
    "factors": {"secret"},
    "one_time_links": {"code_challenge"},
    "staff_users": {"password"},
    "idempotent_answers": {"key", "fingerprint"},
    "order_log": {"note_salt"},
    "stripe_checkout_sessions": {"url", "stripe_session_id"},
}
_MAIL: Final = ("boss@private.example", "token_hash=a-key-to-an-account", "550 boss is unknown")
# What of an answer asks for more than its call does, where the call alone is for a lower role.
FIELDS: Final = {
    ("requests", "contact"): "send_messages",
    ("requests", "address"): "send_messages",
    ("failed_messages", "contact"): "send_messages",
    ("failed_messages", "message_id"): "send_messages",
}


def a_colleague() -> User:
    """Of staff, with everything by which somebody can come in as them, and mail about it."""
    boss = User.objects.create(
        username="boss", is_staff=True, role="owner", password="!a-hash-of-it"
    )
    open_session(boss, method="password", now=now())
    issue_token(boss, role=Role.MANAGER, expires_in=timedelta(hours=1), now=now())
    enrol(boss, friendly_name="phone", now=now())
    renew_recovery_codes(boss)
    recovery = OneTimeLink.Purpose.RECOVERY
    link = make_link(boss, purpose=recovery, method="recovery", code_challenge="c" * 43, now=now())
    recipient, text, error = _MAIL
    for status in Message.Status.values:
        Message.objects.create(
            kind="account_recovery",
            channel="email",
            recipient=recipient,
            subject=recipient,
            text=text,
            last_error=error,
            link_ref=link.pk,
            status=status,
            sent_at=now() if status == "sent" else None,
            dead_at=now() if status in ("dead", "suppressed") else None,
            dedupe_key=f"account {status}",
            created_at=now(),
        )
    return boss


def secrets_in_rows() -> dict[str, set[bytes]]:
    """By their columns. A new column of hashes is one of them."""
    found = {}
    for model in apps.get_models():
        table = model._meta.db_table
        for column in model._meta.concrete_fields:
            is_hash = column.name.endswith("_hash") and column.name != "prev_hash"
            if is_hash or column.name in SECRET_COLUMNS.get(table, ()):
                values = model._default_manager.values_list(column.name, flat=True)
                found[f"{table}.{column.name}"] = {str(one).encode() for one in values if one}
    return found


@pytest.mark.req("SEC-02.1")
@pytest.mark.usefixtures("factors_stay_fresh")
def test_f1_no_role_reads_a_secret_or_mail_about_an_account(victim: Order, other: Client) -> None:
    a_colleague()
    script = by_token(script_token(Role.VIEWER))
    readers, ids = [*(staff(role) for role in Role), script], ids_of(victim)
    looked_for = {"mail about an account": {text.encode() for text in _MAIL}} | secrets_in_rows()

    read, leaks = set(), []
    for call in READ_BY_STAFF:
        for reader in readers:
            answer = reader.asks(call, ids=ids)
            body = b"".join(answer)
            if answer.status_code == 200:
                read.add(call)
            leaks += [
                f"{call} by {reader.name} shows {name}"
                for name, values in looked_for.items()
                if any(value in body for value in values)
            ]

    kinds = sum(bool(values) for values in looked_for.values())
    print(f"F1: {kinds} kinds of secrets, {len(read)} answers of staff read by {len(readers)}: 0")
    assert leaks == [], "\n".join(leaks)
    assert kinds >= 14
    others_jobs = {
        call for call in READ_BY_STAFF if "/crew/jobs/{job_id}" in call or "/crew/calendar" in call
    }
    assert set(READ_BY_STAFF) - read <= {"GET /auth/v1/user"} | others_jobs


def test_f1_a_role_reads_no_field_that_it_may_not_see(victim: Order) -> None:
    NotifyRequest.objects.create(
        address_formatted="1 Main St, Austin, TX 78701",
        phone_number="5125550100",
        notification_requested_at=now(),
        created_at=now(),
    )
    roles = [role for role in Role if role in WHO_MAY["see_orders"]]
    readers, ids = {role: staff(role) for role in roles}, ids_of(victim)

    for (figure, name), needed in FIELDS.items():
        call = f"GET /api/staff/overview/{figure}"
        told = {role: one.asks(call, ids=ids).json() for role, one in readers.items()}
        shown = {role for role, seen in told.items() if any(row[name] for row in seen["rows"])}
        assert shown == WHO_MAY[needed], (figure, name)


@pytest.mark.req("BOOK-05.3")
def test_f1_what_is_anothers_is_as_if_it_were_not_there(victim: Order, other: Client) -> None:
    """Status and every byte, for strangers and customers; staff may know what there is."""
    theirs, nobodys = ids_of(victim), ids_of_nobody()
    visitors = [*strangers(victim, other=other), *_forgers(victim)]
    with_ids = [call for call in ROWS if "{" in call and call not in OPENED_BY_THE_ID_ALONE]

    told_apart = []
    for call in [*with_ids, "POST /api/checkout-sessions", "POST /api/manual-generate-proposal"]:
        for visitor in visitors:
            with undone():
                answer = visitor.asks(call, ids=theirs)
            with undone():
                missing = visitor.asks(call, ids=nobodys | {"day": theirs["day"]})
            seen, unseen = (
                _said(each, ids) for each, ids in ((answer, theirs), (missing, nobodys))
            )
            if seen != unseen:
                told_apart.append(f"{call} by {visitor.name}: {seen} or {unseen}")

    tried = f"{len(with_ids) + 2} calls with another's id x {len(visitors)} strangers"
    print(f"F1: {tried}, {len(told_apart)} told apart from no id")
    assert told_apart == [], "\n".join(told_apart)


def _forgers(victim: Order) -> list[Visitor]:
    live = create_access_token(victim, secret_keys=secret_keys(), now=now())
    return [
        Visitor("forged link", with_cookie("mb", secrets.token_urlsafe(33))),
        Visitor("changed link", with_cookie("mb", live[:-4] + "AAAA")),
        Visitor("forged wizard", with_cookie("wz", secrets.token_urlsafe(32))),
        Visitor("order's id", with_cookie("mb", str(victim.public_id))),
    ]


_LONGEST_WORD: Final = 12  # what is longer is an id


def _said(answer: Any, ids: dict[str, str]) -> tuple[int, str, bytes]:
    """Without the ids that the visitor told themselves."""
    body = b"" if answer.streaming else answer.content
    for told in ids.values():
        body = body.replace(told.encode(), b"") if len(told) > _LONGEST_WORD else body
    return answer.status_code, answer.get("Location", ""), body


def test_f1_strangers_are_all_told_the_same(victim: Order, other: Client) -> None:
    ids = ids_of(victim)
    visitors = [*strangers(victim, other=other), *_forgers(victim)]
    visitors = [visitor for visitor in visitors if visitor.name != "other customer"]

    answers = {}
    for call in HOMEOWNERS:
        for visitor in visitors:
            with undone():  # guesses are counted (F2)
                answers[call, visitor.name] = visitor.asks(call, ids=ids)

    told = {key: (answer.status_code, code_of(answer)) for key, answer in answers.items()}
    assert told == dict.fromkeys(answers, (404, "order_not_found"))
    assert len({answer.content for answer in answers.values()}) == 1


def test_f1_another_customer_is_shown_nothing_of_the_victims(victim: Order, other: Client) -> None:
    theirs = [text.encode() for text in ("Vera", "vera@", str(victim.public_id))]
    visitor, before = Visitor("other", other), Order.objects.values_list().get(pk=victim.pk)

    answers = {call: visitor.asks(call, ids=ids_of(victim)) for call in HOMEOWNERS}

    leaks = [
        name for name, answer in answers.items() if any(text in b"".join(answer) for text in theirs)
    ]
    assert leaks == []
    assert Order.objects.values_list().get(pk=victim.pk) == before


@pytest.mark.req("TRUTH-02.1")
def test_f1_the_victims_booking_named_in_the_address_is_as_one_that_does_not_exist(
    victim: Order, other: Client
) -> None:
    names = {"victims": str(victim.public_id), "nobodys": ids_of_nobody()["order_id"], "no id": "x"}
    visitors = strangers(victim, other=other)

    told = {}
    for call in HOMEOWNERS:
        for visitor in visitors:
            for name, order_id in names.items():
                with undone():  # guesses are counted (F2)
                    answer = visitor.asks(call, ids=ids_of(victim), order=order_id)
                told[call, visitor.name, name] = (answer.status_code, answer.content)

    assert {status for status, _ in told.values()} == {404}
    assert len({content for _, content in told.values()}) == 1


def test_f1_a_strangers_bookings_hold_nothing_of_the_victims(victim: Order, other: Client) -> None:
    lists = {
        visitor.name: visitor.asks("GET /api/my-bookings", ids={}).json()
        for visitor in strangers(victim, other=other)
    }

    [others] = lists.pop("other customer")
    assert others["id"] != str(victim.public_id)
    assert list(lists.values()) == [[], [], []]


def test_f1_staffs_calls_are_for_staff(browser: Client, victim: Order, other: Client) -> None:
    visitors = [
        *strangers(victim, other=other),
        Visitor("the homeowner", browser),
        by_token(create_access_token(victim, secret_keys=secret_keys(), now=now())),
        by_token(secrets.token_urlsafe(32)),
        by_token("a.forged.token"),
        by_token(script_token(Role.MANAGER, expires_in=timedelta())),
        by_token(_of_a_visitor()),
    ]

    ids = ids_of(victim)
    answers = [visitor.asks(call, ids=ids) for call in STAFFS for visitor in visitors]

    tried = f"{len(STAFFS)} staff calls x {len(visitors)} = {len(answers)}"
    print(f"F1: {tried}, all told the same: {Counter(answer.status_code for answer in answers)}")
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.content for answer in answers} == {answers[0].content}


def _of_a_visitor() -> str:
    visitor = User.objects.create(username="visitor", is_visitor=True)
    with transaction.atomic():
        session = open_session(visitor, method="anonymous", now=now()).session
    return access_token(session, now=now())


def test_f1_nobody_of_staff_gets_in_without_a_second_factor_or_a_role(victim: Order) -> None:
    nobody = User.objects.create(username="no-role", is_staff=True)
    first_level = by_token(signed_in_as(Role.OWNER, level="aal1"))
    as_nobody = by_token(
        issue_token(nobody, role=Role.MANAGER, expires_in=timedelta(hours=1), now=now())
    )

    ids = ids_of(victim)
    told = [
        {code_of(visitor.asks(call, ids=ids)) for call in STAFFS}
        for visitor in (first_level, as_nobody)
    ]

    assert told == [{"second_factor_missing"}, {"not_allowed"}]


def test_f5_what_weighs_most_asks_for_the_second_factor_again(victim: Order) -> None:
    visitor = by_token(signed_in_as(Role.OWNER, shown_ago=timedelta(minutes=6)))

    ids, stale = ids_of(victim), set()
    for call in STAFFS:
        with undone():
            if code_of(visitor.asks(call, ids=ids)) == "second_factor_stale":
                stale.add(call)

    assert stale == {call for call, needed in NEEDS.items() if needed in WEIGHTY}


def test_an_operators_token_carries_the_role_it_was_made_for_and_no_more_than_its_users(
    victim: Order,
) -> None:
    """Which role may what by a token, tests/core/test_roles.py shows."""
    User.objects.create(username="Olive", is_staff=True, role=Role.OWNER)
    script = by_token(script_token(Role.MANAGER, name="Olive"))
    ids, refused, agreed = ids_of(victim), {}, _agreed_price(victim)
    for call in NEEDS:
        with undone():
            refused[call] = code_of(script.asks(call, ids=ids))
            assert _agreed_price(victim) == agreed, f"{call} changed a price"

    managers = {call for call, permission in NEEDS.items() if Role.MANAGER in WHO_MAY[permission]}
    persons = {call for call, permission in NEEDS.items() if permission in NO_SCRIPTS}
    assert {call for call, code in refused.items() if code == "not_allowed"} == {*NEEDS} - managers
    assert managers & persons
    assert {
        call for call, code in refused.items() if code == "script_not_allowed"
    } == managers & persons

    User.objects.filter(username="Olive").update(role=Role.VIEWER)  # and the token a manager's
    assert script.asks("GET /api/staff/messages", ids=ids).status_code == 200
    assert code_of(script.asks("GET /api/staff/audit-log", ids=ids)) == "not_allowed"


@pytest.mark.usefixtures("factors_stay_fresh")
@pytest.mark.parametrize(("action", "story"), UNDONE.items(), ids=UNDONE.keys())
def test_f1_undoing_takes_what_the_act_takes_now_of_the_role_and_of_the_token(
    action: UndoableAction.Action, story: Scenario
) -> None:
    world = story.begin()
    assert story.do(world).status_code < 300
    done_by = AuditEvent.objects.filter(status__lt=300).latest("pk").action
    [needed] = {NEEDS[call] for call, each in operations() if each.operation_id == done_by}
    assert PERMISSIONS[action] == needed

    user, [done] = world.staff.user, UndoableAction.objects.all()
    session = access_token(SignInSession.objects.get(user=user, ended_at=None), now=now())
    tokens = {("", role): session for role in Role}
    tokens |= {(role, Role.OWNER): _token_of(user, role) for role in Role if role != Role.OWNER}
    may = set()
    for (of_token, role), token in tokens.items():
        User.objects.filter(pk=user.pk).update(role=role)
        offered, one, several = _undo_of(done, by=by_token(token))
        is_done = one == 200
        assert [offered, several] == [is_done, is_done]
        if is_done:
            may.add((of_token, role))

    persons = {("", role) for role in WHO_MAY[needed]}
    scripts = {(role, "owner") for role in WHO_MAY[needed] - {"owner"} if needed not in NO_SCRIPTS}
    assert may == persons | scripts


def _undo_of(done: UndoableAction, *, by: Visitor) -> tuple[bool, int, bool]:
    """Whether it is offered, what undoing is answered, and whether it is undone among several."""
    offered = by.asks("GET /api/staff/undo", ids={})
    with undone():
        one = by.asks("POST /api/staff/undo/{action_id}", ids={"action_id": str(done.public_id)})
    with undone():
        by.browser.post(
            "/api/staff/orders-at-once/undo",
            {"action_ids": [str(done.public_id)]},
            content_type="application/json",
            headers=by.headers,
        )
        done.refresh_from_db()
        several = done.undone_at is not None
    is_offered = offered.status_code == 200 and offered.json() is not None
    return is_offered, one.status_code, several


def _token_of(user: User, role: Role) -> str:
    return issue_token(user, role=role, expires_in=timedelta(hours=1), now=now())


def _agreed_price(order: Order) -> Any:
    own = Order.objects.filter(pk=order.pk)
    return own.values_list("quote", "total_cents", "quote__locked_at").get()


def test_e1_made_up_requests_reach_what_needs_a_person() -> None:
    fresh = {call.split(" ")[1] for call, need in NEEDS.items() if need in NO_SCRIPTS}
    reading = {"/api/staff/orders/{order_id}/cancellation"}

    told = {path for path in (call.split(" ")[1] for call in ROWS) if re.match(FRESH, path)}

    assert (told, told & reading) == (fresh, set())


def test_f1_staff_find_nothing_under_an_id_that_is_nobodys(victim: Order) -> None:
    owner, technician, nobodys = staff(Role.OWNER), staff(Role.TECHNICIAN), ids_of_nobody()
    told = {call: nobodys | {"kind": "equipment"} for call in STAFFS if "_id}" in call}

    answers = {
        call: (technician if "/crew/" in call else owner).asks(call, ids=ids).status_code
        for call, ids in told.items()
    }

    assert {call for call, status in answers.items() if status != 404} == set()


@pytest.mark.parametrize(
    ("call", "named", "there"),
    [
        ("GET /api/orders/{order_id}", "order_id", ""),
        ("GET /api/my-booking/documents/{document_id}", "document_id", ""),
        ("GET /api/my-booking/photos/{photo_id}", "photo_id", ""),
        ("GET /api/appointments/latest?email={email}", "email", "vera@example.org"),
    ],
)
def test_f3_what_is_there_is_looked_for_as_what_is_not(
    victim: Order, other: Client, call: str, named: str, there: str
) -> None:
    """By the same statements: nothing is left by which one could take longer."""
    nowhere = ids_of_nobody() | {"email": "nobody@example.org"}
    known = there or ids_of(victim)[named]

    asked = []
    for name in (known, nowhere[named]):
        address = call.removeprefix("GET ").format_map({**nowhere, named: name})
        with statements() as ran:
            answered = other.get(address)
        looked_for = [str(each).replace("-", "") for _, params in ran for each in params or ()]
        assert name.replace("-", "") in looked_for
        asked.append((answered.status_code, [sql for sql, _ in ran]))

    assert asked[0] == asked[1]
    assert asked[0][0] == 404
