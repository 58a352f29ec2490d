"""Members of staff come, get another role, and go; one owner at least stays."""

from datetime import datetime

from standby.apps.accounts.models import (
    OneTimeLink,
    RecoveryCode,
    SignInSession,
    StaffToken,
    User,
)
from standby.apps.accounts.services.sessions import lock_sessions
from standby.domain.errors import Conflict, _
from standby.domain.roles import Role


class LastOwner(Conflict):
    code = "last_owner"
    message = _("Somebody has to be the owner: make somebody else one first.")


def ensure_owner_stays(user: User, *, role: str, is_active: bool) -> None:
    """With every owner's row locked, so that two do not go at once. Raises LastOwner."""
    owners = User.objects.select_for_update().filter(role=Role.OWNER, is_active=True, is_staff=True)
    others = [owner for owner in owners if owner.pk != user.pk]
    stays = role == Role.OWNER and is_active
    was = user.pk is not None and User.objects.filter(pk=user.pk, role=Role.OWNER).exists()
    if was and not stays and not others:
        raise LastOwner


def sign_out_everywhere(
    user: User, *, now: datetime, except_for: SignInSession | None = None
) -> None:
    """Every token that they were given is dead: sessions, the tables' cookies, and scripts.

    In the caller's transaction, beside the change that is the reason. Safe to repeat.
    """
    lock_sessions(user)
    live = SignInSession.objects.filter(user=user, ended_at=None)
    if except_for is not None:
        live = live.exclude(pk=except_for.pk)
    live.update(ended_at=now)
    StaffToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)


def end_mailed_links(user: User, *, now: datetime) -> None:
    """Links and codes that were not used yet open nothing any more. Safe to repeat."""
    OneTimeLink.objects.filter(user=user, used_at=None).update(used_at=now)


def reset_factors(user: User, *, now: datetime) -> None:
    """They lost their phone: they sign in by password, and enrol another before all else."""
    user.factors.all().delete()
    RecoveryCode.objects.filter(user=user).delete()
    sign_out_everywhere(user, now=now)
