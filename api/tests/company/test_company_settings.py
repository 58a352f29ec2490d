"""Facts about the company that staff set on the settings screen, and where they are stated."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from access_helpers import COMPANY_FACTS
from booking_client import ADDRESS
from booking_helpers import NOW
from built_pages import a_build
from console_client import Console
from django.test import Client
from document_helpers import words_of
from outbox_helpers import Way, a_post, send_all
from pytest_django import Settings

from standby.company import selectors
from standby.company.selectors import company, stored
from standby.core.roles import Role
from standby.messaging.services.outbox import queue_staff_email
from standby.workflows.receive_text import receive_text

pytestmark = pytest.mark.django_db
URL: Final = "settings/company"


@pytest.fixture
def console() -> Console:
    return Console(Role.MANAGER)


def save(console: Console, **changed: str) -> Any:
    return console.call("PUT", URL, {"version": 0, "facts": {**COMPANY_FACTS, **changed}})


@pytest.mark.req("OPS-14.1")
@pytest.mark.usefixtures("shop")
def test_what_staff_save_is_what_messages_and_papers_state_from_then_on(console: Console) -> None:
    answer = save(console)
    queue_staff_email("audit_log_broken", dedupe_key="k", now=NOW, rows="3", broken="-")
    letters = Way()
    send_all(a_post(letters))
    help_reply = receive_text(sid="SM1", sender="+12815550100", text="HELP", now=NOW)

    assert answer.status_code == 200
    assert company().phone == "(281) 555-0199"
    assert company().placeholders == ()
    assert letters.taken[0].reply_to == "office@bayou.test"
    assert "Bayou Backup" in help_reply
    assert "(281) 555-0199" in help_reply
    document = Client().post(
        "/api/gas-requests",
        {"name": "Ada Lovelace", "address": ADDRESS, "appliances": []},
        content_type="application/json",
    )
    letterhead = words_of(document.content)
    assert "TECL 31337" in letterhead
    assert "Bayou Backup Power LLC" in letterhead


def test_each_fact_says_where_it_comes_from_and_who_changed_it(
    console: Console, settings: Settings
) -> None:
    settings.COMPANY = replace(
        settings.COMPANY, email="set@environment.test", placeholders=("phone",)
    )
    before = console.get(URL)

    after = save(console, email="set@environment.test").json()

    assert before["sources"]["email"] == "environment"
    assert before["sources"]["phone"] == "invented"
    assert before["sources"]["hours"] == "market"
    assert (after["sources"]["phone"], after["sources"]["email"]) == ("screen", "environment")
    assert after["otherwise"]["phone"] == settings.COMPANY.phone
    (change,) = after["history"]
    assert change["after"]["phone"] == "(281) 555-0199"
    assert "email" not in change["after"]
    assert change["who"] == "manager@example.org"


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"phone": "555-0199"}, "facts.phone"),
        ({"email": "office"}, "facts.email"),
        ({"licence": "TECL 00000"}, "facts.licence"),
        ({"legal_name": " "}, "facts.legal_name"),
        ({"slogan": "Power"}, "facts.slogan"),
    ],
)
def test_a_fact_that_cannot_be_stated_is_refused_beside_its_field(
    console: Console, changed: dict[str, str], field: str
) -> None:
    answer = save(console, **changed)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert stored("company") == {}


def test_of_two_who_save_the_second_is_asked_to_look_again(console: Console) -> None:
    save(console)

    answer = save(console, name="Other")

    assert answer.json()["code"] == "settings_changed_meanwhile"
    assert answer.json()["detail"].startswith(f"{console.user.email} changed these settings at ")
    assert company().name == "Bayou Backup"


def test_nothing_is_read_again_within_two_seconds(
    console: Console, django_assert_num_queries: Any
) -> None:
    save(console)
    company()
    with django_assert_num_queries(0):
        assert company().name == "Bayou Backup"


@pytest.mark.req("OPS-14.1")
@pytest.mark.usefixtures("catalog")
def test_a_saved_fact_stands_on_the_pages_without_a_build(
    console: Console, tmp_path: Path, settings: Settings
) -> None:
    link = '<a href="tel:%%company.phone_link%%">%%company.phone%%</a>'
    settings.WHITENOISE_ROOT = a_build(tmp_path, {"faq.html": link})
    version = selectors.settings_version()
    save(console)

    assert selectors.settings_version() != version
    page = Client().get("/faq").content.decode()
    assert page == '<a href="tel:+12815550199">(281) 555-0199</a>'
