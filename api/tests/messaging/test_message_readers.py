"""Who may read which kind of message, as data: what stands in no line is nobody's."""

import re
from pathlib import Path
from typing import Final

from who_may import WHO_MAY

from standby.core.roles import Role
from standby.messaging.kinds import KINDS, READABLE_KINDS, may_send_again, readable_kinds

_SOURCE: Final = Path(__file__).parents[2] / "standby"
_QUEUED: Final = re.compile(
    r'(?:Message\(\s*kind=|notify_customer\([^()]*?kind=|queue_staff_email\(\s*)"(\w+)"'
)


def kinds_queued() -> set[str]:
    sources = _SOURCE.rglob("*.py")
    return {kind for source in sources for kind in _QUEUED.findall(source.read_text())}


def test_every_role_reads_what_customers_and_the_office_are_sent_and_nobody_account_mail() -> None:
    assert not READABLE_KINDS & {"account_recovery", "account_email_change"}
    assert {role: readable_kinds(role) for role in Role} == dict.fromkeys(Role, READABLE_KINDS)
    assert readable_kinds("") == readable_kinds("king") == frozenset()


def test_account_mail_is_sent_again_by_owners_and_the_rest_by_who_sends_messages() -> None:
    senders = {
        kind: {role for role in Role if may_send_again(role, kind)}
        for kind in ("account_recovery", "photo_link")
    }

    assert senders == {"account_recovery": {"owner"}, "photo_link": WHO_MAY["send_messages"]}


def test_every_kind_that_is_queued_says_who_reads_it() -> None:
    queued = kinds_queued()

    assert {"date_held", "staff_needed", "zip_opened", "wizard_recovery"} <= queued
    assert queued | set(KINDS) == READABLE_KINDS
