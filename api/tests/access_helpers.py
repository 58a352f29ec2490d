"""Every call there is, everybody who might try it, and what is sent with it (F1)."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from http.cookies import SimpleCookie
from typing import Any, Final

from booking_client import ADDRESS, body_for
from django.db import transaction
from django.test import Client
from django.urls import URLPattern
from mail_helpers import an_item_of
from market_bands import BEYOND_FT
from ninja.operation import Operation
from whole_orders import now

from standby.accounts.api.routes import auth_api
from standby.accounts.models import User
from standby.accounts.services.sessions import open_session, raise_level
from standby.accounts.services.tokens import (
    access_token,
    create_script_user,
    issue_token,
    staff_user_named,
)
from standby.api import api
from standby.audit.rules import actor_of
from standby.core.roles import Role
from standby.crew_phone.rules import SIGNED_TEXTS
from standby.crews.models import Technician
from standby.documents.models import OrderFile
from standby.inbox.models import Item
from standby.inbox.services.card_reports import ReportOf, set_aside_report
from standby.messaging.models import Message
from standby.orders.api.booking_access import secret_keys
from standby.orders.models import ChangeOrder, Order
from standby.orders.services.access_links import create_access_token, revoke_access_links
from standby.payments.models import CheckoutSession, Payout, Refund
from standby.photos.models import Photo, PhotoReview
from standby.photos.rules import PHOTO_CONSENT
from standby.pricing.rules.line_items import LineItem, LineKind
from standby.sales.models import CustomQuote
from standby.server.pages import shared_page
from standby.urls import urlpatterns

STRANGERS: Final = ("anonymous", "other customer", "expired link", "revoked link")

_JOB: Final = {
    "location": {
        "address": {"formatted": ADDRESS},
        "coverage": {"zip_code": "77380"},
        "distance": {"band": "close"},
    },
    "generator": {"choice": "buy_here", "product": {"model_number": "7043"}},
}
COMPANY_FACTS: Final = {
    "name": "Bayou Backup",
    "legal_name": "Bayou Backup Power LLC",
    "licence": "TECL 31337",
    "regulator": "Regulated by TDLR, Austin, Texas",
    "phone": "281-555-0199",
    "email": "office@bayou.test",
    "address": "7 Bayou Bend, Spring, TX 77373",
    "hours": "Mon to Sat",
    "support_hours": "8 AM to 6 PM",
}
_NOW: Final = {"at": "2026-01-05T15:00:00Z", "day": "{day}"}
_QUOTE: Final = {
    "name": "Ada Lovelace",
    "phone": "(281) 555-0100",
    "email": "ada@example.org",
    "address": ADDRESS,
    "run_ft": BEYOND_FT,
    "model_number": "7043",
    "line_items": [
        {"kind": "installation", "description": "Installation", "unit_cents": 11_000_00},
        {"kind": "generator", "description": "Generac 22 kW", "unit_cents": 6_979_00},
    ],
}
TERMS: Final = {
    "version": 0,
    "acceptance": 30,
    "equipment": 40,
    "completion": 30,
    "days_to_pay": 7,
    "late_fee_percent": "1",
    "sales_tax_percent": "8.125",
}
WORKING_DAYS: Final = {
    "version": 0,
    "first_day": 10,
    "last_day": 60,
    "weekdays_off": ["SUN"],
    "afternoon_may_span_closed_days": False,
    "crews_per_day": 3,
    "worked": ["Columbus Day"],
    "closed": [
        {
            "name": "Christmas week",
            "first": "2026-12-24",
            "last": "2027-01-02",
            "is_yearly": True,
        }
    ],
    "windows": {
        "morning": {"start": "08:00", "end": "11:30"},
        "afternoon": {"start": "12:30", "end": "16:00"},
    },
}
_SLOT: Final = {"day": "{day}", "time_window": "afternoon"}
# What is sent: with nothing at all, the body would be judged before who asks.
SENT: Final[dict[str, dict[str, Any]]] = {
    "POST /api/my-booking/reschedule": _SLOT,
    "POST /api/my-booking/access-link": {"page": "photos"},
    "POST /api/my-booking/payments": {
        "purpose": "milestone",
        "milestone": "acceptance",
        "method": "bank",
    },
    "POST /api/my-booking/cancel": {"refund_cents": 0, "reason": "moved"},
    "POST /api/my-booking/change-orders/{change_id}": {"decision": "approve"},
    "POST /api/my-booking/proposal/accept": {
        "proposal_id": str(uuid.uuid4()),
        "sha256": "a" * 64,
        "clauses_sha256": "a" * 64,
        "typed_name": "Ada Lovelace",
        "agrees": True,
    },
    "POST /api/my-booking/consents": {"channel": "sms", "is_granted": True},
    "PUT /api/my-booking/review": {
        "stars": 5,
        "text": "It starts on its own.",
        "shown_name": "Ada L.",
        "consent": True,
    },
    "POST /api/my-booking/photos": {
        "slot": "panel_open",
        "kind": "photo",
        "size_bytes": 5,
        "content_type": "image/jpeg",
    },
    "POST /api/my-booking/photos/submit": {
        "is_decision_maker": True,
        "can_place_stake": True,
        "consent": True,
        "notes": PHOTO_CONSENT[:5],
    },
    "POST /api/checkout-sessions": {"orderId": "{order_id}", "purpose": "scheduling_fee"},
    "POST /api/manual-generate-proposal": {"orderId": "{order_id}", "fileType": "general_proposal"},
    "PUT /api/wizard-sessions/{session_id}": {"current_step": 1, "completed_steps": []},
    "POST /api/staff/appointments/{appointment_id}/move": {**_SLOT, "reason": "rain"},
    "POST /api/staff/appointments/{appointment_id}/technician": {"technician_id": None},
    "POST /api/staff/crew-days/{day}/closing": {"reason": "a storm"},
    "PUT /api/staff/crew-days/{day}": {"crews": 3, "reason": "a third crew"},
    "POST /api/staff/settings/staff": {
        "name": "Mary Jackson",
        "email": "mary@example.org",
        "role": "viewer",
    },
    "POST /api/staff/settings/connections/texts/test": {"phone": "(281) 555-0100"},
    "PUT /api/staff/settings/terms": TERMS,
    "PUT /api/staff/settings/first-run": {"version": 0, "ticked": ["mail"], "is_hidden": False},
    "PUT /api/staff/settings/calendar": WORKING_DAYS,
    "PUT /api/staff/settings/permits": {
        "version": 0,
        "default_cents": 150_00,
        "towns": [{"name": "Katy", "fee_cents": 175_00}],
    },
    "PATCH /api/staff/settings/staff/{user_id}": {"role": "viewer"},
    "PUT /api/staff/settings/look": {"version": 0, "main": "#1f4e8c", "accent": "#ffc36b"},
    "PUT /api/staff/settings/company": {"version": 0, "facts": COMPANY_FACTS},
    "PUT /api/staff/technicians/{technician_id}/days-off/{day}": {"last_day": "{day}"},
    "POST /api/staff/diagnostics/{visit_id}/technician": {"technician_id": None},
    "POST /api/staff/crew/visits/{visit_id}/done": {
        "at": "2025-11-03T15:00:00Z",
        "outcome": "The panel has room.",
    },
    "POST /api/staff/technicians": {"name": "Mary Jackson", "phone": "(281) 555-0108"},
    "POST /api/staff/orders/{order_id}/technician": {
        "name": "Grace Hopper",
        "phone": "(281) 555-0107",
    },
    "POST /api/staff/quotes": _QUOTE,
    "PUT /api/staff/quotes/{quote_id}": {**_QUOTE, "if_version": 1},
    "POST /api/staff/quotes/{quote_id}/send": {"if_version": 1},
    "POST /api/staff/quotes/{quote_id}/accept": {
        "if_version": 1,
        "day": "{day}",
        "time_window": "morning",
    },
    "PUT /api/staff/calendar-feeds": {"technician_id": None, "is_on": True},
    "PUT /api/staff/crew/calendar": {"is_on": True},
    "POST /api/staff/leads": {"phone": "(281) 555-0100", "may_contact": True},
    "PUT /api/staff/leads/{source}/{source_ref}": {"if_version": 0},
    "POST /api/custom-quotes/{token}/accept": {
        "version": 1,
        "typed_name": "Ada Lovelace",
        "terms_accepted": True,
        "privacy_policy_accepted": True,
        "day": "{day}",
        "time_window": "morning",
    },
    "POST /api/custom-quotes/{token}/decline": {"version": 1},
    "POST /api/staff/orders/{order_id}/photo-submission": {"consents": True},
    "POST /api/staff/new-order": {
        "name": "Ada Lovelace",
        "phone": "(281) 555-0133",
        "email": "ada@example.org",
        "agrees_to_texts": True,
        "address": ADDRESS,
        "band": "close",
        "model_number": "7043",
        "day": "{day}",
        "time_window": "morning",
        "quoted_total_cents": 12_694_77,
    },
    "POST /api/staff/orders/{order_id}/cancel": {"reason": "moved"},
    "PUT /api/staff/orders/{order_id}/steps/{kind}": {"status": "requested"},
    "POST /api/staff/orders/{order_id}/price": {
        "line_items": [{"kind": "installation", "description": "Rock", "unit_cents": 1}],
        "total_cents": 1,
        "reason": "rock",
    },
    "POST /api/staff/orders/{order_id}/price/preview": {
        "line_items": [{"kind": "installation", "description": "Rock", "unit_cents": 1}],
    },
    "POST /api/staff/orders/{order_id}/correct-lock": {
        "confirmed_run_ft": 20,
        "reason": "a typing error",
    },
    "POST /api/staff/orders/{order_id}/take-back": {"what": "equipment", "reason": "a mistake"},
    "POST /api/staff/orders/{order_id}/notes": {"text": "Gate code 12"},
    "POST /api/staff/orders-at-once/technician": {
        "order_ids": ["{order_id}"],
        "technician_id": str(uuid.UUID(int=3)),
    },
    "POST /api/staff/orders-at-once/tasks": {"order_ids": ["{order_id}"], "title": "Call"},
    "POST /api/staff/orders-at-once/messages": {
        "order_ids": ["{order_id}"],
        "kind": "photo_link",
    },
    "POST /api/staff/orders-at-once/undo": {"action_ids": [str(uuid.UUID(int=4))]},
    "POST /api/staff/orders/{order_id}/conversation": {"channel": "sms", "text": "On our way."},
    "PATCH /api/staff/me": {"gets_digest": True},
    "POST /api/staff/saved-filters": {"name": "Mine", "query": "status=reserved"},
    "POST /api/staff/inbox/{item_id}/order": {"code": "SB-ZZZZZ"},
    "POST /api/staff/tasks": {"title": "Call Vera", "order_id": "{order_id}"},
    "PATCH /api/staff/tasks/{task_id}": {"is_done": True},
    "POST /api/staff/inbound-messages/{message_id}/settle": {"is_opt_out": True},
    "PATCH /api/staff/orders/{order_id}/contact": {"name": "Vera King"},
    "POST /api/staff/customers/{customer_id}/erase": {
        "typed_name": "Vera Victim",
        "reason": "asked",
    },
    "POST /api/staff/payments/{payment_id}/refunds": {"amount_cents": 1, "reason": "kindness"},
    "POST /api/staff/orders/{order_id}/hoa-packets": {"association_name": "Bear Branch"},
    "POST /api/staff/photo-reviews/{review_id}/retake": {"reason": "too dark"},
    "POST /api/staff/photo-reviews/{review_id}/decide": {
        "confirmed_run_ft": 20,
        "reason": "as measured",
    },
    "PATCH /api/staff/crew/jobs/{job_id}/report": {**_NOW, "arrived": True},
    "POST /api/staff/crew/jobs/{job_id}/sign": {
        **_NOW,
        "signed_by": "Vera Victim",
        "text": SIGNED_TEXTS[0],
    },
    "POST /api/staff/crew/jobs/{job_id}/complete": _NOW,
    "POST /api/staff/crew/jobs/{job_id}/on-the-way": _NOW,
    "POST /api/google-places": {"input": "24 Waterway", "sessionToken": "t"},
    "POST /api/extract-zipcode": {"address": ADDRESS},
    "POST /api/geocode-complete": {"address": ADDRESS},
    "POST /api/log-address-search": {"address": ADDRESS},
    "POST /api/coverage-rejection-requests": {
        "address_formatted": "1 Far Away St, Dallas, TX 75201",
        "phone_number": "(281) 555-0100",
    },
    "POST /api/create-installation-order": body_for("{day}", phone="(281) 555-0122"),
    "POST /api/manual-quote-requests": {
        "name": "Ada Lovelace",
        "phone": "(281) 555-0100",
        "address": ADDRESS,
        "run_ft": 240,
    },
    "POST /api/wizard-interaction-events": {
        "session_id": "{session_id}",
        "event_type": "step_entered",
    },
    "POST /api/gas-requests": {"name": "Ada Lovelace", "address": ADDRESS, "appliances": []},
    "POST /api/saved-quotes": {
        "address": ADDRESS,
        "band": "close",
        "generator_choice": "buy_here",
        "model_number": "7043",
    },
    "POST /api/saved-quotes/{token}/email": {"email": "ada@example.org"},
    "POST /api/saved-quotes/{token}/text": {"phone": "(281) 555-0100", "consent": True},
    "POST /api/diagnostics": {
        "name": "Ada Lovelace",
        "email": "ada@example.org",
        "phone": "(281) 555-0100",
        "address": ADDRESS,
        "day": "2020-01-01",
        "time_window": "morning",
    },
    "POST /api/coupons/check": {"code": "SPRING", **_JOB},
    "POST /auth/v1/token": {"email": "pat@example.org", "password": "not-the-one"},
    "POST /auth/v1/recover": {"email": "pat@example.org"},
    "POST /auth/v1/verify": {"type": "recovery", "token_hash": "x" * 40},
    "POST /auth/v1/factors": {"factor_type": "totp", "friendly_name": "phone"},
    "POST /auth/v1/factors/{factor_id}/verify": {
        "challenge_id": str(uuid.UUID(int=2)),
        "code": "123456",
    },
    "POST /auth/v1/factors/recovery-codes/verify": {"code": "abcd-efgh"},
}
# Raw bytes instead of JSON
RAW: Final = (
    "PATCH /api/my-booking/photos/{photo_id}",
    "POST /api/staff/orders/{order_id}/files",
    "PUT /api/staff/crew/jobs/{job_id}/photos",
    "PUT /api/staff/settings/look/logo",
    "POST /api/staff/orders/{order_id}/photos/{slot}",
)
ASKED: Final[dict[str, str]] = {
    "PUT /api/staff/settings/look/logo": "version=0",
    "DELETE /api/staff/settings/look/logo": "version=0",
    "POST /api/staff/orders/{order_id}/files": "kind=permit",
    "GET /api/appointments/latest": "email=vera@example.org",
    "GET /api/availability": "from=2099-01-05&to=2099-01-06",
    "GET /api/staff/photo-reviews/{review_id}/price": "run_ft=20",
    "PUT /api/staff/crew/jobs/{job_id}/photos": "at=2026-01-05T15:00:00Z"
    "&day=2026-01-05&stage=before",
    "GET /api/staff/exports/ticked/orders.csv": f"ids={uuid.UUID(int=4)}",
    "GET /api/staff/search": "q=vera",
    "GET /api/staff/inbox": "verdict=nobody",
    "GET /api/staff/card-reports": "verdict=ignored",
    "GET /api/staff/diagnostics": "from=2099-01-05",
    "GET /api/map-static": "center=30,-95&zoom=18&size=640x400&scale=2&maptype=roadmap",
    "GET /api/coverage-check": "address=77380",
    "POST /auth/v1/token": "grant_type=password",
    "GET /auth/v1/authorize": f"provider=google&code_challenge={'c' * 43}",
    "GET /auth/v1/user/identities/authorize": f"provider=google&code_challenge={'c' * 43}",
    "GET /auth/v1/callback": "state=s&code=c",
}
# Whoever has the id of a page on which was paid, or a receipt's code, sees what was meant for
# whoever has it (BOOK-05, PHOTO-02); a wizard is named by its browser, so that a new name is new.
OPENED_BY_THE_ID_ALONE: Final = {
    "PUT /api/wizard-sessions/{session_id}",
    "GET /api/checkout-sessions/{stripe_session_id}/order",
    "GET /api/price-receipts/{code}",
}
_OF_NOBODY: Final = {
    "diagnostic_id": "7c1d8d2e-0000-4000-8000-000000000000",
    "message_id": "987654321",
    "suppression_id": "987654321",
    "text_id": "987654321",
    "visit_id": "987654321",
    "filter_id": "987654321",
    "package_id": "987654321",
    "kind": "photo_link",
    "rendition": "shown",
    "figure": "reserved",
    "name": "orders",
    "zip_code": "77001",
    "code": "ZZZZZZZZ",
    "stripe_session_id": "cs_test_of_nobody",
    "token": "x" * 44,
    "slot": "panel_open",
    "quote_id": "7c1d8d2e-0000-4000-8000-000000000000",
    "source": "manual_quote",
    "source_ref": "7c1d8d2e-0000-4000-8000-000000000000",
    "checkout_id": "of-nobody",
}


# Where one name means something else in one call.
OTHERWISE: Final[dict[str, dict[str, str]]] = {
    "POST /api/staff/orders/{order_id}/milestones/{kind}": {"kind": "equipment"},
    "PUT /api/staff/orders/{order_id}/steps/{kind}": {"kind": "permit"},
}


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser with what it carries."""

    name: str
    browser: Client
    headers: dict[str, str] = field(default_factory=dict)

    def asks(self, call: str, *, ids: dict[str, str], **named: str) -> Any:
        """What it carries afterwards is what it carried before. `named` goes into the address."""
        method, path = call.split(" ")
        ids = ids | OTHERWISE.get(call, {})
        query = "&".join([*([ASKED[call]] if call in ASKED else []), *_pairs(named)])
        address = path.format_map(ids) + (f"?{query}" if query else "")
        headers = {"Idempotency-Key": uuid.uuid4().hex, "Upload-Offset": "0", "File-Note": ""}
        headers |= self.headers
        if method == "GET":
            return self._without_new_cookies(self.browser.get, address, headers=headers)
        is_piece = call in RAW
        return self._without_new_cookies(
            getattr(self.browser, method.lower()),
            address,
            data=b"12345" if is_piece else filled(SENT.get(call, {}), ids),
            content_type="application/octet-stream" if is_piece else "application/json",
            headers=headers,
        )

    def _without_new_cookies(self, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        kept = {name: morsel.value for name, morsel in self.browser.cookies.items()}
        answer = ask(*args, **kwargs)
        for close in answer._resource_closers:  # close() itself would end PostgreSQL's transaction
            close()
        self.browser.cookies = SimpleCookie(kept)
        return answer


def _pairs(named: dict[str, str]) -> list[str]:
    return [f"{name}={text}" for name, text in named.items()]


def all_calls() -> list[str]:
    """Also those that stand in no contract, and the pages that are made when asked for."""
    found = [call for call, _ in operations()]
    pages = [_page(pattern) for pattern in urlpatterns if isinstance(pattern, URLPattern)]
    return [*found, *(page for page in pages if page)]


def ids_of_nobody() -> dict[str, str]:
    of_rows = (
        *("photo", "change", "document", "file", "order", "review", "payment", "refund"),
        *("action", "job", "appointment", "technician", "identity", "factor", "session"),
        *("customer", "user", "payout", "report", "item", "received"),
        *(
            "action",
            "appointment",
            "technician",
            "identity",
            "factor",
            "session",
            "customer",
            "user",
        ),
        *("appointment", "technician", "identity", "factor", "session", "customer", "user"),
        "task",
    )
    ids = {f"{name}_id": str(uuid.uuid4()) for name in of_rows}
    return {**ids, **_OF_NOBODY, "sha256": "0" * 64, "day": open_day().isoformat()}


def a_payout() -> Payout:
    fields = {"status": "paid", "arrives_on": date(2025, 11, 5), "created_at": now()}
    return Payout.objects.get_or_create(
        provider_ref="po_1", defaults={"amount_cents": 0, "is_manual": True, **fields}
    )[0]


def a_report() -> Item:
    raw, reason = b'{"id": "po_2"}', "the amount is missing"
    return set_aside_report(ReportOf.PAYOUT, "po_2", raw, reason=reason, now=now())


def open_day() -> date:
    """On which a crew could come: a Tuesday in three weeks or four."""
    today = now().date()
    return today + timedelta(days=22 + (1 - today.weekday() - 22) % 7)


def ids_of(order: Order) -> dict[str, str]:
    """The ids of what is this order's."""
    document = OrderFile.objects.filter(order=order)[0]
    page = CheckoutSession.objects.get(payment__order=order)
    quote, received = a_sent_quote(order), an_item_of(order)
    item = received.item
    return ids_of_nobody() | {
        "item_id": str(item.public_id if item else ""),
        "received_id": str(received.public_id),
        "quote_id": str(quote.public_id),
        "source": "custom_quote",
        "source_ref": str(quote.public_id),
        "photo_id": str(Photo.objects.filter(review__order=order)[0].public_id),
        "change_id": str(ChangeOrder.objects.get(order=order).public_id),
        "document_id": str(document.public_id),
        "file_id": str(document.public_id),
        "order_id": str(order.public_id),
        "review_id": str(PhotoReview.objects.get(order=order).public_id),
        "message_id": str(Message.objects.get(order_ref=order.public_id, status="dead").pk),
        "payment_id": str(order.payments.get().public_id),
        "payout_id": str(a_payout().public_id),
        "report_id": str(a_report().public_id),
        "refund_id": str(Refund.objects.get(payment__order=order).reference),
        "appointment_id": str(order.appointments.get().public_id),
        "job_id": str(order.appointments.get().public_id),
        "technician_id": str(Technician.objects.get(appointments__order=order).public_id),
        "stripe_session_id": str(page.stripe_session_id),
        "checkout_id": str(page.stripe_session_id),
        "session_id": order.wizard.session_id,
        "customer_id": str(order.customer.public_id),
    }


def a_sent_quote(order: Order) -> CustomQuote:
    """To the customer of this order, before it."""
    customer = order.customer
    return CustomQuote.objects.create(
        status="sent",
        name=customer.name,
        phone=customer.phone,
        email=customer.email,
        address=ADDRESS,
        run_ft=BEYOND_FT,
        generator_choice="provide_own",
        line_items=[LineItem(kind=LineKind.INSTALLATION, description="I", unit_cents=1).as_dict()],
        total_cents=1,
        valid_until=now() + timedelta(days=30),
        made_by="staff Jo",
        created_at=now(),
        updated_at=now(),
        sent_at=now(),
    )


def strangers(victim: Order, *, other: Client) -> list[Visitor]:
    expired = create_access_token(victim, secret_keys=secret_keys(), now=now())
    victim.links.filter(revoked_at=None).update(expires_at=now())
    revoke_access_links(victim, now=now())
    revoked = create_access_token(victim, secret_keys=secret_keys(), now=now())
    revoke_access_links(victim, now=now())
    browsers = (Client(), other, with_cookie("mb", expired), with_cookie("mb", revoked))
    return [Visitor(*each) for each in zip(STRANGERS, browsers, strict=True)]


def staff(role: Role) -> Visitor:
    """Signed in, and their second factor just shown."""
    return Visitor(str(role), Client(), {"Authorization": f"Bearer {signed_in(role)}"})


def script_token(
    role: Role, *, name: str = "Jo", expires_in: timedelta = timedelta(hours=1)
) -> str:
    """A script's token of this role, for the staff user of this name."""
    user = staff_user_named(name) or create_script_user(name, role=role)
    return issue_token(user, role=role, expires_in=expires_in, now=now())


def signed_in(
    role: Role, *, level: str = "aal2", shown_ago: timedelta = timedelta(0), name: str = ""
) -> str:
    """The access token of a new member of staff."""
    user = User.objects.create(username=name or f"{role}@example.org", is_staff=True, role=role)
    with transaction.atomic():
        session = open_session(user, method="password", now=now()).session
        if level == "aal2":
            session = raise_level(session, method="totp", now=now() - shown_ago).session
    return access_token(session, now=now())


def actor_named(username: str) -> str:
    """What logs call this staff user."""
    return actor_of(User.objects.get(username=username).public_id)


def ask(browser: Client, call: str, token: str) -> Any:
    """By whoever has this token, about what is nobody's."""
    visitor = Visitor("by token", browser, {"Authorization": f"Bearer {token}"})
    return visitor.asks(call, ids=ids_of_nobody())


def with_cookie(name: str, text: str) -> Client:
    browser = Client()
    browser.cookies[name] = text
    return browser


@contextmanager
def undone() -> Iterator[None]:
    """What is done inside is as if it had not been."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # so that a flow may begin its own
    with block:
        yield
        transaction.set_rollback(True)


def _page(pattern: URLPattern) -> str:
    """Empty for built pages and for the one that says that there is none."""
    if pattern.callback is shared_page:
        return ""
    route = str(pattern.pattern).lstrip("^").partition("(")[0]
    return f"GET /{route}".replace("<str:", "{").replace(">", "}") if route else ""


def filled(body: Any, ids: dict[str, str]) -> Any:
    """With the ids where their names stand."""
    if isinstance(body, dict):
        return {name: filled(part, ids) for name, part in body.items()}
    if isinstance(body, list):
        return [filled(part, ids) for part in body]
    return body.format_map(ids) if isinstance(body, str) and "{" in body else body


def operations() -> Iterator[tuple[str, Operation]]:
    """Every call of the API and of the auth service, and what answers it."""
    for part, under in ((api, "/api"), (auth_api, "/auth/v1")):
        for router in part._get_bound_routers():
            for path, view in router.path_operations.items():
                for operation in view.operations:
                    for method in operation.methods:
                        yield f"{method} {under}{router.prefix}{path}", operation
