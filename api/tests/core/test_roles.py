"""What each role may do, and whether a customer can be reached by what they typed."""

from itertools import product

import pytest
from role_permissions import NO_SCRIPTS, ROLES, WEIGHTY, WHO_MAY

from standby.core.contacts import is_callable_phone, is_plausible_email
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
def test_a_script_may_what_both_roles_allow_but_nothing_that_needs_a_person(
    token: str, user: str
) -> None:
    both = {permission for permission, roles in WHO_MAY.items() if {token, user} <= roles}

    said = {permission: refusal(token, user, permission) for permission in WHO_MAY}

    assert {p for p, code in said.items() if code == "not_allowed"} == set(WHO_MAY) - both
    assert {p for p, code in said.items() if code == "script_not_allowed"} == both & NO_SCRIPTS


def test_a_user_without_a_role_lends_a_script_none() -> None:
    assert refusal("viewer", "", Permission.SEE_ORDERS) == "not_allowed"


@pytest.mark.req("WIZ-08.6")
@pytest.mark.parametrize(
    ("text", "can_be"),
    [
        *((good, True) for good in ("ada@example.org", "a@b.co", "o'b@x-y.org")),
        ("Ada.Lovelace+quote@mail.example.co.uk", True),
        *((part, False) for part in ("", "ada", "ada.example.org", "@example.org", "ada@")),
        *((domain, False) for domain in ("ada@example", "ada@exa_mple.org", "ada@-example.org")),
        *((name, False) for name in (".ada@example.org", "ada.@example.org", "a..b@example.org")),
        *((signs, False) for signs in ("ada@@example.org", "a b@example.org")),
        ("ada@example.org\r\nBcc: all@example.org", False),
        ("x" * 65 + "@example.org", False),
    ],
)
def test_addresses_that_mail_can_be_sent_to(text: str, can_be: bool) -> None:
    assert is_plausible_email(text) is can_be


@pytest.mark.parametrize(
    ("text", "can_be"),
    [
        *((text, True) for text in ("(281) 555-0100", "+1 281 555 0100", "2815550100")),
        *((text, False) for text in ("", "555-0100", "call me", "1" * 16, "٢٨١٥٥٥٠١٠٠")),
    ],
)
def test_phones_that_a_crew_can_call(text: str, can_be: bool) -> None:
    assert is_callable_phone(text) is can_be


@pytest.mark.parametrize(
    "text",
    ["a." * 10**6 + "@" + "a-" * 10**6, "a@" * 10**6, "a@" + "a-" * 10**6, "a@" + "a." * 10**6],
)
def test_hostile_text_is_looked_at_in_one_pass(text: str) -> None:
    """Of a pattern that goes back over two million characters nobody would see the end."""
    assert not is_plausible_email(text)
