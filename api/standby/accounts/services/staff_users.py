"""Changes of staff members: roles, sign-out and reset of second factors."""

from datetime import datetime

from standby.accounts.models import OneTimeLink, RecoveryCode, SignInSession, StaffToken, User
from standby.accounts.services.sessions import lock_sessions
from standby.core.errors import Conflict, _
from standby.core.roles import Role


class LastOwner(Conflict):
    code = "last_owner"
    message = _("Somebody has to be the owner: make somebody else one first.")


def ensure_owner_stays(user: User, *, role: str, is_active: bool) -> None:
    # All owners are locked, so that two of them cannot step down at the same time.
    owners = User.objects.select_for_update().filter(role=Role.OWNER, is_active=True, is_staff=True)
    other_owners = [owner for owner in owners if owner.pk != user.pk]
    stays = role == Role.OWNER and is_active
    was = user.pk is not None and User.objects.filter(pk=user.pk, role=Role.OWNER).exists()
    if was and not stays and not other_owners:
        raise LastOwner


def sign_out_everywhere(
    user: User, *, now: datetime, except_for: SignInSession | None = None
) -> None:
    """Invalidate every session, admin cookie and script token of the user. Safe to repeat.

    Call it in the transaction of the change that is the reason.
    """
    lock_sessions(user)
    live = SignInSession.objects.filter(user=user, ended_at=None)
    if except_for is not None:
        live = live.exclude(pk=except_for.pk)
    live.update(ended_at=now)
    StaffToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)


def end_mailed_links(user: User, *, now: datetime) -> None:
    OneTimeLink.objects.filter(user=user, used_at=None).update(used_at=now)


def reset_factors(user: User, *, now: datetime) -> None:
    """Delete all factors and recovery codes of a user who lost their phone, and sign them out.

    They sign in by password again and must enroll a new factor before anything else.
    """
    user.factors.all().delete()
    RecoveryCode.objects.filter(user=user).delete()
    sign_out_everywhere(user, now=now)
