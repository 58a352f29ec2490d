"""Who of the staff may do what, by hand from the operating guide: nothing here is the product's."""

from typing import Final

ROLES: Final = ("technician", "viewer", "dispatcher", "reviewer", "manager", "owner")
_EVERYBODY: Final = frozenset(ROLES)
_OFFICE: Final = _EVERYBODY - {"technician"}
_REVIEWS: Final = _OFFICE - {"viewer"}
_DISPATCHES: Final = frozenset({"dispatcher", "manager", "owner"})
_MANAGES: Final = frozenset({"manager", "owner"})
_OWNS: Final = frozenset({"owner"})
WHO_MAY: Final[dict[str, frozenset[str]]] = {
    "see_own_account": _EVERYBODY,
    "see_orders": _OFFICE,
    "see_photos": _OFFICE,
    "see_messages": _OFFICE,
    "see_own_jobs": frozenset({"technician"}),
    "work_on_own_jobs": frozenset({"technician"}),
    "write_notes": _REVIEWS,
    "review_photos": _REVIEWS,
    "decide_price": _REVIEWS,
    "change_price": _REVIEWS,
    "make_documents": _REVIEWS,
    "place_orders": _DISPATCHES,
    "correct_contacts": _DISPATCHES,
    "schedule": _DISPATCHES,
    "send_messages": _DISPATCHES,
    "reach_milestones": _DISPATCHES,
    "open_tables": _DISPATCHES,
    "take_back": _MANAGES,
    "cancel_orders": _MANAGES,
    "refund": _MANAGES,
    "change_catalog": _MANAGES,
    "see_audit_log": _MANAGES,
    "see_books": _MANAGES,
    "export": _OWNS,
    "erase": _OWNS,
    "manage_staff": _OWNS,
}
# What asks for the second factor again
WEIGHTY: Final = frozenset(
    {
        *("refund", "cancel_orders", "change_price", "take_back", "change_catalog"),
        *("export", "erase", "manage_staff"),
    }
)
# What no script may
NO_SCRIPTS: Final = WEIGHTY | {"decide_price"}
