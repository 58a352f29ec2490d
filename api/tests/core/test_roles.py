"""What each role may do, by the table written by hand, and what a script's token may of it."""

from itertools import product

import pytest
from who_may import ROLES, WEIGHTY, WHO_MAY

from standby.core.errors import Forbidden
from standby.core.roles import (
    NEEDS_FRESH_FACTOR,
    Permission,
    Role,
    ensure_script_allowed,
    is_allowed,
)


def refusal(token: str, user: str, permission: str) -> str:
    try:
        ensure_script_allowed(token, user, Permission(permission))
    except Forbidden as refused:
        return refused.code
    return ""


def test_each_role_may_what_the_table_says_and_nothing_else() -> None:
    nobodys = ("", "king")

    may = {
        permission: {role for role in (*Role, *nobodys) if is_allowed(role, permission)}
        for permission in Permission
    }

    assert tuple(Role) == ROLES
    assert may == WHO_MAY
    assert frozenset(map(str, NEEDS_FRESH_FACTOR)) == WEIGHTY


@pytest.mark.parametrize(("token", "user"), list(product(ROLES, ROLES)))
def test_a_script_may_what_both_roles_allow_but_nothing_that_asks_for_a_second_factor(
    token: str, user: str
) -> None:
    both = {permission for permission, roles in WHO_MAY.items() if {token, user} <= roles}

    said = {permission: refusal(token, user, permission) for permission in WHO_MAY}

    assert {p for p, code in said.items() if code == "not_allowed"} == set(WHO_MAY) - both
    assert {p for p, code in said.items() if code == "script_not_allowed"} == both & WEIGHTY


def test_a_user_without_a_role_lends_a_script_none() -> None:
    assert refusal("viewer", "", Permission.SEE_ORDERS) == "not_allowed"
