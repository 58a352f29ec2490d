"""Owners invite, change and deactivate staff on the settings screen."""

import json
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from console_client import Console
from django.test import Client
from outbox_helpers import Way, a_post, send_all
from tables_browser import now

from standby.accounts.models import SignInSession, User
from standby.accounts.services.tokens import create_script_user
from standby.accounts.services.users import change_password, staff_with_role
from standby.audit.models import AuditEvent
from standby.core.roles import Role

pytestmark = pytest.mark.django_db
MARY: Final = {"name": "Mary Jackson", "email": "Mary@example.org", "role": "dispatcher"}


@pytest.fixture
def owner() -> Console:
    return Console(Role.OWNER)


def open_link(url: str) -> Any:
    query = parse_qs(urlsplit(url).query)
    body = {"token_hash": query["token_hash"][0], "type": query["type"][0]}
    return Client().post("/auth/v1/verify", json.dumps(body), content_type="application/json")


def by_email(owner: Console) -> dict[str, Any]:
    return {user["email"]: user for user in owner.get("settings/staff")}


@pytest.mark.req("OPS-14.3")
def test_who_is_invited_gets_a_mail_and_the_owner_a_link_and_both_open(owner: Console) -> None:
    answer = owner.call("POST", "settings/staff", MARY)
    post = Way()
    send_all(a_post(post), now=now())
    (mailed,) = [mail for mail in post.taken if mail.to == "Mary@example.org"]
    before = by_email(owner)["Mary@example.org"]

    by_copy = open_link(answer.json()["url"])

    assert answer.status_code == 201
    assert answer.json()["user"]["name"] == "Mary Jackson"
    assert not answer.json()["is_mailed"]  # it is kept
    assert before["invited_until"] is not None
    assert before["last_sign_in_at"] is None
    assert by_copy.status_code == 200
    assert open_link(answer.json()["url"]).status_code == 403
    by_mail = next(line for line in mailed.text.splitlines() if "token_hash" in line)
    assert open_link(by_mail.strip()).status_code == 200


@pytest.mark.req("OPS-14.3")
def test_the_history_says_who_was_invited_changed_and_let_go(owner: Console) -> None:
    mary = owner.call("POST", "settings/staff", MARY).json()["user"]["id"]
    owner.call("PATCH", f"settings/staff/{mary}", {"role": "manager"})
    owner.call("POST", f"settings/staff/{mary}/link")
    gone = {"role": "viewer", "is_active": False, "forget_second_factors": True}
    owner.call("PATCH", f"settings/staff/{mary}", gone)
    owner.call("PATCH", f"settings/staff/{mary}", {"is_active": True})

    events = owner.get("settings/staff/history")

    assert [(event["change"], event["role"]) for event in events] == [
        ("returned", "viewer"),
        ("factors", ""),
        ("role", "viewer"),
        ("left", "viewer"),
        ("link", ""),
        ("role", "manager"),
        ("invited", "dispatcher"),
    ]
    assert {event["name"] for event in events} == {"Mary Jackson"}
    assert events[0]["who"] == owner.user.email


def test_somebody_without_a_name_goes_by_the_email_address(owner: Console) -> None:
    owner.call("POST", "settings/staff", MARY)
    User.objects.filter(email=MARY["email"]).update(user_metadata={"full_name": " "})

    assert by_email(owner)[MARY["email"]]["name"] == MARY["email"]


def test_a_script_goes_by_its_user_name_and_gets_no_link(owner: Console) -> None:
    script = create_script_user("night", role=Role.VIEWER)

    refused = owner.call("POST", f"settings/staff/{script.public_id}/link")

    assert by_email(owner)[""]["name"] == "night"
    assert (refused.status_code, refused.json()["code"]) == (409, "is_script")
    assert script not in staff_with_role()


def test_entry_by_link_counts_as_the_last_sign_in(owner: Console) -> None:
    open_link(owner.call("POST", "settings/staff", MARY).json()["url"])

    assert by_email(owner)["Mary@example.org"]["last_sign_in_at"] is not None


def test_a_new_link_ends_every_earlier_one(owner: Console) -> None:
    first = owner.call("POST", "settings/staff", MARY).json()
    post = Way()
    second = owner.call("POST", f"settings/staff/{first['user']['id']}/link")
    send_all(a_post(post), now=now())

    assert second.status_code == 200
    assert post.taken == []
    assert open_link(first["url"]).status_code == 403
    assert open_link(second.json()["url"]).status_code == 200


def test_a_changed_role_signs_out_and_is_recorded(owner: Console) -> None:
    mary = Console(Role.VIEWER, name="mary")

    answer = owner.call("PATCH", f"settings/staff/{mary.user.public_id}", {"role": "manager"})

    assert answer.json()["role"] == "manager"
    assert not SignInSession.objects.filter(user=mary.user, ended_at=None).exists()
    event = AuditEvent.objects.get(action="staff_changed")
    assert event.before is not None
    assert event.before["role"] == "viewer"
    assert event.after == {"role": "manager", "is_active": True}


def test_who_left_can_be_let_in_again_but_gets_no_link_meanwhile(owner: Console) -> None:
    mary = Console(Role.VIEWER, name="mary").user
    owner.call("PATCH", f"settings/staff/{mary.public_id}", {"is_active": False})

    refused = owner.call("POST", f"settings/staff/{mary.public_id}/link")
    owner.call("PATCH", f"settings/staff/{mary.public_id}", {"is_active": True})

    assert refused.json()["code"] == "staff_user_left"
    assert User.objects.get(pk=mary.pk).is_active


def test_the_last_owner_stays(owner: Console) -> None:
    answer = owner.call("PATCH", f"settings/staff/{owner.user.public_id}", {"is_active": False})

    assert answer.json()["code"] == "last_owner"


def test_an_address_that_has_an_account_is_refused_beside_its_field(owner: Console) -> None:
    owner.call("POST", "settings/staff", MARY)

    answer = owner.call("POST", "settings/staff", {**MARY, "email": "mary@EXAMPLE.org"})

    assert answer.status_code == 409
    assert [error["field"] for error in answer.json()["errors"]] == ["email"]


def test_a_link_for_a_lost_password_is_made_as_well(owner: Console) -> None:
    mary = Console(Role.VIEWER, name="mary").user
    change_password(mary, "a-long-password-nobody-knows", now=now())

    answer = owner.call("POST", f"settings/staff/{mary.public_id}/link")

    assert "type=recovery" in answer.json()["url"]
    assert open_link(answer.json()["url"]).status_code == 200
