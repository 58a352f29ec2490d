"""Links that work once: password recovery, change of e-mail, end of a sign-in redirect."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from standby.accounts.models import OneTimeLink, User
from standby.accounts.rules.policy import ONE_TIME_LINK_LASTS, SIGN_IN_CODE_LASTS
from standby.accounts.rules.secrets import hash_of, new_token
from standby.core.errors import Invalid, _

Purpose = OneTimeLink.Purpose
INVITATION: Final = "invite"


class LinkExpired(Invalid):
    code = "otp_expired"
    message = _("Email link is invalid or has expired")


class WrongVerifier(Invalid):
    code = "bad_code_verifier"
    message = _("code challenge does not match previously saved code verifier")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRequest:
    """Purpose and options of a link; `code_challenge` is PKCE's, empty when the client has none."""

    purpose: Purpose
    method: str
    code_challenge: str = ""


def make_link(user: User, *, options: LinkRequest, now: datetime) -> str:
    token = new_token()
    _create(user, options=options, token=token, now=now)
    return token


def prepare_link(user: User, *, options: LinkRequest, now: datetime) -> OneTimeLink:
    # The token made here is never sent: `renew_link` makes the one that is mailed.
    return _create(user, options=options, token=new_token(), now=now)


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


def end_links(user: User, *, purpose: Purpose, now: datetime) -> None:
    unused = OneTimeLink.objects.filter(user=user, purpose=purpose, used_at=None)
    unused.update(used_at=now)


def use_link(token: str, *, purpose: Purpose, now: datetime) -> OneTimeLink:
    """Mark a link as used.

    Raises LinkExpired if it is unknown, used, expired or for another purpose.
    """
    links = OneTimeLink.objects.filter(token_hash=hash_of(token), purpose=purpose)
    fresh = links.filter(used_at=None, expires_at__gt=now, user__is_active=True)
    if not fresh.update(used_at=now):
        raise LinkExpired
    return links.select_related("user").get()


def ensure_verifier(link: OneTimeLink, *, code_verifier: str) -> None:
    """Check the PKCE verifier (RFC 7636, S256). Raises WrongVerifier."""
    digest = hashlib.sha256(code_verifier.encode()).digest()
    expected = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    if not hmac.compare_digest(expected, link.code_challenge):
        raise WrongVerifier


def _create(user: User, *, options: LinkRequest, token: str, now: datetime) -> OneTimeLink:
    lasts = SIGN_IN_CODE_LASTS if options.purpose == Purpose.SIGN_IN else ONE_TIME_LINK_LASTS
    return OneTimeLink.objects.create(
        user=user,
        purpose=options.purpose,
        token_hash=hash_of(token),
        code_challenge=options.code_challenge,
        method=options.method,
        expires_at=now + lasts,
    )
