"""Every call of the homeowner's page and of the staff, tried by whoever should not (F1 to F3)."""

import secrets
import time
import uuid
from dataclasses import dataclass
from statistics import median
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from whole_orders import all_of_it, confirm, now, reserve

from standby.apps.accounts.services.staff_tokens import issue_token, staff_member
from standby.apps.booking.models import ChangeOrder, Order
from standby.apps.booking.services.links import revoke_links, token_for
from standby.apps.notifications.models import Message
from standby.apps.photos.models import Photo, PhotoReview
from standby.apps.proposals.models import OrderFile
from standby.domain.policy import PHOTO_CONSENT
from standby.http.api import api
from standby.http.booking_access import secret_keys

pytestmark = [
    pytest.mark.usefixtures("shop", "own_folder"),
    pytest.mark.req("BOOK-04", "BOOK-05"),
]
NOTHING: dict[str, Any] = {}
# What each call is sent. A call that is not listed here fails the test below.
HOMEOWNERS: dict[tuple[str, str], dict[str, Any]] = {
    ("get", ""): NOTHING,
    ("post", "/reschedule"): {"day": "2099-01-05", "time_window": "morning"},
    ("get", "/appointment.ics"): NOTHING,
    ("get", "/money"): NOTHING,
    ("post", "/payments"): {"purpose": "milestone", "milestone": "acceptance", "method": "bank"},
    ("get", "/cancellation"): NOTHING,
    ("post", "/cancel"): {"refund_cents": 0, "reason": "moved"},
    ("post", "/change-orders/{change_id}"): {"decision": "approve"},
    ("post", "/proposal/accept"): {
        "proposal_id": str(uuid.uuid4()),
        "sha256": "a" * 64,
        "typed_name": "Ada Lovelace",
        "agrees": True,
    },
    ("get", "/documents"): NOTHING,
    ("get", "/documents/{document_id}"): NOTHING,
    ("get", "/messages"): NOTHING,
    ("get", "/consents"): NOTHING,
    ("post", "/consents"): {"channel": "sms", "is_given": True},
    ("get", "/photos"): NOTHING,
    ("post", "/photos"): {
        "slot": "panel_open",
        "kind": "photo",
        "size_bytes": 5,
        "content_type": "image/jpeg",
    },
    ("post", "/photos/submit"): {
        "is_decision_maker": True,
        "can_place_stake": True,
        "consent": True,
        "notes": PHOTO_CONSENT[:5],
    },
    ("get", "/photos/{photo_id}"): NOTHING,
    ("patch", "/photos/{photo_id}"): NOTHING,
    ("delete", "/photos/{photo_id}"): NOTHING,
    ("get", "/photos/{photo_id}/thumbnail"): NOTHING,
    ("get", "/photos/{photo_id}/shown"): NOTHING,
    ("get", "/photos/{photo_id}/video"): NOTHING,
}


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    path: str

    def by(self, browser: Client, *, ids: dict[str, str], **headers: str) -> Any:
        body = HOMEOWNERS.get((self.method, self.path.removeprefix("/api/my-booking")), NOTHING)
        raw = self.method == "patch"
        return getattr(browser, self.method)(
            self.path.format_map(ids),
            data=(body or None) if self.method == "get" else b"12345" if raw else body,
            content_type="application/octet-stream" if raw else "application/json",
            headers={"Idempotency-Key": uuid.uuid4().hex, "Upload-Offset": "0", **headers},
        )


def calls(under: str) -> list[Call]:
    return [
        Call(method, path)
        for path, operations in api.get_openapi_schema()["paths"].items()
        for method in operations
        if path.startswith(under)
    ]


HOMEOWNERS_CALLS = calls("/api/my-booking")
STAFFS_CALLS = calls("/api/staff")


def by_nobody() -> dict[str, str]:
    of_orders = ("photo_id", "change_id", "document_id", "order_id", "review_id")
    names = (*of_orders, "payment_id", "refund_id")
    ids = {name: str(uuid.uuid4()) for name in names}
    return {**ids, "message_id": "987654321", "kind": "acceptance", "rendition": "shown"}


def of(order: Order) -> dict[str, str]:
    """The ids of what is this order's."""
    return by_nobody() | {
        "photo_id": str(Photo.objects.filter(review__order=order)[0].public_id),
        "change_id": str(ChangeOrder.objects.get(order=order).public_id),
        "document_id": str(OrderFile.objects.filter(order=order)[0].public_id),
        "order_id": str(order.public_id),
        "review_id": str(PhotoReview.objects.get(order=order).public_id),
        "message_id": str(Message.objects.filter(order_ref=order.public_id)[0].pk),
        "payment_id": str(order.payments.get().public_id),
    }


def with_cookie(name: str, text: str) -> Client:
    browser = Client()
    browser.cookies[name] = text
    return browser


@pytest.fixture
def victim(browser: Client) -> Order:
    order = reserve(browser, name="Vera Victim", email="vera@example.org", phone="281-555-0133")
    confirm(order)
    all_of_it(order)
    return order


@pytest.fixture
def other() -> Client:
    """Another customer, whose order has come as far."""
    browser = Client()
    order = reserve(browser)
    confirm(order)
    all_of_it(order, code="B7K3M9QD")
    return browser


def strangers(victim: Order) -> dict[str, Client]:
    def token(**changed: Any) -> str:
        made = token_for(victim, secret_keys=secret_keys(), now=now())
        victim.links.filter(revoked_at=None).update(**changed) if changed else None
        revoke_links(victim, now=now())
        return made

    live = token()
    return {
        "anonymous": Client(),
        "expired link": with_cookie("mb", token(expires_at=now())),
        "revoked link": with_cookie("mb", live),
        "forged link": with_cookie("mb", secrets.token_urlsafe(48)),
        "changed link": with_cookie("mb", live[:-4] + "AAAA"),
        "forged wizard": with_cookie("wz", secrets.token_urlsafe(32)),
        "order's id": with_cookie("mb", str(victim.public_id)),
    }


def test_f1_every_call_has_its_row() -> None:
    paths = {(call.method, call.path.removeprefix("/api/my-booking")) for call in HOMEOWNERS_CALLS}

    assert paths - set(HOMEOWNERS) == set()
    assert len(STAFFS_CALLS) >= 2


def test_f1_strangers_are_all_told_the_same(victim: Order, settings: Settings) -> None:
    ids, visitors = of(victim), strangers(victim)

    wrong, bodies, count = [], set(), 0
    for call in HOMEOWNERS_CALLS:
        for who, browser in visitors.items():
            answer = call.by(browser, ids=ids)
            count += 1
            bodies.add(answer.content)
            if (answer.status_code, answer.json().get("code")) != (404, "order_not_found"):
                wrong.append(f"{call.method} {call.path} by {who}: {answer.status_code}")

    tried = f"{len(HOMEOWNERS_CALLS)} calls x {len(visitors)} strangers = {count}"
    print(f"F1: {tried}, {len(wrong)} wrong")
    assert wrong == []
    assert len(bodies) == 1


def test_f1_what_is_anothers_is_as_if_it_were_not_there(victim: Order, other: Client) -> None:
    theirs, nobodys = of(victim), by_nobody()
    with_ids = [call for call in HOMEOWNERS_CALLS if "{" in call.path]

    wrong = []
    for call in with_ids:
        answer, missing = call.by(other, ids=theirs), call.by(other, ids=nobodys)
        if (answer.status_code, answer.content) != (404, missing.content):
            wrong.append(f"{call.method} {call.path}: {answer.status_code}")

    print(f"F1: {len(with_ids)} calls with another's id, {len(wrong)} told apart from no id")
    assert wrong == []


def test_f1_another_customer_is_shown_nothing_of_the_victims(victim: Order, other: Client) -> None:
    theirs = [text.encode() for text in ("Vera", "vera@", "555-0133", str(victim.public_id))]
    before = Order.objects.values_list().get(pk=victim.pk)

    answers = {
        f"{call.method} {call.path}": call.by(other, ids=of(victim)) for call in HOMEOWNERS_CALLS
    }

    leaks = [
        name for name, answer in answers.items() if any(text in b"".join(answer) for text in theirs)
    ]
    assert leaks == []
    assert Order.objects.values_list().get(pk=victim.pk) == before


@pytest.mark.req("OPS-11")
def test_f1_staffs_calls_are_for_staff(browser: Client, victim: Order, other: Client) -> None:
    jo = staff_member("Jo")
    over = issue_token(jo, lasts=now() - now(), now=now())
    link = token_for(victim, secret_keys=secret_keys(), now=now())
    visitors: dict[str, tuple[Client, dict[str, str]]] = {
        "anonymous": (Client(), {}),
        "the homeowner": (browser, {}),
        "another customer": (other, {}),
        "a homeowner's link": (Client(), {"Authorization": f"Bearer {link}"}),
        "a forged token": (Client(), {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}),
        "a token that is over": (Client(), {"Authorization": f"Bearer {over}"}),
    }

    answers = {
        f"{call.method} {call.path} by {who}": call.by(visitor, ids=of(victim), **headers)
        for call in STAFFS_CALLS
        for who, (visitor, headers) in visitors.items()
    }

    wrong = [name for name, answer in answers.items() if answer.status_code != 401]
    tried = f"{len(STAFFS_CALLS)} staff calls x {len(visitors)} = {len(answers)}"
    print(f"F1: {tried}, {len(wrong)} wrong")
    assert wrong == []
    assert len({answer.content for answer in answers.values()}) == 1


@pytest.mark.req("OPS-11")
def test_f1_staff_find_nothing_under_an_id_that_is_nobodys(victim: Order) -> None:
    token = issue_token(staff_member("Jo"), lasts=now() - now().replace(year=2000), now=now())
    gets = [call for call in STAFFS_CALLS if call.method == "get" and "{" in call.path]

    answers = [call.by(Client(), ids=by_nobody(), Authorization=f"Bearer {token}") for call in gets]

    assert {answer.status_code for answer in answers} == {404}


@pytest.mark.slow
@pytest.mark.req("BOOK-05")
def test_f3_an_order_that_is_there_takes_as_long_as_one_that_is_not(
    victim: Order, other: Client
) -> None:
    def took_ms(order_id: str) -> float:
        began = time.perf_counter()
        other.get(f"/api/orders/{order_id}")
        return (time.perf_counter() - began) * 1000

    pairs = [(took_ms(str(victim.public_id)), took_ms(str(uuid.uuid4()))) for _ in range(500)]

    there, nowhere = (median(times) for times in zip(*pairs, strict=True))
    print(f"F3: median {there:.2f} ms when it is there, {nowhere:.2f} ms when not, over 500 tries")
    assert abs(there - nowhere) <= 5
