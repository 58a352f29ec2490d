"""Password recovery, invitations and e-mail changes by one-time link."""

from datetime import datetime

from django.db import transaction

from standby.accounts.models import OneTimeLink, User
from standby.accounts.rules.policy import (
    ONE_TIME_LINK_LASTS,
    RECOVERIES_PER_ACCOUNT,
    RECOVERIES_PER_CLIENT,
)
from standby.accounts.services import one_time_links as links
from standby.accounts.services import sessions, users
from standby.accounts.services.note_account import note_account
from standby.core.clients import Client
from standby.core.limits import LimitReached, by_client, consume_each
from standby.core.policy import EMAIL_CHANGES_PER_ACCOUNT, EMAIL_CHANGES_PER_CLIENT
from standby.messaging.models import Message
from standby.messaging.rendering import render_plain
from standby.messaging.services import outbox as notifications

Purpose = OneTimeLink.Purpose


def recover_account(email: str, *, client: Client, now: datetime) -> None:
    """Mail a recovery link, if the address belongs to an account.

    Raises LimitReached for the client's limit only.
    """
    consume_each(spends=by_client(RECOVERIES_PER_CLIENT, client), now=now)
    user = users.user_by_email(email)
    try:
        consume_each(spends=[(RECOVERIES_PER_ACCOUNT, email.strip().lower())], now=now)
    except LimitReached:
        return  # an unknown address looks the same, so nobody learns who has an account
    if user is None:
        return
    link_request = links.LinkRequest(purpose=Purpose.RECOVERY, method="recovery")
    with transaction.atomic(durable=True):
        _queue("account_recovery", to=user.email, link_request=link_request, user=user, now=now)


def invite(user: User, *, now: datetime) -> None:
    """Mail a new or returning staff user a link to set their password.

    Runs in the caller's transaction, so that no account exists without its mail.
    """
    link_request = links.LinkRequest(purpose=Purpose.RECOVERY, method="invite")
    _queue("account_invitation", to=user.email, link_request=link_request, user=user, now=now)


def ask_for_new_email(user: User, email: str, *, client: Client, now: datetime) -> None:
    """Mail a confirmation link to a user's new e-mail address. Raises LimitReached."""
    spends = [
        (EMAIL_CHANGES_PER_ACCOUNT, str(user.public_id)),
        *by_client(EMAIL_CHANGES_PER_CLIENT, client),
    ]
    consume_each(spends=spends, now=now)
    with transaction.atomic(durable=True):
        # An earlier link went to another address and proves nothing about this one.
        links.end_links(user, purpose=Purpose.EMAIL_CHANGE, now=now)
        users.note_new_email(user, email)
        # A taken address gets no mail but the same response, so nobody learns who has an account.
        if users.is_free(email, for_user=user):
            link_request = links.LinkRequest(purpose=Purpose.EMAIL_CHANGE, method="recovery")
            _queue("account_email_change", to=email, link_request=link_request, user=user, now=now)


def open_link(token: str, *, purpose: Purpose, now: datetime) -> OneTimeLink:
    """Use up a one-time link, and apply the new e-mail address if that is its purpose.

    Raises LinkExpired and EmailTaken.
    """
    with transaction.atomic(durable=True):
        link = links.use_link(token, purpose=purpose, now=now)
        if purpose == Purpose.EMAIL_CHANGE:
            users.take_new_email(link.user)
        return link


def sign_in_by_link(link: OneTimeLink, *, now: datetime) -> sessions.IssuedSession:
    with transaction.atomic(durable=True):
        issued = sessions.open_session(link.user, method=link.method, now=now)
        note_account(link.user, action="signed_in", details={"method": link.method}, now=now)
        return issued


def code_for(link: OneTimeLink, *, now: datetime) -> str:
    """Issue a sign-in code for a browser that proves itself with a PKCE verifier."""
    link_request = links.LinkRequest(
        purpose=Purpose.SIGN_IN, method=link.method, code_challenge=link.code_challenge
    )
    with transaction.atomic(durable=True):
        return links.make_link(link.user, options=link_request, now=now)


def sign_in_by_code(code: str, *, code_verifier: str, now: datetime) -> sessions.IssuedSession:
    """Exchange a PKCE sign-in code for a session. Raises LinkExpired and WrongVerifier.

    A code tried with a wrong verifier is used up.
    """
    link = open_link(code, purpose=Purpose.SIGN_IN, now=now)
    links.ensure_verifier(link, code_verifier=code_verifier)
    return sign_in_by_link(link, now=now)


def _queue(
    template: str,
    *,
    to: str,
    link_request: links.LinkRequest,
    user: User,
    now: datetime,
) -> None:
    # The token is created when the mail is sent, and is never stored.
    link = links.prepare_link(user, options=link_request, now=now)
    kind = f"account_{link_request.purpose}"
    message = Message(
        kind=kind,
        channel=Message.Channel.EMAIL,
        recipient=to,
        dedupe_key=f"{kind}:{user.public_id}:{now:%Y%m%d%H%M%S%f}",
        link_ref=link.pk,
        stale_at=now + ONE_TIME_LINK_LASTS,
        **render_plain(template),
    )
    notifications.queue_messages(message, now=now)
