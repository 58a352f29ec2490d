"""What waits for staff: the groups of the landing screen, and which role sees which."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import Final

from standby.core.roles import Permission, is_allowed
from standby.core.words import _


class WaitKey(StrEnum):
    """The groups, in their order on the screen."""

    PHOTO_REVIEWS = "photo_reviews"
    PAUSED_TEXTS = "paused_texts"
    REPLIES = "replies"
    INBOX = "inbox"
    LEADS = "leads"
    QUOTE_REQUESTS = "quote_requests"
    TASKS = "tasks"
    STEPS = "steps"
    REFUNDS = "refunds"
    DISPUTES = "disputes"
    PAYOUTS = "payouts"
    LATE_PAYMENTS = "late_payments"
    FAILED_TRANSFERS = "failed_transfers"
    FAILED_MESSAGES = "failed_messages"
    SUPPRESSED_MESSAGES = "suppressed_messages"
    UNASSIGNED_JOBS = "unassigned_jobs"
    UNASSIGNED_VISITS = "unassigned_visits"
    LAPSED_HOLDS = "lapsed_holds"
    NEXT_ACTIONS = "next_actions"
    TRANSFERS = "transfers"
    REFUNDS_SENT = "refunds_sent"


# Who may do what a group waits for.
SEEN_WITH: Final[Mapping[WaitKey, Permission]] = {
    WaitKey.PHOTO_REVIEWS: Permission.REVIEW_PHOTOS,
    WaitKey.PAUSED_TEXTS: Permission.SEND_MESSAGES,
    WaitKey.REPLIES: Permission.SEND_MESSAGES,
    WaitKey.INBOX: Permission.SEND_MESSAGES,
    WaitKey.LEADS: Permission.PLACE_ORDERS,
    WaitKey.QUOTE_REQUESTS: Permission.SEND_MESSAGES,
    WaitKey.TASKS: Permission.WRITE_NOTES,
    WaitKey.STEPS: Permission.WRITE_NOTES,
    WaitKey.REFUNDS: Permission.REFUND,
    WaitKey.DISPUTES: Permission.REFUND,
    WaitKey.PAYOUTS: Permission.SEE_BOOKS,
    WaitKey.LATE_PAYMENTS: Permission.REACH_MILESTONES,
    WaitKey.FAILED_TRANSFERS: Permission.REACH_MILESTONES,
    WaitKey.FAILED_MESSAGES: Permission.SEND_MESSAGES,
    WaitKey.SUPPRESSED_MESSAGES: Permission.SEND_MESSAGES,
    WaitKey.UNASSIGNED_JOBS: Permission.SCHEDULE,
    WaitKey.UNASSIGNED_VISITS: Permission.SCHEDULE,
    WaitKey.LAPSED_HOLDS: Permission.SEND_MESSAGES,
    WaitKey.NEXT_ACTIONS: Permission.MAKE_DOCUMENTS,
    WaitKey.TRANSFERS: Permission.REACH_MILESTONES,
    WaitKey.REFUNDS_SENT: Permission.REACH_MILESTONES,
}
GROUP_NAMES: Final[Mapping[WaitKey, str]] = {
    WaitKey.PHOTO_REVIEWS: _("photos to review"),
    WaitKey.PAUSED_TEXTS: _("texts that may be an opt-out"),
    WaitKey.REPLIES: _("messages to answer"),
    WaitKey.INBOX: _("messages and payment reports set aside"),
    WaitKey.LEADS: _("leads to contact"),
    WaitKey.QUOTE_REQUESTS: _("custom quotes to make"),
    WaitKey.TASKS: _("tasks"),
    WaitKey.STEPS: _("installation steps that are due"),
    WaitKey.REFUNDS: _("refunds that need you"),
    WaitKey.DISPUTES: _("disputes to answer"),
    WaitKey.PAYOUTS: _("payouts that differ from the books"),
    WaitKey.LATE_PAYMENTS: _("late payments"),
    WaitKey.FAILED_TRANSFERS: _("bank transfers that failed"),
    WaitKey.FAILED_MESSAGES: _("customers a message did not reach"),
    WaitKey.SUPPRESSED_MESSAGES: _("addresses of accounts or staff that get nothing"),
    WaitKey.UNASSIGNED_JOBS: _("jobs without a technician"),
    WaitKey.UNASSIGNED_VISITS: _("diagnostic visits without a technician"),
    WaitKey.LAPSED_HOLDS: _("dates that were not paid"),
    WaitKey.NEXT_ACTIONS: _("orders to move forward"),
    WaitKey.TRANSFERS: _("bank transfers on their way"),
    WaitKey.REFUNDS_SENT: _("refunds on their way"),
}
# Money on its way: nothing is to be done about it, so it is in no count.
TO_KNOW_ONLY: Final = frozenset({WaitKey.TRANSFERS, WaitKey.REFUNDS_SENT})


# Of what was set aside each sees what they may deal with: messages, or the card provider's reports.
REPORTS_SEEN_WITH: Final = Permission.SEE_BOOKS
MESSAGES: Final = frozenset({"mail", "text"})
REPORTS: Final = frozenset({"card_report"})


def visible_groups(may: Callable[[Permission], bool]) -> list[WaitKey]:
    """Return the groups that somebody sees, in their order on the screen."""
    return [
        key
        for key in WaitKey
        if may(SEEN_WITH[key]) or (key is WaitKey.INBOX and may(REPORTS_SEEN_WITH))
    ]


def visible_kinds(may: Callable[[Permission], bool]) -> frozenset[str]:
    """Return which kinds of items that were set aside somebody sees."""
    messages = MESSAGES if may(SEEN_WITH[WaitKey.INBOX]) else frozenset()
    return messages | (REPORTS if may(REPORTS_SEEN_WITH) else frozenset())


def groups_of(role: str) -> list[WaitKey]:
    """Return the groups that a role sees, in their order on the screen."""
    return visible_groups(partial(is_allowed, role))
