"""What browser tests stand on: the product on a folder of its own, and what they ask beside it.

`prepare` fills the folder that every other is copied from. `serve` starts server and worker as
`make run` does, says when they are ready, and answers one question a line until its input ends.
Run in api/ with the product's settings: web/e2e/product.ts does. Where RELEASE_BEFORE names the
folder of an earlier release, it prepares the database first, and both serve behind nginx.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from email import message_from_bytes, policy
from io import StringIO
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
django.setup()

import pyotp
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from ops.postgresql import free_port
from ops.run import SERVER, WORKER, Program, Supervisor
from ops.served import nginx, wait_until_ready
from ops.tools import ROOT, quietly
from payment_terms import PAYMENT_TERMS
from tables_browser import now, staff_user

from standby.accounts.api.serializers import session_answer
from standby.accounts.models import Factor, User
from standby.accounts.services.sessions import open_session, raise_level
from standby.core.clock import local_date
from standby.core.providers import wiring as core_providers
from standby.crews.models import Technician
from standby.messaging.models import Message
from standby.messaging.rendering import email_html
from standby.orders.models import Order
from standby.orders.services.crew_days import set_crew_day
from standby.payments.services.milestones import begin_project

PASSWORD: Final = "correct-horse-battery"
CREWS: Final = 8  # no day is full that another test used


BEFORE: Final = os.environ.get("RELEASE_BEFORE", "")


def prepare() -> None:
    if BEFORE:
        api = f"{BEFORE}/api"
        python = f"{api}/.venv/bin/python"
        quietly([python, "-m", "standby.server.prepare"], cwd=Path(api), PYTHONPATH=api)
    call_command("migrate", verbosity=0)
    call_command("seed", stdout=StringIO())
    offered = Client().get("/api/availability").json()
    for day in offered["days"]:
        if day["open"]:
            set_crew_day(
                date.fromisoformat(day["date"]),
                crews=CREWS,
                reason="Browser tests",
                staff="Tests",
                now=now(),
            )


def serve() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever else is printed stands in the log
    port = int(os.environ["PORT"])
    with _both_releases(port) if BEFORE else _running(_programs(port)):
        print(json.dumps({"answer": "ready"}), file=answers)
        for line in sys.stdin:
            print(json.dumps(_answered(*json.loads(line)), default=str), file=answers)


@contextmanager
def _running(programs: list[Program]) -> Iterator[None]:
    product = Supervisor(*programs)
    product.start()
    try:
        for program in programs:
            if not program.may_restart:
                wait_until_ready(int(program.settings["PORT"]))
        yield
    finally:
        product.stop()


@contextmanager
def _both_releases(port: int) -> Iterator[None]:
    ports = [free_port(), free_port()]
    folder = settings.DATA / "nginx"
    folder.mkdir()
    with (
        _running([*_programs(ports[0]), *_programs(ports[1], root=Path(BEFORE))]),
        nginx(ports, folder, with_tls=False, port=port),
    ):
        yield


def _programs(port: int, *, root: Path = ROOT) -> list[Program]:
    of_release = {
        "PORT": str(port),
        "PYTHONPATH": str(root / "api"),
        "STANDBY_PAGES": str(root / "web" / "dist" if root != ROOT else settings.WEB_DIST),
    }

    def program(name: str, command: list[str], *, may_restart: bool) -> Program:
        own = [each.replace(str(ROOT), str(root)) for each in command]
        return Program(name, own, may_restart, root / "api", of_release)

    return [
        program(f"server {port}", SERVER, may_restart=False),
        program(f"worker {port}", WORKER, may_restart=True),
    ]


def _answered(question: str, given: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"answer": QUESTIONS[question](**given)}
    except Exception as error:  # noqa: BLE001 - told to the test that asked
        return {"error": f"{question}: {type(error).__name__}: {error}"}


def _rows(query: str, values: list[str]) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _command(words: list[str]) -> str:
    printed = StringIO()
    call_command(*words, stdout=printed)
    return printed.getvalue().strip()


def _emails(recipient: str) -> list[dict[str, str]]:
    """Kind and HTML of every email to this address, sent or not."""
    emails = Message.objects.filter(recipient=recipient).exclude(email_parts={})
    return [{"kind": each.kind, "html": email_html(each.email_parts)} for each in emails]


def _member(role: str, name: str) -> dict[str, str]:
    """Somebody new with a password and an authenticator."""
    user, secret = _with_authenticator(role, name)
    user.password = make_password(PASSWORD)
    user.save(update_fields=["password"])
    return {"email": user.email, "password": PASSWORD, "secret": secret}


def _signed_in(role: str, name: str, minutes_ago: int) -> dict[str, Any]:
    """Somebody new with a session, as the auth service answers it; when their factor was shown."""
    user, secret = _with_authenticator(role, name)
    with transaction.atomic():
        session = open_session(user, method="password", now=now()).session
        shown = now() - timedelta(minutes=minutes_ago)
        raised = raise_level(session, method="totp", now=shown)
        raised.session.refreshed_at = now()
        raised.session.save(update_fields=["refreshed_at"])
    return {"email": user.email, "secret": secret, "session": session_answer(raised, now=now())}


def _kept_mails(recipient: str) -> list[dict[str, str]]:
    """The emails to this address as they were kept in place of being sent, oldest first."""
    files = sorted((settings.DATA / "outbox").glob("*.eml"), key=lambda file: file.stat().st_mtime)
    mails = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    return [
        {"subject": mail["Subject"], **{kind: _body(mail, kind) for kind in ("plain", "html")}}
        for mail in mails
        if recipient.lower() in mail["To"].lower()
    ]


def _body(mail: Any, kind: str) -> str:
    part = mail.get_body((kind,))
    return part.get_content() if part else ""


def _crew_job(order_id: str, email: str) -> dict[str, str]:
    """A paid order's job is today's of this staff user: accepted, its equipment is there."""
    order = Order.objects.get(public_id=order_id)
    with transaction.atomic():
        begin_project(order, total_cents=order.total_cents, terms=PAYMENT_TERMS, now=now())
        for status in ("accepted", "equipment_arrived"):
            Order.objects.filter(pk=order.pk).update(status=status)
        user = User.objects.get(email=email)
        technician, _ = Technician.objects.get_or_create(
            user=user, defaults={"name": f"Sam {uuid4().hex[:8]}", "phone": "(713) 555-0177"}
        )
        job, today = order.appointments.get(), local_date(now())
        order.appointments.update(
            assigned_to=technician, day=today, ends_on=today, time_window="morning"
        )
    return {"job": str(job.public_id)}


def _with_authenticator(role: str, name: str) -> tuple[User, str]:
    secret = pyotp.random_base32()
    user = staff_user(role, name=f"{name}-{uuid4().hex[:8]}")
    Factor.objects.create(
        user=user,
        friendly_name="phone",
        secret=core_providers.sealer().seal(secret),
        status=Factor.Status.VERIFIED,
        created_at=now(),
        updated_at=now(),
    )
    return user, secret


QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "rows": _rows,
    "command": _command,
    "emails": _emails,
    "kept mails": _kept_mails,
    "crew job": _crew_job,
    "member": _member,
    "signed in": _signed_in,
}

if __name__ == "__main__":
    {"prepare": prepare, "serve": serve}[sys.argv[1]]()
