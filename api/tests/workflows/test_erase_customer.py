"""After an erasure nothing says who it was, and the books still close (OPS-13, M2)."""

import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
import pytest
from account_helpers import a_scheduled_order, balance, fresh, send_refunds
from booking_helpers import ADA, NOW, SIGNER, a_request, reserve, test_cards
from database_helpers import filled
from django.apps import apps
from document_helpers import a_proposal, accept, decide
from photo_reviews import delete_next_file, process_photos, submitted
from sent_files import a_jpeg
from stay_on_lists import AT_ONCE
from whole_orders import a_dispute, a_refund

from standby.audit.models import AuditEvent, Erasure
from standby.core.providers.files import FileGone
from standby.core.providers.files.local import LocalFiles
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.messaging.models import InboundMessage, Message
from standby.messaging.services import consents
from standby.orders.models import Customer, Order, OrderLocation, OrderLogEntry
from standby.orders.services.access_links import LinkInvalid, create_access_token, order_for_token
from standby.orders.services.orders import write_note
from standby.payments.models import LedgerEntry, PaymentEvent
from standby.photos.models import Photo
from standby.pricing.models.quoting import ManualQuoteRequest, PriceReceipt, WizardSession
from standby.pricing.services.receipts import signed_text
from standby.workflows.cancel_order import CancellationRequest, cancel_order
from standby.workflows.customer_data import export_personal_data, zip_personal_data
from standby.workflows.data_subjects import CustomerNotFound
from standby.workflows.erase_customer import (
    ErasureReason,
    MoneyStillOpen,
    OrderStillLive,
    erase_again,
    erase_customer,
)
from standby.workflows.verify_audit_log import verify_audit_log

pytestmark = pytest.mark.usefixtures("shop")


LATER = NOW + timedelta(days=40)
STAFF = "staff jo"


# However it was spelled: all that says who Ada is and where she lives.
CANARIES = ("lovelace", "ada@example.org", "5550100", "555-0100", "waterway")


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(folder=tmp_path / "files")


@pytest.fixture
def order(shop: None, tmp_path: Path, files: LocalFiles) -> Order:
    """It left traces everywhere: paid, photographed, signed, written about, then cancelled."""
    cards = test_cards(tmp_path / "cards")
    made = a_scheduled_order(cards)
    Order.objects.filter(pk=made.pk).update(answers={"stay_on": AT_ONCE})
    decide(submitted(made, a_jpeg(), files=files), run_ft=20)
    accept(a_proposal(tmp_path / "files", fresh(made)))
    whatever_else_people_leave(made)
    cancel_order(
        fresh(made),
        CancellationRequest(reason="Ada Lovelace moved away", actor=STAFF),
        cards=cards,
        now=NOW,
    )
    send_refunds(cards)
    return fresh(made)


def whatever_else_people_leave(order: Order) -> None:
    write_note(order, text="Ms. Lovelace prefers mornings", author=STAFF, now=NOW)
    InboundMessage.objects.create(
        provider_ref="SM1",
        channel="sms",
        sender="+12815550100",
        text="Ada here",
        meaning="words",
        received_at=NOW,
    )
    InboundMessage.objects.create(
        provider_ref="<1@x>",
        channel="email",
        sender=ADA.email.upper(),
        subject="Ada asks",
        text="Ada here",
        meaning="words",
        received_at=NOW,
    )
    consents.suppress("sms", recipient=ADA.phone, reason="on their page", now=NOW)
    consents.record_consent(
        "email",
        recipient=ADA.email,
        agrees=True,
        purpose="recovery",
        wording="I agree",
        page="/",
        now=NOW,
    )
    filled(NotifyRequest, address_formatted="24 Waterway Ave", phone_number="2815550100")
    filled(ManualQuoteRequest, name="Ada", phone="281.555.0100", address="Waterway")
    filled(AddressSearch, address="24 Waterway Ave, The Woodlands, TX 77380")
    filled(PaymentEvent, payload={"customer_email": "Ada@Example.org"})
    text = {"kind": "text_received", "text": "From:  +12815550100\n\nAda Lovelace here"}
    filled(Message, **text, dedupe_key="text_received:SM1", order_ref=None, sent_at=None)
    filled(WizardSession, mobile_number="(281) 555-0100", full_name="Ada Lovelace", email="")


def erase(order: Order, *, reason: ErasureReason = ErasureReason.REQUESTED) -> dict[str, Any]:
    return erase_customer(order.customer.public_id, reason=reason, actor=STAFF, now=LATER)


def delete_files(files: LocalFiles) -> None:
    while delete_next_file(files, now=LATER + timedelta(hours=1)):
        pass


def develop_photos(files: LocalFiles) -> None:
    process_photos(files)
    for photo in Photo.objects.all():
        assert files.read(photo.shown_key)
        assert files.read(photo.thumbnail_key)


def database_dump() -> dict[str, str]:
    """Every row of every table, as text."""
    return {
        f"{model._meta.db_table} {row.pk} {column.attname}": str(getattr(row, column.attname))
        for model in apps.get_models()
        for row in model._default_manager.all()
        for column in model._meta.concrete_fields
    }


def facts_in(where: str, text: str) -> list[str]:
    return [f"{where}: {canary}" for canary in CANARIES if canary in text.lower()]


@pytest.mark.req("OPS-13.3")
def test_nothing_in_the_database_or_the_files_says_who_it_was(
    order: Order, files: LocalFiles, tmp_path: Path
) -> None:
    develop_photos(files)
    before = [found for where, text in database_dump().items() for found in facts_in(where, text)]
    kept = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]

    erased = erase(order)
    delete_files(files)

    dump = database_dump()
    left = [found for where, text in dump.items() for found in facts_in(where, text)]
    of_files = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
    print(f"M2: {len(before)} places told who it was, {len(left)} of {len(dump)} values do still")
    assert len(before) > 40
    assert left == []
    assert len(kept) > 5 * 2  # two pictures of each photo, and the papers
    assert of_files == []
    assert erased["files"] >= len(kept)
    assert Order.objects.get(pk=order.pk).answers == {}


def test_the_books_close_and_what_was_promised_can_still_be_checked(order: Order) -> None:
    entries = list(LedgerEntry.objects.values_list("pk", "kind", "amount_cents", "at"))
    texts = {receipt.code: signed_text(receipt) for receipt in PriceReceipt.objects.all()}
    assert texts

    erase(order)

    assert list(LedgerEntry.objects.values_list("pk", "kind", "amount_cents", "at")) == entries
    assert balance(order) == 0
    for receipt in PriceReceipt.objects.select_related("quote", "previous"):
        assert signed_text(receipt) == texts[receipt.code]
        assert SIGNER.key_that_signed(signed_text(receipt), signature=receipt.signature)
    action = AuditEvent.objects.get(action="customer_erased")
    last = OrderLogEntry.objects.filter(order=order).latest("pk")
    assert action.after
    assert (action.actor, action.after["reason"]) == (STAFF, "asked")
    assert action.after["rows"]["customers"] == 1
    assert (last.subject, last.after, last.actor) == ("contact", "erased", STAFF)
    assert verify_audit_log(now=LATER + timedelta(days=1)).is_whole


def test_nobody_sees_the_order_as_theirs_any_more_nor_is_written_to(order: Order) -> None:
    token = create_access_token(order, secret_keys=["k"], now=LATER)
    assert order_for_token(token, secret_keys=["k"], now=LATER) == order
    queued = Message.objects.filter(status="queued").exclude(kind="audit_log_verified")
    assert queued.exists()

    erase(order)

    with pytest.raises(LinkInvalid):
        order_for_token(token, secret_keys=["k"], now=LATER)
    assert {wizard.secret_hash for wizard in WizardSession.objects.all()} == {"erased"}
    with pytest.raises(CustomerNotFound):
        erase(order)
    assert not queued.exists()
    assert consents.is_suppressed("sms", recipient="+1 281 555 0100")
    assert not consents.is_suppressed("sms", recipient="+1 281 555 0101")
    assert consents.remove_suppression("sms", recipient=ADA.phone, actor="visitor", now=LATER)


def test_a_live_order_is_refused_with_its_name() -> None:
    order = reserve()
    with pytest.raises(OrderStillLive, match=str(order.public_id)[:8]):
        erase(order)
    assert Customer.objects.get().name == ADA.name


def test_a_date_never_paid_for_goes_with_the_years() -> None:
    erase(reserve(), reason=ErasureReason.YEARS)
    assert Customer.objects.get().name == "erased"


def owe(order: Order, cents: int) -> None:
    line = {"payment": None, "milestone": None, "refund": None, "dispute": None}
    filled(LedgerEntry, order=order, amount_cents=cents, **line)


def owe_on_two(order: Order) -> None:
    """A dollar is owed to us on one order, a dollar by us on the other."""
    other = reserve()
    Order.objects.filter(pk=other.pk).update(status=Order.Status.CANCELLED)
    owe(order, 100)
    owe(other, -100)


@pytest.mark.parametrize(
    ("leave_open", "why"),
    [
        (lambda order: owe(order, 1), "balance is not zero"),
        (lambda order: owe(order, -1), "balance is not zero"),
        (owe_on_two, "balance is not zero"),
        (lambda order: a_refund(order.payments.get(), status="requested"), "is processing"),
        (
            lambda order: a_dispute(order.payments.get(), status="under_review"),
            "disputes a payment",
        ),
    ],
    ids=[
        "they owe us",
        "we owe them",
        "one order each",
        "a refund is on its way",
        "their bank disputes a payment",
    ],
)
def test_money_that_is_not_settled_is_refused(
    order: Order, leave_open: Callable[[Order], object], why: str
) -> None:
    leave_open(order)
    with pytest.raises(MoneyStillOpen, match=why):
        erase(order)


def test_another_person_at_the_same_phone_stays_who_they_are(order: Order) -> None:
    contact = ADA.__class__(name="William King", email="bill@example.org", phone=ADA.phone)
    reserve(a_request(contact=contact))
    erase(order)
    assert sorted(Customer.objects.values_list("name", flat=True)) == ["William King", "erased"]


@pytest.mark.req("OPS-13.2")
def test_everything_held_is_told_in_one_file(order: Order) -> None:
    told = orjson.loads(export_personal_data(order.customer.public_id, actor=STAFF, now=NOW))

    tables = told["tables"]
    assert told["format"].startswith("standby customer export")
    assert tables["customers"][0]["email"] == ADA.email
    assert tables["order_locations"][0]["formatted_address"].startswith("24 Waterway")
    assert tables["orders"][0]["answers"] == {"stay_on": AT_ONCE}
    assert tables["payments"][0]["amount_cents"] == 100_00
    assert "secret_hash" not in tables["wizard_sessions"][0]
    assert len(tables["photos"]) == 5
    assert AuditEvent.objects.filter(action="customer_exported").count() == 1


def test_photos_and_papers_go_with_it(order: Order, files: LocalFiles, tmp_path: Path) -> None:
    [first, *_] = Photo.objects.order_by("pk")
    Photo.objects.filter(pk=first.pk).update(status="ready", shown_key=first.key, kind="video")
    file_keys = sorted(file.key for file in order.files.all())
    files.delete(file_keys[0])
    with pytest.raises(FileGone):
        files.read(file_keys[0])

    zip_personal_data(
        order.customer.public_id, files=files, target=tmp_path / "a.zip", actor=STAFF, now=NOW
    )

    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        names = archive.namelist()
    assert names[0] == "customer.json"
    assert [name for name in names if name.startswith("photos/")]
    assert len([name for name in names if name.startswith("documents/")]) == len(file_keys) - 1


THEN = NOW + timedelta(days=40)
AFTER_THE_RESTORE = NOW + timedelta(days=41)


def test_an_erasure_is_noted_by_the_public_id_and_the_moment_alone() -> None:
    customer = reserve().customer
    erase_customer(customer.public_id, reason=ErasureReason.YEARS, actor="clock", now=THEN)
    [noted] = Erasure.objects.values()
    assert noted == {"id": noted["id"], "customer": customer.public_id, "erased_at": THEN}


@pytest.mark.req("RUN-05.5")
def test_an_order_that_the_snapshot_has_open_keeps_nobody_from_being_erased() -> None:
    order = reserve()
    assert "Waterway" in str(list(OrderLocation.objects.values()))

    erased = erase_again({order.customer.public_id: THEN}, now=AFTER_THE_RESTORE)

    assert erased == (1, [order.public_id])
    assert Customer.objects.get().name == "erased"
    assert "Waterway" not in str(list(OrderLocation.objects.values()))
    assert Order.objects.get().status == "reserved"  # staff close it
    [action] = AuditEvent.objects.filter(action="customer_erased")
    assert (action.after or {})["reason"] == "restored"


@pytest.mark.req("RUN-05.5")
def test_to_erase_again_twice_erases_once_and_who_is_not_in_this_snapshot_is_remembered() -> None:
    known = {reserve().customer.public_id: THEN, uuid4(): THEN}
    erased = [erase_again(known, now=AFTER_THE_RESTORE + timedelta(days=day))[0] for day in (0, 1)]
    assert erased == [1, 0]
    assert {each.customer: each.erased_at for each in Erasure.objects.all()} == known
