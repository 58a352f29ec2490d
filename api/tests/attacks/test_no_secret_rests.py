"""Every live secret is looked for everywhere: rows, files, a snapshot, logs, metrics, answers."""

import logging
import sqlite3
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import live_secrets as making
import pytest
from access_helpers import (
    OPENED_BY_THE_ID_ALONE,
    Visitor,
    all_calls,
    ids_of,
    staff,
    with_cookie,
)
from django.conf import settings as django_settings
from django.contrib.admin import site
from django.db import connection, transaction
from django.test import Client, override_settings
from live_secrets import Made, written
from oidc_peer import CLIENT_ID, CLIENT_SECRET, Issuer, oidc_peer
from outbox_helpers import Postbox, send_all
from prometheus_client import generate_latest
from pytest_django import Settings
from sampling import sample
from smtp_peer import SmtpPeer, smtp_peer
from stripe_peer import Peer, running_peer
from tables_browser import at_the_tables
from whole_orders import now, reserve, whole

from standby.accounts.providers import wiring as accounts_providers
from standby.backoffice.backups.databases import engine
from standby.backoffice.backups.snapshots import DATABASE, BackupStore, make_snapshot
from standby.core.roles import Role
from standby.messaging.models import Message
from standby.messaging.providers import wiring as messaging_providers
from standby.reports.rules import Metric
from standby.reports.selectors.export_lists import LISTS
from standby.server.metrics import PATH
from standby.setting_table import SignInProvider
from standby.workflows.send_messages import SendContext

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("shop", "own_folder"),
]
_STATUSES: Final = ("queued", "sent", "dead", "suppressed")
_MORE: Final = (
    *(f"/api/staff/messages?status={status}" for status in _STATUSES),
    *(f"/api/staff/overview/{figure}" for figure in Metric),
    *(f"/api/staff/exports/{name}.csv" for name in (*LISTS, "bookkeeping")),
    "/api/staff/audit-log?page=2",
    "/api/staff/orders?q=vera",
    "/api/staff/customers?q=vera",
)
Places = Iterable[tuple[str, bytes]]


@pytest.fixture
def mail_server() -> Iterator[SmtpPeer]:
    with smtp_peer() as (peer, _):
        yield peer


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    with oidc_peer() as peer:
        yield peer


@pytest.fixture
def peer() -> Iterator[Peer]:
    with running_peer() as peer:
        yield peer


@pytest.fixture
def folder(
    own_folder: Path,
    settings: Settings,
    mail_server: SmtpPeer,
    issuer: Issuer,
    peer: Peer,
) -> Iterator[Path]:
    """The data folder of a shop whose cards, mail and sign-in are peers on this machine."""
    google = SignInProvider(
        name="google", issuer=issuer.origin, client_id=CLIENT_ID, client_secret=CLIENT_SECRET
    )
    settings.FILES = own_folder / "files"
    settings.ENVIRONMENT = django_settings.ENVIRONMENT.model_copy(
        update={
            "internal_pages": "staff",
            "cards": "stripe",
            "stripe_secret_key": making.STRIPE_KEY,
            "stripe_webhook_secrets": (making.WEBHOOK_SECRET,),
            "stripe_api_base": peer.url,
            "sign_in_providers": (google,),
            "mail": "smtp",
            "smtp_host": "127.0.0.1",
            "smtp_port": mail_server.port,
            "smtp_security": "none",
        }
    )
    accounts_providers.identity.cache_clear()
    yield own_folder
    accounts_providers.identity.cache_clear()


@pytest.fixture
def made(
    folder: Path,
    mail_server: SmtpPeer,
    issuer: Issuer,
    peer: Peer,
    caplog: pytest.LogCaptureFixture,
) -> Made:
    caplog.set_level(logging.INFO)
    made, browser = Made(), Client()
    making.make_staff_secrets(made, issuer=issuer)
    order = making.make_homeowners_secrets(made, browser=browser, peer=peer)
    post = SendContext(
        mail=messaging_providers.mail(),
        texts=Postbox(),
        site_url=django_settings.SITE_URL,
        secret_keys=[django_settings.SECRET_KEY],
    )
    send_all(post, now=now() + timedelta(seconds=1))
    making.read_mails(made, mail_server.taken)
    made.ids = ids_of(order)
    making.pay_for_more(made, browser=browser)
    made.keep("secret key of the site", django_settings.SECRET_KEY)
    made.keep("key of the card provider", making.STRIPE_KEY)
    made.keep("key of the card provider's events", making.WEBHOOK_SECRET)
    return made


def in_rows() -> Places:
    """Every column of every table."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for name, value in zip(names, row, strict=True):
                    yield f"row of {table}.{name}", _bytes(value)


def in_files(folder: Path) -> Places:
    for path in folder.rglob("*"):
        if path.is_file():
            yield f"file {path.relative_to(folder)}", path.read_bytes()


def in_snapshot(folder: Path) -> Places:
    """One that lies open, made now, with each column of its copy of the database."""
    vault = BackupStore(folder=folder)
    folder.mkdir()
    place = make_snapshot(
        vault, files=django_settings.FILES, secret_key=django_settings.SECRET_KEY, now=now()
    )
    copy = place / DATABASE
    yield from in_files(folder)
    if engine() != "sqlite":
        dumped = subprocess.run(["pg_restore", "-f", "-", str(copy)], capture_output=True)
        assert dumped.returncode == 0
        yield "snapshot's database", dumped.stdout
        return
    with closing(sqlite3.connect(copy)) as opened:
        tables = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for row in opened.execute(f'SELECT * FROM "{table}"'):
                yield f"snapshot's row of {table}", b"\n".join(_bytes(value) for value in row)


def in_logs(caplog: pytest.LogCaptureFixture) -> Places:
    """As they were said, before what is written masks anything."""
    plain = logging.Formatter("%(name)s %(message)s")
    for when in ("setup", "call"):
        for record in caplog.get_records(when):
            yield f"log of {record.name}", plain.format(record).encode()


def in_metrics(token: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """After a call whose address is a secret itself."""
    folder.mkdir(exist_ok=True)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(folder))
    middleware = ["standby.server.metrics.MetricsMiddleware", *django_settings.MIDDLEWARE]
    with override_settings(MIDDLEWARE=middleware):
        for path in (f"/b/{token}", PATH):
            yield f"metrics after {path[:3]}", Client().get(path).content
    yield "metrics of this process", generate_latest()


@pytest.fixture
def readers(made: Made) -> list[Visitor]:
    """Everybody but whom the secrets were given to, or a sample; a viewer in any case."""
    script = making.printed("staff_token", "reader", "--new", "--role", "viewer", "--hours", "1")
    other = Client()
    order = reserve(other, phone="281-555-0133")
    with transaction.atomic():
        whole(order, code="B7K3M9QD")
    visitors: list[Visitor] = [
        staff(Role.VIEWER),
        *(staff(role) for role in Role if role != Role.VIEWER),
        Visitor("script", Client(), {"Authorization": f"Bearer {script}"}),
        Visitor("anonymous", Client()),
        Visitor("other customer", other),
        Visitor("forged link", with_cookie("mb", "x" * 64)),
    ]
    return [visitors[0], *sample(visitors[1:], 3)]


@pytest.fixture
def tables(made: Made) -> Client:
    return at_the_tables(Role.OWNER, name="owner-at-the-tables")


def in_answers(ids: dict[str, str], readers: list[Visitor]) -> Places:
    """Of every GET there is."""
    gets = [call for call in all_calls() if call.startswith("GET ")]
    for reader in readers:
        for call in [*gets, *(f"GET {path}" for path in _MORE)]:
            answer = reader.asks(call, ids=ids)
            yield f"{call} by {reader.name}", b"".join(answer)
            if call not in OPENED_BY_THE_ID_ALONE:
                yield f"headers of {call} by {reader.name}", _bytes(dict(answer.items()))


def in_tables(browser: Client) -> Places:
    """Each list, and the page and the history of its newest row."""
    for model in site._registry:
        meta = model._meta
        under = f"/staff/tables/{meta.app_label}/{meta.model_name}/"
        newest = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
        pages = [under] + [f"{under}{newest}/{page}/" for page in ("change", "history")]
        for page in pages:
            yield f"tables' {page}", b"".join(browser.get(page))


def _bytes(value: Any) -> bytes:
    if isinstance(value, memoryview | bytes):
        return bytes(value)
    return str(value).encode()


def secrets_in(secrets: Mapping[str, str], places: Places) -> list[str]:
    forms = {name: written(secret) for name, secret in secrets.items()}
    return [
        f"{name} in {place}"
        for place, content in places
        for name, ways in forms.items()
        if any(way in content for way in ways)
    ]


def at_rest(folder: Path, caplog: pytest.LogCaptureFixture) -> Iterator[tuple[str, bytes]]:
    yield from in_rows()
    yield from in_files(folder)
    yield from in_snapshot(folder.parent / f"vault-{now():%H%M%S%f}")
    yield from in_logs(caplog)


@pytest.mark.req("SEC-02.1")
def test_no_live_secret_is_written_down_anywhere(
    made: Made,
    readers: list[Visitor],
    tables: Client,
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, metrics = made.secrets["order link"], folder.parent / "metrics"
    looked_at = [
        *in_answers(made.ids, readers),
        *in_tables(tables),
        *in_metrics(link, metrics, monkeypatch),
        *at_rest(folder, caplog),
    ]

    leaks = secrets_in(made.secrets, looked_at)

    print(f"F9: {len(made.secrets)} live secrets, {len(looked_at)} texts: found in {len(leaks)}")
    assert leaks == [], "\n".join(leaks)

    # The control: one of them is planted, and found wherever it can be read from there.
    secret = made.secrets["recovery link"]
    Message.objects.filter(pk=made.ids["message_id"]).update(text=f"Choose it: {secret}")
    (folder / "note.txt").write_bytes(secret.encode())
    logging.getLogger("standby").warning("asked for %s", secret)
    viewers = [reader for reader in readers if reader.name == "viewer"]
    planted = [*in_answers(made.ids, viewers), *at_rest(folder, caplog)]
    places = {leak.partition(" in ")[2] for leak in secrets_in({"planted": secret}, planted)}

    print(f"F9 control: one planted secret, found in {len(places)} places")
    assert {
        "row of messages.text",
        "file note.txt",
        "log of standby",
        "GET /api/staff/messages by viewer",
        "GET /api/staff/orders/{order_id} by viewer",
    } <= places
    assert any(place.startswith("snapshot's") for place in places)
