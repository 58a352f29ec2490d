"""Every call by everybody: what each of them is answered. A new call without a row fails (F1)."""

import secrets
import time
from collections import Counter
from dataclasses import dataclass, replace
from datetime import timedelta
from statistics import median
from typing import Any, Final

import pytest
from access import (
    VISITORS,
    Visitor,
    all_calls,
    ids_of,
    ids_of_nobody,
    staff,
    strangers,
    undone,
    with_cookie,
)
from access import signed_in as signed_in_as
from django.conf import settings as django_settings
from django.test import Client
from pytest_django import Settings
from whole_orders import all_of_it, confirm, now, reserve

from standby import providers
from standby.apps.accounts.models import User
from standby.apps.accounts.services.sessions import open_session
from standby.apps.accounts.services.staff_tokens import issue_token, staff_member
from standby.apps.booking.models import Appointment, Order, Technician
from standby.apps.booking.services.links import token_for
from standby.apps.notifications.models import Message
from standby.apps.payments.models import CheckoutSession, Dispute, Payment, Refund
from standby.domain.roles import MAY, NEEDS_FRESH_FACTOR, Permission, Role
from standby.http.auth.access_tokens import access_token
from standby.http.booking_access import secret_keys

pytestmark = [
    pytest.mark.usefixtures("shop", "own_folder", "as_in_production"),
    pytest.mark.req("OPS-11", "BOOK-04", "BOOK-05"),
]


@dataclass(frozen=True, slots=True)
class Row:
    """What each visitor is answered who tries it on the victim's order, in the order of VISITORS:
    anonymous, another customer, by a link that is over, by one revoked, then the roles of staff."""

    statuses: tuple[int, ...]
    permission: Permission | None = None


def everybodys(status: int) -> Row:
    """Open to all, or closed to all; what is another's it does not tell."""
    return Row((status,) * len(VISITORS))


def homeowners(status: int) -> Row:
    """The order of whoever asks: another customer finds their own, or, by an id, nothing."""
    return Row((404, status, 404, 404, *(404 for _ in Role)))


def staffs(needs: str, status: int) -> Row:
    permission = Permission(needs)
    return Row(
        (401,) * 4 + tuple(status if permission in MAY[role] else 403 for role in Role), permission
    )


def not_there_but_for(needs: str, status: int) -> Row:
    """A page of the house: strangers do not learn that it is there (F4)."""
    return Row((404,) * 4 + staffs(needs, status).statuses[4:])


def signed_in(status: int) -> Row:
    return Row((401,) * 4 + (status,) * len(Role))


ROWS: Final[dict[str, Row]] = {
    # Visitors'
    "POST /api/google-places": everybodys(422),
    "POST /api/extract-zipcode": everybodys(422),
    "POST /api/geocode-complete": everybodys(422),
    "POST /api/log-address-search": everybodys(422),
    "GET /api/map-static": everybodys(200),
    "GET /api/google-maps-key": everybodys(200),
    "POST /api/google-maps-key": everybodys(200),
    "GET /api/coverage-check": everybodys(200),
    "GET /api/coverage-zipcodes": everybodys(200),
    "GET /api/coverage-zipcodes/{zip_code}": everybodys(404),
    "GET /api/coverage-geometries": everybodys(200),
    "POST /api/coverage-rejection-requests": everybodys(422),
    "GET /api/installation-packages": everybodys(200),
    "GET /api/installation-packages/{package_id}/included-services": everybodys(404),
    "GET /api/installation-packages/{package_id}/bonus-items": everybodys(404),
    "GET /api/generators": everybodys(200),
    "GET /api/app-configuration": everybodys(200),
    "GET /api/price-book": everybodys(200),
    "PUT /api/wizard-sessions/{session_id}": everybodys(404),
    "POST /api/wizard-interaction-events": everybodys(422),
    "GET /api/availability": everybodys(200),
    "POST /api/create-installation-order": everybodys(422),
    "GET /api/orders/{order_id}": everybodys(404),
    "POST /api/orders/{order_id}/confirm": everybodys(404),
    "GET /api/appointments/latest": everybodys(404),
    "POST /api/checkout-sessions": everybodys(404),
    "GET /api/checkout-sessions/{stripe_session_id}/order": everybodys(200),
    "POST /api/webhooks/stripe": everybodys(400),
    "POST /api/manual-quote-requests": everybodys(422),
    "POST /api/webhooks/twilio/inbound": everybodys(403),
    "POST /api/webhooks/twilio/status": everybodys(403),
    "POST /api/manual-generate-proposal": not_there_but_for("make_papers", 200),
    "POST /api/coupons/check": everybodys(422),
    "GET /api/price-receipts/{code}": everybodys(404),
    # The homeowner's
    "GET /api/my-booking/messages": homeowners(200),
    "GET /api/my-booking/consents": homeowners(200),
    "POST /api/my-booking/consents": homeowners(200),
    "GET /api/my-booking": homeowners(200),
    "POST /api/my-booking/reschedule": homeowners(200),
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
    "POST /api/my-booking/proposal/accept": homeowners(404),
    "GET /api/my-booking/documents": homeowners(200),
    "GET /api/my-booking/documents/{document_id}": homeowners(404),
    # Staff's
    "GET /api/staff/me": staffs("see_own_account", 200),
    "GET /api/staff/messages": staffs("see_messages", 200),
    "POST /api/staff/messages/{message_id}/replay": staffs("send_messages", 200),
    "GET /api/staff/orders/{order_id}/money": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/milestones/{kind}": staffs("reach_milestones", 422),
    "POST /api/staff/orders/{order_id}/power-on": staffs("reach_milestones", 409),
    "GET /api/staff/orders/{order_id}/cancellation": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/cancel": staffs("cancel_orders", 200),
    "POST /api/staff/orders/{order_id}/keep-visit": staffs("cancel_orders", 200),
    "POST /api/staff/payments/{payment_id}/refunds": staffs("refund", 201),
    "POST /api/staff/refunds/{refund_id}/retry": staffs("refund", 200),
    "GET /api/staff/board": staffs("see_orders", 200),
    "POST /api/staff/appointments/{appointment_id}/move": staffs("schedule", 200),
    "POST /api/staff/appointments/{appointment_id}/technician": staffs("schedule", 200),
    "PUT /api/staff/crew-days/{day}": staffs("schedule", 200),
    "POST /api/staff/technicians": staffs("schedule", 201),
    "PATCH /api/staff/technicians/{technician_id}": staffs("schedule", 200),
    "GET /api/staff/orders": staffs("see_orders", 200),
    "GET /api/staff/orders/{order_id}": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/technician": staffs("schedule", 200),
    "POST /api/staff/orders/{order_id}/notes": staffs("write_notes", 201),
    "PATCH /api/staff/orders/{order_id}/contact": staffs("correct_contacts", 200),
    "POST /api/staff/orders/{order_id}/messages/{kind}/resend": staffs("send_messages", 409),
    "GET /api/staff/orders/{order_id}/files/{file_id}": staffs("see_orders", 200),
    "GET /api/staff/photo-reviews": staffs("see_photos", 200),
    "GET /api/staff/photo-reviews/{review_id}": staffs("see_photos", 200),
    "POST /api/staff/photo-reviews/{review_id}/retake": staffs("review_photos", 200),
    "GET /api/staff/photos/{photo_id}/{rendition}": staffs("see_photos", 200),
    "GET /api/staff/overview": staffs("see_orders", 200),
    "GET /api/staff/overview/{figure}": staffs("see_orders", 200),
    "POST /api/staff/orders/{order_id}/proposals": staffs("make_papers", 201),
    "POST /api/staff/orders/{order_id}/hoa-packets": staffs("make_papers", 201),
    "GET /api/staff/photo-reviews/{review_id}/price": staffs("review_photos", 200),
    "POST /api/staff/photo-reviews/{review_id}/decide": staffs("review_photos", 200),
    "POST /api/staff/tables-session": staffs("see_own_account", 204),
    "DELETE /api/staff/tables-session": staffs("see_own_account", 204),
    "GET /api/staff/customers": staffs("see_orders", 200),
    "GET /api/staff/customers/{customer_id}": staffs("see_orders", 200),
    "GET /api/staff/customers/{customer_id}/export": staffs("export", 200),
    "GET /api/staff/customers/{customer_id}/export.zip": staffs("export", 200),
    "POST /api/staff/customers/{customer_id}/erase": staffs("erase", 409),
    "GET /api/staff/exports/{name}.csv": staffs("export", 200),
    "GET /api/staff/trail": staffs("see_trail", 200),
    "POST /api/staff/trail/verify": staffs("see_trail", 200),
    # The auth service's
    "POST /auth/v1/token": everybodys(400),
    "POST /auth/v1/signup": everybodys(200),
    "POST /auth/v1/logout": signed_in(204),
    "GET /auth/v1/.well-known/jwks.json": everybodys(200),
    "GET /auth/v1/user": signed_in(200),
    "PUT /auth/v1/user": signed_in(200),
    "POST /auth/v1/recover": everybodys(400),
    "POST /auth/v1/verify": everybodys(400),
    "GET /auth/v1/verify": everybodys(400),
    "POST /auth/v1/factors": signed_in(400),
    "GET /auth/v1/factors/recovery-codes": signed_in(200),
    "POST /auth/v1/factors/recovery-codes": signed_in(200),
    "POST /auth/v1/factors/recovery-codes/regenerate": signed_in(200),
    "POST /auth/v1/factors/recovery-codes/verify": signed_in(400),
    "POST /auth/v1/factors/{factor_id}/challenge": signed_in(404),
    "POST /auth/v1/factors/{factor_id}/verify": signed_in(400),
    "DELETE /auth/v1/factors/{factor_id}": signed_in(404),
    "GET /auth/v1/settings": everybodys(200),
    "GET /auth/v1/authorize": everybodys(400),
    "GET /auth/v1/user/identities/authorize": signed_in(400),
    "DELETE /auth/v1/user/identities/{identity_id}": signed_in(404),
    "GET /auth/v1/callback": everybodys(400),
    # Pages that Django answers
    "GET /b/{token}": everybodys(303),
    "GET /dev/messages": everybodys(404),
    "GET /dev/messages/{kind}": everybodys(404),
    "GET /healthz": everybodys(200),
    "GET /readyz": everybodys(200),
    "GET /test-checkout/{checkout_id}": everybodys(404),
    "GET /staff/tables": everybodys(302),
    "GET /test-proposal": everybodys(404),
}
NEEDS: Final = {call: row.permission for call, row in ROWS.items() if row.permission}
HOMEOWNERS: Final = [call for call in ROWS if " /api/my-booking" in call]
STAFFS: Final = list(NEEDS)
# Whoever has the id of a page on which was paid, or a receipt's code, sees what was meant for
# whoever has it (BOOK-05, PHOTO-02); a wizard is named by its browser, so that a new name is new.
OPENED_BY_THE_ID_ALONE: Final = {
    "PUT /api/wizard-sessions/{session_id}",
    "GET /api/checkout-sessions/{stripe_session_id}/order",
    "GET /api/price-receipts/{code}",
}


@pytest.fixture
def as_in_production(settings: Settings) -> None:
    """Pages that only developers see are not there; internal ones are for staff."""
    settings.ENVIRONMENT = replace(
        django_settings.ENVIRONMENT, env="production", internal_pages="staff"
    )


@pytest.fixture
def victim(browser: Client) -> Order:
    return _whole(reserve(browser, name="Vera Victim", email="vera@example.org"))


@pytest.fixture
def other() -> Client:
    """Another customer, whose order has come as far."""
    browser = Client()
    _whole(reserve(browser, phone="281-555-0133"), code="B7K3M9QD")
    return browser


def _whole(order: Order, *, code: str = "A7K3M9QD") -> Order:
    """With everything that can hang on it: also a page that was paid on, a failed refund and a
    dispute."""
    visit = confirm(order)
    all_of_it(order, code=code)
    grace = Technician.objects.create(name=f"Grace {code}", phone="(281) 555-0107")
    Appointment.objects.filter(pk=visit.pk).update(assigned_to=grace)
    fee = order.payments.get()
    paid = {"status": "paid", "paid_at": now(), "provider": "test", "provider_ref": f"ch_{code}"}
    Payment.objects.filter(pk=fee.pk).update(**paid)
    CheckoutSession.objects.create(
        payment=fee,
        stripe_session_id=f"cs_test_{secrets.token_hex(20)}",
        entity_id=order.public_id,
        provider="test",
        status="complete",
        expires_at=now(),
        created_at=now(),
    )
    Refund.objects.create(
        payment=fee,
        amount_cents=1,
        reason="kindness",
        status="failed",
        charge="ch",
        dedupe_key=code,
        requested_by="staff Jo",
        requested_at=now(),
        due_at=now(),
    )
    Dispute.objects.create(
        provider_ref=f"du_{code}",
        payment=fee,
        charge=f"ch_{code}",
        amount_cents=1,
        reason="fraudulent",
        status="won",
        opened_at=now(),
        closed_at=now(),
        seen_at=now(),
    )
    Message.objects.create(
        kind="photo_link",
        channel="email",
        recipient=order.customer.email,
        text="Please send photos",
        order_ref=order.public_id,
        status="dead",
        dead_at=now(),
        dedupe_key=code,
        created_at=now(),
        due_at=now(),
    )
    providers.files().put(order.files.get().key, b"%PDF-1.7", content_type="application/pdf")
    providers.files().put("shown", b"jpeg", content_type="image/jpeg")
    return order


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


def test_f1_everybody_is_answered_what_the_row_says(victim: Order, other: Client) -> None:
    ids = ids_of(victim)
    visitors = [*strangers(victim, other=other), *(staff(role) for role in Role)]

    wrong = []
    for call, row in ROWS.items():
        for visitor, expected in zip(visitors, row.statuses, strict=True):
            with undone():
                answer = visitor.asks(call, ids=ids)
            if answer.status_code != expected:
                wrong.append(f"{call} by {visitor.name}: {answer.status_code}, not {expected}")

    count = len(ROWS) * len(visitors)
    print(f"F1: {len(ROWS)} calls x {len(visitors)} visitors = {count}, {len(wrong)} wrong")
    assert wrong == [], "\n".join(wrong)


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
    live = token_for(victim, secret_keys=secret_keys(), now=now())
    return [
        Visitor("forged link", with_cookie("mb", secrets.token_urlsafe(48))),
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
                answers[f"{call} by {visitor.name}"] = visitor.asks(call, ids=ids)

    wrong = [name for name, answer in answers.items() if answer.status_code != 404]
    assert wrong == []
    assert {code_of(answer) for answer in answers.values()} == {"order_not_found"}
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


def test_f1_staffs_calls_are_for_staff(browser: Client, victim: Order, other: Client) -> None:
    jo = staff_member("Jo")
    visitors = [
        *strangers(victim, other=other),
        Visitor("the homeowner", browser),
        by_token(token_for(victim, secret_keys=secret_keys(), now=now())),
        by_token(secrets.token_urlsafe(32)),
        by_token("a.forged.token"),
        by_token(issue_token(jo, lasts=timedelta(), now=now())),
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
    session = open_session(visitor, method="anonymous", now=now()).session
    return access_token(session, now=now())


def test_f1_nobody_of_staff_gets_in_without_a_second_factor_or_a_role(victim: Order) -> None:
    nobody = User.objects.create(username="no-role", is_staff=True)
    first_level = by_token(signed_in_as(Role.OWNER, level="aal1"))
    as_nobody = by_token(issue_token(nobody, lasts=timedelta(hours=1), now=now()))

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

    assert stale == {call for call, needed in NEEDS.items() if needed in NEEDS_FRESH_FACTOR}


def test_an_operators_token_carries_the_role_it_was_made_for(victim: Order) -> None:
    viewer = staff_member("script", role=Role.VIEWER)
    script = by_token(issue_token(viewer, lasts=timedelta(hours=1), now=now()))

    seen = script.asks("GET /api/staff/messages", ids=ids_of(victim))
    refused = script.asks("POST /api/staff/payments/{payment_id}/refunds", ids=ids_of(victim))

    assert (seen.status_code, code_of(refused)) == (200, "not_allowed")


def test_f1_staff_find_nothing_under_an_id_that_is_nobodys(victim: Order) -> None:
    owner, nobodys = staff(Role.OWNER), ids_of_nobody()
    told = {call: nobodys | {"kind": "equipment"} for call in STAFFS if "_id}" in call}

    answers = {call: owner.asks(call, ids=ids).status_code for call, ids in told.items()}

    assert {call for call, status in answers.items() if status != 404} == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "call", "named"),
    [
        ("order", "GET /api/orders/{order_id}", "order_id"),
        ("page", "GET /api/my-booking/documents/{document_id}", "document_id"),
        ("photo", "GET /api/my-booking/photos/{photo_id}", "photo_id"),
        ("e-mail", "GET /api/appointments/latest", "email"),
    ],
)
def test_f3_what_is_there_takes_as_long_as_what_is_not(
    victim: Order, other: Client, what: str, call: str, named: str
) -> None:
    there, nowhere = ids_of(victim), ids_of_nobody()
    mails = {named: ("vera@example.org", "nobody@example.org")} if named == "email" else {}

    def took_ms(name: str) -> float:
        address = call.split(" ")[1].format_map({**there, named: name})
        asked = {"email": name} if mails else None
        began = time.perf_counter()
        other.get(address, asked)
        return (time.perf_counter() - began) * 1000

    known = mails[named][0] if mails else there[named]
    unknown = mails[named][1] if mails else nowhere[named]
    times: dict[str, list[float]] = {known: [], unknown: []}
    for number in range(500):
        for name in (known, unknown) if number % 2 else (unknown, known):
            times[name].append(took_ms(name))

    seen, unseen = median(times[known]), median(times[unknown])
    print(f"F3: {what}: median {seen:.2f} ms when there, {unseen:.2f} ms when not, over 500 tries")
    assert abs(seen - unseen) <= 5
