"""One-time links: password recovery, invitation, change of email, end of a sign-in redirect."""

import base64
import hashlib
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.db import transaction
from django.utils.crypto import constant_time_compare

from standby.accounts.models import OneTimeLink, User
from standby.accounts.rules import (
    ONE_TIME_LINK_LASTS,
    RECOVERIES_PER_ACCOUNT,
    RECOVERIES_PER_CLIENT,
    SIGN_IN_CODE_LASTS,
    hash_of,
    new_token,
)
from standby.accounts.services import sessions, users
from standby.accounts.services.users import note_account
from standby.core.errors import Invalid, _
from standby.core.limits import Client, LimitReached, by_client, consume_each
from standby.core.policy import EMAIL_CHANGES_PER_ACCOUNT, EMAIL_CHANGES_PER_CLIENT
from standby.core.transactions import in_transaction
from standby.core.words import in_english
from standby.messaging.models import Message
from standby.messaging.rendering import render_plain
from standby.messaging.services import outbox

Purpose = OneTimeLink.Purpose
INVITATION: Final = "invite"


class LinkExpired(Invalid):
    code = "otp_expired"
    message = _("Email link is invalid or has expired")


class WrongVerifier(Invalid):
    code = "bad_code_verifier"
    message = _("code challenge does not match previously saved code verifier")


def make_link(
    user: User,
    *,
    purpose: Purpose,
    method: str,
    code_challenge: str = "",
    token: str = "",
    now: datetime,
) -> OneTimeLink:
    """Create a link; `code_challenge` is PKCE's, empty when the client has none.

    Without a `token` it gets one that nobody knows: `renew_link` makes the one that is mailed.
    """
    lasts = SIGN_IN_CODE_LASTS if purpose == Purpose.SIGN_IN else ONE_TIME_LINK_LASTS
    return OneTimeLink.objects.create(
        user=user,
        purpose=purpose,
        token_hash=hash_of(token or new_token()),
        code_challenge=code_challenge,
        method=method,
        expires_at=now + lasts,
    )


def renew_link(link_id: int, *, site_url: str, now: datetime) -> str:
    """Give a link a new token and return the URL to mail at once; the earlier token stops working.

    Raises LinkExpired when the link was used or deleted.
    """
    token = new_token()
    unused = OneTimeLink.objects.filter(pk=link_id, used_at=None, user__is_active=True)
    if not unused.update(token_hash=hash_of(token), expires_at=now + ONE_TIME_LINK_LASTS):
        raise LinkExpired
    purpose, method = OneTimeLink.objects.values_list("purpose", "method").get(pk=link_id)
    kind = INVITATION if method == INVITATION else purpose
    return address_of(token, kind=kind, site_url=site_url)


def may_be_mailed(link_id: int, *, to: str) -> bool:
    link = OneTimeLink.objects.select_related("user").filter(pk=link_id, used_at=None).first()
    if link is None or not link.user.is_active:
        return False
    is_change = link.purpose == Purpose.EMAIL_CHANGE
    return to == (link.user.new_email if is_change else link.user.email)


def address_of(token: str, *, kind: str, site_url: str) -> str:
    """Return the URL of the console page with the button that uses the link.

    `kind` is recovery, invite or email_change, as auth clients expect.
    """
    # Opening the page alone does not use the link up: mail scanners open links (SEC-04.1).
    return f"{site_url}/staff?{urlencode({'token_hash': token, 'type': kind})}"


def send_recovery_link(email: str, *, client: Client, now: datetime) -> None:
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
    with transaction.atomic(durable=True):
        link = make_link(user, purpose=Purpose.RECOVERY, method="recovery", now=now)
        _queue("account_recovery", link, to=user.email, now=now)


@in_transaction
def invite(user: User, *, now: datetime) -> None:
    """Mail a new or returning staff user a link to set their password.

    No account exists without its mail.
    """
    link = make_link(user, purpose=Purpose.RECOVERY, method="invite", now=now)
    _queue("account_invitation", link, to=user.email, now=now)


def ask_for_new_email(user: User, email: str, *, client: Client, now: datetime) -> None:
    """Mail a confirmation link to a user's new email address. Raises LimitReached."""
    spends = [
        (EMAIL_CHANGES_PER_ACCOUNT, str(user.public_id)),
        *by_client(EMAIL_CHANGES_PER_CLIENT, client),
    ]
    consume_each(spends=spends, now=now)
    with transaction.atomic(durable=True):
        # An earlier link went to another address and proves nothing about this one.
        unused = OneTimeLink.objects.filter(user=user, purpose=Purpose.EMAIL_CHANGE, used_at=None)
        unused.update(used_at=now)
        user.new_email = email
        user.save(update_fields=["new_email"])
        # A taken address gets no mail but the same response, so nobody learns who has an account.
        if users.is_free(email, for_user=user):
            link = make_link(user, purpose=Purpose.EMAIL_CHANGE, method="recovery", now=now)
            _queue("account_email_change", link, to=email, now=now)


def open_link(token: str, *, purpose: Purpose, now: datetime) -> OneTimeLink:
    """Use up a one-time link, and apply the new email address if that is its purpose.

    Raises EmailTaken, and LinkExpired if it is unknown, used, expired or for another purpose.
    """
    links = OneTimeLink.objects.filter(token_hash=hash_of(token), purpose=purpose)
    fresh = links.filter(used_at=None, expires_at__gt=now, user__is_active=True)
    with transaction.atomic(durable=True):
        if not fresh.update(used_at=now):
            raise LinkExpired
        link = links.select_related("user").get()
        if purpose == Purpose.EMAIL_CHANGE:
            users.take_new_email(link.user)
        return link


def sign_in_by_link(link: OneTimeLink, *, now: datetime) -> sessions.IssuedSession:
    with transaction.atomic(durable=True):
        User.objects.filter(pk=link.user_id).update(last_login=now)
        issued = sessions.open_session(link.user, method=link.method, now=now)
        note_account(link.user, action="signed_in", details={"method": link.method}, now=now)
        return issued


def sign_in_by_code(code: str, *, code_verifier: str, now: datetime) -> sessions.IssuedSession:
    """Exchange a PKCE sign-in code for a session. Raises LinkExpired and WrongVerifier.

    A code tried with a wrong verifier is used up.
    """
    link = open_link(code, purpose=Purpose.SIGN_IN, now=now)
    digest = hashlib.sha256(code_verifier.encode()).digest()  # RFC 7636, S256
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    if not constant_time_compare(challenge, link.code_challenge):
        raise WrongVerifier
    return sign_in_by_link(link, now=now)


def _queue(template: str, link: OneTimeLink, *, to: str, now: datetime) -> None:
    # The token is created when the mail is sent, and is never stored.
    kind = f"account_{link.purpose}"
    with in_english():
        words = render_plain(template)
    message = Message(
        kind=kind,
        channel=Message.Channel.EMAIL,
        recipient=to,
        dedupe_key=f"{kind}:{link.user.public_id}:{link.pk}",
        link_ref=link.pk,
        stale_at=now + ONE_TIME_LINK_LASTS,
        **words,
    )
    outbox.queue_messages(message, now=now)
