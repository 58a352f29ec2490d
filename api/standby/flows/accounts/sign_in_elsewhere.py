"""Sign-in and identity linking by an OpenID Connect provider."""

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
    """Return a used one-time link for the account that an external identity belongs to.

    An identity not seen before is matched by its verified e-mail address. Raises EmailNotProvided,
    EmailNotVerified and NoSuchStaff: an external account alone does not make a staff user.
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
    """Link an external identity to a user. Raises IdentityTaken."""
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
