"""Mail about an account: its link is made when it is sent, works once, and rests in no row."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.db import connection, transaction
from outbox_helpers import Postbox, link_in, mailed_link, token_in

from standby.accounts.models import OneTimeLink, User
from standby.accounts.rules import RECOVERIES_PER_CLIENT
from standby.accounts.services.recover_account import (
    LinkExpired,
    ask_for_new_email,
    invite,
    open_link,
    renew_link,
    send_recovery_link,
)
from standby.core.limits import LimitReached, client_at
from standby.core.roles import Role
from standby.messaging.kinds import readable_kinds
from standby.messaging.models import Message
from standby.messaging.providers.mail import MailDown
from standby.messaging.selectors import MessageNotFound, messages_in
from standby.workflows.resend_message import replay_dead_message

NOW = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)
LATER = NOW + timedelta(minutes=5)
CLIENT = client_at("198.51.100.7")
RECOVERY, EMAIL_CHANGE = OneTimeLink.Purpose.RECOVERY, OneTimeLink.Purpose.EMAIL_CHANGE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pat() -> User:
    return User.objects.create(
        username="pat@example.org", email="pat@example.org", is_staff=True, role="owner"
    )


def recover(email: str = "pat@example.org", *, at: datetime = NOW) -> None:
    send_recovery_link(email, client=CLIENT, now=at)


def everything_in_rows() -> str:
    """Every column of every table."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        rows = []
        for name in names:
            cursor.execute(f'SELECT * FROM "{name}"')
            rows += cursor.fetchall()
    return repr(rows)


def test_a_recovery_link_is_in_the_mail_and_in_no_row(pat: User) -> None:
    recover()
    queued = Message.objects.get().text

    [mail] = Postbox().collect(NOW)

    link = link_in(mail.text)
    assert re.findall(r"\[\[.*?\]\]", queued) == ["[[account-link]]"]
    assert "token" not in queued
    assert link.startswith(f"{settings.SITE_URL}/staff?token_hash=")
    assert link.endswith("&type=recovery")
    assert "[[" not in mail.text
    assert token_in(link) not in everything_in_rows()
    assert open_link(token_in(link), purpose=RECOVERY, now=LATER).user == pat


def test_an_invitation_and_a_new_address_carry_a_link_made_when_they_are_sent(pat: User) -> None:
    with transaction.atomic():
        invite(pat, now=NOW)
    ask_for_new_email(pat, "pat.doe@example.org", client=CLIENT, now=NOW)

    invitation, change = Postbox().collect(NOW)

    assert (invitation.to, change.to) == ("pat@example.org", "pat.doe@example.org")
    for mail in (invitation, change):
        assert token_in(link_in(mail.text)) not in everything_in_rows()
    open_link(token_in(link_in(change.text)), purpose=EMAIL_CHANGE, now=LATER)
    assert User.objects.get(pk=pat.pk).email == "pat.doe@example.org"
    assert open_link(token_in(link_in(invitation.text)), purpose=RECOVERY, now=LATER).user == pat


def test_a_fourth_recovery_in_an_hour_mails_nothing_and_many_are_refused(pat: User) -> None:
    for seconds in range(4):
        recover(at=NOW + timedelta(seconds=seconds))

    assert Message.objects.count() == 3
    for _ in range(RECOVERIES_PER_CLIENT.limit - 4):
        recover()
    with pytest.raises(LimitReached):
        recover()


def test_a_retry_makes_a_new_token_and_the_former_one_opens_nothing(pat: User) -> None:
    recover()
    postbox = Postbox(failures=[MailDown("no answer")])

    postbox.collect(NOW)
    first, second = postbox.collect(LATER)

    former, newer = (token_in(link_in(mail.text)) for mail in (first, second))
    assert former != newer
    with pytest.raises(LinkExpired):
        open_link(former, purpose=RECOVERY, now=LATER)
    assert open_link(newer, purpose=RECOVERY, now=LATER).user == pat


def test_a_link_that_was_used_is_not_mailed_again(pat: User) -> None:
    recover()
    postbox = Postbox(failures=[MailDown("its answer was lost")])
    [mail] = postbox.collect(NOW)
    open_link(token_in(link_in(mail.text)), purpose=RECOVERY, now=NOW)

    assert postbox.collect(LATER) == [mail]

    assert Message.objects.get().status == "suppressed"
    with pytest.raises(LinkExpired):
        renew_link(OneTimeLink.objects.get().pk, site_url="https://site.test", now=LATER)


@pytest.mark.parametrize("changed", [{"email": "new@example.org"}, {"is_active": False}])
def test_no_link_goes_to_an_address_or_an_account_that_is_no_longer_theirs(
    pat: User, changed: dict[str, object]
) -> None:
    recover()
    User.objects.filter(pk=pat.pk).update(**changed)
    assert Message.objects.get().status == "queued"

    assert Postbox().collect(NOW) == []
    assert Message.objects.get().status == "suppressed"


def test_of_two_new_addresses_only_the_newest_is_mailed(pat: User) -> None:
    ask_for_new_email(pat, "first@example.org", client=CLIENT, now=NOW)
    ask_for_new_email(pat, "second@example.org", client=CLIENT, now=LATER)

    assert [mail.to for mail in Postbox().collect(LATER)] == ["second@example.org"]


def test_a_link_lives_an_hour_from_its_mail(pat: User) -> None:
    recover()
    sent = NOW + timedelta(minutes=50)
    token = token_in(mailed_link(sent))

    with pytest.raises(LinkExpired):
        open_link(token, purpose=RECOVERY, now=sent + timedelta(hours=1))
    assert open_link(token, purpose=RECOVERY, now=sent + timedelta(minutes=59)).user == pat


def test_an_owner_sends_dead_account_mail_again_and_others_do_not_find_it(pat: User) -> None:
    recover()
    Message.objects.update(status="dead", dead_at=NOW)
    dead = Message.objects.get()

    for role in Role:
        assert messages_in("dead", kinds=readable_kinds(role)) == []
        if role != Role.OWNER:
            with pytest.raises(MessageNotFound):
                replay_dead_message(dead.pk, role=role, actor="staff jo", now=LATER)
    replay_dead_message(dead.pk, role=Role.OWNER, actor="staff pat", now=LATER)

    token = token_in(mailed_link(LATER))
    assert open_link(token, purpose=RECOVERY, now=LATER).user == pat
