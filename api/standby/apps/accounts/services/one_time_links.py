"""A link that works once: for a forgotten password, a new e-mail, or the end of a redirect."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime

from standby.apps.accounts.models import OneTimeLink, User
from standby.apps.accounts.secrets import hash_of, new_token
from standby.domain.errors import Invalid
from standby.domain.policy import ONE_TIME_LINK_LASTS, SIGN_IN_CODE_LASTS

Purpose = OneTimeLink.Purpose


class LinkExpired(Invalid):
    """Email link is invalid or has expired"""

    code = "otp_expired"


class WrongVerifier(Invalid):
    """code challenge does not match previously saved code verifier"""

    code = "bad_code_verifier"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a link is for; `code_challenge` is the PKCE one, empty when the client has none."""

    purpose: Purpose
    method: str
    code_challenge: str = ""


def make_link(user: User, *, wish: Wish, now: datetime) -> str:
    """Its token, kept by us as a hash only."""
    token = new_token()
    lasts = SIGN_IN_CODE_LASTS if wish.purpose == Purpose.SIGN_IN else ONE_TIME_LINK_LASTS
    OneTimeLink.objects.create(
        user=user,
        purpose=wish.purpose,
        token_hash=hash_of(token),
        code_challenge=wish.code_challenge,
        method=wish.method,
        expires_at=now + lasts,
    )
    return token


def end_links(user: User, *, purpose: Purpose, now: datetime) -> None:
    """Those that nobody opened yet open nothing any more."""
    unused = OneTimeLink.objects.filter(user=user, purpose=purpose, used_at=None)
    unused.update(used_at=now)


def use_link(token: str, *, purpose: Purpose, now: datetime) -> OneTimeLink:
    """Raises LinkExpired: unknown, used, too old or for something else alike."""
    links = OneTimeLink.objects.filter(token_hash=hash_of(token), purpose=purpose)
    fresh = links.filter(used_at=None, expires_at__gt=now, user__is_active=True)
    if not fresh.update(used_at=now):
        raise LinkExpired
    return links.select_related("user").get()


def ensure_verifier(link: OneTimeLink, *, code_verifier: str) -> None:
    """The browser that asked is the one that comes back (RFC 7636, S256). Raises WrongVerifier."""
    digest = hashlib.sha256(code_verifier.encode()).digest()
    told = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    if not hmac.compare_digest(told, link.code_challenge):
        raise WrongVerifier
