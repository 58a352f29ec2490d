"""Links between users and their accounts at OpenID Connect providers."""

from datetime import datetime
from uuid import UUID

from standby.accounts.models import Identity, User
from standby.core.errors import Conflict, NotFound, _


class IdentityUnknown(NotFound):
    code = "identity_not_found"
    message = _("Identity doesn't exist")


class IdentityTaken(Conflict):
    code = "identity_already_exists"
    message = _("Identity is already linked to another user")


class LastIdentity(Conflict):
    code = "single_identity_not_deletable"
    message = _("User must have at least 1 identity after unlinking")


def link_identity(
    user: User, *, provider: str, subject: str, email: str, name: str, now: datetime
) -> Identity:
    """Link a provider account to a user.

    Safe to repeat. Raises IdentityTaken if another user has it.
    """
    identity, _ = Identity.objects.get_or_create(
        provider=provider,
        subject=subject,
        defaults={
            "user": user,
            "email": email,
            "name": name,
            "created_at": now,
            "last_sign_in_at": now,
        },
    )
    if identity.user_id != user.pk:
        raise IdentityTaken
    return identity


def user_of_identity(*, provider: str, subject: str, now: datetime) -> User | None:
    identities = Identity.objects.filter(provider=provider, subject=subject, user__is_active=True)
    identities.update(last_sign_in_at=now)
    identity = identities.select_related("user").first()
    return identity.user if identity else None


def unlink_identity(user: User, public_id: str) -> None:
    try:
        identity_id = UUID(public_id)
    except ValueError as error:
        raise IdentityUnknown from error
    # The e-mail identity has the user's public id. The password depends on it, so it stays.
    if identity_id == user.public_id:
        raise LastIdentity
    removed, _ = user.identities.filter(public_id=identity_id).delete()
    if not removed:
        raise IdentityUnknown
