"""Mails that a mail service posts: only with our secret, once each, whole, and never a 5xx."""

import base64
import hashlib
from datetime import timedelta
from typing import Any, Final

import pytest
from booking_helpers import NOW, reserve
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hostile_mails import hostile_mails
from mail_helpers import OURS, a_mail
from pytest_django import Settings
from whole_orders import a_message, now

from standby.accounts.models import User
from standby.core.policy import MAIL_SECRET_GUESSES_PER_CLIENT
from standby.core.providers import wiring as core_providers
from standby.inbox.models import Item, Source
from standby.inbox.rules.posted import field_of_form
from standby.inbox.services.items import raw_of
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Order
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.read_inbox import judge_waiting_items

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
AT: Final = "/api/webhooks/mail/inbound"
SECRET: Final = "Zq3vX9-wR7_tK2mB8nL4pH6sD1fG5jYc"
BEARER: Final = f"Bearer {SECRET}"
BASIC: Final = "Basic " + base64.b64encode(f"mail:{SECRET}".encode()).decode()
LARGEST: Final = 25 * 1024 * 1024


@pytest.fixture(autouse=True)
def _secret(settings: Settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"inbox_webhook_secret": SECRET, "imap_authserv_id": "mx.test"}
    )


@pytest.fixture
def order() -> Order:
    order = reserve()
    Message.objects.all().delete()
    sent = {"kind": "date_held", "channel": "email", "status": "sent", "sent_at": NOW}
    a_message(order, provider_ref=OURS, now=NOW, **sent)
    return order


def post(raw: bytes, *, shown: str = BEARER, kind: str = "message/rfc822", **named: str) -> Any:
    browser = Client(raise_request_exception=False)
    headers = {"Authorization": shown} if shown else {}
    return browser.post(AT, raw, content_type=kind, headers=headers, **named)  # type: ignore[arg-type]


def judge() -> int:
    soon = now() + timedelta(minutes=1)
    return judge_waiting_items(files=core_providers.files(), now=soon)


@pytest.mark.req("IN-04.4")
@pytest.mark.parametrize("shown", [BEARER, BASIC, f"bearer  {SECRET}"])
def test_a_posted_mail_is_stored_as_it_came_and_reaches_its_order_within_a_minute(
    order: Order, shown: str
) -> None:
    raw = a_mail("Gate code 4321.\n").as_bytes()

    answer = post(raw, shown=shown)

    item = Item.objects.select_related("source").get()
    assert (answer.status_code, item.verdict) == (200, "waiting")
    assert raw_of(item, files=core_providers.files()) == raw
    assert (item.source.name, item.sender, item.subject) == (
        "posted mails",
        "Ada@example.org",
        "Re: Your job",
    )
    judge()
    message = InboundMessage.objects.get()
    assert (message.text.strip(), message.order_ref) == ("Gate code 4321.", order.public_id)
    assert Item.objects.get().proof == "token"


@pytest.mark.req("IN-04.5")
def test_the_same_mail_posted_again_is_one_item(order: Order) -> None:
    raw = a_mail().as_bytes()

    answers = [post(raw).status_code, post(raw).status_code]
    judge()
    answers.append(post(raw).status_code)

    assert answers == [200] * 3
    assert (Item.objects.count(), InboundMessage.objects.count()) == (1, 1)


def test_a_large_mail_is_a_file_and_stored_once(order: Order) -> None:
    raw = a_mail("long\n" * 40_000).as_bytes()

    assert [post(raw).status_code, post(raw).status_code] == [200, 200]
    item = Item.objects.get()
    assert (item.raw, item.size_bytes) == (b"", len(raw))
    assert raw_of(item, files=core_providers.files()) == raw


def a_form(raw: bytes, *, field: str = "email", boundary: str = "xYzZY") -> bytes:
    """As SendGrid posts it: some fields of text, and the raw mail."""
    text = f'--{boundary}\r\nContent-Disposition: form-data; name="to"\r\n\r\na@b.c\r\n'.encode()
    about = f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n'.encode()
    return text + about + raw + f"\r\n--{boundary}--\r\n".encode()


FORM: Final = "multipart/form-data; boundary=xYzZY"


@pytest.mark.req("IN-04.4")
def test_the_raw_mail_in_a_form_is_taken_byte_for_byte(order: Order) -> None:
    raw = a_mail().as_bytes() + bytes(range(256)) + b"\r\n--xYz\r\n\r\n"

    assert post(a_form(raw), kind=FORM, shown=BASIC).status_code == 200
    assert bytes(Item.objects.get().raw) == raw


def test_a_form_as_a_client_makes_it_is_read(order: Order) -> None:
    raw = a_mail().as_bytes()
    sent = {"to": "a@b.c", "email": SimpleUploadedFile("mail.eml", raw)}

    answer = Client().post(AT, sent, headers={"Authorization": BEARER})

    assert answer.status_code == 200
    assert bytes(Item.objects.get().raw) == raw


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("message/rfc822", b""),
        (FORM, b""),
        (FORM, a_form(b"x", field="text")),
        (FORM, a_form(b"x", boundary="other")),
        (FORM, b"--xYzZY\r\nno end"),
        ("multipart/form-data", a_form(b"x")),
        ("multipart/form-data; boundary=", a_form(b"x")),
    ],
)
def test_what_has_no_mail_is_refused(kind: str, body: bytes) -> None:
    answer = post(body, kind=kind)

    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert not Item.objects.exists()


def test_a_field_that_is_cut_off_is_what_is_there_of_it() -> None:
    assert field_of_form(a_form(b"a" * 500)[:200], boundary="xYzZY", name="email")[:3] == b"aaa"


@pytest.mark.req("IN-04.6")
@pytest.mark.parametrize(
    "shown",
    [
        "",
        "Bearer",
        "Bearer ",
        f"Bearer {SECRET}x",
        f"Digest {SECRET}",
        "Basic",
        "Basic !!!",
        "Basic " + base64.b64encode(b"mail:").decode(),
        "Basic " + base64.b64encode(SECRET.encode()).decode(),
        "Bearer caf\xe9",
    ],
)
def test_without_our_secret_nothing_is_stored(shown: str) -> None:
    answer = post(a_mail().as_bytes(), shown=shown)

    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Basic realm="mail"')
    assert answer.json()["code"] == "mail_call_unproven"
    assert not Item.objects.exists()


@pytest.mark.parametrize("shown", ["Bearer ", "Bearer", "Basic Og==", BEARER])
def test_without_the_setting_nobody_posts(settings: Settings, shown: str) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"inbox_webhook_secret": ""})

    assert post(a_mail().as_bytes(), shown=shown).status_code == 401


@pytest.mark.req("IN-04.6")
def test_guesses_are_counted_and_the_mail_service_is_not(order: Order) -> None:
    guesses = [
        post(b"x", shown=f"Bearer {number}").status_code
        for number in range(MAIL_SECRET_GUESSES_PER_CLIENT.limit + 1)
    ]

    assert (guesses[:-1], guesses[-1]) == ([401] * MAIL_SECRET_GUESSES_PER_CLIENT.limit, 429)
    assert post(a_mail().as_bytes()).status_code == 200


@pytest.mark.req("IN-04.7")
def test_of_a_mail_that_is_too_large_staff_see_whose_it_is_and_its_service_is_told() -> None:
    raw = a_mail().as_bytes()
    too_large = raw + b"a" * (LARGEST + 1 - len(raw))

    answers = [post(too_large), post(a_form(too_large), kind=FORM)]

    assert [answer.status_code for answer in answers] == [413, 413]
    for item in Item.objects.all():
        assert (item.verdict, item.reason) == ("set_aside", "larger than 25 MB")
        assert (item.sender, bytes(item.raw), item.raw_key) == ("Ada@example.org", b"", "")
        assert item.size_bytes > LARGEST
    assert post(too_large[:-1]).status_code == 200


def test_what_is_larger_than_any_mail_is_refused_before_it_is_read() -> None:
    answer = post(b"x", CONTENT_LENGTH=str(41 * 1024 * 1024))

    assert (answer.status_code, Item.objects.count()) == (413, 0)


def test_who_writes_headers_of_our_mailbox_into_a_posted_mail_proves_nothing(
    order: Order,
) -> None:
    passed = "mx.test; dmarc=pass header.from=example.org"
    failed = "mx.test; dmarc=fail header.from=example.org"
    for number, result in enumerate((passed, failed)):
        mail = a_mail(
            f"words {number}",
            From=order.customer.email,
            In_Reply_To="",
            Message_ID=f"<{number}@x>",
            Authentication_Results=result,
        )
        post(mail.as_bytes())
    judge()

    assert [(item.verdict, item.proof) for item in Item.objects.all()] == [("taken", "claimed")] * 2


@pytest.mark.req("IN-04.4")
def test_behind_each_hostile_mail_the_customers_is_read(order: Order) -> None:
    hostile = list(hostile_mails().values())
    answers = []
    for number, raw in enumerate(hostile):
        honest = a_mail(f"Gate code {number}.\n", Message_ID=f"<{number}@example.org>").as_bytes()
        answers += [post(raw).status_code, post(a_form(honest), kind=FORM).status_code]

    while judge():
        pass

    words = InboundMessage.objects.filter(provider_ref__endswith="@example.org>")
    assert answers == [200] * 2 * len(hostile)
    assert words.count() == len(hostile) > 60
    assert not Item.objects.filter(verdict="waiting").exists()
    aside = Item.objects.filter(verdict="set_aside").count()
    (group,) = waiting_groups([WaitKey.INBOX], user=User(), now=NOW)
    assert aside > 0
    assert group.count >= aside


def test_an_item_is_named_by_its_bytes() -> None:
    raw = a_mail().as_bytes()
    post(raw)

    assert Item.objects.get().ref == hashlib.sha256(raw).hexdigest()
    assert Source.objects.get().read_at is not None
