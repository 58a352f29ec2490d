"""The firm price and its papers over HTTP: from the confirmed run to the signed proposal."""

import base64
import hashlib
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import actor_named, script_token, signed_in
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings as django_settings
from django.test import Client
from document_helpers import make_documents, words_of
from pytest_django import Settings
from rate_limit_windows import in_one_window
from tables_browser import bearer, session_of, staff_user
from whole_orders import confirm, now, reserve

from standby.core.models import RateLimitBucket
from standby.core.providers import wiring as core_providers
from standby.core.roles import Role
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers import wiring as documents_providers
from standby.documents.services.documents import DocumentContext
from standby.messaging.models import Message
from standby.orders.models import ChangeOrder, Order
from standby.payments.models import Milestone
from standby.photos.models import PhotoReview
from standby.photos.services.reviews import open_review
from standby.pricing.models.quoting import PriceReceipt
from standby.pricing.services.receipts import issue_receipt

Ready = Callable[[], dict[str, Any]]  # the proposal as the homeowner sees it
pytestmark = [pytest.mark.usefixtures("shop", "own_folder")]
REASON = "22 ft, measured by your stake"


@pytest.fixture
def order(browser: Client) -> Order:
    """Reserved by `browser`; its date is certain and its photos are sent in."""
    order = reserve(browser)
    confirm(order)
    issue_receipt(
        order.quote,
        order_ref=order.public_id,
        reason="Your reservation",
        signer=core_providers.signer(),
        now=now(),
    )
    open_review(order, now=now())
    PhotoReview.objects.filter(order=order).update(
        status="submitted", consented_at=now(), submitted_at=now()
    )
    return order


@pytest.fixture
def staff() -> Client:
    lasting = script_token(Role.MANAGER, name="jo", expires_in=timedelta(days=2000))
    return Client(headers={"authorization": f"Bearer {lasting}"})


def decide(order: Order, **told: Any) -> Any:
    review = PhotoReview.objects.get(order=order).public_id
    person = signed_in(Role.MANAGER, name=uuid4().hex)  # a price is no script's
    return Client().post(
        f"/api/staff/photo-reviews/{review}/decide",
        data={"confirmed_run_ft": 22, "reason": REASON, **told},
        content_type="application/json",
        headers={"authorization": f"Bearer {person}"},
    )


def generate(client: Client, order_id: object, **more: Any) -> Any:
    return client.post(
        "/api/manual-generate-proposal",
        data={"orderId": str(order_id), "fileType": "general_proposal", **more},
        content_type="application/json",
    )


def accept(browser: Client, proposal: dict[str, Any], **changed: Any) -> Any:
    shown = browser.get("/api/my-booking/proposal").json()
    return browser.post(
        "/api/my-booking/proposal/accept",
        data={
            "proposal_id": proposal["id"],
            "sha256": proposal["sha256"],
            "clauses_sha256": shown["clauses_sha256"],
            "typed_name": "Ada Lovelace",
            "agrees": True,
            **changed,
        },
        content_type="application/json",
    )


def show_internal_pages(settings: Settings, to: str) -> None:
    settings.ENVIRONMENT = django_settings.ENVIRONMENT.model_copy(update={"internal_pages": to})


@pytest.mark.req("PHOTO-02.2")
def test_staff_confirm_the_run_and_the_price_is_locked(
    browser: Client, order: Order, staff: Client
) -> None:
    answer = decide(order)

    assert answer.status_code == 200
    told = answer.json()
    assert (told["status"], told["change_order_id"], told["percent"]) == ("locked", None, 0.0)
    assert (told["band"], told["confirmed_run_ft"], told["version"]) == ("close", 22, 2)
    assert told["lines"]["total_cents"] == 1_269_477
    seen = browser.get("/api/my-booking").json()["price"]
    assert (seen["status"], seen["confirmed_run_ft"]) == ("locked", 22)
    assert decide(order).json() == told
    assert decide(order, confirmed_run_ft=23).json()["code"] == "photo_review_decided"


@pytest.mark.req("PHOTO-02.4")
def test_a_higher_price_waits_for_the_homeowners_answer(
    browser: Client, order: Order, staff: Client
) -> None:
    told = decide(order, confirmed_run_ft=60).json()
    change_id = told["change_order_id"]

    assert (told["status"], told["was_cents"], told["percent"]) == (
        "change_proposed",
        1_269_477,
        19.7,
    )
    path = f"/api/my-booking/change-orders/{change_id}"
    yes = browser.post(path, data={"decision": "approve"}, content_type="application/json")
    no = browser.post(path, data={"decision": "decline"}, content_type="application/json")
    meaning = {"is_refundable": True, "if_declined": "refundable", "cause": "run"}
    assert (yes.status_code, yes.json()) == (200, {"status": "approved", **meaning})
    assert (no.status_code, no.json()["code"]) == (409, "change_order_decided")
    assert browser.get("/api/my-booking").json()["price"]["lines"]["total_cents"] == 1_519_477
    assert ChangeOrder.objects.get().status == "approved"


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"confirmed_run_ft": -1}, "confirmed_run_ft"),
        ({"confirmed_run_ft": 2001}, "confirmed_run_ft"),
        ({"confirmed_run_ft": 300}, "installation_cents"),
        ({"installation_cents": -5}, "installation_cents"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 501}, "reason"),
    ],
)
def test_a_decision_that_cannot_be_right_is_refused(
    order: Order, staff: Client, told: dict[str, Any], field: str
) -> None:
    answer = decide(order, **told)

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == field


def test_anybody_with_the_code_can_check_the_price(order: Order, staff: Client) -> None:
    decide(order)
    first, second = PriceReceipt.objects.order_by("pk")

    answer = Client().get(f"/api/price-receipts/{first.code.lower()}")

    told = answer.json()
    assert answer.status_code == 200
    assert (told["is_valid"], told["is_locked"], told["is_latest"]) == (True, False, False)
    assert (told["city"], told["zip_code"]) == ("The Woodlands", "77380")
    assert [(each["code"], each["reason"]) for each in told["chain"]] == [
        (first.code, "Your reservation"),
        (second.code, REASON),
    ]
    assert [each["total_cents"] for each in told["chain"]] == [1_269_477, 1_269_477]
    for text in ("Ada", "Waterway", str(order.public_id), "555-0100"):
        assert text not in answer.content.decode()
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(told["public_key"]))
    key.verify(base64.b64decode(told["signature"]), told["signed_text"].encode())
    latest = Client().get(f"/api/price-receipts/{second.code}").json()
    assert latest["accepted"] is None
    assert (latest["is_latest"], latest["is_locked"]) == (True, True)


@pytest.mark.req("TRUTH-03.1")
def test_a_receipt_says_whether_its_order_was_canceled(order: Order, staff: Client) -> None:
    decide(order)
    codes = PriceReceipt.objects.values_list("code", flat=True)
    told = [Client().get(f"/api/price-receipts/{code}").json()["is_canceled"] for code in codes]
    assert told == [False, False]

    Order.objects.filter(pk=order.pk).update(status="cancelled")

    told = [Client().get(f"/api/price-receipts/{code}").json()["is_canceled"] for code in codes]
    assert told == [True, True]


def test_a_receipt_that_was_tampered_with_is_not_valid(order: Order) -> None:
    receipt = PriceReceipt.objects.get()
    receipt.delete()
    receipt.pk, receipt.reason = None, "Another reason"
    receipt.save(force_insert=True)

    told = Client().get(f"/api/price-receipts/{receipt.code}").json()

    assert (told["is_valid"], told["public_key"]) == (False, core_providers.signer().public_key)


def test_codes_are_not_to_be_tried_out(order: Order) -> None:
    in_one_window()
    answers = [Client().get(f"/api/price-receipts/{number:016}") for number in range(61)]

    assert {answer.status_code for answer in answers[:60]} == {404}
    assert answers[0].json()["code"] == "receipt_not_found"
    assert answers[60].status_code == 429
    assert RateLimitBucket.objects.filter(rule="receipts_client").exists()


@pytest.mark.req("TRUTH-05.2")
def test_from_the_locked_price_to_the_signed_proposal(
    browser: Client, order: Order, staff: Client
) -> None:
    decide(order)
    made = make_documents(_printing(), now=now())

    proposal = browser.get("/api/my-booking").json()["proposal"]
    shown = browser.get(proposal["file"]["url"])
    pdf = b"".join(shown) if shown.streaming else shown.content
    accepted = accept(browser, proposal | {"sha256": hashlib.sha256(pdf).hexdigest()})

    assert made == 1
    assert shown["Content-Type"] == "application/pdf"
    assert shown["Content-Disposition"] == 'attachment; filename="standby-general-proposal-1.pdf"'
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert shown["Cache-Control"] == "private, no-store"
    assert "$12,694.77" in words_of(pdf)
    assert accepted.status_code == 200
    signed = browser.get("/api/my-booking/proposal").json()["clauses_sha256"]
    assert signed in words_of(pdf)
    code = PriceReceipt.objects.get(quote=Proposal.objects.get().quote).code
    receipt = Client().get(f"/api/price-receipts/{code}").json()
    assert receipt["accepted"]["clauses_sha256"] == signed
    assert set(accepted.json()) == {"accepted_at", "cancel_until"}
    after = browser.get("/api/my-booking").json()
    assert (after["status"], after["proposal"]["accepted_name"]) == ("accepted", "Ada Lovelace")
    assert make_documents(_printing(), now=now()) == 1
    documents = browser.get("/api/my-booking/documents").json()
    assert [found["type"] for found in documents] == ["acceptance", "general_proposal"]
    assert documents[0]["size_bytes"] == len(browser.get(documents[0]["url"]).content)
    assert make_documents(_printing(), now=now()) == 0


def _printing() -> DocumentContext:
    return DocumentContext(
        renderer=documents_providers.document_renderer(),
        files=core_providers.files(),
        site_url="https://site.test",
    )


@pytest.fixture
def ready(browser: Client, order: Order, staff: Client) -> Ready:
    decide(order)
    make_documents(_printing(), now=now())
    return lambda: browser.get("/api/my-booking").json()["proposal"]


@pytest.mark.req("TRUTH-05.2")
@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"sha256": "0" * 64}, 409, "proposal_changed"),
        ({"sha256": "x"}, 422, "invalid"),
        ({"clauses_sha256": "0" * 64}, 409, "proposal_changed"),
        ({"clauses_sha256": ""}, 422, "invalid"),
        ({"proposal_id": str(uuid.uuid4())}, 404, "proposal_not_found"),
        ({"typed_name": "Ada\u2028Byron \u061c"}, 422, "invalid"),
        ({"typed_name": " A "}, 422, "invalid"),
        ({"typed_name": "\u200b\u200b"}, 422, "invalid"),  # shows nothing
    ],
)
def test_only_this_very_file_is_accepted_and_only_with_a_name(
    browser: Client, ready: Ready, changed: dict[str, Any], status: int, code: str
) -> None:
    answer = accept(browser, ready(), **changed)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Proposal.objects.get().status == "ready"


def test_accepting_twice_is_accepting_once(browser: Client, ready: Ready) -> None:
    proposal = ready()

    first, again = accept(browser, proposal), accept(browser, proposal, typed_name="Another")
    other = accept(browser, proposal, clauses_sha256="0" * 64)

    assert (first.status_code, again.json()) == (200, first.json())
    assert Milestone.objects.count() == 3
    assert Message.objects.filter(kind="proposal_accepted").count() == 2
    assert (other.status_code, other.json()["code"]) == (409, "already_accepted")


def test_a_paper_prints_the_markets_license_is_no_strangers_and_is_gone_when_it_is_lost(
    browser: Client, ready: Ready
) -> None:
    url, stranger, key = ready()["file"]["url"], Client(), OrderFile.objects.get().key
    reserve(stranger)

    text = words_of(core_providers.files().read(key))
    documents, file = stranger.get("/api/my-booking/documents"), stranger.get(url)
    core_providers.files().delete(key)
    lost = browser.get(url)

    assert "electrical contractor license TECL 00000" in text
    assert (documents.json(), file.json()["code"]) == ([], "document_not_found")
    assert (lost.status_code, lost.json()["code"]) == (404, "file_gone")


@pytest.mark.parametrize(
    ("order_id", "status", "code"),
    [(None, 409, "price_not_locked"), (str(uuid.UUID(int=1)), 404, "order_not_found")],
)
def test_f4_what_the_test_page_refuses(
    order: Order, order_id: str | None, status: int, code: str
) -> None:
    answer = generate(Client(), order_id or order.public_id)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert OrderFile.objects.count() == 0


@pytest.mark.parametrize(
    ("shown_to", "is_staff", "status"),
    [
        ("on", False, 200),
        ("staff", False, 404),
        ("staff", True, 200),
        ("off", False, 404),
        ("off", True, 404),
    ],
)
def test_f4_for_the_public_there_is_no_test_page(
    order: Order, staff: Client, settings: Settings, shown_to: str, is_staff: bool, status: int
) -> None:
    decide(order)
    show_internal_pages(settings, shown_to)

    answer = generate(staff if is_staff else Client(), order.public_id)

    assert answer.status_code == status
    if status == 404:
        assert answer.json()["code"] == "not_found"
        assert OrderFile.objects.count() == 0


def test_f4_staff_have_ten_runs_each_and_a_role_that_includes_them(
    order: Order, staff: Client, settings: Settings
) -> None:
    in_one_window()
    decide(order)
    show_internal_pages(settings, "staff")
    reviewer, another, viewer = (
        Client(headers=bearer(session_of(staff_user(role, name=name))))
        for role, name in ((Role.REVIEWER, "al"), (Role.MANAGER, "mo"), (Role.VIEWER, "vi"))
    )

    answers = [generate(reviewer, order.public_id) for _ in range(11)]
    of_another = generate(another, order.public_id)
    of_viewer = generate(viewer, order.public_id)

    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert len({answer.json().get("fileId") for answer in answers[:10]}) == 1
    assert of_another.status_code == 200
    assert (of_viewer.status_code, of_viewer.json()["code"]) == (403, "not_allowed")


@pytest.mark.req("TEST-01.1", "API-01.8")
def test_f4_the_test_page_makes_the_proposal_of_a_locked_price_once_in_ten_runs_an_hour(
    order: Order, staff: Client
) -> None:
    in_one_window()
    decide(order)

    *answers, last = [generate(Client(), order.public_id) for _ in range(11)]

    made = OrderFile.objects.get()
    print(f"F4: {len(answers)} runs in an hour, then {last.status_code}; 1 file made")
    assert [answer.status_code for answer in answers] == [200] * 10
    for answer in answers:
        assert answer.json() == {"success": True, "fileId": str(made.public_id)}
    assert last.status_code == 429


@pytest.mark.req("OPS-11.8")
def test_staff_have_a_proposal_and_an_application_made(
    browser: Client, order: Order, staff: Client
) -> None:
    decide(order)
    path = f"/api/staff/orders/{order.public_id}"

    def post(what: str, body: dict[str, Any]) -> Any:
        return staff.post(f"{path}/{what}", data=body, content_type="application/json")

    proposal, again = post("proposals", {}), post("proposals", {})
    packet = post("hoa-packets", {"association_name": "Waterway Village", "contact": "Ms. Ray"})
    unnamed = post("hoa-packets", {"association_name": ""})

    assert (proposal.status_code, again.json()) == (201, proposal.json())
    assert packet.status_code == 201
    assert (packet.json()["type"], packet.json()["title"]) == (
        "hoa_packet",
        "Application to Waterway Village",
    )
    assert unnamed.status_code == 422
    assert len(browser.get("/api/my-booking/documents").json()) == 2
    assert Order.objects.get().log.filter(actor=actor_named("jo")).exists()
