"""Permissions of each staff role."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from standby.core.errors import Forbidden, _


class Permission(StrEnum):
    """An action that a staff role may include."""

    SEE_OWN_ACCOUNT = "see_own_account"
    SEE_ORDERS = "see_orders"
    SEE_PHOTOS = "see_photos"
    SEE_MESSAGES = "see_messages"
    SEND_MESSAGES = "send_messages"
    WRITE_NOTES = "write_notes"
    PLACE_ORDERS = "place_orders"
    CORRECT_CONTACTS = "correct_contacts"
    SCHEDULE = "schedule"
    REVIEW_PHOTOS = "review_photos"
    DECIDE_PRICE = "decide_price"
    CHANGE_PRICE = "change_price"
    MAKE_DOCUMENTS = "make_documents"
    REACH_MILESTONES = "reach_milestones"
    TAKE_BACK = "take_back"
    CANCEL_ORDERS = "cancel_orders"
    REFUND = "refund"
    OPEN_TABLES = "open_tables"
    CHANGE_CATALOG = "change_catalog"
    SEE_BOOKS = "see_books"
    EXPORT = "export"
    ERASE = "erase"
    SEE_AUDIT_LOG = "see_audit_log"
    MANAGE_STAFF = "manage_staff"
    SEE_OWN_JOBS = "see_own_jobs"
    WORK_ON_OWN_JOBS = "work_on_own_jobs"


class Role(StrEnum):
    TECHNICIAN = "technician"
    VIEWER = "viewer"
    DISPATCHER = "dispatcher"
    REVIEWER = "reviewer"
    MANAGER = "manager"
    OWNER = "owner"


class NotAllowed(Forbidden):
    code = "not_allowed"
    message = _("Your role does not include this. Please ask a manager or the owner.")


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
    Permission.DECIDE_PRICE,
    Permission.CHANGE_PRICE,
    Permission.MAKE_DOCUMENTS,
}
# Only a technician has jobs of their own.
_CREW: Final = frozenset({Permission.SEE_OWN_JOBS, Permission.WORK_ON_OWN_JOBS})
MAY: Final[Mapping[Role, frozenset[Permission]]] = {
    Role.TECHNICIAN: _CREW | {Permission.SEE_OWN_ACCOUNT},
    Role.VIEWER: _SEES,
    Role.REVIEWER: _REVIEWS,
    # Takes an order from the call to power on without help from another role.
    Role.DISPATCHER: _REVIEWS
    | {
        Permission.PLACE_ORDERS,
        Permission.CORRECT_CONTACTS,
        Permission.SCHEDULE,
        Permission.SEND_MESSAGES,
        Permission.REACH_MILESTONES,
        Permission.OPEN_TABLES,
    },
    Role.MANAGER: frozenset(Permission)
    - {Permission.MANAGE_STAFF, Permission.EXPORT, Permission.ERASE}
    - _CREW,
    Role.OWNER: frozenset(Permission) - _CREW,
}
# Who gets the morning mail of what waits, until they say otherwise.
GET_DIGEST: Final = frozenset({Role.DISPATCHER, Role.MANAGER, Role.OWNER})
# Actions on money, on many customers' data or on staff accounts need a fresh second factor.
NEEDS_FRESH_FACTOR: Final = frozenset(
    {
        Permission.REFUND,
        Permission.CANCEL_ORDERS,
        Permission.CHANGE_PRICE,
        Permission.TAKE_BACK,
        Permission.CHANGE_CATALOG,
        Permission.EXPORT,
        Permission.ERASE,
        Permission.MANAGE_STAFF,
    }
)
# What no script may. Whoever looks at photos locks prices all day, and is not asked each time.
NEEDS_PERSON: Final = NEEDS_FRESH_FACTOR | {Permission.DECIDE_PRICE}


class ScriptNotAllowed(Forbidden):
    code = "script_not_allowed"
    message = _("An API token cannot do this. Please sign in to the console.")


def is_allowed(role: str, permission: Permission) -> bool:
    # A user without a role has no permissions.
    return role in MAY and permission in MAY[Role(role)]


def ensure_allowed(role: str, permission: Permission) -> None:
    """Raise NotAllowed unless the role has the permission."""
    if not is_allowed(role, permission):
        raise NotAllowed


def ensure_script_allowed(token_role: str, user_role: str, permission: Permission) -> None:
    """Check a script's token: it may do what both its own role and its user's role may.

    What needs a person is never allowed. Raises NotAllowed and ScriptNotAllowed.
    """
    ensure_allowed(user_role, permission)
    ensure_allowed(token_role, permission)
    if permission in NEEDS_PERSON:
        raise ScriptNotAllowed
