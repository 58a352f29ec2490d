"""A forgotten password, or a new e-mail address: a link is mailed, and works once."""

from datetime import datetime

from standby.apps.accounts.models import OneTimeLink, User
from standby.apps.accounts.services import one_time_links as links
from standby.apps.accounts.services import sessions, users
from standby.apps.limits.services import LimitReached, by_client, consume_each
from standby.apps.notifications import services as notifications
from standby.apps.notifications.models import Message
from standby.apps.notifications.words import accounts as words
from standby.domain.clients import Client
from standby.domain.policy import (
    EMAIL_CHANGES_PER_ACCOUNT,
    EMAIL_CHANGES_PER_CLIENT,
    ONE_TIME_LINK_LASTS,
    RECOVERIES_PER_ACCOUNT,
    RECOVERIES_PER_CLIENT,
)
from standby.flows.accounts.note_account import note_account
from standby.flows.writing import write_transaction

Purpose = OneTimeLink.Purpose


def recover_account(email: str, *, client: Client, now: datetime) -> None:
    """The same for an address that nobody has: nobody learns who has an account.

    Raises LimitReached, by the client only.
    """
    consume_each(spends=by_client(RECOVERIES_PER_CLIENT, client), now=now)
    user = users.user_by_email(email)
    try:
        consume_each(spends=[(RECOVERIES_PER_ACCOUNT, email.strip().lower())], now=now)
    except LimitReached:
        return
    if user is None:
        return
    wish = links.LinkRequest(purpose=Purpose.RECOVERY, method="recovery")
    with write_transaction():
        _queue(words.password_forgotten(), to=user.email, link_request=wish, user=user, now=now)


def invite(user: User, *, now: datetime) -> None:
    """Staff let somebody in, or in again, with a password of their own choice.

    In the caller's transaction: no member without their letter.
    """
    wish = links.LinkRequest(purpose=Purpose.RECOVERY, method="invite")
    _queue(words.invitation(), to=user.email, link_request=wish, user=user, now=now)


def ask_for_new_email(user: User, email: str, *, client: Client, now: datetime) -> None:
    """The same for an address that somebody has already: nobody learns who has an account.

    Then nobody is mailed, so that it never counts. Raises LimitReached.
    """
    spends = [
        (EMAIL_CHANGES_PER_ACCOUNT, str(user.public_id)),
        *by_client(EMAIL_CHANGES_PER_CLIENT, client),
    ]
    consume_each(spends=spends, now=now)
    with write_transaction():
        # An earlier link went to another address, and says nothing about this one.
        links.end_links(user, purpose=Purpose.EMAIL_CHANGE, now=now)
        users.note_new_email(user, email)
        if users.is_free(email, for_user=user):
            wish = links.LinkRequest(purpose=Purpose.EMAIL_CHANGE, method="recovery")
            _queue(words.email_changed(), to=email, link_request=wish, user=user, now=now)


def open_link(token: str, *, purpose: Purpose, now: datetime) -> OneTimeLink:
    """The link is used up; a new e-mail counts from now on. Raises LinkExpired and EmailTaken."""
    with write_transaction():
        link = links.use_link(token, purpose=purpose, now=now)
        if purpose == Purpose.EMAIL_CHANGE:
            users.take_new_email(link.user)
        return link


def sign_in_by_link(link: OneTimeLink, *, now: datetime) -> sessions.IssuedSession:
    with write_transaction():
        opened = sessions.open_session(link.user, method=link.method, now=now)
        note_account(link.user, action="signed_in", details={"method": link.method}, now=now)
        return opened


def code_for(link: OneTimeLink, *, now: datetime) -> str:
    """For a browser that proves itself afterwards (PKCE)."""
    wish = links.LinkRequest(
        purpose=Purpose.SIGN_IN, method=link.method, code_challenge=link.code_challenge
    )
    with write_transaction():
        return links.make_link(link.user, options=wish, now=now)


def sign_in_by_code(code: str, *, code_verifier: str, now: datetime) -> sessions.IssuedSession:
    """Raises LinkExpired and WrongVerifier; a code tried with a wrong verifier is used up."""
    link = open_link(code, purpose=Purpose.SIGN_IN, now=now)
    links.ensure_verifier(link, code_verifier=code_verifier)
    return sign_in_by_link(link, now=now)


def _queue(
    content: notifications.MessageContent,
    *,
    to: str,
    link_request: links.LinkRequest,
    user: User,
    now: datetime,
) -> None:
    """The link's token is made when the letter is sent, and rests nowhere."""
    link = links.prepare_link(user, options=link_request, now=now)
    notifications.queue_message(
        content,
        to=notifications.Recipient(channel=Message.Channel.EMAIL, recipient=to),
        header=notifications.MessageHeader(
            kind=f"account_{link_request.purpose}",
            dedupe_key=f"account_{link_request.purpose}:{user.public_id}:{now:%Y%m%d%H%M%S%f}",
            link_ref=link.pk,
            stale_at=now + ONE_TIME_LINK_LASTS,
        ),
        now=now,
    )
