"""What customers read: exact, escaped, short enough for a text, and never asking for CANCEL.

Each message stands in messages.txt as it is sent. When words of ours are to change:
`pytest tests/messaging/test_message_kinds.py --write`, and read what git shows. Then placeholders,
and who of the staff may read which kind.
"""

import json
import re
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings
from role_permissions import WHO_MAY

from standby.company.selectors import company
from standby.core.roles import Role
from standby.core.words import Sentence
from standby.messaging import rendering, rules
from standby.messaging.api import sms_of
from standby.messaging.kinds import (
    FROM_STAFF,
    KINDS,
    READABLE_KINDS,
    SAMPLE_BOOKING,
    may_send_again,
    readable_kinds,
    render_kind,
    with_sample_link,
)
from standby.messaging.kinds import KINDS as DEFINITIONS
from standby.messaging.rendering import RenderedMessage, email_html, email_parts, email_text
from standby.messaging.rules import costly_characters, count_segments, length_of, to_gsm
from standby.orders.rules.policy import TEXTS_CONSENT

AS_SENT = Path(__file__).with_name("messages.txt")
WEB = Path(__file__).parents[3] / "web" / "src"
KIND_NAMES = sorted(DEFINITIONS)
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


# Beside each kind with its example: the same with other facts, as which it ends in other words.
OTHERWISE: dict[str, tuple[str, dict[str, Any]]] = {
    "change_declined_after_lock": ("change_declined", {"if_declined": "price_stays"}),
    "change_declined_within": ("change_declined", {"if_declined": "within_limit"}),
    "price_change_of_modules": ("price_change", {"cause": "modules"}),
    "price_change_of_both": ("price_change", {"cause": "run_and_modules"}),
    "price_change_large": ("price_change", {"if_declined": "refundable", "total_cents": 15_194_77}),
    "installation_done_uninspected": (
        "installation_done",
        {"is_inspected": False, "is_started_up": False},
    ),
    "milestone_due_in_full": ("milestone_due", {"milestone": "other", "due_cents": 3_048_69}),
    "order_cancelled_and_kept": ("order_cancelled", {"refund_cents": 0, "retained_cents": 100_00}),
    "order_cancelled_as_credit": (
        "order_cancelled",
        {"refund_cents": 0, "retained_cents": 100_00, "is_credit": True},
    ),
    "order_cancelled_and_owed": (
        "order_cancelled",
        {"refund_cents": 0, "retained_cents": 100_00, "owed_cents": 1_169_47},
    ),
    "late_transfer_failed_and_owed": ("late_transfer_failed", {"owed_cents": 1_169_47}),
    "order_cancelled_with_a_transfer": (
        "order_cancelled",
        {
            "under_way": [
                Sentence(
                    "Your bank transfer of %(amount)s is still on its way; if it arrives, it is "
                    "sent back.",
                    amounts={"amount": 3_048_69},
                )
            ]
        },
    ),
    "order_cancelled_with_a_transfer_alone": (
        "order_cancelled",
        {
            "refund_cents": 0,
            "under_way": [
                Sentence(
                    "A refund of %(amount)s from before is still on its way to you.",
                    amounts={"amount": 100_00},
                )
            ],
        },
    ),
    "order_cancelled_unpaid": ("order_cancelled", {"refund_cents": 0, "retained_cents": 0}),
    "payment_received_too_much": (
        "payment_received",
        {"surcharge_cents": 0, "remaining_cents": -5_00, "next_milestone": ""},
    ),
    "payment_returned_elsewhere": ("payment_returned", {"is_paid_online": False}),
    "photos_received_one": ("photos_received", {"count": 1}),
    "price_locked_unchanged": ("price_locked", {"was_cents": 12_194_77}),
    "refund_sent_of_the_fee": (
        "refund_sent",
        {
            "effect": Sentence(
                "The amount still to pay rises by %(rises)s, to %(remaining)s.",
                amounts={"rises": 100_00, "remaining": 12_694_77},
            )
        },
    ),
    "rescheduled_by_the_customer": ("rescheduled", {"is_by_customer": True}),
    "rescheduled_by_us": ("rescheduled", {"reason": "The utility needs another day."}),
    "retake_wanted_at_length": ("retake_wanted", {"reason": "meter " * 60}),
}
CASES = {kind: (kind, dict[str, Any]()) for kind in KIND_NAMES} | OTHERWISE


@pytest.mark.req("PRICE-02.2")
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, "Still to pay: $9,146.08. Next is $6,097.39 when the equipment arrives."),
        (
            {"next_milestone": "acceptance", "next_due_on": date(2026, 3, 3)},
            "Still to pay: $9,146.08. Next is $6,097.39 by Tuesday, March 3.",
        ),
        ({"next_milestone": "", "remaining_cents": 10_00}, "Still to pay: $10.00."),
        ({"next_milestone": "", "remaining_cents": -5_00}, "Nothing remains to be paid."),
    ],
)
def test_a_receipt_says_what_is_still_to_pay_and_when(
    changed: dict[str, Any], expected: str
) -> None:
    facts = {**DEFINITIONS["payment_received"].sample, **changed}

    rendered = render_kind("payment_received", SAMPLE_BOOKING, **facts)

    assert expected in " ".join(rendered.paragraphs)
    assert "Open balance" not in email_text(rendered)


def test_texts_are_one_segment_except_where_a_reason_or_the_first_opt_out_needs_two() -> None:
    def segments(kind: str) -> int:
        sms = render_kind(kind, SAMPLE_BOOKING, **DEFINITIONS[kind].sample).sms
        return count_segments(to_gsm(with_sample_link(sms, site_url="https://site.test")))

    long = {kind for kind in KIND_NAMES if segments(kind) > 1}
    assert long <= {"date_confirmed", "retake_wanted"}


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


def rendered(kind: str, **changed: Any) -> RenderedMessage:
    return render_kind(kind, replace(SAMPLE_BOOKING, **changed), **DEFINITIONS[kind].sample)


def tags_of(one: RenderedMessage) -> Tags:
    tags = Tags()
    tags.feed(email_html(email_parts(one)))
    return tags


def as_sent(one: RenderedMessage) -> str:
    text = to_gsm(with_sample_link(one.sms, site_url="https://site.test"))
    said = [
        f"Subject: {one.subject}",
        f"At a glance: {one.preheader}",
        email_text(one).rstrip(),
        f"As a text, {length_of(text)} characters in {count_segments(text)} segments:",
        text,
    ]
    return "\n\n".join(said) + "\n"


@pytest.mark.req("BOOK-04.3")
def test_messages_are_sent_as_written_down(request: pytest.FixtureRequest) -> None:
    sent = "\n".join(f"===== {case}\n\n{as_sent(_message(case))}" for case in sorted(CASES))

    if request.config.getoption("--write"):
        AS_SENT.write_text(sent)
    assert sent == AS_SENT.read_text()


def _message(case: str) -> RenderedMessage:
    kind, facts = CASES[case]
    return render_kind(kind, SAMPLE_BOOKING, **{**DEFINITIONS[kind].sample, **facts})


@pytest.mark.req("BOOK-04.3")
@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_letter_says_the_same_in_both_forms_and_links_to_the_booking_as_the_text_does(
    kind: str,
) -> None:
    one, text = rendered(kind), sms_of(kind)

    plain, tags = email_text(one), tags_of(one)
    in_html = " ".join(tags.said)
    for said in (*one.paragraphs, *one.closing):
        assert said in plain
        assert said in in_html
    assert rendering.MY_BOOKING in plain or rendering.MY_PHOTOS in plain
    assert rendering.MY_BOOKING in tags.links
    assert one.preheader in in_html
    assert "\n" not in one.subject
    assert not re.search(r"(?i)(text|reply|answer)\W+(with )?\W*cancel", plain)
    print(f"{kind}: {length_of(text)} characters, {count_segments(text)} segments")
    assert text.startswith(f"{company().name}: ")
    assert count_segments(text) <= 2
    assert "/b/" in text
    assert "CANCEL" not in text


# Values that are one of few: nobody types them.
ONE_OF_FEW = ("milestone", "cause", "if_declined")


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_hostile_words_stay_words(kind: str) -> None:
    honest = tags_of(rendered(kind))
    for hostile in HOSTILE:
        facts: dict[str, Any] = {
            name: hostile if isinstance(given, str) and name not in ONE_OF_FEW else given
            for name, given in DEFINITIONS[kind].sample.items()
        }
        booking = replace(SAMPLE_BOOKING, name=hostile, address=hostile)

        tags = tags_of(render_kind(kind, booking, **facts))

        assert tags.names == honest.names
        assert tags.attributes == honest.attributes
        assert tags.links == honest.links


def test_a_typed_placeholder_becomes_no_link() -> None:
    assert rendering.MY_BOOKING not in rendering.sanitize_input(
        f"{rendering.MY_BOOKING}\nAda\t Lovelace"
    )
    assert rendering.sanitize_input("Ada\r\nBcc: all@example.org") == "Ada Bcc: all@example.org"


def test_what_is_read_later_holds_no_link() -> None:
    shown = rendering.without_links(email_text(rendered("photo_link")))

    assert "[[" not in shown
    assert "your photo page" in shown


def test_somebody_without_a_name_is_greeted_too() -> None:
    assert "Hello there," in email_text(rendered("date_confirmed", name=""))


def test_what_strangers_wrote_never_stands_in_a_subject() -> None:
    received = rendering.render_plain(
        "text_received",
        sender="+12815550100",
        sender_end="00",
        text="Subject: mine",
        order="unknown",
    )

    assert received["subject"] == "A text to answer, from ***00"


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_every_message_names_the_company_of_the_settings(kind: str, settings: Settings) -> None:
    settings.COMPANY = replace(
        settings.COMPANY, name="Dallas & Sons", phone="(214) 555-0100", metro="Dallas"
    )
    written = rendered(kind)
    html = email_html(email_parts(written))
    sent = "".join((email_text(written), html, written.sms))

    assert "Dallas & Sons, (214) 555-0100" in email_text(written)
    assert "Dallas &amp; Sons home standby power, Dallas" in html
    assert [old for old in ("Standby", "555-0142", "Houston &middot;") if old in sent] == []


def test_the_consent_that_is_kept_is_the_one_that_was_read() -> None:
    catalog = json.loads((WEB / "messages" / "en.json").read_text())

    assert catalog["contact_consent"] == TEXTS_CONSENT


VALUES = {"day": "Thursday, March 12", "name": "{day} {link}", "nothing": ""}
KNOWN = ("day", "name", "link", "details", "button")


def test_a_placeholder_becomes_its_value_on_one_line_and_is_looked_at_once() -> None:
    said = rules.fill_placeholders("On {day},\n  {nothing} we   come. {name}", VALUES)

    assert said == "On Thursday, March 12, we come. {day} {link}"
    with pytest.raises(KeyError):
        rules.fill_placeholders("{secret}", VALUES)


@pytest.mark.parametrize(
    "hostile",
    [
        *("{day.__class__}", "{day!r}", "{day:>1000000}", "{day[0]}", "{DAY}", "{0}", "{}"),
        *("{{7*7}}", "{% debug %}", "{{ settings.SECRET_KEY }}", "${day}{", "%(day)s }"),
    ],
)
def test_hostile_words_reach_nothing_and_are_not_accepted(hostile: str) -> None:
    assert rules.find_errors(hostile, known=KNOWN) != []

    said = rules.fill_placeholders(hostile, VALUES)

    plain = hostile.replace("{day}", VALUES["day"])
    assert said == " ".join(plain.split())


@given(st.text(alphabet="{}day.[]_!:% \n0", max_size=40))
def test_whatever_is_written_only_values_are_put_in(words: str) -> None:
    if rules.find_errors(words, known=VALUES):
        return

    said = rules.fill_placeholders(words, {"day": "X", "name": "X", "nothing": "X"})

    assert "{" not in said
    assert "}" not in said


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("We come on {day}.", []),
        (
            "We come on {date} or {hour}.",
            ["{date} is not a known placeholder.", "{hour} is not a known placeholder."],
        ),
        ("{ day }", ["Use braces only around the name of a placeholder, such as {day}."]),
        ("[[my-booking]]", ["Double brackets are reserved for links. Use a placeholder instead."]),
        ("We\u200b come\x07", ["It contains an invisible character."]),
        ("One\r\n\r\ntwo", []),
    ],
)
def test_what_is_wrong_is_said_in_sentences(words: str, faults: list[str]) -> None:
    assert rules.find_errors(words, known=KNOWN) == faults


@pytest.mark.parametrize(
    ("subject", "faults"),
    [
        ("On {day}", []),
        ("For {name}", ["{name} cannot be used here."]),
        ("{details}", ["{details} cannot be used here."]),
        ("On {day}\nBcc: all@example.org", ["It must be one line."]),
        ("On {day}\r", ["It must be one line."]),
    ],
)
def test_a_subject_is_one_line_without_anything_typed(subject: str, faults: list[str]) -> None:
    assert rules.subject_errors(subject, free_text=["name"]) == faults


@pytest.mark.parametrize(
    ("text", "is_good"),
    [
        ("Hello.\n\n{details}\n\n{button}\n\nBye.", True),
        ("Hello.\r\n \r\n{button}", True),
        ("Hello.", True),
        ("Press {button} now.", False),
        ("{button}\n\n{button}", False),
        ("{details}\n{button}", False),
    ],
)
def test_the_table_and_the_button_are_paragraphs_of_their_own(text: str, is_good: bool) -> None:
    assert (rules.email_errors(text) == []) is is_good


def test_paragraphs_are_parted_by_empty_lines() -> None:
    assert rules.paragraphs_of("One\nstill one\r\n\r\n\r\ntwo\n") == ["One\nstill one", "two"]
    assert rules.paragraphs_of(" \n ") == []


def test_a_text_is_three_segments_at_most_and_asks_for_no_cancel() -> None:
    assert rules.sms_errors("a" * 459) == []
    assert rules.sms_errors("a" * 460) == ["It would be sent as 4 texts; the limit is 3."]
    assert rules.sms_errors("é" * 201 + "Ω" * 2 + "й") == [
        "It would be sent as 4 texts; the limit is 3."
    ]
    assert rules.sms_errors("Reply with CANCEL to end") == [
        "A reply of CANCEL ends all texts: do not ask for it."
    ]


def test_signs_that_double_the_price_are_named() -> None:
    assert costly_characters("It\u2019s 20 °C in Łódź, ok…") == ["°", "Ł", "ó", "ź"]


_SOURCE: Final = Path(__file__).parents[2] / "standby"
_QUEUED: Final = re.compile(
    r'(?:Message\(\s*kind=|notify_customer\([^()]*?kind=|queue_staff_email\(\s*)"(\w+)"'
)


def kinds_queued() -> set[str]:
    sources = _SOURCE.rglob("*.py")
    named = {kind for source in sources for kind in _QUEUED.findall(source.read_text())}
    return named | {"date_held", "pay_link", FROM_STAFF}  # named by constants and choices


def test_the_office_reads_what_customers_and_it_are_sent_and_nobody_account_mail() -> None:
    assert not READABLE_KINDS & {"account_recovery", "account_email_change"}
    assert {role: readable_kinds(role) for role in Role} == {
        role: READABLE_KINDS if role in WHO_MAY["see_messages"] else frozenset() for role in Role
    }
    assert readable_kinds("") == readable_kinds("king") == frozenset()


def test_account_mail_is_sent_again_by_owners_and_the_rest_by_who_sends_messages() -> None:
    senders = {
        kind: {role for role in Role if may_send_again(role, kind)}
        for kind in ("account_recovery", "photo_link")
    }

    assert senders == {"account_recovery": {"owner"}, "photo_link": WHO_MAY["send_messages"]}


def test_every_kind_that_is_queued_says_who_reads_it() -> None:
    queued = kinds_queued()

    assert {"date_held", "staff_needed", "zip_opened", "wizard_recovery"} <= queued
    assert queued | set(KINDS) == READABLE_KINDS


@pytest.mark.req("TRUTH-03.1")
@pytest.mark.parametrize("kind", ["date_confirmed", "photo_link"])
@pytest.mark.parametrize(("lower_ft", "times"), [(50, 1), (None, 0)])
def test_a_lower_price_is_said_only_of_a_farther_band(
    kind: str, lower_ft: int | None, times: int
) -> None:
    booking = replace(SAMPLE_BOOKING, lower_ft=lower_ft)
    text = email_text(render_kind(kind, booking, **DEFINITIONS[kind].sample))
    assert text.count("A run of 50 ft or less lowers it.") == times
    assert ("lower" in text) is (times == 1)
    assert "  " not in text.split("Day:")[0]
