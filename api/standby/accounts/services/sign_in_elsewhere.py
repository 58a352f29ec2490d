"""Sign-in and identity linking by an OpenID Connect provider."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.accounts.models import OneTimeLink, User
from standby.accounts.providers.identity import IdentityClaims
from standby.accounts.services import identities, one_time_links, users
from standby.core.errors import Invalid, NotFound, _

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
    claims: IdentityClaims, *, provider: str, code_challenge: str, now: datetime
) -> OneTimeLink:
    """Return a used one-time link for the account that an external identity belongs to.

    An identity not seen before is matched by its verified e-mail address. Raises EmailNotProvided,
    EmailNotVerified and NoSuchStaff: an external account alone does not make a staff user.
    """
    with transaction.atomic(durable=True):
        user = identities.user_of_identity(provider=provider, subject=claims.subject, now=now)
        if user is None:
            if not claims.email:
                raise EmailNotProvided
            if not claims.email_is_verified:
                raise EmailNotVerified
            user = users.user_by_email(claims.email)
        if user is None:
            raise NoSuchStaff
        _link(user, claims, provider=provider, now=now)
        link_request = one_time_links.LinkRequest(
            purpose=OneTimeLink.Purpose.RECOVERY, method=ELSEWHERE, code_challenge=code_challenge
        )
        token = one_time_links.make_link(user, options=link_request, now=now)
        return one_time_links.use_link(token, purpose=link_request.purpose, now=now)


def link_elsewhere(user: User, claims: IdentityClaims, *, provider: str, now: datetime) -> None:
    """Link an external identity to a user. Raises IdentityTaken."""
    with transaction.atomic(durable=True):
        _link(user, claims, provider=provider, now=now)


def _link(user: User, claims: IdentityClaims, *, provider: str, now: datetime) -> None:
    identities.link_identity(
        user,
        provider=provider,
        subject=claims.subject,
        email=claims.email,
        name=claims.name,
        now=now,
    )
