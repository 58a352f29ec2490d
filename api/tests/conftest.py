"""Fixtures in the business's words."""

import gc
import os
from collections.abc import Generator, Iterator
from datetime import date
from pathlib import Path

import hypothesis
import pytest
from booking_helpers import serve_the_woodlands, test_cards
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection, connections
from django.db.models.signals import post_migrate
from django.test import Client
from pseudo_language import write_catalog, write_templates
from pytest_django import Settings
from rate_limit_windows import by_the_clock_again

from standby.company.selectors import _stored
from standby.core import health
from standby.core.business_days import is_federal_holiday
from standby.core.guards import NEVER_DELETED
from standby.core.providers import wiring as core_providers
from standby.inbox.providers import wiring as inbox_providers
from standby.messaging.providers import wiring as messaging_providers
from standby.orders.models import Order
from standby.orders.rules import scheduling
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.ledger import balance_cents
from standby.pricing.services.catalog import load_catalog_seed

# A busy machine is no failure: what is asserted is the outcome, never how long it took.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")


# Passwords are hashed slowly on purpose: in tests that is nothing but waiting.
_FAST_HASHER = "django.contrib.auth.hashers.MD5PasswordHasher"
_ASKS_THE_DATABASE = {"db", "transactional_db"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write", action="store_true", help="what is kept in files becomes as it is")


def pytest_configure() -> None:
    # No built pages: a browser of a test would read all of them at its first request.
    settings.WHITENOISE_ROOT = settings.STATIC_ROOT = None
    settings.MAIL_FROM = "staff@site.test"
    settings.PASSWORD_HASHERS = [_FAST_HASHER, *settings.PASSWORD_HASHERS]
    # Nothing here reads these rows; else they are written anew after each emptying of the tables.
    are_written = post_migrate.disconnect(create_contenttypes) and post_migrate.disconnect(
        dispatch_uid=f"{create_permissions.__module__}.{create_permissions.__name__}"
    )
    assert are_written


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and tests live to the end: without them each later garbage collection is short."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What asks no database is as true on PostgreSQL as on SQLite, and runs once."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & _ASKS_THE_DATABASE:
            item.add_marker(pytest.mark.database)


@pytest.fixture(scope="session")
def pseudo_locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalog and the message templates of the pseudo-language; reading all code takes long."""
    folder = tmp_path_factory.mktemp("locales")
    write_catalog(folder)
    write_templates(folder / "messages")
    return folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Each process copies a database that was migrated once (`ops.postgresql --in-memory`)."""
    template = os.environ.get("TEST_DATABASE_TEMPLATE")  # noqa: TID251 - a switch of tests alone
    if template:
        connections["default"].settings_dict["TEST"]["TEMPLATE"] = template


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """SQLite empties tables by deleting, which the guards refuse; emptied, they are put back."""
    marker = item.get_closest_marker("django_db")
    empties_tables = "transactional_db" in getattr(item, "fixturenames", ()) or (
        marker is not None and marker.kwargs.get("transaction")
    )
    was_skipped = not getattr(item, "funcargs", None)
    if not empties_tables or was_skipped or connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for table in NEVER_DELETED:
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_are_never_deleted")


@pytest.fixture(autouse=True)
def _nothing_kept_from_another_test(monkeypatch: pytest.MonkeyPatch) -> None:
    by_the_clock_again()
    # Nobody has set anything yet; a save makes it read again.
    monkeypatch.setattr(_stored, "sections", {})
    monkeypatch.setattr(_stored, "good_until", float("inf"))


@pytest.fixture(autouse=True)
def _no_holiday_by_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests book days counted from today, and one of them may be a holiday.

    A test of the holidays themselves asks for `holidays`.
    """
    if "holidays" not in request.fixturenames:
        monkeypatch.setattr(scheduling, "is_federal_holiday", lambda _day: False)


@pytest.fixture
def holidays(monkeypatch: pytest.MonkeyPatch) -> set[date]:
    """The days that are holidays for booking: federal ones, and those that the test adds."""
    added = set[date]()
    monkeypatch.setattr(
        scheduling, "is_federal_holiday", lambda day: day in added or is_federal_holiday(day)
    )
    return added


@pytest.fixture
def catalog(db: None) -> None:
    """The starting catalogue: three packages, six generators, the rules."""
    load_catalog_seed(settings.MARKET)


@pytest.fixture
def shop(catalog: None) -> None:
    """The starting catalogue and one served ZIP code, 77380."""
    serve_the_woodlands()


@pytest.fixture
def columns_kept(shop: None) -> Iterator[None]:
    """Whatever the test does, each order repeats the day of its visit and its balance truly."""
    yield
    for order in Order.objects.all():
        newest = order.appointments.order_by("-created_at", "-pk").first()
        assert newest is None or order.visit_day == newest.day
        assert order.balance_cents == balance_cents(order)


@pytest.fixture
def cards(tmp_path: Path) -> TestCards:
    return test_cards(tmp_path)


@pytest.fixture
def browser() -> Client:
    return Client()


@pytest.fixture
def own_folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Providers keep their files here, and are made anew for each test."""
    settings.DATA = tmp_path
    made = (
        payments_providers.cards,
        core_providers.files,
        messaging_providers.mail,
        inbox_providers.inbox,
        inbox_providers.media,
        messaging_providers.texts,
    )
    for provider in made:
        provider.cache_clear()
    yield tmp_path
    for provider in made:
        provider.cache_clear()


@pytest.fixture
def both_connected(own_folder: Path, settings: Settings) -> None:
    """Mail and texts have providers, so that messages leave."""
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"mail": "smtp", "smtp_host": "smtp.test", "texts": "twilio"}
    )


@pytest.fixture(autouse=True)
def _readiness_is_of_this_transaction(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check has a connection of its own, which does not see what a test has not committed."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None or not marker.kwargs.get("transaction"):
        monkeypatch.setattr(health, "_probed", health._read_status)


@pytest.fixture
def one_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker's threads and /metrics close what they take for a connection of long ago: with
    PostgreSQL that would be the test's own, in the middle of its transaction."""
    for module in ("standby.server.metrics", "standby.backoffice.management.commands.work"):
        monkeypatch.setattr(f"{module}.close_old_connections", lambda: None)
