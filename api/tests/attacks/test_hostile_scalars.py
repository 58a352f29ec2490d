"""Nothing that can be sent breaks a call, on either database (E1, E2).

Every parameter of every call, each in turn with everything that is hostile, as somebody who is let
in everywhere: the owner of the business with the homeowner's cookies.
"""

import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from access_helpers import ids_of, signed_in, undone
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from hostile import HOSTILE, Place, honest_body, places, spoiled
from sampling import SEED
from whole_orders import now, reserve, whole

from standby.accounts.models import User
from standby.core.roles import Role
from standby.orders.models import ChangeOrder, Order

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
TOLD_TO: Final = "STANDBY_TEST_STATUSES"
# What gets as far as a database, which each of them sees in its own way.
FOR_DATABASES: Final = (
    "NUL",
    "NUL inside",
    "DEL",
    "201 characters",
    "emoji",
    "2^63",
    "-2^63-1",
    "2^31",
    "1.5",
    "year 1",
    "year 9999",
    "nobody's id",
)


@pytest.fixture
def order(browser: Client) -> Order:
    """With everything that can hang on it."""
    order = whole(reserve(browser))
    # So that the price may be decided upon once more.
    ChangeOrder.objects.filter(order=order).update(status="declined", decided_at=now())
    return order


@pytest.fixture
def owner(order: Order, browser: Client) -> Client:
    """Let in everywhere; what fails is answered, as a server does, and not raised."""
    browser.defaults["HTTP_AUTHORIZATION"] = f"Bearer {signed_in(Role.OWNER)}"
    browser.raise_request_exception = False
    pat = User(username="pat@example.org", email="pat@example.org", is_staff=True)
    pat.set_unusable_password()
    pat.save()
    return browser


def answer(browser: Client, asked: dict[str, Any]) -> Any:
    """What it did is as if it had not been; what the database would say at the end is said."""
    kept = {name: morsel.value for name, morsel in browser.cookies.items()}
    with undone():
        answered: Any = browser.generic(**asked)
        for close in answered._resource_closers:
            close()
        if asked["method"] != "GET" and answered.status_code < 300:
            connection.check_constraints()
    browser.cookies.clear()
    browser.cookies.load(kept)
    return answered


def wrong_with(answered: Any) -> str:
    """Empty when it is an answer as any other."""
    told = answered.headers
    if answered.status_code >= 500:
        return str(answered.status_code)
    if any("\r" in text or "\n" in text for text in told.values()) or "x" in answered.cookies:
        return "a header was made"
    body = b"" if answered.streaming else answered.content
    if "html" in told.get("Content-Type", "") and b"<script>alert(" in body:
        return "markup came back as markup"
    if "json" in told.get("Content-Type", "") and body:
        json.loads(body)
    return ""


def told_apart(browser: Client, tried: list[tuple[Place, str]], *, ids: dict[str, str]) -> Any:
    """What each was answered, and what was wrong with it."""
    statuses, wrong = {}, []
    for place, hostile in tried:
        answered = answer(browser, spoiled(place, hostile, ids=ids))
        statuses[f"{place} = {hostile}"] = answered.status_code
        if problem := wrong_with(answered):
            wrong.append(f"{place} = {hostile}: {problem}")
    return statuses, wrong


def test_e2_the_honest_requests_are_taken(owner: Client, order: Order) -> None:
    """Else what is put into them would be refused for something else."""
    ids = ids_of(order)
    calls = sorted({place.call for place in places() if honest_body(place.call)})

    refused = {}
    for call in calls:
        honest = next(place for place in places() if place.call == call and place.where == "body")
        asked = spoiled(Place(call, "none", honest.name), "empty", ids=ids)
        answered = answer(owner, asked)
        if b'"code":"invalid"' in answered.content or b"validation_failed" in answered.content:
            refused[call] = answered.content[:300]

    assert refused == {}


def test_e2_some_of_what_is_hostile_everywhere(owner: Client, order: Order) -> None:
    """Each place gets the next of all values, on PostgreSQL of those that databases see apart; with
    another seed it is another one."""
    values = tuple(HOSTILE) if connection.vendor == "sqlite" else FOR_DATABASES
    turn = itertools.islice(itertools.cycle(values), SEED % len(values), None)

    statuses, wrong = told_apart(owner, list(zip(places(), turn)), ids=ids_of(order))  # noqa: B905

    print(f"\nE2 some: {len(statuses)} requests, {len(wrong)} x 5xx or otherwise wrong")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.skipif(TOLD_TO not in os.environ, reason="the test below runs it on each database")
def test_e2_all_that_is_hostile_everywhere(owner: Client, order: Order) -> None:
    everything = [(place, hostile) for place in places() for hostile in HOSTILE]

    statuses, wrong = told_apart(owner, everything, ids=ids_of(order))

    by_kind = Counter(f"{status // 100}xx" for status in statuses.values())
    calls = len({place.call for place, _ in everything})
    print(
        f"\nE2 hostile scalars: {calls} calls, {len(places())} parameters x {len(HOSTILE)}"
        f" = {len(statuses)} requests, {len(wrong)} wrong, {dict(by_kind)}"
    )
    Path(os.environ[TOLD_TO]).write_text(json.dumps(statuses))
    assert wrong == [], "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="a run on SQLite asks PostgreSQL as well")
def test_e2_both_databases_answer_alike(tmp_path: Path) -> None:
    """The same on each, beside one another."""
    here = f"{Path(__file__)}::{test_e2_all_that_is_hostile_everywhere.__name__}"
    root = django_settings.BASE_DIR.parent
    pytest_run = [sys.executable, "-m", "pytest", "-c", "api/pyproject.toml", "--rootdir", "api"]
    on = {"SQLite": [], "PostgreSQL": [sys.executable, "-m", "ops.postgresql"]}
    runs = {
        name: subprocess.Popen(
            [*before, *pytest_run, "-q", "-s", "-p", "no:cacheprovider", here],
            cwd=root,
            env={
                **{key: text for key, text in os.environ.items() if key != "DATABASE_URL"},
                TOLD_TO: str(tmp_path / name),
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        for name, before in on.items()
    }
    for name, run in runs.items():
        told, _ = run.communicate()
        print(f"\n{name}: {told}")
        assert run.returncode == 0

    sqlite, postgresql = (json.loads((tmp_path / name).read_text()) for name in on)
    compared = [where for where in sqlite if where.rpartition(" = ")[2] in FOR_DATABASES]
    apart = {
        where: (sqlite[where], postgresql[where])
        for where in compared
        if sqlite[where] != postgresql[where]
    }
    print(f"\nE2 same status: {len(compared)} requests on both databases, {len(apart)} told apart")
    assert apart == {}
