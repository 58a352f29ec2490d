"""Staff look for orders and at one: what it shows, what may be done, and how it ended."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from access_helpers import script_token, signed_in
from account_helpers import a_scheduled_order, an_accepted_order, cancel_by_staff
from booking_client import post
from booking_helpers import NOW, all_of
from booking_helpers import reserve as reserved
from django.test import Client
from whole_orders import a_message, a_milestone, all_of_it, confirm, now, reserve

from standby.core.clock import local_date
from standby.core.providers import wiring as core_providers
from standby.core.roles import Role
from standby.core.words import moment_words
from standby.documents.models import OrderFile
from standby.messaging.models import InboundMessage, Message
from standby.messaging.services.consents import suppress
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.services.order_log import log_change, version_of
from standby.orders.services.orders import write_note
from standby.payments.providers.cards.test_mode import TestCards
from standby.tracking.staff_api.order_schemas import HistoryEventOut, StaffOrderOut, staff_order_out

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def order(browser: Client) -> Order:
    return reserve(browser)


@pytest.fixture
def console() -> Client:
    """Signed in with a second factor just shown, as cancelling asks for."""
    return Client(headers={"authorization": f"Bearer {signed_in(Role.MANAGER, name='Ann')}"})


@pytest.fixture
def desk() -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.MANAGER)}"})


def send(desk: Client, method: str, path: str, **body: Any) -> Any:
    return getattr(desk, method)(path, data=body, content_type="application/json")


def write(desk: Client, path: str, *, text: str, key: str = "") -> Any:
    """A note, by a key of its own unless one is told."""
    return post(desk, path, {"text": text}, key=key)


def look(desk: Client, order: Order) -> Any:
    return desk.get(f"/api/staff/orders/{order.public_id}").json()


def test_a_row_tells_what_a_dispatcher_needs(desk: Client, order: Order) -> None:
    found = desk.get("/api/staff/orders", {"q": "lovelace"}).json()

    [row] = found.pop("orders")
    visit = order.appointments.get()
    held_until = visit.seat.hold_expires_at
    assert held_until is not None
    assert found == {"count": 1, "page": 1, "pages": 1}
    assert row.pop("next") == {
        "key": "pay_fee",
        "waits_for": "customer",
        "title": f"Waiting for the reservation fee until {moment_words(held_until)}",
        "how": "Then the date is open again. Send the link to pay again if they call.",
        "since": None,
        "by": held_until.isoformat(),
    }
    assert row.pop("created_at")
    assert row == {
        "id": str(order.public_id),
        "number": str(visit.public_id),
        "code": order.confirmation_code,
        "status": "reserved",
        "customer_name": "Ada Lovelace",
        "address": "24 Waterway Ave, The Woodlands, TX 77380",
        "city": "The Woodlands",
        "zip_code": "77380",
        "day": str(visit.day),
        "ends_on": str(visit.ends_on),
        "time_window": "morning",
        "appointment_status": "held",
        "technician_name": None,
        "total_cents": 12_694_77,
        "balance_cents": 0,
        "transfer_cents": 0,
        "refunding_cents": 0,
    }


def test_orders_are_narrowed_by_status_step_and_day(desk: Client, order: Order) -> None:
    day = order.appointments.get().day

    def count(**asked: Any) -> int:
        return int(desk.get("/api/staff/orders", asked).json()["count"])

    assert count(status="reserved") == count(**{"from": day, "to": day}) == 1
    assert (
        count(status="scheduled") == count(needs="staff") == count(next_action="review_photos") == 0
    )
    assert count(**{"from": day + timedelta(days=1)}) == 0
    assert count(page=2) == 1


def test_the_order_tells_its_version_acts_and_story(desk: Client, order: Order) -> None:
    Order.objects.update(answers={"fuel": "natural_gas"})
    seen = look(desk, order)

    actions = {action["key"]: action for action in seen["allowed"]}
    assert seen["version"] == version_of(order)
    assert (seen["city"], seen["zip_code"]) == ("The Woodlands", "77380")
    assert seen["answers"] == {"Fuel": "Natural gas"}
    cancel = {"key": "cancel", "is_allowed": True, "why_not": "", "needs_fresh_factor": True}
    assert actions["cancel"] == cancel
    assert actions["move"]["why_not"] == "The date is not paid yet: the customer chooses it."
    assert [action["key"] for action in seen["next_actions"]] == ["pay_fee"]
    assert seen["history"][0]["sentence"] == "The customer reserved a date."
    assert (seen["cancellation"], seen["powered_on_at"], seen["balance_cents"]) == (None, None, 0)
    assert [message["can_resend"] for message in seen["messages"]] == [True, True]


@pytest.mark.req("OPS-11.9")
def test_a_note_is_kept_as_it_was_written(desk: Client, order: Order) -> None:
    path = f"/api/staff/orders/{order.public_id}/notes"
    wrote = write(desk, path, text="  Gate code 12.\nDog in the yard. ")
    told = wrote.json()
    assert wrote.status_code == 201
    assert (told["author"], told["text"]) == ("Jo", "Gate code 12.\nDog in the yard.")
    assert look(desk, order)["notes"] == [wrote.json()]
    assert write(desk, path, text="   ").status_code == 422


def test_c8_a_note_sent_twice_stands_once(desk: Client, order: Order) -> None:
    path = f"/api/staff/orders/{order.public_id}/notes"

    first, again = (write(desk, path, text="Gate code 12", key="n" * 16) for _ in range(2))
    other = write(desk, path, text="Gate code 13", key="n" * 16)
    intended = write(desk, path, text="Gate code 12")

    assert (first.status_code, again.status_code, intended.status_code) == (201, 201, 201)
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert look(desk, order)["notes"] == [first.json(), intended.json()]
    assert send(desk, "post", path, text="Gate code 12").json()["code"] == "idempotency_key_missing"


def test_a_contact_is_mended(desk: Client, order: Order) -> None:
    path = f"/api/staff/orders/{order.public_id}/contact"
    seen = look(desk, order)["version"]

    mended = send(desk, "patch", path, email="ada@king.example", if_version=seen)
    late = send(desk, "patch", path, name="Ada King", if_version=seen)

    assert mended.json()["customer"] == {
        "name": "Ada Lovelace",
        "email": "ada@king.example",
        "phone": "(281) 555-0100",
        "sms_updates": True,
    }
    assert mended.json()["version"] > seen
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    assert late.json()["detail"] == (
        "Jo corrected the customer's contact details a moment ago. Review it before you continue."
    )
    for wrong in ({"email": "ada"}, {"phone": "555"}):
        assert send(desk, "patch", path, **wrong).status_code == 422


@pytest.mark.req("OPS-11.7")
def test_a_message_is_sent_again(desk: Client, order: Order) -> None:
    confirm(order)
    a_message(order, kind="payment_received", status="sent", sent_at=now(), now=now())
    Message.objects.filter(kind="payment_received").update(recipient="old@example.org")
    path = f"/api/staff/orders/{order.public_id}/messages"

    again = send(desk, "post", f"{path}/payment_received/resend")
    refused = send(desk, "post", f"{path}/date_held/resend")

    newest = again.json()["messages"][0]
    assert (newest["recipient"], newest["status"]) == ("Ada@example.org", "queued")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_to_resend")


@pytest.mark.req("RUN-08.10")
def test_a_message_is_sent_once_per_key_and_without_one_each_time(
    desk: Client, order: Order
) -> None:
    confirm(order)
    a_message(order, kind="payment_received", status="sent", sent_at=now(), now=now())
    Message.objects.exclude(kind="payment_received").delete()
    path = f"/api/staff/orders/{order.public_id}/messages/payment_received/resend"

    def send_again(**headers: str) -> Any:
        Message.objects.update(created_at=now() - timedelta(minutes=1))  # this is no double click
        return desk.post(path, data="", content_type="application/json", headers=headers)

    first, again = (send_again(**{"Idempotency-Key": "k" * 20}) for _ in range(2))
    assert first.status_code == 200
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")
    assert Message.objects.count() == 2

    assert [send_again().status_code for _ in range(2)] == [200, 200]
    assert Message.objects.count() == 4

    unreadable = desk.post(path, data="{", content_type="application/json")
    assert (unreadable.status_code, unreadable.json()["code"]) == (400, "body_not_json")


def test_staff_are_told_that_the_customer_opted_out(desk: Client, order: Order) -> None:
    confirm(order)
    Message.objects.exclude(kind="date_confirmed", channel="sms").delete()
    Message.objects.update(status="sent", sent_at=now(), delivery="delivered")
    suppress("sms", recipient="2815550100", reason="answered a text", now=now())

    seen = look(desk, order)
    path = f"/api/staff/orders/{order.public_id}/messages/date_confirmed/resend"
    refused = send(desk, "post", path)

    assert (seen["sms_updates"], seen["email_updates"]) == (False, True)
    assert seen["opted_out"] == ["sms"]
    assert [one["outcome"] for one in seen["messages"]] == ["delivered"]
    assert (refused.status_code, refused.json()["code"]) == (409, "customer_opted_out")
    assert "texting START" in refused.json()["detail"]
    assert Message.objects.count() == 1


def test_a_paper_is_named_and_read_by_staff(desk: Client, order: Order, own_folder: Path) -> None:
    confirm(order)
    all_of_it(order)
    document = OrderFile.objects.get(order=order)
    core_providers.files().put(document.key, b"%PDF-1.7", content_type="application/pdf")
    path = f"/api/staff/orders/{order.public_id}/files"

    seen = look(desk, order)
    read = desk.get(f"{path}/{document.public_id}")
    elsewhere = desk.get(f"{path}/{order.public_id}")

    [kept] = seen["files"]
    told = (kept["type"], kept["title"], kept["size_bytes"])
    assert told == ("general_proposal", "Proposal", 1234)
    assert {action["key"] for action in seen["next_actions"]} >= {"review_photos"}
    assert (read.status_code, read.content) == (200, b"%PDF-1.7")
    assert read["Content-Disposition"] == 'attachment; filename="standby-general-proposal-1.pdf"'
    assert read["Cache-Control"] == "private, no-store"
    assert elsewhere.json()["code"] == "document_not_found"


def test_before_cancelling_the_figures_are_shown(
    desk: Client, console: Client, order: Order
) -> None:
    path = f"/api/staff/orders/{order.public_id}"

    shown = desk.get(f"{path}/cancellation", {"costs_cents": 500}).json()
    cancelled = send(console, "post", f"{path}/cancel", reason="moved", refund_cents=0)
    over = desk.get(f"{path}/cancellation").json()

    todays = [choice for choice in shown["choices"] if choice["is_todays"]]
    assert (shown["can_cancel"], shown["paid_cents"]) == (True, 0)
    assert [choice["rule"] for choice in todays] == ["nothing_paid"]
    assert cancelled.json()["rule"] == "nothing_paid"
    assert over == {
        "can_cancel": False,
        "why_not": "This order is already canceled.",
        "paid_cents": 0,
        "choices": [],
    }
    assert look(desk, order)["cancellation"]["cancelled_by"] == "Ann"


@pytest.mark.req("OPS-11.3")
def test_from_accepted_to_power_on_staff_move_what_the_homeowner_sees(
    browser: Client, desk: Client, order: Order
) -> None:
    confirm(order)
    all_of_it(order)
    order.milestones.all().delete()
    for kind in ("acceptance", "equipment", "completion"):
        a_milestone(order, kind, created_at=now())
    Order.objects.filter(pk=order.pk).update(status="accepted")
    order.appointments.update(**all_of(local_date(now())))  # the visit has come
    path = f"/api/staff/orders/{order.public_id}"

    def done() -> list[str]:
        stations = browser.get("/api/my-booking").json()["timeline"]
        return [stop["key"] for stop in stations if stop["state"] == "done"][-1:]

    early = send(desk, "post", f"{path}/power-on")
    assert (early.status_code, early.json()["code"]) == (409, "not_installed")
    told = []
    for step in ("milestones/equipment", "milestones/completion", "power-on"):
        seen = look(desk, order)["version"]
        assert send(desk, "post", f"{path}/{step}", if_version=0).status_code == 409
        assert send(desk, "post", f"{path}/{step}", if_version=seen).status_code == 200
        told += done()

    assert told == ["equipment", "installation", "power_on"]
    assert look(desk, order)["powered_on_at"]


LATER = NOW + timedelta(hours=1)


def view(order: Order, *, role: str = "manager") -> StaffOrderOut:
    fresh = Order.objects.select_related("customer", "order_location", "quote", "package")
    return staff_order_out(fresh.get(pk=order.pk), role=role, now=LATER)


@pytest.mark.req("OPS-14.2")
def test_what_becomes_due_is_the_share_of_the_orders_own_terms(order: Order) -> None:
    confirm(order)
    Order.objects.filter(pk=order.pk).update(status="accepted")
    for kind, percent in {"acceptance": 40, "equipment": 40, "completion": 20}.items():
        a_milestone(order, kind, percent=percent, status="paid" if percent == 40 else "waiting")

    equipment = view(order).next_actions[0]

    assert equipment.key == "mark_equipment"
    assert "mark it: 40% of the price becomes due." in equipment.how


def history(order: Order) -> list[HistoryEventOut]:
    return view(order).history


@pytest.mark.req("OPS-11.2")
def test_all_that_happened_stands_in_one_story_with_the_newest_last(cards: TestCards) -> None:
    order = a_scheduled_order(cards)
    before = view(order).version
    write_note(order, text="Gate code 12", author="staff Jo", now=NOW + timedelta(minutes=2))
    InboundMessage.objects.create(
        provider_ref="SM1",
        channel="sms",
        sender="+12815550100",
        text="Is Tuesday fine?",
        meaning="words",
        received_at=NOW + timedelta(minutes=3),
    )

    told = history(order)

    assert [event.at for event in told] == sorted(event.at for event in told)
    assert [(event.kind, event.sentence, event.detail) for event in told][-2:] == [
        ("note", "Jo wrote a note.", "Gate code 12"),
        ("text", "The customer sent a text.", "Is Tuesday fine?"),
    ]
    sentences = [event.sentence for event in told]
    assert "The customer reserved a date." in sentences
    assert "The card provider received a payment." in sentences
    assert any(event.kind == "message" for event in told)
    assert view(order).version == version_of(order) > before
    assert [note.text for note in view(order).notes] == ["Gate code 12"]


@pytest.mark.parametrize(
    ("status", "channel", "subject", "sentence"),
    [
        ("queued", "email", "Your booking", "The email “Your booking” is waiting to be sent."),
        ("sent", "email", "Your booking", "The email “Your booking” was sent."),
        ("dead", "sms", "", "The text “Photos, please” could not be sent."),
    ],
)
def test_a_message_tells_what_became_of_it(
    status: str, channel: str, subject: str, sentence: str
) -> None:
    order = reserved()
    a_message(order, status=status, channel=channel, subject=subject, now=LATER)
    assert history(order)[-1].sentence == sentence


@pytest.mark.req("TRUTH-03.2")
@pytest.mark.parametrize(
    ("because", "reason"),
    [
        ("opted_out", "the customer has opted out"),
        ("unsubscribed", "the reader unsubscribed from emails of this sort"),
        ("out_of_date", "it was out of date"),
        ("order_canceled", "the order was canceled"),
        ("dropped", "it was taken out of the queue"),
    ],
)
def test_a_message_not_sent_names_its_own_reason(because: str, reason: str) -> None:
    order = reserved()
    a_message(order, status="suppressed", channel="sms", skipped_because=because, now=LATER)
    told = history(order)[-1]
    assert told.sentence == f"The text “Photos, please” was not sent: {reason}."
    assert told.detail == ""


@pytest.mark.parametrize(
    ("delivery", "outcome"),
    [
        ("", "sent"),
        ("sent", "sent"),
        ("delivered", "delivered"),
        ("undelivered", "undelivered"),
        ("failed", "undelivered"),
    ],
)
def test_a_text_became_what_the_provider_says(delivery: str, outcome: str) -> None:
    sent = a_message(reserved(), status="sent", sent_at=LATER, channel="sms", delivery=delivery)
    assert sent.outcome == outcome


def test_what_happened_many_times_in_a_row_is_one_line() -> None:
    order = reserved()
    minutes = (LATER + timedelta(minutes=minute) for minute in range(6))
    ready, failed = ("stored", "ready"), ("", "failed")
    for slot in ("panel_open", "panel_wide", "gas_meter", "gas_meter"):
        at = next(minutes)
        log_change(order, subject="photo", change=ready, actor="clock", now=at, note=slot)
    for at in minutes:
        log_change(order, subject="refund", change=failed, actor="clock", now=at, note="down")

    photos, refunds = history(order)[-2:]

    assert (photos.count, photos.detail, photos.at) == (4, "", LATER + timedelta(minutes=3))
    assert (refunds.count, refunds.detail) == (2, "down")


def test_after_cancelling_what_is_owed_and_what_goes_back_is_shown(cards: TestCards) -> None:
    kept, owing = a_scheduled_order(cards), an_accepted_order(cards)
    cancel_by_staff(kept, CancellationRule.NOT_FEASIBLE, cards=cards, now=LATER)
    late = CancellationRule.AFTER_THREE_DAYS
    cancel_by_staff(owing, late, costs=500_00, cards=cards, now=LATER)

    on_its_way, owed = view(kept).cancellation, view(owing).cancellation

    assert on_its_way is not None
    assert (on_its_way.owed_cents, on_its_way.on_its_way_cents) == (0, 100_00)
    assert owed is not None
    assert (owed.owed_cents, owed.on_its_way_cents) == (1_269_47 + 500_00 - 100_00, 0)
    assert owed.cancelled_by == "ada"
