"""Who waits, and is told when their ZIP code opens."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from outbox_helpers import a_post, send_all
from tables_browser import at_the_tables, said, save

from standby.accounts.models import StaffToken, User
from standby.audit.models import AuditEvent
from standby.core.roles import Role
from standby.coverage.models import CoveredZip
from standby.messaging.providers import wiring as messaging_providers
from standby.messaging.rules import earliest_send_time

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    output = StringIO()
    call_command(*words, stdout=output)
    return output.getvalue()


def leave_phone(client: Client, phone: str, **told: Any) -> None:
    body = {"address_formatted": f"{phone[-1]} Oak St, Brenham, TX 77833", "phone_number": phone}
    answer = client.post(
        "/api/coverage-rejection-requests",
        {"consent": True} | body | told,
        content_type="application/json",
    )
    assert answer.status_code == 201


def sent_to(outbox: Path) -> list[str]:
    post = a_post(messaging_providers.mail(), messaging_providers.texts())
    send_all(post, now=earliest_send_time(datetime.now(UTC)))
    return sorted(json.loads(text.read_text())["to"] for text in outbox.glob("*.sms.json"))


@pytest.mark.usefixtures("shop")
@pytest.mark.req("MSG-03")
def test_from_a_phone_left_to_one_text_each(client: Client, own_folder: Path) -> None:
    leave_phone(client, "979-555-0101")
    leave_phone(client, "979-555-0101", address_formatted="7 Elm St, Brenham, TX 77833")
    leave_phone(client, "979-555-0102")
    leave_phone(client, "979-555-0103", consent=False)
    zips, browser = "/staff/tables/coverage/coveredzip/", at_the_tables()
    row = {"zip_code": "77833", "city": "Brenham", "lat": "30.17", "lon": "-96.40"}

    told = said(
        browser.post(f"{zips}add/", {**row, "state": "TX", "status": "active"}, follow=True)
    )
    page = f"{zips}{CoveredZip.objects.get(zip_code='77833').pk}/change/"
    save(browser, page, status="inactive")
    again = said(browser.post(page, {**row, "state": "TX", "status": "active"}, follow=True))

    assert "Waited for 77833 and notified by text: 2." in told
    assert "Waited for 77833 and notified by text: 0." in again
    assert sent_to(own_folder / "outbox") == ["9795550101", "9795550102"]
    checked = client.get("/api/coverage-check", {"address": "1 Oak St, Brenham, TX 77833"}).json()
    assert checked["is_covered"]
    assert "77833" in {row["zip_code"] for row in client.get("/api/coverage-zipcodes").json()}


AS_VIEWER = ("--role", "viewer", "--hours", "12")


def make_token(*words: str) -> str:
    return run("staff_token", *words).strip()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as error:
        make_token(*words)
    assert not StaffToken.objects.exists()
    return str(error.value)


def olive(role: str = Role.OWNER, **more: bool) -> User:
    return User.objects.create(username="Olive", role=role, **{"is_staff": True, **more})


def test_a_token_acts_for_a_named_user_with_its_own_role_for_a_given_time() -> None:
    user = olive()
    before = datetime.now(UTC)

    secret = make_token("Olive", "--role", "dispatcher", "--hours", "720")

    token = StaffToken.objects.get()
    assert (token.user, token.role) == (user, "dispatcher")
    assert timedelta(0) <= token.expires_at - before - timedelta(days=30) < timedelta(minutes=1)
    assert secret not in token.token_hash
    answer = Client().get("/api/staff/me", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 200
    action = AuditEvent.objects.get(action="token_made")
    assert (action.actor, action.after) == ("operator", {"role": "dispatcher", "hours": 720})


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("Olive",), "--role, --hours"),
        (("Olive", "--hours", "12"), "--role"),
        (("Olive", "--role", "viewer"), "--hours"),
        (("Olive", "--role", "owner", "--hours", "12"), "invalid choice: 'owner'"),
        (("Olive", "--role", "viewer", "--hours", "721"), "--hours is 721; allowed: 1 to 720"),
        (("Olive", "--role", "viewer", "--hours", "0"), "--hours is 0; allowed: 1 to 720"),
    ],
)
def test_role_and_hours_have_to_be_named_and_an_owner_is_none(
    words: tuple[str, ...], named: str
) -> None:
    olive()

    assert named in refused(*words)


def test_an_unknown_name_becomes_nobody_and_never_an_owner() -> None:
    assert "'Oliv'" in refused("Oliv", *AS_VIEWER)
    assert not User.objects.exists()


def test_a_user_for_a_script_is_created_when_that_is_said_and_only_once() -> None:
    make_token("nightly-report", *AS_VIEWER, "--new")
    make_token("nightly-report", *AS_VIEWER, "--new")

    user = User.objects.get()
    assert (user.username, user.role, user.is_staff) == ("nightly-report", "viewer", True)
    assert not user.has_usable_password()
    assert StaffToken.objects.count() == 2


def test_a_token_is_given_no_more_than_its_user_has() -> None:
    olive(Role.REVIEWER)

    assert "'reviewer'" in refused("Olive", "--role", "dispatcher", "--hours", "12")
    assert make_token("Olive", *AS_VIEWER)


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_staff": False}])
def test_nobody_who_left_gets_a_token_not_even_as_a_new_user(change: dict[str, bool]) -> None:
    olive("" if "is_staff" in change else Role.OWNER, **change)

    assert "'Olive'" in refused("Olive", *AS_VIEWER)
    assert "not an active staff user" in refused("Olive", *AS_VIEWER, "--new")
    assert User.objects.count() == 1


def test_a_new_link_for_a_member_of_staff_changes_no_role_and_the_last_owner_stays() -> None:
    call_command("staff_user", "ann@example.org", "--role", "owner")

    call_command("staff_user", "ann@example.org")
    call_command("staff_user", "bob@example.org")
    with pytest.raises(CommandError, match="There must be an owner"):
        call_command("staff_user", "ann@example.org", "--role", "viewer")

    roles = User.objects.filter(is_staff=True).values_list("email", "role")
    assert set(roles) == {("ann@example.org", "owner"), ("bob@example.org", "viewer")}


def test_the_products_own_commands_are_listed_and_no_others() -> None:
    names = [line.split()[0] for line in run("commands").splitlines() if line]

    assert {"backup", "restore", "staff_user", "work"} <= set(names)
    assert not {"migrate", "shell", "flush"} & set(names)
