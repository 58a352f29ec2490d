"""The internal page is there for whom the operator says, else nothing is (TEST-01, F4)."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.test import Client
from pytest_django import Settings
from tables_browser import at_the_tables, bearer, now, session_of, staff_user

from standby.accounts.models import SignInSession
from standby.accounts.services.sessions import end_sessions
from standby.core.roles import Role

SPELLINGS = ["/test-proposal", "/test-proposal/", "/test-proposal.html"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def site(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "test-proposal.html").write_text("<h1>Test</h1>")
    (tmp_path / "404.html").write_text("<h1>404</h1>")
    settings.WEB_DIST = tmp_path


def shown_to(settings: Settings, whom: str) -> None:
    settings.ENVIRONMENT = django_settings.ENVIRONMENT.model_copy(update={"internal_pages": whom})


def sees(role: Role) -> bool:
    headers = bearer(session_of(staff_user(role, name=f"{role}-asks")))
    return bool(Client().get("/api/staff/me", headers=headers).json()["sees_internal_pages"])


def finds_nothing(browser: Client, path: str = "/test-proposal") -> bool:
    answer = browser.get(path)
    return (answer.status_code, answer.content) == (404, b"<h1>404</h1>")


@pytest.mark.req("TEST-01.4")
@pytest.mark.parametrize("path", SPELLINGS)
def test_f4_whoever_makes_papers_sees_the_page_and_a_stranger_that_nothing_is_there(
    settings: Settings, path: str
) -> None:
    shown_to(settings, "staff")
    forged = Client()
    forged.cookies[django_settings.TABLES_COOKIE] = "x" * 43

    answer = at_the_tables(Role.REVIEWER).get(path)

    assert (answer.status_code, answer.content) == (200, b"<h1>Test</h1>")
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Cache-Control"] == "no-store"
    assert "form-action 'self'" in answer["Content-Security-Policy"]

    assert finds_nothing(Client(), path)
    assert finds_nothing(forged, path)
    assert finds_nothing(Client(), "/nothing-here")


def test_f4_who_may_not_signed_out_or_was_away_too_long_finds_nothing(settings: Settings) -> None:
    shown_to(settings, "staff")
    left, away = (at_the_tables(Role.MANAGER, name=name) for name in ("left", "away"))
    sessions = SignInSession.objects.filter(level="aal2")
    end_sessions(sessions.get(user__username="left@example.org"), scope="local", now=now())
    away_since = now() - timedelta(minutes=31)
    sessions.filter(user__username="away@example.org").update(refreshed_at=away_since)

    for browser in (left, away, at_the_tables(Role.VIEWER)):
        assert finds_nothing(browser)


def test_f4_off_is_off_for_all_and_on_is_for_everybody(settings: Settings) -> None:
    shown_to(settings, "off")
    assert all(finds_nothing(at_the_tables(role)) for role in Role)

    shown_to(settings, "on")
    assert Client().get("/test-proposal").content == b"<h1>Test</h1>"


def test_the_console_is_told_whether_there_are_such_pages(settings: Settings) -> None:
    shown_to(settings, "staff")
    told = {role: sees(role) for role in (Role.VIEWER, Role.REVIEWER)}
    shown_to(settings, "off")

    assert told == {Role.VIEWER: False, Role.REVIEWER: True}
    assert sees(Role.OWNER) is False  # and off is off
