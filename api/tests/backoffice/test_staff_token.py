"""`manage.py staff_token`: for whom, with which role, for how long; nothing is assumed (OPS-11)."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from standby.accounts.models import StaffToken, User
from standby.audit.models import AuditEvent
from standby.core.roles import Role

pytestmark = pytest.mark.django_db
AS_VIEWER = ("--role", "viewer", "--hours", "12")


def run(*words: str) -> str:
    said = StringIO()
    call_command("staff_token", *words, stdout=said)
    return said.getvalue().strip()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as error:
        run(*words)
    assert not StaffToken.objects.exists()
    return str(error.value)


def olive(role: str = Role.OWNER, **more: bool) -> User:
    return User.objects.create(username="Olive", role=role, **{"is_staff": True, **more})


def test_a_token_acts_for_a_named_user_with_its_own_role_for_a_given_time() -> None:
    user = olive()
    before = datetime.now(UTC)

    secret = run("Olive", "--role", "dispatcher", "--hours", "720")

    token = StaffToken.objects.get()
    assert (token.user, token.role) == (user, "dispatcher")
    assert timedelta(0) <= token.expires_at - before - timedelta(days=30) < timedelta(minutes=1)
    assert secret not in token.token_hash
    answer = Client().get("/api/staff/me", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 200
    act = AuditEvent.objects.get(action="token_made")
    assert (act.actor, act.after) == ("operator", {"role": "dispatcher", "hours": 720})


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
    run("nightly-report", *AS_VIEWER, "--new")
    run("nightly-report", *AS_VIEWER, "--new")

    user = User.objects.get()
    assert (user.username, user.role, user.is_staff) == ("nightly-report", "viewer", True)
    assert not user.has_usable_password()
    assert StaffToken.objects.count() == 2


def test_a_token_is_given_no_more_than_its_user_has() -> None:
    olive(Role.REVIEWER)

    assert "'reviewer'" in refused("Olive", "--role", "dispatcher", "--hours", "12")
    assert run("Olive", *AS_VIEWER)


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_staff": False}])
def test_nobody_who_left_gets_a_token_not_even_as_a_new_user(change: dict[str, bool]) -> None:
    olive("" if "is_staff" in change else Role.OWNER, **change)

    assert "'Olive'" in refused("Olive", *AS_VIEWER)
    assert "not an active staff user" in refused("Olive", *AS_VIEWER, "--new")
    assert User.objects.count() == 1
