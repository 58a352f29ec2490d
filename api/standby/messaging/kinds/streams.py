"""The stream of each kind of message: whether its mail can be refused, and what follows when it is
not sent because its recipient gets nothing (MSG-04).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Stream(StrEnum):
    ACCOUNT = "account"  # the keys to an account
    CONTRACT = "contract"  # what the reader ordered, asked for or owes
    REMINDER = "reminder"
    MARKETING = "marketing"
    STAFF = "staff"


class IfSuppressed(StrEnum):
    TASK = "task"  # staff call the customer
    ALARM = "alarm"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRules:
    """Whether a mail offers to refuse its stream, and what a suppressed message of it becomes."""

    is_refusable: bool
    if_suppressed: IfSuppressed


STREAMS: Final[Mapping[Stream, StreamRules]] = {
    Stream.ACCOUNT: StreamRules(is_refusable=False, if_suppressed=IfSuppressed.ALARM),
    Stream.CONTRACT: StreamRules(is_refusable=False, if_suppressed=IfSuppressed.TASK),
    Stream.REMINDER: StreamRules(is_refusable=True, if_suppressed=IfSuppressed.NOTHING),
    Stream.MARKETING: StreamRules(is_refusable=True, if_suppressed=IfSuppressed.NOTHING),
    Stream.STAFF: StreamRules(is_refusable=False, if_suppressed=IfSuppressed.ALARM),
}
KINDS_OF: Final[Mapping[Stream, tuple[str, ...]]] = {
    Stream.ACCOUNT: ("account_recovery", "account_invitation", "account_email_change"),
    Stream.CONTRACT: (
        *("quote_saved", "quote_requested", "custom_quote"),
        *("diagnostic_booked", "diagnostic_cancelled"),
        *("date_held", "pay_link", "date_confirmed", "date_lost", "rescheduled", "order_cancelled"),
        *("technician_assigned", "on_the_way", "running_late", "installation_done", "corrected"),
        *("photo_link", "photos_received", "retake_wanted", "from_staff"),
        *("price_locked", "price_change", "price_change_later", "price_lowered"),
        *("change_approved", "change_declined", "proposal_ready", "proposal_accepted"),
        *("milestone_due", "milestone_overdue", "payment_received", "payment_returned"),
        *("transfer_failed", "late_transfer_failed"),
        *("refund_sent", "refund_returned", "fee_refunded"),
    ),
    Stream.REMINDER: ("reminder_week", "reminder_day", "photo_reminder", "wizard_recovery"),
    Stream.MARKETING: ("review_invitation", "zip_opened"),
    Stream.STAFF: (
        *("staff_needed", "manual_quote", "diagnostic_for_staff", "text_received"),
        *("audit_log_verified", "waits_digest", "chain_heads", "connection_test"),
    ),
}
STREAM_OF: Final[Mapping[str, Stream]] = {
    kind: stream for stream, kinds in KINDS_OF.items() for kind in kinds
}


def is_refusable(kind: str) -> bool:
    """Whether a mail of this kind offers to refuse its stream; one of an unknown kind does not."""
    return kind in STREAM_OF and STREAMS[STREAM_OF[kind]].is_refusable


def kinds_that(if_suppressed: IfSuppressed) -> frozenset[str]:
    return frozenset(
        kind for kind, stream in STREAM_OF.items() if STREAMS[stream].if_suppressed == if_suppressed
    )
