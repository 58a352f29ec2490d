"""What customers read: exact, escaped, short enough for a text, and never asking for CANCEL."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from standby.apps.notifications import words
from standby.apps.notifications.words import brand, letter, staff
from standby.apps.notifications.words.samples import BOOKING, SAMPLES
from standby.domain.policy import TEXTS_CONSENT
from standby.domain.text_message import length_of, segments_of
from standby.http.message_preview import sms_of

WEB = Path(__file__).parents[3] / "web" / "src"
KINDS = sorted(words.WORDS)
HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'\"--></style></script><svg onload=alert(1)>",
    "javascript:alert(1)//",
    "<a href=\"javascript:alert(1)\">x</a>",
    "{{7*7}} ${7*7} <%= 7*7 %>",
    "</td></tr></table><h1>mine</h1>",
    "&lt;b&gt; &#60;b&#62;",
)  # fmt: skip


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [to or "" for name, to in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def told(kind: str, **changed: Any) -> letter.Told:
    return words.told(kind, replace(BOOKING, **changed), **SAMPLES[kind])


def tags_of(one: letter.Told) -> Tags:
    tags = Tags()
    tags.feed(letter.framed(letter.inside(one.letter)))
    return tags


def test_every_kind_has_an_example() -> None:
    assert sorted(SAMPLES) == KINDS


@pytest.mark.req("BOOK-04.3")
@pytest.mark.parametrize("kind", KINDS)
def test_every_letter_says_the_same_in_both_forms_and_links_to_the_booking(kind: str) -> None:
    one = told(kind)

    plain, tags = letter.plain(one.letter), tags_of(one)
    in_html = " ".join(tags.said)
    for said in (*one.letter.paragraphs, *one.letter.closing):
        assert said in plain
        assert said in in_html
    assert letter.MY_BOOKING in plain or letter.MY_PHOTOS in plain
    assert letter.MY_BOOKING in tags.links
    assert "Hello Ada," in plain
    assert one.letter.glance in in_html
    assert "\n" not in one.letter.subject


@pytest.mark.req("BOOK-04.3")
@pytest.mark.parametrize("kind", KINDS)
def test_every_text_names_us_links_to_the_booking_and_fits_two_segments(kind: str) -> None:
    text = sms_of(kind)

    print(f"{kind}: {length_of(text)} characters, {segments_of(text)} segments")
    assert text.startswith("Standby: ")
    assert segments_of(text) <= 2
    assert "/b/" in text
    assert "CANCEL" not in text


@pytest.mark.parametrize("kind", ["photo_link", "price_locked", "payment_received", "refund_sent"])
def test_the_shortest_texts_are_one_segment_with_their_link(kind: str) -> None:
    assert segments_of(sms_of(kind)) == 1


@pytest.mark.parametrize("kind", ["date_held", "date_confirmed", "reminder_week", "photo_reminder"])
def test_the_first_texts_say_how_to_end_them(kind: str) -> None:
    assert "Reply STOP to opt out" in sms_of(kind)


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_asked_to_text_cancel(kind: str) -> None:
    one = told(kind)

    assert not re.search(r"(?i)(text|reply|answer)\W+(with )?\W*cancel", letter.plain(one.letter))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_words_stay_words(kind: str, hostile: str) -> None:
    facts: dict[str, Any] = {
        name: hostile if isinstance(given, str) and name != "milestone" else given
        for name, given in SAMPLES[kind].items()
    }
    booking = replace(BOOKING, name=hostile, address=hostile)

    tags = tags_of(words.told(kind, booking, **facts))

    assert tags.names == tags_of(told(kind)).names
    assert tags.attributes == tags_of(told(kind)).attributes
    assert tags.links == tags_of(told(kind)).links


def test_a_typed_placeholder_becomes_no_link() -> None:
    assert letter.MY_BOOKING not in letter.as_typed(f"{letter.MY_BOOKING}\nAda\t Lovelace")
    assert letter.as_typed("Ada\r\nBcc: all@example.org") == "Ada Bcc: all@example.org"


def test_what_is_read_later_holds_no_link() -> None:
    one = told("photo_link")

    shown = letter.readable(letter.plain(one.letter))

    assert "[[" not in shown
    assert "your photo page" in shown


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("change_declined", {"is_refundable": False}, "We call you to find what fits."),
        ("order_cancelled", {"refund_cents": 0, "kept_cents": 100_00}, "$100.00 is kept"),
        ("order_cancelled", {"refund_cents": 0, "kept_cents": 0}, "nothing to pay"),
        ("photos_received", {"count": 1}, "your 1 photo."),
        (
            "price_locked",
            {"total_cents": 1_00, "was_cents": 1_00, "receipt_code": "R"},
            "is locked. It holds",
        ),
    ],
)
def test_the_other_endings_have_words_too(kind: str, facts: dict[str, Any], said: str) -> None:
    assert said in letter.plain(words.told(kind, BOOKING, **facts).letter)


def test_a_long_reason_is_cut_at_a_word_in_a_text() -> None:
    one = words.told("retake_wanted", BOOKING, reason="meter " * 60)

    assert segments_of(one.text) <= 2
    assert "meter..." in one.text
    assert "meter " * 59 in letter.plain(one.letter)


def test_somebody_without_a_name_is_greeted_too() -> None:
    assert "Hello there," in letter.plain(told("date_confirmed", name="").letter)


def test_a_surcharge_and_a_credit_are_lines_of_their_own_only_where_there_is_one() -> None:
    free = words.told(
        "payment_received",
        BOOKING,
        amount_cents=1_00,
        what="Site visit",
        surcharge_cents=0,
        balance_cents=-5_00,
    )
    full = words.told(
        "milestone_due", BOOKING, milestone="other", amount_cents=1_00, due_cents=1_00
    )

    assert "surcharge" not in letter.plain(free.letter)
    assert ("Open balance", "$0.00") in free.letter.details
    assert "Credited" not in letter.plain(full.letter)


def test_what_strangers_wrote_never_stands_in_a_subject() -> None:
    received = staff.text_received(sender="+12815550100", text="Subject: mine", order="unknown")

    assert received.subject == "A text to answer, from ***00"


def test_our_name_phone_and_colours_are_those_of_the_site() -> None:
    company = (WEB / "content" / "company.ts").read_text()
    tokens = (WEB / "styles" / "tokens.css").read_text()

    assert f'phone: "{brand.PHONE}"' in company
    assert f'name: "{brand.NAME}"' in company
    paints = {getattr(brand.PAINT, name) for name in type(brand.PAINT).__slots__}
    assert [paint for paint in paints if paint not in tokens] == []


def test_the_consent_that_is_kept_is_the_one_that_was_read() -> None:
    contact = (WEB / "features" / "contact" / "copy.ts").read_text()

    assert f'"{TEXTS_CONSENT}"' in contact
