"""Coming in, failing to, and changing how one comes in stand in the trail (OPS-11, F8)."""

import pytest
from test_signing_in import HERE, NOW, attempt, pat

from standby.apps.accounts.services import factors, users
from standby.apps.trail.models import StaffAct
from standby.flows.accounts.note_account import note_account
from standby.flows.accounts.show_second_factor import show_again
from standby.flows.accounts.sign_in import Attempt, enter_as_visitor, sign_in
from standby.providers.sealing.fernet import FernetSealer

pytestmark = pytest.mark.django_db


def acts() -> list[tuple[str, str, str]]:
    return list(StaffAct.objects.values_list("actor", "action", "object"))


def test_who_signs_in_is_told_by_name_and_way() -> None:
    user = pat()

    sign_in(attempt(), now=NOW)

    assert acts() == [("staff pat@example.org", "signed_in", f"staff_users {user.pk}")]
    assert StaffAct.objects.get().after == {"method": "password"}


@pytest.mark.parametrize("email", ["pat@example.org", "nobody@example.org"])
def test_who_fails_is_nobody_and_the_address_a_hash(email: str) -> None:
    user = pat()

    with pytest.raises(users.WrongCredentials):
        sign_in(Attempt(email=email, password="wrong", caller=HERE), now=NOW)

    tried = user.pk if email == user.email else "unknown"
    assert acts() == [("nobody", "sign_in_failed", f"staff_users {tried}")]
    assert email not in str(StaffAct.objects.get().after)


def test_a_visitor_of_the_site_leaves_no_act() -> None:
    opened = enter_as_visitor(metadata={}, client=HERE.client, now=NOW)
    note_account(opened.session.user, action="signed_out", now=NOW)

    assert not acts()


def test_a_wrong_code_stands_there_though_nothing_else_does() -> None:
    pat()
    session = sign_in(attempt(), now=NOW).session

    with pytest.raises(factors.WrongCode):
        show_again(session, code="000000", sealer=FernetSealer(secret_keys=["k"]), now=NOW)

    assert [act[1] for act in acts()] == ["signed_in", "second_factor_failed"]
