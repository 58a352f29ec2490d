"""A member of staff at the tables: signed in, second factor shown, the console's cookie there."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

from django.db import transaction
from django.test import Client

from standby.accounts.models import SignInSession, User
from standby.accounts.services.sessions import open_session, raise_level
from standby.accounts.services.tokens import access_token
from standby.core.roles import Role


def now() -> datetime:
    return datetime.now(tz=UTC)


def staff_user(role: Role | str, *, name: str = "") -> User:
    email = f"{name or role or 'nobody'}@example.org"
    return User.objects.create(username=email, email=email, is_staff=True, role=role)


def session_of(user: User, *, shown_ago: timedelta = timedelta(0)) -> SignInSession:
    """At the second level."""
    with transaction.atomic():
        session = open_session(user, method="password", now=now()).session
        raised = raise_level(session, method="totp", now=now() - shown_ago).session
        raised.refreshed_at = now()  # whoever showed it long ago has been at work since
        raised.save(update_fields=["refreshed_at"])
        return raised


def bearer(session: SignInSession) -> dict[str, str]:
    return {"authorization": f"Bearer {access_token(session, now=now())}"}


def at_the_tables(
    role: Role | str = Role.MANAGER,
    *,
    name: str = "",
    shown_ago: timedelta = timedelta(0),
    checks_csrf: bool = False,
) -> Client:
    browser = Client(enforce_csrf_checks=checks_csrf)
    session = session_of(staff_user(role, name=name), shown_ago=shown_ago)
    answer = browser.generic("POST", "/api/staff/tables-session", headers=bearer(session))
    assert answer.status_code == 204, answer.content
    return browser


def fields_of(page: Any) -> dict[str, str]:
    """What a browser would send of the page's form if nothing was typed."""
    html = page.content.decode()
    assert page.status_code == 200, html[:500]
    form = re.search(r'<form[^>]*id="\w+_form".*?</form>', html, re.DOTALL)
    assert form, html[:2000]
    return values_of(form[0])


def values_of(form: str) -> dict[str, str]:
    """The values of a form's fields, by their names."""
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        said = {name: unescape(text) for name, text in re.findall(r'([\w-]+)="([^"]*)"', tag)}
        kind = said.get("type", "text")
        if "name" not in said or kind in ("submit", "file"):
            continue
        if kind in ("checkbox", "radio") and " checked" not in tag:
            continue
        sent[said["name"]] = said.get("value", "on" if kind == "checkbox" else "")
    for name, text in re.findall(
        r'<textarea[^>]*name="([^"]+)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL
    ):
        sent[name] = unescape(text)
    for name, options in re.findall(
        r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.search(r'<option value="([^"]*)"[^>]*? selected', options)
        sent[name] = unescape(chosen[1]) if chosen else ""
    return sent


def save(browser: Client, path: str, **typed: Any) -> Any:
    """Open the form, type into some of its fields, save. None leaves a box unticked, a list ticks
    several."""
    sent: dict[str, Any] = {**fields_of(browser.get(path)), **typed}
    return browser.post(path, {name: text for name, text in sent.items() if text is not None})


def said(page: Any) -> str:
    """Its words, without what they stand in."""
    text = re.sub(r"<(script|style).*?</\1>", " ", page.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())
