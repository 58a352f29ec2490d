"""Who may read which kind of message, as data: what stands in no line is nobody's."""

import re
from pathlib import Path
from typing import Final

import pytest

from standby.apps.notifications.words.samples import SAMPLES
from standby.domain.roles import MESSAGE_READERS, Role, may_resend, readable_kinds

ACCOUNT: Final = ("account_recovery", "account_email_change")
_SOURCE: Final = Path(__file__).parents[2] / "standby"
_QUEUED: Final = re.compile(r'(?:News\(\s*|tell_customer\([^()]*?|_news\(\w+, )kind="(\w+)"')


def kinds_queued() -> set[str]:
    sources = [*(_SOURCE / "flows").rglob("*.py"), *(_SOURCE / "worker").rglob("*.py")]
    return {kind for source in sources for kind in _QUEUED.findall(source.read_text())}


@pytest.mark.parametrize("kind", ACCOUNT)
def test_account_mail_is_read_by_nobody(kind: str) -> None:
    assert kind not in MESSAGE_READERS
    assert [role for role in (*Role, "", "king") if kind in readable_kinds(role)] == []


def test_every_role_reads_what_customers_and_the_office_are_sent_and_nobody_else_does() -> None:
    for role in Role:
        assert readable_kinds(role) == set(MESSAGE_READERS)
    assert readable_kinds("") == frozenset()


def test_every_kind_that_is_queued_says_who_reads_it() -> None:
    queued = kinds_queued()

    assert {"date_held", "staff_needed", "zip_opened", "wizard_recovery"} <= queued
    assert queued | set(SAMPLES) == set(MESSAGE_READERS)


@pytest.mark.parametrize("role", Role)
def test_account_mail_is_sent_again_by_owners_and_the_rest_by_who_sends_messages(
    role: Role,
) -> None:
    assert may_resend(role, "account_recovery") is (role == Role.OWNER)
    assert may_resend(role, "photo_link") is (role in (Role.DISPATCHER, Role.MANAGER, Role.OWNER))
