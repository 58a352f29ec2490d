"""Sign-in of staff by password or external account, and of visitors."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from standby.accounts.models import Identity, OneTimeLink, User
from standby.accounts.rules import VISITORS_PER_CLIENT, new_token
from standby.accounts.services import sessions, users
from standby.accounts.services.guesses import Caller, password_guess
from standby.accounts.services.recover_account import make_link
from standby.accounts.services.users import note_account, note_failed_sign_in
from standby.core.errors import Conflict, Invalid, NotFound, _
from standby.core.limits import Client, by_client, consume_each, give_back

ELSEWHERE: Final = "oauth"


class IdentityUnknown(NotFound):
    code = "identity_not_found"
    message = _("Identity doesn't exist")


class IdentityTaken(Conflict):
    code = "identity_already_exists"
    message = _("Identity is already linked to another user")


class LastIdentity(Conflict):
    code = "single_identity_not_deletable"
    message = _("User must have at least 1 identity after unlinking")


def unlink_identity(user: User, public_id: str) -> None:
    try:
        identity_id = UUID(public_id)
    except ValueError as error:
        raise IdentityUnknown from error
    # The email identity has the user's public id. The password depends on it, so it stays.
    if identity_id == user.public_id:
        raise LastIdentity
    removed, _ = user.identities.filter(public_id=identity_id).delete()
    if not removed:
        raise IdentityUnknown


def sign_in(email: str, password: str, *, caller: Caller, now: datetime) -> sessions.IssuedSession:
    """Open a session by email and password.

    Raises WrongCredentials, whichever of the two was wrong. Raises LimitReached after too many
    failures, also for the right password.
    """
    spends = password_guess(email, caller)
    consume_each(spends=spends, now=now)
    try:
        # Outside the transaction, because hashing takes a third of a second.
        user = users.user_by_password(email, password)
    except users.WrongCredentials:
        note_failed_sign_in(email, now=now)
        raise
    with transaction.atomic(durable=True):
        # Raises WrongCredentials when the password was changed while the old one was being hashed.
        users.ensure_unchanged(user)
        give_back(spends=spends, spent_at=now)
        User.objects.filter(pk=user.pk).update(last_login=now)
        issued = sessions.open_session(user, method="password", now=now)
        note_account(user, action="signed_in", details={"method": "password"}, now=now)
        return issued


def enter_as_visitor(
    *, metadata: dict[str, object], client: Client, now: datetime
) -> sessions.IssuedSession:
    """Open an anonymous session. Raises LimitReached."""
    consume_each(spends=by_client(VISITORS_PER_CLIENT, client), now=now)
    with transaction.atomic(durable=True):
        visitor = users.make_visitor(metadata=metadata)
        return sessions.open_session(visitor, method="anonymous", now=now)


class NoSuchStaff(NotFound):
    code = "user_not_found"
    message = _("Signups not allowed for this instance")


class EmailNotProvided(Invalid):
    code = "email_not_provided"
    message = _("The provider gave no email address")


class EmailNotVerified(Invalid):
    code = "provider_email_needs_verification"
    message = _("The provider has not verified this email address")


def sign_in_elsewhere(
    claims: Mapping[str, Any],
    *,
    provider: str,
    code_challenge: str,
    link_to: User | None = None,
    now: datetime,
) -> str:
    """Return a sign-in code for the account that an external identity belongs to.

    `claims` are OpenID Connect's about that identity. The code is good for a browser that proves
    itself with its PKCE verifier. An identity not seen before is linked to `link_to`, or else to
    the user of its verified email address. Raises EmailNotProvided, EmailNotVerified, IdentityTaken
    and NoSuchStaff: an external account alone does not make a staff user.
    """
    subject, email = str(claims["sub"]), str(claims.get("email") or "")
    with transaction.atomic(durable=True):
        known = Identity.objects.filter(provider=provider, subject=subject, user__is_active=True)
        known.update(last_sign_in_at=now)
        identity = known.select_related("user").first()
        user = link_to or (identity.user if identity else None)
        if user is None:
            if not email:
                raise EmailNotProvided
            if claims.get("email_verified") is not True:
                raise EmailNotVerified
            user = users.user_by_email(email)
        if user is None:
            raise NoSuchStaff
        linked, _ = Identity.objects.get_or_create(
            provider=provider,
            subject=subject,
            defaults={
                "user": user,
                "email": email,
                "name": str(claims.get("name") or ""),
                "created_at": now,
                "last_sign_in_at": now,
            },
        )
        if linked.user_id != user.pk:
            raise IdentityTaken
        code = new_token()
        make_link(
            user,
            purpose=OneTimeLink.Purpose.SIGN_IN,
            method=ELSEWHERE,
            code_challenge=code_challenge,
            token=code,
            now=now,
        )
        return code
