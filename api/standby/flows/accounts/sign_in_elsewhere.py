"""A user comes back from another service, which says who they are: signed in, or linked."""

from datetime import datetime
from typing import Final

from standby.apps.accounts.models import OneTimeLink, User
from standby.apps.accounts.services import identities, one_time_links, users
from standby.domain.errors import Invalid, NotFound, _
from standby.flows.writing import write_transaction
from standby.providers.identity import IdentityClaims

ELSEWHERE: Final = "oauth"


class NoSuchStaff(NotFound):
    code = "user_not_found"
    message = _("Signups not allowed for this instance")


class EmailNotProvided(Invalid):
    code = "email_not_provided"
    message = _("The provider gave no e-mail address")


class EmailNotVerified(Invalid):
    code = "provider_email_needs_verification"
    message = _("The provider has not verified this e-mail address")


def sign_in_elsewhere(
    claimed: IdentityClaims, *, provider: str, code_challenge: str, now: datetime
) -> OneTimeLink:
    """A link still to be used, for whoever this account belongs to.

    One not seen before is believed by its verified e-mail. Raises EmailNotProvided,
    EmailNotVerified and NoSuchStaff: nobody becomes staff by having an account somewhere.
    """
    with write_transaction():
        user = identities.user_of_identity(
            provider=provider, subject=claimed.subject, now=now
        ) or _known_by_email(claimed)
        _link(user, claimed, provider=provider, now=now)
        wish = one_time_links.LinkRequest(
            purpose=OneTimeLink.Purpose.RECOVERY, method=ELSEWHERE, code_challenge=code_challenge
        )
        token = one_time_links.make_link(user, options=wish, now=now)
        return one_time_links.use_link(token, purpose=wish.purpose, now=now)


def link_elsewhere(user: User, claimed: IdentityClaims, *, provider: str, now: datetime) -> None:
    """Raises IdentityTaken."""
    with write_transaction():
        _link(user, claimed, provider=provider, now=now)


def _known_by_email(claimed: IdentityClaims) -> User:
    if not claimed.email:
        raise EmailNotProvided
    if not claimed.email_is_verified:
        raise EmailNotVerified
    user = users.user_by_email(claimed.email)
    if user is None:
        raise NoSuchStaff
    return user


def _link(user: User, claimed: IdentityClaims, *, provider: str, now: datetime) -> None:
    identities.link_identity(
        user,
        provider=provider,
        subject=claimed.subject,
        email=claimed.email,
        name=claimed.name,
        now=now,
    )
