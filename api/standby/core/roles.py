"""Permissions of each staff role."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from standby.core.errors import Forbidden, _


class Permission(StrEnum):
    """One thing that a member of staff may be allowed to do."""

    SEE_OWN_ACCOUNT = "see_own_account"
    SEE_ORDERS = "see_orders"
    SEE_PHOTOS = "see_photos"
    SEE_MESSAGES = "see_messages"
    SEND_MESSAGES = "send_messages"
    WRITE_NOTES = "write_notes"
    CORRECT_CONTACTS = "correct_contacts"
    SCHEDULE = "schedule"
    REVIEW_PHOTOS = "review_photos"
    MAKE_PAPERS = "make_papers"
    REACH_MILESTONES = "reach_milestones"
    CANCEL_ORDERS = "cancel_orders"
    REFUND = "refund"
    OPEN_TABLES = "open_tables"
    CHANGE_CATALOG = "change_catalog"
    EXPORT = "export"
    ERASE = "erase"
    SEE_TRAIL = "see_trail"
    MANAGE_STAFF = "manage_staff"


class Role(StrEnum):
    VIEWER = "viewer"
    DISPATCHER = "dispatcher"
    REVIEWER = "reviewer"
    MANAGER = "manager"
    OWNER = "owner"


class NotAllowed(Forbidden):
    code = "not_allowed"
    message = _("Your role does not include this. Please ask a manager.")


_SEES: Final = frozenset(
    {
        Permission.SEE_OWN_ACCOUNT,
        Permission.SEE_ORDERS,
        Permission.SEE_PHOTOS,
        Permission.SEE_MESSAGES,
    }
)
_REVIEWS: Final = _SEES | {
    Permission.WRITE_NOTES,
    Permission.REVIEW_PHOTOS,
    Permission.MAKE_PAPERS,
}
MAY: Final[Mapping[Role, frozenset[Permission]]] = {
    Role.VIEWER: _SEES,
    Role.REVIEWER: _REVIEWS,
    # Takes an order from its first photos to power on without help from another role.
    Role.DISPATCHER: _REVIEWS
    | {
        Permission.CORRECT_CONTACTS,
        Permission.SCHEDULE,
        Permission.SEND_MESSAGES,
        Permission.REACH_MILESTONES,
        Permission.OPEN_TABLES,
    },
    Role.MANAGER: frozenset(Permission)
    - {Permission.MANAGE_STAFF, Permission.EXPORT, Permission.ERASE},
    Role.OWNER: frozenset(Permission),
}
# Actions on money, on many customers' data or on staff accounts need a fresh second factor.
NEEDS_FRESH_FACTOR: Final = frozenset(
    {
        Permission.REFUND,
        Permission.CANCEL_ORDERS,
        Permission.CHANGE_CATALOG,
        Permission.EXPORT,
        Permission.ERASE,
        Permission.MANAGE_STAFF,
    }
)
# Permission to read a message, by kind. Kinds not listed, account mail (account_...) among them,
# can be read by nobody but the recipient: they hold the keys to an account.
MESSAGE_READERS: Final[Mapping[str, Permission]] = dict.fromkeys(
    (
        "date_held",
        "date_confirmed",
        "date_lost",
        "photo_link",
        "photo_reminder",
        "photos_received",
        "retake_wanted",
        "price_locked",
        "price_change",
        "change_approved",
        "change_declined",
        "proposal_ready",
        "proposal_accepted",
        "milestone_due",
        "milestone_overdue",
        "payment_received",
        "payment_returned",
        "refund_sent",
        "refund_returned",
        "fee_refunded",
        "rescheduled",
        "order_cancelled",
        "technician_assigned",
        "reminder_week",
        "reminder_day",
        "installation_done",
        "wizard_recovery",
        "zip_opened",
        "staff_needed",
        "manual_quote",
        "text_received",
        "trail_verified",
    ),
    Permission.SEE_MESSAGES,
)


def readable_kinds(role: str) -> frozenset[str]:
    return frozenset(kind for kind, needed in MESSAGE_READERS.items() if is_allowed(role, needed))


def may_resend(role: str, kind: str) -> bool:
    """Whether this role may send a message of this kind again.

    Messages that staff cannot read are resent by those who manage staff accounts, unread.
    """
    needed = Permission.SEND_MESSAGES if kind in MESSAGE_READERS else Permission.MANAGE_STAFF
    return is_allowed(role, needed)


class ScriptNotAllowed(Forbidden):
    code = "script_not_allowed"
    message = _("A script's token cannot do this. Please sign in at the console.")


def is_allowed(role: str, permission: Permission) -> bool:
    # A user without a role has no permissions.
    return role in MAY and permission in MAY[Role(role)]


def ensure_allowed(role: str, permission: Permission) -> None:
    """Raise NotAllowed unless the role has the permission."""
    if not is_allowed(role, permission):
        raise NotAllowed


def ensure_script_allowed(token_role: str, user_role: str, permission: Permission) -> None:
    """Check a script's token: it may do what both its own role and its user's role may.

    Actions that need a fresh second factor are never allowed. Raises NotAllowed and
    ScriptNotAllowed.
    """
    ensure_allowed(user_role, permission)
    ensure_allowed(token_role, permission)
    if permission in NEEDS_FRESH_FACTOR:
        raise ScriptNotAllowed
