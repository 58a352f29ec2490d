"""What a script's token may do: what its role and its user's role allow, and never what weighs."""

from itertools import product

import pytest

from standby.domain.errors import Forbidden
from standby.domain.roles import (
    MAY,
    NEEDS_FRESH_FACTOR,
    Permission,
    Role,
    ensure_script_allowed,
)


def refusal(token: str, user: str, permission: Permission) -> str:
    try:
        ensure_script_allowed(token, user, permission)
    except Forbidden as refused:
        return refused.code
    return ""


@pytest.mark.parametrize(("token", "user"), list(product(Role, Role)))
def test_a_script_may_what_both_roles_allow_but_nothing_that_asks_for_a_second_factor(
    token: Role, user: Role
) -> None:
    both = MAY[token] & MAY[user]

    said = {permission: refusal(token, user, permission) for permission in Permission}

    assert {p for p, code in said.items() if code == "not_allowed"} == set(Permission) - both
    assert {p for p, code in said.items() if code == "script_not_allowed"} == (
        both & NEEDS_FRESH_FACTOR
    )


def test_a_user_without_a_role_lends_a_script_none() -> None:
    assert refusal("viewer", "", Permission.SEE_ORDERS) == "not_allowed"
