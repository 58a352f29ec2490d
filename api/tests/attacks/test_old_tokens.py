"""Every token ever given, used again after every change of what its account may do (SEC-01)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

import pyotp
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from tables_browser import at_the_tables, now, save

from standby.accounts.models import Factor, User
from standby.accounts.services.tokens import issue_token
from standby.core.roles import Role

EMAIL: Final = "jo@example.org"
PASSWORD: Final = "correct-horse-battery"
TABLES: Final = "/staff/tables/"
EVERYBODY: Final = ("here", "there", "half", "script")

pytestmark = pytest.mark.django_db


def call(method: str, path: str, token: str = "", **body: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    sent = {} if method == "get" else {"data": body, "content_type": "application/json"}
    return getattr(Client(), method)(path, headers=headers, **sent)


@dataclass
class Browser:
    """Somebody signed in as Jo, and every token that they were ever given."""

    access: list[str] = field(default_factory=list)
    refresh: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)

    def asks(self, method: str, path: str, **body: Any) -> Any:
        answer = call(method, path, self.access[-1] if self.access else "", **body)
        assert answer.status_code < 300, (path, answer.content)
        return answer.json() if answer.content else None

    def takes(self, session: dict[str, Any]) -> None:
        self.access.append(session["access_token"])
        self.refresh.append(session["refresh_token"])

    def signs_in(self) -> None:
        path = "/auth/v1/token?grant_type=password"
        self.takes(self.asks("post", path, email=EMAIL, password=PASSWORD))

    def renews(self) -> None:
        path = "/auth/v1/token?grant_type=refresh_token"
        self.takes(self.asks("post", path, refresh_token=self.refresh[-1]))

    def enrolls(self, name: str) -> dict[str, str]:
        asked = self.asks("post", "/auth/v1/factors", factor_type="totp", friendly_name=name)
        return {"id": asked["id"], "secret": asked["totp"]["secret"]}

    def shows(self, factor: dict[str, str]) -> None:
        """This half minute's code, as if none had been shown in it."""
        Factor.objects.update(last_counter=0)
        path = f"/auth/v1/factors/{factor['id']}"
        asked = self.asks("post", f"{path}/challenge")
        code = pyotp.TOTP(factor["secret"]).now()
        self.takes(self.asks("post", f"{path}/verify", challenge_id=asked["id"], code=code))

    def opens_tables(self) -> None:
        browser = Client(headers={"authorization": f"Bearer {self.access[-1]}"})
        assert browser.generic("POST", "/api/staff/tables-session").status_code == 204
        self.cookies.append(browser.cookies[settings.TABLES_COOKIE].value)


@dataclass
class World:
    """Jo at three browsers, and in a script. `half` has shown the password alone."""

    here: Browser
    there: Browser
    half: Browser
    script: str
    factor: dict[str, str]
    codes: list[str]

    def given(self) -> dict[str, list[tuple[str, str]]]:
        """Whose tokens there are by now: their kind, and the token."""
        found = {"script": [("script", self.script)]}
        for name in ("here", "there", "half"):
            browser: Browser = getattr(self, name)
            found[name] = [
                *(("access", token) for token in browser.access),
                *(("refresh", token) for token in browser.refresh),
                *(("cookie", token) for token in browser.cookies),
            ]
        return found


def a_member() -> tuple[User, str]:
    jo = User(username=EMAIL, email=EMAIL, is_staff=True, role=Role.OWNER)
    jo.set_password(PASSWORD)
    jo.save()
    with transaction.atomic():
        return jo, issue_token(jo, role=Role.MANAGER, expires_in=timedelta(hours=1), now=now())


@pytest.fixture
def world() -> World:
    """Every kind of token at every level, renewed once each."""
    jo, _ = a_member()
    here, there, half = Browser(), Browser(), Browser()
    here.signs_in()
    factor = here.enrolls("phone")
    here.shows(factor)
    codes = here.asks("post", "/auth/v1/factors/recovery-codes")["codes"]
    with transaction.atomic():
        script = issue_token(jo, role=Role.MANAGER, expires_in=timedelta(hours=1), now=now())
    there.signs_in()
    there.shows(factor)
    half.signs_in()
    for browser in (here, there, half):
        browser.renews()
    here.opens_tables()
    there.opens_tables()
    return World(here, there, half, script, factor, codes)


def _by_command(role: str) -> None:
    call_command("staff_user", "deputy@example.org", "--role", "owner")
    call_command("staff_user", EMAIL, "--role", role)


def _by_table(**typed: Any) -> None:
    """Another owner changes Jo's row at the tables."""
    boss = at_the_tables(Role.OWNER, name="boss")
    jo = User.objects.get(username=EMAIL)
    assert save(boss, f"{TABLES}accounts/user/{jo.pk}/change/", **typed).status_code == 302


def _add_factor(world: World) -> None:
    world.here.shows(world.here.enrolls("tablet"))


def _show_paper(world: World) -> None:
    path = "/auth/v1/factors/recovery-codes/verify"
    world.half.takes(world.half.asks("post", path, code=world.codes[0]))


# What happens, and whose tokens are dead at once. What is given by the change itself lives.
CHANGES: Final[dict[str, tuple[Callable[[World], object], tuple[str, ...]]]] = {
    "raised by a code": (lambda w: w.half.shows(w.factor), ("half",)),
    "raised by a recovery code": (_show_paper, ("half",)),
    "raised once more": (lambda w: w.here.shows(w.factor), ("here",)),
    "another factor added": (_add_factor, EVERYBODY),
    "factor removed": (
        lambda w: w.here.asks("delete", f"/auth/v1/factors/{w.factor['id']}"),
        EVERYBODY,
    ),
    "factors forgotten at the tables": (lambda _: _by_table(forget_factors="on"), EVERYBODY),
    "recovery codes renewed": (
        lambda w: w.here.asks("post", "/auth/v1/factors/recovery-codes"),
        ("there", "half"),
    ),
    "password changed": (
        lambda w: w.here.asks("put", "/auth/v1/user", password="quiet-lamp-after-storm"),
        EVERYBODY,
    ),
    "role changed at the tables": (lambda _: _by_table(role="viewer"), EVERYBODY),
    "role changed by the command": (
        lambda _: _by_command("viewer"),
        EVERYBODY,
    ),
    "left": (lambda _: _by_table(is_active=None), EVERYBODY),
    "signed out here": (lambda w: w.here.asks("post", "/auth/v1/logout?scope=local"), ("here",)),
    "signed out elsewhere": (
        lambda w: w.here.asks("post", "/auth/v1/logout?scope=others"),
        ("there", "half"),
    ),
    "signed out everywhere": (
        lambda w: w.here.asks("post", "/auth/v1/logout?scope=global"),
        ("here", "there", "half"),
    ),
}

BY_BEARER: Final = {
    "the staff's calls": ("get", "/api/staff/orders", {}),
    "an export": ("get", "/api/staff/exports/orders.csv", {}),
    "the tables": ("post", "/api/staff/tables-session", {}),
    "the account": ("get", "/auth/v1/user", {}),
    "a new factor": ("post", "/auth/v1/factors", {"factor_type": "totp"}),
    "recovery codes": ("post", "/auth/v1/factors/recovery-codes", {}),
    "a new password": ("put", "/auth/v1/user", {"password": "a-thief-chose-this-one"}),
}


def opened_by(kind: str, token: str) -> list[str]:
    """What this token still opens."""
    if kind == "refresh":
        answer = call("post", "/auth/v1/token?grant_type=refresh_token", refresh_token=token)
        assert answer.status_code == 200 or answer.json()["code"] == "session_expired"
        return ["another token"] if answer.status_code == 200 else []
    if kind == "cookie":
        browser = Client()
        browser.cookies[settings.TABLES_COOKIE] = token
        return ["the tables"] if browser.get(TABLES).status_code == 200 else []
    return [
        name
        for name, (method, path, body) in BY_BEARER.items()
        if call(method, path, token, **body).status_code < 300
    ]


def test_before_a_change_every_token_opens_something(world: World) -> None:
    """The control: what is refused below is refused for the change alone."""
    assert opened_by("script", world.script)
    for browser in (world.here, world.there, world.half):
        for cookie in browser.cookies:
            assert opened_by("cookie", cookie)
        for access in browser.access[-2:]:
            assert call("get", "/auth/v1/user", access).status_code == 200
        for refresh in browser.refresh[-2:]:
            assert opened_by("refresh", refresh)


@pytest.mark.req("SEC-01.2")
@pytest.mark.parametrize("change", CHANGES)
def test_a_token_of_before_opens_nothing_after(world: World, change: str) -> None:
    happens, dead = CHANGES[change]
    given = world.given()

    happens(world)

    still = {
        f"{whose}: {kind} {number}": opened
        for whose in dead
        for number, (kind, token) in enumerate(given[whose])
        if (opened := opened_by(kind, token))
    }
    tried = sum(len(given[whose]) for whose in dead)
    print(f"SEC-01: {change}: {tried} tokens of before, {len(still)} still good")
    assert still == {}
    for whose in set(EVERYBODY) - set(dead):
        assert opened_by(*given[whose][-1]), f"{whose} has nothing to do with it"


@pytest.mark.parametrize("change", ["raised by a code", "raised once more", "another factor added"])
def test_what_a_raise_gives_is_good(world: World, change: str) -> None:
    happens, _ = CHANGES[change]
    happens(world)
    raised = world.half if change == "raised by a code" else world.here

    assert opened_by("access", raised.access[-1])[:2] == ["the staff's calls", "an export"]


def test_the_first_factor_ends_all_that_came_in_without_one() -> None:
    """Whoever knew the password before, and planted a session, gains nothing by the code."""
    _, script = a_member()
    here, there = Browser(), Browser()
    for browser in (here, there):
        browser.signs_in()
        browser.renews()
    before = [
        ("script", script),
        *(("access", token) for token in [*here.access, *there.access]),
        *(("refresh", token) for token in [*here.refresh, *there.refresh]),
    ]
    assert all(opened_by(kind, token) for kind, token in before[:1])

    here.shows(here.enrolls("phone"))

    assert [opened for each in before if (opened := opened_by(*each))] == []
    here.renews()
    assert "the staff's calls" in opened_by("access", here.access[-1])
