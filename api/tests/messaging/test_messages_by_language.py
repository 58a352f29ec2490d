"""Messages in the language of their reader, tried with one that nobody speaks (I18N-01).

Who causes a message reads another language than its reader here: nothing of theirs may be in it.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from access_helpers import SENT
from account_helpers import (
    ask_back,
    cancel_by_staff,
    pay_milestone,
    send_refunds,
)
from booking_client import a_body, post, post_order
from booking_helpers import ADA, DAY, NOW, a_request, pay, reserve, settle
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils.translation import override
from document_helpers import a_proposal, accept, decide
from outbox_helpers import Way, a_post, send_all, worded
from pseudo_language import IN_IT, LANGUAGE, english_in, speak_it, write_templates
from pytest_django import Settings
from test_message_kinds import CASES

from standby.core.market import PLACE, TERMS
from standby.core.words import say
from standby.coverage.models import CoveredZip
from standby.coverage.services.coverage import notify_waitlist
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.services.notify import CanceledBy
from standby.diagnostics.services.notify import notify_customer as tell_of_diagnostic
from standby.messaging import rendering
from standby.messaging.kinds import FOR_STAFF, KINDS, SAMPLE_BOOKING, render_kind
from standby.messaging.models import Message
from standby.messaging.rendering import TemplateText, email_html, email_parts, email_text
from standby.messaging.rules import placeholders_in
from standby.messaging.services import templates
from standby.orders.models import Customer, Order, OrderLogEntry
from standby.orders.services.notify import notify_customer
from standby.payments.providers.cards.test_mode import TestCards
from standby.photos.models import PhotoReview
from standby.photos.services.reviews import open_review, request_retake
from standby.pricing.models.quoting import WizardSession
from standby.workflows.close_day import close_day
from standby.workflows.receive_text import receive_text
from standby.workflows.reminders import RECOVERED_AFTER, agree_to_reminder, remind_of_wizards
from standby.workflows.send_messages import YES_QUESTION
from standby.workflows.write_to_customer import write_to_customer

pytestmark = pytest.mark.usefixtures("shop")
READER = replace(ADA, language=LANGUAGE)
# Words of the market's folder, names, addresses, links and what staff typed
DATA = (
    *("Ada", "Lovelace", "Maria Gonzalez", "Maria", "Grace", "example.org", "The Woodlands"),
    *("24 Waterway Ave", "Spring", PLACE.sample_address, PLACE.city, PLACE.state_code, "USA"),
    *(settings.COMPANY.name, settings.COMPANY.metro, TERMS.fee_name, TERMS.photo_review),
    *(TERMS.photos_take, "HNX4-7K2M-9QPD"),
    *("A hurricane is coming", "It is blurred", "meter", "other"),
)
FAR_AWAY = SENT["POST /api/coverage-rejection-requests"]
LINKS_AND_CODES = re.compile(r"\[\[[^]]+\]\]\S*|https?://\S+|\b[A-Z]+-[0-9A-Z]{4,}\b")
_TAGS = re.compile(r"<style>.*?</style>|<[^>]+>", re.DOTALL)
_SAID_IN_CALENDAR = re.compile(r"^(?:SUMMARY|DESCRIPTION):(.*)$", re.MULTILINE)
_MARK = re.compile("[⟦ȧḗǿŧ]")  # of this language, in each of its sentences


@pytest.fixture(autouse=True)
def _two_languages(pseudo_locales: Path, settings: Settings) -> None:
    speak_it(pseudo_locales, settings)


def english(said: Iterable[str], *, data: Iterable[str] = ()) -> list[str]:
    """What of it is English and no data."""
    known = (*DATA, *data)
    return [word for text in said for word in english_in(LINKS_AND_CODES.sub("", text), data=known)]


def shown(html: str) -> str:
    return unescape(_TAGS.sub(" ", html))


def words_of(message: Message) -> list[str]:
    """All that its reader sees of a message that has its words."""
    said = [message.subject, message.text, *_SAID_IN_CALENDAR.findall(message.calendar)]
    if message.email_parts:
        with override(message.language):
            html = email_html(message.email_parts, is_booked=message.order_ref is not None)
        said.append(shown(html))
    return [text for text in said if text]


def of_customers() -> list[Message]:
    return worded(Message.objects.exclude(kind__in=FOR_STAFF))


@pytest.mark.req("I18N-01.1")
@pytest.mark.parametrize("case", sorted(CASES))
def test_every_kind_is_said_in_it_as_email_and_as_text(case: str) -> None:
    kind, otherwise = CASES[case]
    facts = {**KINDS[kind].sample, **otherwise}
    typed = [value for value in facts.values() if isinstance(value, str)]

    with override(LANGUAGE):
        one = render_kind(kind, SAMPLE_BOOKING, **facts)
        html = email_html(email_parts(one), is_refusable=one.is_refusable)
        said = [one.subject, one.preheader, one.sms, email_text(one), shown(html)]

    assert f'<html lang="{LANGUAGE}">' in html
    assert english(said, data=typed) == []


def a_whole_order(cards: TestCards, folder: Path, *, language: str) -> Order:
    """From its reservation to its cancellation, with a storm, a retake and money that goes back."""
    order = reserve(a_request(contact=replace(ADA, language=language)))
    settle(pay(order, cards=cards), cards=cards)
    close_day(DAY, reason="A hurricane is coming", targets={}, actor="staff jo", now=NOW)
    review = open_review(order, now=NOW)
    sent = {"status": "submitted", "consented_at": NOW, "submitted_at": NOW}
    PhotoReview.objects.filter(pk=review.pk).update(**sent)
    review.refresh_from_db()
    slots = ["gas_meter", "extra-1"]
    request_retake(
        review, reason="It is blurred", slots=slots, needs_full_review=False, actor="jo", now=NOW
    )
    PhotoReview.objects.filter(pk=review.pk).update(**sent)
    review.refresh_from_db()
    decide(review, run_ft=20)
    order = Order.objects.get(pk=order.pk)
    accept(a_proposal(folder, order))
    fee = order.payments.get()
    pay_milestone(order, method="credit_card", cards=cards)
    ask_back(fee, 20_00)
    send_refunds(cards)
    cancel_by_staff(order, cards=cards)
    return order


TOLD = {
    *("date_held", "date_confirmed", "rescheduled", "retake_wanted", "price_locked"),
    *("proposal_ready", "proposal_accepted", "payment_received", "refund_sent", "order_cancelled"),
}


@pytest.mark.req("I18N-01.1")
def test_all_that_an_order_tells_its_customer_is_in_their_language(
    cards: TestCards, tmp_path: Path
) -> None:
    a_whole_order(cards, tmp_path, language=LANGUAGE)

    messages = of_customers()

    assert {message.kind for message in messages} >= TOLD - {"price_locked"}
    assert {message.language for message in messages} == {LANGUAGE}
    assert {each.kind: english(words_of(each)) for each in messages} == {
        each.kind: [] for each in messages
    }
    assert any(message.calendar for message in messages)
    office = Message.objects.filter(kind__in=FOR_STAFF)
    assert not _MARK.search("".join(each.subject + each.text for each in office))


def test_an_english_customer_and_the_order_log_get_no_word_of_who_caused_it(
    cards: TestCards, tmp_path: Path
) -> None:
    with override(LANGUAGE):
        order = a_whole_order(cards, tmp_path, language="en")
        messages = of_customers()
        said = "".join(text for message in messages for text in words_of(message))

    assert {message.language for message in messages} == {"en"}
    assert not _MARK.search(said)
    stored = [
        *OrderLogEntry.objects.filter(order=order).values_list("note", flat=True),
        *order.ledger.values_list("note", flat=True),
        *Message.objects.filter(kind__in=FOR_STAFF).values_list("text", flat=True),
    ]
    assert len(stored) > 20
    assert not _MARK.search("".join(stored))


def test_the_language_of_the_page_on_which_they_reserve_is_that_of_their_messages() -> None:
    for headers, language in (({}, "en"), (IN_IT, LANGUAGE)):
        browser = Client(headers=headers)
        body = a_body(browser, email=f"{language}@example.org")

        order_id = post_order(browser, body).json()["orderId"]

        customer = Customer.objects.get(orders__public_id=order_id)
        sent = Message.objects.filter(order_ref=order_id).values_list("language", flat=True)
        assert customer.language == language
        assert set(sent) == {language}


def test_what_is_put_around_it_when_it_is_sent_is_in_it_too() -> None:
    order = reserve(a_request(contact=READER))
    Message.objects.all().delete()
    write_to_customer(
        str(order.public_id), channel="email", subject="7 7", text="7 7", staff="jo", now=NOW
    )
    notify_customer(order, kind="date_held", dedupe_part="once", until=NOW, now=NOW)
    mail, texts = Way(), Way()

    send_all(a_post(mail, texts), now=NOW.replace(hour=16))

    said = [
        *(text.text for text in texts.taken),
        *(shown(letter.html) for letter in mail.taken),
    ]
    assert (len(texts.taken), len(mail.taken)) == (1, 2)
    with override(LANGUAGE):
        assert texts.taken[0].text.endswith(say(YES_QUESTION))
    assert english(said) == []


@pytest.mark.usefixtures("own_folder")
def test_who_asks_for_a_price_or_a_notice_gets_it_in_the_language_of_the_page() -> None:
    browser = Client(headers=IN_IT)
    saved = post(browser, "/api/saved-quotes", SENT["POST /api/saved-quotes"]).json()
    link = f"/api/saved-quotes/{saved['token']}"
    asked = SENT["POST /api/manual-quote-requests"] | {"email": "ada@example.org"}
    answers = [
        post(browser, f"{link}/email", {"email": "ada@example.org"}),
        post(browser, f"{link}/text", {"phone": "(281) 555-0100", "consent": True}),
        post(browser, "/api/manual-quote-requests", asked),
        post(browser, "/api/coverage-rejection-requests", {**FAR_AWAY, "consent": True}),
    ]
    covered = CoveredZip.objects.create(zip_code="75201", city="Brenham", lat=32.7, lon=-96.8)
    with transaction.atomic():
        notify_waitlist(covered, now=NOW)
    with override(LANGUAGE):
        agree_to_reminder(WizardSession(email="ada@example.org"), now=NOW)
    remind_of_wizards(now=NOW + RECOVERED_AFTER)

    messages = of_customers()

    assert [answer.status_code for answer in answers] == [202, 202, 201, 201]
    assert {(each.kind, each.channel) for each in messages} == {
        *(("quote_saved", "email"), ("quote_saved", "sms"), ("zip_opened", "sms")),
        *(("quote_requested", "email"), ("quote_requested", "sms"), ("wizard_recovery", "email")),
    }
    assert {each.language for each in messages} == {LANGUAGE}
    said = {each.kind: english(words_of(each), data=["Brenham"]) for each in messages}
    assert said == {kind: [] for kind in said}
    office = Message.objects.get(kind="manual_quote")
    assert (office.language, _MARK.findall(office.subject + office.text)) == ("en", [])


@pytest.mark.usefixtures("own_folder")
def test_who_books_a_diagnostic_gets_its_mails_in_the_language_of_the_page() -> None:
    browser = Client(headers=IN_IT)
    [day, *_later] = [each["date"] for each in browser.get("/api/diagnostics/days").json()["days"]]
    wanted = SENT["POST /api/diagnostics"] | {"day": day, "address": a_request().address}
    held = post(browser, "/api/diagnostics", wanted)
    diagnostic = Diagnostic.objects.get(public_id=held.json()["id"])
    for kind, because in (("booked", None), ("cancelled", CanceledBy.STAFF)):
        tell_of_diagnostic(diagnostic, kind=f"diagnostic_{kind}", because=because, now=NOW)

    messages = of_customers()

    assert [english(words_of(each)) for each in messages] == [[], []]
    assert all("DESCRIPTION:" in each.calendar for each in messages)


def test_a_text_is_answered_in_the_language_of_the_customer_with_its_number() -> None:
    reserve(a_request(contact=replace(READER, phone="(281) 555-0133")))

    theirs = receive_text(sid="SM1", sender="+12815550133", text="STOP", now=NOW)
    nobodys = receive_text(sid="SM2", sender="+12815550134", text="STOP", now=NOW)

    assert english([theirs], data=["START"]) == []
    assert nobodys.startswith("Standby: you are opted out")


def test_a_template_of_staff_is_said_in_its_own_language_alone() -> None:
    of = {"kind": "photo_link", "channel": "sms", "site_url": "https://site.test", "by": "jo"}
    ours = TemplateText(text="{brand}: new words {photo_link}")
    templates.create_template_version(ours, **of, language="en", starts_at=NOW, now=NOW)
    reader, other = reserve(a_request(contact=READER)), reserve()
    Message.objects.all().delete()
    for order in (reader, other):
        notify_customer(
            order, kind="photo_link", dedupe_part="once", channels=["sms"], now=NOW, least=5
        )

    in_it, in_english = worded(Message.objects.order_by("pk"))

    assert english([in_it.text]) == []
    assert in_english.text == "Standby: new words [[my-booking/photos]]"


def test_a_template_that_a_language_lacks_is_sent_in_english_and_would_be_found(
    settings: Settings, tmp_path: Path
) -> None:
    write_templates(tmp_path)
    (tmp_path / LANGUAGE / "photo_link.txt").unlink()
    settings.MESSAGE_TEMPLATES = tmp_path

    with override(LANGUAGE):
        lacking = render_kind("photo_link", SAMPLE_BOOKING, least=5)
        there = render_kind("photos_received", SAMPLE_BOOKING, count=6)

    assert lacking.subject == "5 photos to lock your price"
    assert english([there.subject]) == []
    assert english([lacking.subject]) != []


def other_placeholders(folder: Path) -> list[str]:
    """The templates whose placeholders are not those of the English ones."""
    return [
        f"{file.parent.name}/{file.name}"
        for file in sorted(folder.glob("*/*.txt"))
        if set(placeholders_in(file.read_text()))
        != set(placeholders_in((folder / "en" / file.name).read_text()))
    ]


def test_a_template_has_the_same_placeholders_in_each_language(tmp_path: Path) -> None:
    write_templates(tmp_path)
    assert other_placeholders(Path(rendering.__file__).parent / "templates" / "messages") == []
    assert other_placeholders(tmp_path) == []

    spoiled = tmp_path / LANGUAGE / "photo_link.txt"
    spoiled.write_text(spoiled.read_text().replace("{photo_link}", ""))

    assert other_placeholders(tmp_path) == [f"{LANGUAGE}/photo_link.txt"]


def test_a_language_that_is_spoken_no_more_is_ours_again(settings: Settings) -> None:
    order = reserve(a_request(contact=READER))
    settings.LANGUAGES = [("en", "English")]

    said = worded(Message.objects.filter(order_ref=order.public_id))

    assert said
    assert not _MARK.search("".join(each.subject + each.text for each in said))
