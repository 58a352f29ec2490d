"""Staff users as owners manage them: invitations, roles, who no longer works here."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.db import IntegrityError, transaction

from standby.accounts.models import OneTimeLink, User
from standby.accounts.rules import ONE_TIME_LINK_LASTS, new_token
from standby.accounts.services.recover_account import (
    INVITATION,
    address_of,
    invite,
    make_link,
)
from standby.accounts.services.users import (
    ensure_owner_stays,
    name_of,
    reset_factors,
    sign_out_everywhere,
)
from standby.audit.models import AuditEvent
from standby.audit.selectors import name_of_actor
from standby.audit.services import record_event
from standby.core.errors import Conflict, NotFound, _
from standby.core.roles import Role


class StaffUserNotFound(NotFound):
    code = "staff_user_not_found"
    message = _("There is no such person on the staff.")


class StaffUserKnown(Conflict):
    code = "staff_user_known"
    message = _("There is already an account with this email address.")


class StaffUserLeft(Conflict):
    code = "staff_user_left"
    message = _("This person no longer works here. Let them in again first.")


class IsScript(Conflict):
    code = "is_script"
    message = _("A script uses a token from the command line, not a link.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A link by which somebody sets a password, known only now: its hash alone is stored."""

    user: User
    url: str
    expires_at: datetime


def staff_users() -> list[User]:
    """Return everybody on the staff, those who left last."""
    users = User.objects.filter(is_staff=True, is_visitor=False).prefetch_related("factors")
    return list(users.order_by("-is_active", "email"))


_INVITED: Final = ("staff_invited", "row_added")  # on the screen, and among the tables
_CHANGED: Final = ("staff_changed", "row_changed")
_LINK: Final = ("link_made", "link_sent")
_FACTORS: Final = ("factors_removed",)
_MOST_HISTORY: Final = 30
StaffChange = Literal["invited", "role", "left", "returned", "link", "factors"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffEvent:
    """What was changed about somebody on the staff; `role` is the one they have since."""

    at: datetime
    who: str
    name: str
    change: StaffChange
    role: str


def staff_history() -> list[StaffEvent]:
    """Return who invited, changed and let go whom, newest first."""
    people = {f"{user._meta.db_table} {user.pk}": user for user in staff_users()}
    actions = (*_INVITED, *_CHANGED, *_LINK, *_FACTORS)
    events = AuditEvent.objects.filter(object__in=people, action__in=actions).order_by("-id")
    return [
        StaffEvent(
            at=event.at,
            who=name_of_actor(event.actor),
            name=name_of(people[event.object]),
            change=change,
            role=(event.after or {}).get("role", ""),
        )
        for event in events[:_MOST_HISTORY]
        for change in _changes_of(event)
    ]


def _changes_of(event: AuditEvent) -> list[StaffChange]:
    if event.action in _INVITED:
        return ["invited"]
    if event.action in _LINK:
        return ["link"]
    if event.action in _FACTORS:
        return ["factors"]
    before, after = event.before or {}, event.after or {}
    changes: list[StaffChange] = []
    if after.get("role") != before.get("role"):
        changes.append("role")
    if after.get("is_active") != before.get("is_active"):
        changes.append("returned" if after.get("is_active") else "left")
    return changes


def open_invitations(*, now: datetime) -> Mapping[int, datetime]:
    """Return until when an invitation is good, by the key of its user."""
    links = OneTimeLink.objects.filter(method=INVITATION, used_at=None, expires_at__gt=now)
    return dict(links.order_by("expires_at").values_list("user_id", "expires_at"))


def staff_user_by_id(user_id: UUID) -> User:
    """Return the staff user, locked. Raises StaffUserNotFound."""
    users = User.objects.select_for_update().filter(is_staff=True, is_visitor=False)
    user = users.filter(public_id=user_id).first()
    if user is None:
        raise StaffUserNotFound
    return user


def invite_staff_user(
    name: str, email: str, *, role: Role, site_url: str, actor: str, now: datetime
) -> Invitation:
    """Add a staff user, mail the invitation and return a link of its own to hand over.

    Raises StaffUserKnown.
    """
    user = User(
        username=email.lower(),
        email=email,
        is_staff=True,
        role=role,
        user_metadata={"full_name": name},
    )
    user.set_unusable_password()
    with transaction.atomic(durable=True):
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as error:
            raise StaffUserKnown(field="email") from error
        _note(user, "staff_invited", before=None, after={"role": role}, actor=actor, now=now)
        invite(user, now=now)
        return _link_to_hand_over(user, site_url=site_url, now=now)


def renew_invitation(user_id: UUID, *, site_url: str, actor: str, now: datetime) -> Invitation:
    """Make a new link to set a password; every earlier one is dead, also one that was mailed.

    Raises StaffUserNotFound, StaffUserLeft, and IsScript for a user that only scripts use.
    """
    with transaction.atomic(durable=True):
        user = staff_user_by_id(user_id)
        if not user.is_active:
            raise StaffUserLeft
        if not user.email:
            raise IsScript
        unused = OneTimeLink.objects.filter(
            user=user, purpose=OneTimeLink.Purpose.RECOVERY, used_at=None
        )
        unused.update(used_at=now)
        _note(user, "link_made", before=None, after=None, actor=actor, now=now)
        return _link_to_hand_over(user, site_url=site_url, now=now)


def change_staff_user(
    user_id: UUID,
    *,
    role: Role | None = None,
    is_active: bool | None = None,
    forget_factors: bool = False,
    actor: str,
    now: datetime,
) -> User:
    """Change what a staff user may do. A change signs them out everywhere.

    Raises StaffUserNotFound, and LastOwner when no owner would be left.
    """
    with transaction.atomic(durable=True):
        user = staff_user_by_id(user_id)
        before = {"role": user.role, "is_active": user.is_active}
        user.role = user.role if role is None else role
        user.is_active = user.is_active if is_active is None else is_active
        after = {"role": user.role, "is_active": user.is_active}
        ensure_owner_stays(user, role=user.role, is_active=user.is_active)
        if after != before:
            user.save(update_fields=["role", "is_active"])
            sign_out_everywhere(user, now=now)
            _note(user, "staff_changed", before=before, after=after, actor=actor, now=now)
        if forget_factors:
            reset_factors(user, now=now)
            _note(user, "factors_removed", before=None, after=None, actor=actor, now=now)
        return user


def _link_to_hand_over(user: User, *, site_url: str, now: datetime) -> Invitation:
    # Another link than the mailed one, whose token is made anew when the mail is sent.
    token = new_token()
    make_link(user, purpose=OneTimeLink.Purpose.RECOVERY, method=INVITATION, token=token, now=now)
    kind = OneTimeLink.Purpose.RECOVERY if user.has_usable_password() else INVITATION
    url = address_of(token, kind=kind, site_url=site_url)
    return Invitation(user=user, url=url, expires_at=now + ONE_TIME_LINK_LASTS)


def _note(
    user: User,
    action: str,
    *,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
    actor: str,
    now: datetime,
) -> None:
    record_event(
        actor,
        action=action,
        object=f"{user._meta.db_table} {user.pk}",
        before=before,
        after=after,
        now=now,
    )
