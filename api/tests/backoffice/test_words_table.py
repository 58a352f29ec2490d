"""Staff write the words of messages: seen as they would be sent, kept, and taken back."""

from datetime import timedelta
from typing import Any

import pytest
from bookings import reserve
from django.test import Client
from tables_browser import at_the_tables, fields_of, now, said

from standby.audit.models import AuditEvent
from standby.core.roles import Role
from standby.messaging.kinds import KINDS
from standby.messaging.models import Message, MessageTemplate
from standby.orders.services.notify import notify_customer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]
LIST = "/staff/tables/messaging/messagetemplate/"
TEXT = f"{LIST}reminder_day/sms/change/"
LETTER = f"{LIST}reminder_day/email/change/"
HELLO = "{brand}: see you on {day}, between {hours}. {link}"


def post(browser: Client, path: str, button: str = "save", **typed: str) -> Any:
    sent = {**fields_of(browser.get(path)), **typed, button: "1"}
    return browser.post(path, sent, follow=True)


def test_every_kind_by_every_channel_is_on_the_list_and_opens() -> None:
    browser = at_the_tables()

    page = browser.get(LIST)

    html = page.content.decode()
    for kind in KINDS:
        for channel in ("email", "sms"):
            path = f"{LIST}{kind}/{channel}/change/"
            assert path in html
            opened = browser.get(path)
            assert opened.status_code == 200
            assert "Nothing to show" not in said(opened)
    assert "our words, not changed" in said(page)


def test_the_page_shows_our_words_and_what_they_become() -> None:
    browser = at_the_tables()

    text, letter = browser.get(TEXT), browser.get(LETTER)

    assert fields_of(text)["text"] == KINDS["reminder_day"].builtin("sms").text
    assert "Standby: tomorrow, Thursday, March 12, our crew arrives" in said(text)
    assert "sent as 2 of at most 3 texts" in said(text)
    assert "{link} the link to the booking page; has to stand in it" in said(text)
    assert fields_of(letter)["subject"] == KINDS["reminder_day"].builtin("email").subject
    assert "Hello Ada, Tomorrow, Thursday, March 12, 2026, a crew installs" in said(letter)


def test_a_preview_is_shown_as_words_and_nothing_kept() -> None:
    browser = at_the_tables()

    text = post(browser, TEXT, "preview", text=f"{HELLO} Bring щ")
    letter = post(browser, LETTER, "preview", heading="<script>alert(1)</script> {day}")

    assert "Standby: see you on Thursday, March 12" in said(text)
    assert "These signs make it cost more than twice as much: щ" in said(text)
    assert b"<script>alert(1)" not in letter.content
    assert "<script>alert(1)</script> Thursday, March 12" in said(letter)
    assert not MessageTemplate.objects.exists()


def test_kept_words_are_the_ones_that_are_sent() -> None:
    order = reserve()

    page = post(at_the_tables(), TEXT, text=HELLO)
    notify_customer(order, kind="reminder_day", dedupe_part="o", now=now())

    assert "The words are kept." in said(page)
    assert "by manager@example.org" in said(Client.get(at_the_tables(name="x"), LIST))
    sent = Message.objects.get(kind="reminder_day", channel="sms").text
    assert sent.startswith("Standby: see you on Thursday, November 20, between ")
    assert sent.endswith("[[my-booking]]")
    act = AuditEvent.objects.get(action="words_written")
    assert (act.after or {})["text"] == HELLO
    assert (act.before or {})["text"] == KINDS["reminder_day"].builtin("sms").text


def test_what_cannot_be_sent_is_said_beside_its_field_and_not_kept() -> None:
    browser = at_the_tables()

    text = post(browser, TEXT, text="{brand}: {date} {link}")
    letter = post(browser, LETTER, subject="On {day}\r\nBcc: all@example.org")

    assert "{date} is not known here." in said(text)
    assert "{day} has to stand in it." in said(text)
    assert "Nothing to show until what is said beside the fields is mended." in said(text)
    assert "It has to be one line." in said(letter)
    assert fields_of(text)["text"] == "{brand}: {date} {link}"
    assert not MessageTemplate.objects.exists()


def test_words_may_begin_on_a_later_day_and_never_in_the_past() -> None:
    browser = at_the_tables()
    later = (now() + timedelta(days=3)).date()

    post(browser, TEXT, text=HELLO, starts_on=later.isoformat())
    past = post(browser, TEXT, text=HELLO, starts_on="2020-01-01")

    kept = MessageTemplate.objects.get()
    assert kept.starts_at.date() == later
    assert "(planned)" in said(past)
    assert "Choose a day after today" in said(past)
    assert fields_of(browser.get(TEXT))["text"] == KINDS["reminder_day"].builtin("sms").text


def test_our_words_come_back_by_one_click() -> None:
    browser = at_the_tables()
    post(browser, TEXT, text=HELLO)

    page = post(browser, TEXT, "ours")

    assert "Our words are back." in said(page)
    assert fields_of(page)["text"] == KINDS["reminder_day"].builtin("sms").text
    assert [act.action for act in AuditEvent.objects.filter(object__startswith="message_t")] == [
        "words_written",
        "our_words_back",
    ]


def test_a_notice_of_the_agreement_has_no_form() -> None:
    browser = at_the_tables()
    path = f"{LIST}order_cancelled/email/change/"

    page = browser.get(path)
    forced = browser.post(path, {"text": "x", "subject": "x", "save": "1"})

    assert "These words are not changed" in said(page)
    assert "<form" not in page.content.decode().split('class="words"')[1]
    assert forced.status_code == 200
    assert not MessageTemplate.objects.exists()


@pytest.mark.parametrize("button", ["save", "ours"])
def test_keeping_words_asks_for_the_second_factor_again(button: str) -> None:
    browser = at_the_tables(shown_ago=timedelta(hours=1))

    asked = browser.post(TEXT, {"text": HELLO, button: "1"})

    assert asked.status_code == 403
    assert "Your second factor" in said(asked)
    assert not MessageTemplate.objects.exists()


def test_who_may_not_change_the_catalogue_sees_no_words() -> None:
    browser = at_the_tables(Role.DISPATCHER)

    assert browser.get(LIST).status_code == 403
    assert browser.get(TEXT).status_code == 403
    assert browser.post(TEXT, {"text": HELLO, "save": "1"}).status_code == 403


@pytest.mark.parametrize("path", ["nothing/sms", "reminder_day/fax", "reminder_day"])
def test_what_is_no_message_is_not_there(path: str) -> None:
    assert at_the_tables().get(f"{LIST}{path}/change/").status_code == 404
