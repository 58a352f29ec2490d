"""What each role of staff may do: data, so that a change is one line and one test."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from standby.domain.errors import Forbidden, _


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
    # Takes an order from its first photos to power-on without asking anybody.
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
# What money, many people's data or the keys of the house hang on asks for a fresh second factor.
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
# Who reads what we write, by its kind. What stands in no line, account mail among it (account_...),
# is read by nobody but whom it was sent to: it holds the keys to somebody's account.
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
    """The kinds of messages whose words somebody of this role may read."""
    return frozenset(kind for kind, needed in MESSAGE_READERS.items() if is_allowed(role, needed))


def may_resend(role: str, kind: str) -> bool:
    """What nobody reads is sent again by whoever manages accounts, unread."""
    needed = Permission.SEND_MESSAGES if kind in MESSAGE_READERS else Permission.MANAGE_STAFF
    return is_allowed(role, needed)


class ScriptNotAllowed(Forbidden):
    code = "script_not_allowed"
    message = _("A script's token cannot do this. Please sign in at the console.")


def is_allowed(role: str, permission: Permission) -> bool:
    """Nobody without a role may anything."""
    return role in MAY and permission in MAY[Role(role)]


def ensure_allowed(role: str, permission: Permission) -> None:
    """Raises NotAllowed, also for somebody without a role."""
    if not is_allowed(role, permission):
        raise NotAllowed


def ensure_script_allowed(token_role: str, user_role: str, permission: Permission) -> None:
    """A script may what its token and its user may, and nothing that asks for a second factor.

    Raises NotAllowed and ScriptNotAllowed.
    """
    ensure_allowed(user_role, permission)
    ensure_allowed(token_role, permission)
    if permission in NEEDS_FRESH_FACTOR:
        raise ScriptNotAllowed
