"""Messages as the homeowner, staff and their writers see them."""

from pathlib import Path
from typing import Any

import pytest
from access_helpers import actor_named, script_token, signed_in
from booking_client import a_body, post_order
from django.test import Client
from outbox_helpers import Way, a_post, send_all
from whole_orders import confirm, now, reserve

from standby.core.roles import Role
from standby.messaging.kinds import KINDS
from standby.messaging.models import Consent, Message, Suppression
from standby.messaging.providers.mail import FileMailer
from standby.orders.models import Order, OrderLogEntry
from standby.photos.services.reviews import open_review
from standby.tracking.api import my_booking_schemas
from standby.tracking.selectors.history import order_history

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def order(browser: Client) -> Order:
    """Reserved by `browser` and confirmed."""
    reserved = reserve(browser)
    confirm(reserved)
    open_review(reserved, now=now())
    return reserved


def with_token(token: str) -> Client:
    return Client(headers={"authorization": f"Bearer {token}"})


def post_consent(browser: Client, **asked: Any) -> Any:
    return browser.post("/api/my-booking/consents", asked, content_type="application/json")


def test_a_homeowner_reads_what_they_were_told_without_the_link(
    browser: Client, order: Order
) -> None:
    Message.objects.create(
        kind="staff_needed", channel="email", recipient="s@x.test", text="look", dedupe_key="k",
        order_ref=order.public_id, created_at=order.created_at,
    )  # fmt: skip

    told = browser.get("/api/my-booking/messages").json()

    kinds = {message["kind"] for message in told}
    assert {"date_held", "date_confirmed"} <= kinds
    assert "staff_needed" not in kinds
    assert all("[[" not in message["text"] for message in told)
    assert "recipient" not in told[0]
    assert any("your booking page" in message["text"] for message in told)


@pytest.mark.req("TRUTH-03.3")
@pytest.mark.parametrize(("sends", "outcome"), [(True, "queued"), (False, "kept")])
def test_before_it_is_sent_a_message_says_whether_its_channel_reaches_anybody(
    browser: Client, order: Order, monkeypatch: pytest.MonkeyPatch, sends: bool, outcome: str
) -> None:
    monkeypatch.setattr(my_booking_schemas, "not_connected", lambda: [] if sends else ["sms"])

    told = browser.get("/api/my-booking/messages").json()
    texts = [message for message in told if message["channel"] == "sms"]

    assert {(each["status"], each["outcome"]) for each in texts} == {("queued", outcome)}


def test_history_names_a_text_by_what_it_tells(browser: Client, order: Order) -> None:
    Message.objects.create(
        kind="order_cancelled", channel="sms", recipient="17135550100", text="…", dedupe_key="k",
        order_ref=order.public_id, created_at=order.created_at, status="sent", sent_at=now(),
    )  # fmt: skip

    sentences = [
        event["sentence"] for event in order_history(order, messages=list(Message.objects.all()))
    ]

    assert "The text “The installation is canceled” was sent." in sentences


def test_what_is_written_into_files_is_kept_and_said_to_be_sent_to_nobody(
    browser: Client, order: Order, tmp_path: Path
) -> None:
    mailer = FileMailer(folder=tmp_path, sender=lambda: "Standby <hello@standby.example>")
    send_all(a_post(mailer, Way()), now=now())
    staff = with_token(script_token(Role.MANAGER))

    told = browser.get("/api/my-booking/messages").json()
    shown = staff.get(f"/api/staff/orders/{order.public_id}").json()
    thread = staff.get(f"/api/staff/orders/{order.public_id}/conversation").json()["entries"]
    listed = staff.get("/api/staff/messages?status=sent").json()

    sent_to_nobody = {"email": "kept", "sms": "sent"}
    for messages in (told, shown["messages"], listed):
        kept = {each["channel"]: each["outcome"] for each in messages if each["status"] == "sent"}
        assert kept == sent_to_nobody
    assert {(each["channel"], each["outcome"]) for each in thread} >= {
        ("email", "kept"),
        ("sms", "sent"),
    }
    sentences = [event["sentence"] for event in shown["history"] if event["kind"] == "message"]
    assert any(each.endswith("was kept here, not sent.") for each in sentences)
    assert any(each.endswith("was sent.") for each in sentences)


def test_consents_are_read_and_changed(browser: Client, order: Order) -> None:
    before = browser.get("/api/my-booking/consents").json()

    answers = [post_consent(browser, channel="sms", is_granted=given) for given in (False, True)]

    after = browser.get("/api/my-booking/consents").json()
    assert [(one["channel"], one["is_granted"], one["page"]) for one in before] == [
        ("sms", True, "/installation-date")
    ]
    assert [answer.json()["is_granted"] for answer in answers] == [False, True]
    assert [one["is_granted"] for one in after] == [True, False, True]
    assert Suppression.objects.get().lifted_at is not None


@pytest.mark.req("MSG-01.4", "MSG-01.6")
def test_dead_letters_are_seen_and_sent_again(order: Order) -> None:
    staff = with_token(script_token(Role.MANAGER))
    dead = Message.objects.filter(order_ref=order.public_id, kind="date_confirmed", channel="sms")
    dead.update(status="dead", dead_at=order.created_at, last_error="503", attempts=31)

    def listed(query: str = "") -> Any:
        return staff.get(f"/api/staff/messages{query}")

    [seen] = listed().json()
    path = f"/api/staff/messages/{seen['id']}/replay"
    again, twice = (staff.post(path, content_type="application/json") for _ in range(2))

    print("D2: a dead letter is listed at once and replayed by one call")
    assert seen["outcome"] == "dead"
    assert (seen["status"], seen["last_error"], seen["attempts"]) == ("dead", "503", 31)
    assert seen["order_id"] == str(order.public_id)
    assert (again.status_code, again.json()["status"]) == (200, "queued")
    assert (twice.status_code, twice.json()["code"]) == (409, "message_not_dead")
    entry = OrderLogEntry.objects.get(subject="message")
    assert (entry.actor, entry.before, entry.after) == (actor_named("Jo"), "dead", "queued")
    assert entry.note == "date_confirmed by sms"
    assert (again.json()["attempts"], again.json()["last_error"]) == (0, "")
    assert listed().json() == []
    assert seen["id"] in {one["id"] for one in listed("?status=queued").json()}


@pytest.mark.parametrize(("role", "found"), [(Role.OWNER, True), (Role.MANAGER, False)])
def test_dead_account_mail_is_counted_and_sent_again_by_an_owner_who_never_reads_it(
    db: None, role: Role, found: bool
) -> None:
    message = Message.objects.create(
        kind="account_recovery", channel="email", recipient="pat@example.org", subject="S",
        text="Choose it here: [[account-link]]", link_ref=1, status="dead", dead_at=now(),
        last_error="550 pat@example.org is unknown", created_at=now(),
    )  # fmt: skip
    staff = with_token(signed_in(role))

    listed = staff.get("/api/staff/messages?status=dead")
    seen = staff.get("/api/staff/overview/failed_messages")
    again = staff.post(f"/api/staff/messages/{message.pk}/replay", content_type="application/json")

    [row] = seen.json()["rows"]
    assert listed.json() == []
    assert (row["contact"], row["note"], row["what"]) == ("", "", "account_recovery")
    assert row["message_id"] == (message.pk if found else None)
    assert again.status_code == (200 if found else 404)
    assert b"pat@example.org" not in seen.content + again.content
    if found:
        told = again.json()
        assert (told["text"], told["recipient"], told["last_error"]) == ("", "", "")
        assert told["status"] == "queued"


def test_writers_see_every_kind_on_their_own_machine(browser: Client) -> None:
    page = browser.get("/dev/messages").content.decode()
    letters = {kind: browser.get(f"/dev/messages/{kind}") for kind in KINDS}

    for kind, shown in letters.items():
        assert f'src="/dev/messages/{kind}" sandbox' in page
        assert shown.content.startswith(b"<!doctype html>")
        assert "script-src" not in shown["Content-Security-Policy"]
        assert shown["X-Frame-Options"] == "SAMEORIGIN"
        assert b"[[" not in shown.content
    assert browser.get("/dev/messages/nothing").status_code == 404


@pytest.mark.parametrize(("asked", "consents"), [(True, 1), (False, 0)])
def test_who_wants_to_be_reminded_says_so_in_the_wizard(
    browser: Client, asked: bool, consents: int
) -> None:
    told = {"current_step": 3, "completed_steps": [1, 2], "email": "ada@example.org"}
    answer = browser.put(
        "/api/wizard-sessions/w-1",
        told | {"recovery_consent": asked},
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert Consent.objects.filter(purpose="recovery").count() == consents


@pytest.mark.parametrize("field", ["name", "email", "phone"])
def test_a_line_break_in_a_contact_is_refused_before_it_reaches_a_header(
    browser: Client, field: str
) -> None:
    body = a_body(browser, **{field: "2815550100 ada@example.org\r\nBcc: all@example.org"})

    answer = post_order(browser, body)

    print(f"E11: CR/LF in {field}: {answer.status_code}")
    assert answer.status_code == 422
