"""With a language that nobody speaks, nothing that people read stays English (I18N-01)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from booking_client import a_body, post_order
from console_client import Console
from crew_phone_helpers import Phone
from django.test import Client
from django.utils.translation import override
from pseudo_language import IN_IT, LANGUAGE, english_fields, english_in, speak_it
from pytest_django import Settings
from test_words import kinds_of
from whole_orders import whole

from standby.api import api
from standby.audit.rules import _ACTION_DESCRIPTIONS, _ACTOR_LABELS
from standby.core.errors import DomainError
from standby.core.market import PLACE, TERMS
from standby.core.roles import Role
from standby.core.words import say
from standby.messaging.rules import WHY_NOT_SENT
from standby.orders.models import Order
from standby.orders.selectors.order_log_text import _CHANGE_DESCRIPTIONS
from standby.readiness.rules import Missing, StepKind, in_words, step_name
from standby.tracking.rules.next_actions import NextActionKey, OrderFacts, _how, _title
from standby.tracking.rules.staff_actions import refused_actions
from standby.tracking.rules.status_sentences import PREPARATIONS, SENTENCES, STATES
from standby.tracking.rules.waits import GROUP_NAMES

NOW = datetime(2026, 11, 9, 15, 0, tzinfo=UTC)
FACTS = OrderFacts(
    order_status="scheduled",
    late_step=StepKind.PERMIT,
    late_since=date(2026, 11, 9),
    missing=(Missing.PERMIT, Missing.HOA),
    held_until=NOW,
    due_milestone="acceptance",
)
# Words of the market's folder, names and addresses: no catalog has them.
DATA = (
    *(
        "test",
        "Ada Lovelace",
        "Ada@example.org",
        "example.org",
        "Grace Hopper",
        "Grace",
        "The Woodlands",
        "Waterway Ave",
    ),
    *(PLACE.city, PLACE.state_code, "USA", TERMS.fee_name, TERMS.photo_review, TERMS.photos_take),
    *("Generac", "Guardian", "kW", "HOA", "Standard Installation"),
)
# Not of the reader's language: prices and notes as they were
# stored, messages as they were sent, papers; names for machines; and what pydantic says of a
# field, which pages do not show.
NOT_SAID = (
    *("description", "unit", "note", "messages", "file", "files"),
    *("code", "sha256", "hash", "actor", "credential", "errors"),
)
NAMED = re.compile(r"%\((\w+)\)s")


@pytest.fixture(autouse=True)
def _pseudo(pseudo_locales: Path, settings: Settings) -> Iterator[None]:
    speak_it(pseudo_locales, settings)
    with override(LANGUAGE):
        yield


def with_any_values(message: str) -> str:
    return say(message, **dict.fromkeys(NAMED.findall(message), "7"))


def test_every_refusal_has_a_message_in_the_catalog() -> None:
    assert api.title
    errors = [kind for kind in kinds_of(DomainError) if getattr(kind, "message", "")]
    assert len(errors) > 200

    said = {}
    for kind in errors:
        error = kind.__new__(kind)
        DomainError.__init__(error, **dict.fromkeys(NAMED.findall(kind.message), "7"))
        said[kind.__name__] = str(error)

    assert {name: text for name, text in said.items() if english_in(text)} == {}


@pytest.mark.parametrize("key", NextActionKey)
def test_every_next_action_is_said_in_it(key: NextActionKey) -> None:
    worlds = [FACTS, replace(FACTS, missing=(), has_proposal=True, held_until=None)]

    texts = [said for facts in worlds for said in (_title(key, facts), _how(key, facts))]

    assert [text for text in texts if english_in(text, data=DATA)] == []


def test_every_reason_against_an_action_of_staff_is_said_in_it() -> None:
    worlds = product(
        ("reserved", "scheduled", "accepted", "equipment_arrived", "completed", "cancelled"),
        ("held", "confirmed", None),
        ("awaiting_photos", "retake_requested", "submitted", "decided", None),
        Role,
    )

    reasons = {
        reason
        for order, visit, photos, role in worlds
        for reason in refused_actions(
            OrderFacts(
                order_status=order,
                visit_status=visit,
                photos_status=photos,
                is_visit_ahead=True,
                is_powered_on=order == "completed",
            ),
            role=role,
        ).values()
    }

    assert len(reasons) > 15
    assert {reason for reason in reasons if english_in(reason)} == set()


def test_the_tables_of_sentences_are_in_the_catalog() -> None:
    tables = [
        *GROUP_NAMES.values(),
        *PREPARATIONS.values(),
        *STATES.values(),
        *_CHANGE_DESCRIPTIONS.values(),
        *_ACTION_DESCRIPTIONS.values(),
        *_ACTOR_LABELS.values(),
        *WHY_NOT_SENT.values(),
        *(sentence.words for sentence in SENTENCES),
    ]
    texts = [*map(with_any_values, tables), in_words(list(Missing)), *map(step_name, StepKind)]

    assert [text for text in texts if english_in(text, data=DATA)] == []


def english(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code < 500
    said = answer.json()
    if said.get("type") == "about:blank":
        del said["title"]  # the status's own name (RFC 9457)
    return list(english_fields(said, data=DATA, ours=NOT_SAID))


@pytest.mark.req("I18N-01.1")
def test_the_main_walk_answers_in_the_language_of_the_browser(shop: None, own_folder: Path) -> None:
    browser = Client(headers=IN_IT)
    made = post_order(browser, a_body(browser))
    order = Order.objects.get(public_id=made.json()["orderId"])
    first = browser.get("/api/my-booking")
    whole(order)
    answers = [
        made,
        first,
        *(
            browser.get(f"/api/my-booking{path}")
            for path in ("", "/photos", "/money", "/cancellation")
        ),
        browser.post("/api/my-booking/cancel", {}, content_type="application/json"),
        browser.get("/api/my-booking/photos/none"),
        post_order(browser, a_body(Client(), name="https://example.org")),
    ]

    assert made.status_code == 201
    assert [english(answer) for answer in answers] == [[] for _ in answers]


def test_the_crews_phone_shows_everything_in_it(shop: None, own_folder: Path) -> None:
    phone = Phone(status="accepted")
    phone.browser.defaults["HTTP_ACCEPT_LANGUAGE"] = LANGUAGE
    answers = [
        phone.browser.get("/api/staff/crew/jobs"),
        phone.send(arrived=True),
        phone.send(ticked=["roof"]),
        phone.photo("after", b"no picture"),
        phone.sign(),
        phone.complete(),
        phone.send("on-the-way", method="post"),
    ]

    assert [english(answer) for answer in answers] == [[] for _ in answers]


def test_the_console_shows_an_order_and_what_waits_in_it(shop: None, own_folder: Path) -> None:
    browser, console = Client(), Console(name="Grace Hopper")
    order = Order.objects.get(public_id=post_order(browser, a_body(browser)).json()["orderId"])
    whole(order)
    headers = {**console._headers, **IN_IT}
    answers = [
        Client(headers=headers).get(f"/api/staff/{path}")
        for path in (f"orders/{order.public_id}", "waits", "audit-log")
    ]

    assert [english(answer) for answer in answers] == [[] for _ in answers]


def test_a_sentence_that_is_not_in_the_catalog_would_be_found() -> None:
    said = {"title": say("This was forgotten."), "status": "held", "name": "Ada Lovelace"}

    assert list(english_fields(said, data=DATA)) == [(".title", "This was forgotten.")]
