"""Every staff call by every role: a call without a row here fails (OPS-11, reliability F1, F5)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from standby.apps.accounts.models import SignInSession, User
from standby.apps.accounts.services.sessions import open_session, raise_level
from standby.apps.accounts.services.staff_tokens import issue_token, staff_member
from standby.domain.roles import MAY, NEEDS_FRESH_FACTOR, Permission, Role
from standby.http.api import api
from standby.http.auth.access_tokens import access_token

NEEDS = {
    "GET /staff/customers": "see_orders",
    "GET /staff/customers/{customer_id}": "see_orders",
    "GET /staff/customers/{customer_id}/export": "export",
    "GET /staff/customers/{customer_id}/export.zip": "export",
    "POST /staff/customers/{customer_id}/erase": "erase",
    "GET /staff/exports/{name}.csv": "export",
    "GET /staff/trail": "see_trail",
    "POST /staff/trail/verify": "see_trail",
    "GET /staff/orders": "see_orders",
    "GET /staff/me": "see_own_account",
    "GET /staff/board": "see_orders",
    "POST /staff/appointments/{appointment_id}/move": "schedule",
    "POST /staff/appointments/{appointment_id}/technician": "schedule",
    "PUT /staff/crew-days/{day}": "schedule",
    "POST /staff/technicians": "schedule",
    "PATCH /staff/technicians/{technician_id}": "schedule",
    "GET /staff/orders/{order_id}": "see_orders",
    "GET /staff/orders/{order_id}/money": "see_orders",
    "POST /staff/orders/{order_id}/technician": "schedule",
    "POST /staff/orders/{order_id}/milestones/{kind}": "reach_milestones",
    "POST /staff/orders/{order_id}/power-on": "reach_milestones",
    "GET /staff/orders/{order_id}/cancellation": "see_orders",
    "POST /staff/orders/{order_id}/cancel": "cancel_orders",
    "POST /staff/orders/{order_id}/notes": "write_notes",
    "PATCH /staff/orders/{order_id}/contact": "correct_contacts",
    "POST /staff/orders/{order_id}/messages/{kind}/resend": "send_messages",
    "GET /staff/orders/{order_id}/files/{file_id}": "see_orders",
    "POST /staff/payments/{payment_id}/refunds": "refund",
    "POST /staff/refunds/{refund_id}/retry": "refund",
    "POST /staff/orders/{order_id}/proposals": "make_papers",
    "POST /staff/orders/{order_id}/hoa-packets": "make_papers",
    "GET /staff/overview": "see_orders",
    "GET /staff/overview/{figure}": "see_orders",
    "GET /staff/photo-reviews": "see_photos",
    "GET /staff/photo-reviews/{review_id}": "see_photos",
    "GET /staff/photos/{photo_id}/{rendition}": "see_photos",
    "GET /staff/photo-reviews/{review_id}/price": "review_photos",
    "POST /staff/photo-reviews/{review_id}/retake": "review_photos",
    "POST /staff/photo-reviews/{review_id}/decide": "review_photos",
    "POST /staff/tables-session": "see_own_account",
    "DELETE /staff/tables-session": "see_own_account",
    "GET /staff/messages": "see_messages",
    "POST /staff/messages/{message_id}/replay": "send_messages",
}


def now() -> datetime:
    return datetime.now(tz=UTC)


pytestmark = [pytest.mark.django_db, pytest.mark.req("OPS-11")]


def staff_calls() -> list[str]:
    paths: dict[str, dict[str, Any]] = api.get_openapi_schema(path_prefix="")["paths"]
    return [
        f"{method.upper()} {path}"
        for path, methods in paths.items()
        for method in methods
        if path.startswith("/staff/")
    ]


def ask(browser: Client, call: str, token: str) -> Any:
    method, path = call.split(" ")
    address = "/api" + path.replace("{", "").replace("}", "").replace("kind", "equipment")
    headers = {"authorization": f"Bearer {token}", "idempotency-key": "k" * 20}
    if method == "GET":
        return browser.get(address, headers=headers)
    send = getattr(browser, method.lower())
    return send(address, data={}, content_type="application/json", headers=headers)


def code_of(answer: Any) -> str:
    found = answer.json() if "json" in answer["Content-Type"] else {}
    return str(found.get("code", "")) if isinstance(found, dict) else ""


def signed_in(role: Role, *, level: str = "aal2", shown_ago: timedelta = timedelta(0)) -> str:
    user = User.objects.create(username=f"{role}@example.org", is_staff=True, role=role)
    session = open_session(user, method="password", now=now()).session
    if level == "aal2":
        raise_level(session, method="totp", now=now() - shown_ago)
    return access_token(SignInSession.objects.get(pk=session.pk), now=now())


def test_every_staff_call_needs_a_permission() -> None:
    assert sorted(staff_calls()) == sorted(NEEDS)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("call", NEEDS)
def test_a_role_may_what_its_row_says(browser: Client, call: str, role: Role) -> None:
    answer = ask(browser, call, signed_in(role))

    refused = (answer.status_code, code_of(answer)) == (403, "not_allowed")
    assert refused is not (Permission(NEEDS[call]) in MAY[role]), answer.content
    assert answer.status_code not in (401, 500)


@pytest.mark.parametrize("call", NEEDS)
def test_nobody_gets_in_without_a_second_factor_or_a_role(browser: Client, call: str) -> None:
    first_level = ask(browser, call, signed_in(Role.OWNER, level="aal1"))
    visitor = User.objects.create(username="visitor", is_visitor=True)
    session = open_session(visitor, method="anonymous", now=now()).session
    as_visitor = ask(browser, call, access_token(session, now=now()))
    nobody = User.objects.create(username="no-role", is_staff=True)
    as_nobody = ask(browser, call, issue_token(nobody, lasts=timedelta(hours=1), now=now()))
    forged = ask(browser, call, "a.forged.token")

    assert first_level.json()["code"] == "second_factor_missing"
    assert as_nobody.json()["code"] == "not_allowed"
    assert as_visitor.json()["code"] == forged.json()["code"] == "staff_sign_in_needed"


@pytest.mark.parametrize("call", NEEDS)
def test_what_weighs_most_asks_for_the_second_factor_again(browser: Client, call: str) -> None:
    token = signed_in(Role.OWNER, shown_ago=timedelta(minutes=6))

    answer = ask(browser, call, token)

    stale = code_of(answer) == "second_factor_stale"
    assert stale is (Permission(NEEDS[call]) in NEEDS_FRESH_FACTOR)


def test_an_operators_token_carries_the_role_it_was_made_for(browser: Client) -> None:
    token = issue_token(
        staff_member("script", role=Role.VIEWER), lasts=timedelta(hours=1), now=now()
    )

    assert ask(browser, "GET /staff/messages", token).status_code == 200
    refused = ask(browser, "POST /staff/payments/{payment_id}/refunds", token)
    assert refused.json()["code"] == "not_allowed"
