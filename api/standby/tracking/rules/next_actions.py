"""Next actions for an order, from reservation to power on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from standby.core.clock import last_minute
from standby.core.policy import MARKET_ZONE
from standby.core.words import _, market_terms, moment_words, say
from standby.readiness.rules import Missing, StepKind, in_words, step_name
from standby.tracking.rules.next_action_texts import TEXTS

# When staff are reminded of an order: in time for the week-before reminder
TECHNICIAN_NAMED_BEFORE: Final = timedelta(days=10)


class NextActionKey(StrEnum):
    """Most urgent first: staff's actions, then the customer's."""

    RETRY_REFUND = "retry_refund"
    ANSWER_DISPUTE = "answer_dispute"
    DECIDE_VISIT = "decide_visit"
    FIND_NEW_DATE = "find_new_date"
    REVIEW_PHOTOS = "review_photos"
    DECIDE_AGAIN = "decide_again"
    MAKE_PROPOSAL = "make_proposal"
    MARK_INSTALLED = "mark_installed"
    FOLLOW_UP_STEP = "follow_up_step"
    NAME_TECHNICIAN = "name_technician"
    MARK_EQUIPMENT = "mark_equipment"
    MARK_POWER_ON = "mark_power_on"
    CHASE_PAYMENT = "chase_payment"
    COLLECT_OWED = "collect_owed"
    REACH_CUSTOMER = "reach_customer"
    PAY_FEE = "pay_fee"
    CONFIRM_DATE = "confirm_date"
    CHOOSE_DATE = "choose_date"
    RETAKE_PHOTOS = "retake_photos"
    SEND_PHOTOS = "send_photos"
    DECIDE_CHANGE = "decide_change"
    ACCEPT_PROPOSAL = "accept_proposal"
    PAY_AGAIN = "pay_again"
    PAY_MILESTONE = "pay_milestone"
    WAIT_TO_ASK = "wait_to_ask"
    WAIT_TRANSFER = "wait_transfer"
    VISIT = "visit"
    DONE = "done"
    CANCELLED = "cancelled"


_KEYS: Final = tuple(NextActionKey)
STAFF_ACTIONS: Final = _KEYS[: _KEYS.index(NextActionKey.PAY_FEE)]


class ActionOwner(StrEnum):
    STAFF = "staff"
    CUSTOMER = "customer"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFacts:
    """Facts of an order that its next actions depend on. None means not there, or not yet.

    `missing` is what the job lacks for its visit. `late_step` is the first that failed or was
    expected by `late_since`. `percents` are the shares of its milestones by kind, once the proposal
    is accepted. `due_milestone` is the one we ask for from `ask_at` on, to be paid by `due_by`; its
    bank transfer may be on its way (`transfer_since`), or have failed with nothing paid since
    (`failed_transfer_since`). `owed_cents` is owed after canceling, or
    since a bank took back a payment that belongs to no milestone; `open_cents` is all that the
    account has open, late fees included. `failed_refunds` includes those
    returned by a bank. `open_disputes` counts those that can still be answered; `dispute_by` is the
    earliest deadline.
    """

    order_status: str
    missing: tuple[Missing, ...] = ()
    late_step: StepKind | None = None
    late_since: date | None = None
    visit_status: str | None = None
    visit_day: date | None = None
    is_visit_ahead: bool = False
    is_visit_day: bool = False
    visit_starts_at: datetime | None = None
    held_until: datetime | None = None
    is_fee_due: bool = True
    has_technician: bool = False
    photos_status: str | None = None
    photos_sent_at: datetime | None = None
    is_price_locked: bool = False
    change_status: str | None = None
    has_proposal: bool = False
    percents: Mapping[str, int] = field(default_factory=dict)
    due_milestone: str | None = None
    ask_at: datetime | None = None
    due_by: datetime | None = None
    is_overdue_notified: bool = False
    transfer_since: datetime | None = None
    failed_transfer_since: datetime | None = None
    is_powered_on: bool = False
    failed_refunds: int = 0
    open_disputes: int = 0
    dispute_by: datetime | None = None
    is_fee_gone: bool = False
    dead_messages: int = 0
    owed_cents: int = 0
    open_cents: int = 0
    refundable_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAction:
    """`since` is when the wait began, `by` when the action should be done."""

    key: NextActionKey
    waits_for: ActionOwner
    title: str
    how: str
    since: datetime | None = None
    by: datetime | None = None


_BEFORE_ACCEPTANCE: Final = ("reserved", "scheduled")
# The milestone that an action makes due.
_ASKS_FOR: Final = {
    NextActionKey.MARK_EQUIPMENT: "equipment",
    NextActionKey.MARK_INSTALLED: "completion",
}


def next_actions(facts: OrderFacts, *, now: datetime) -> list[NextAction]:
    is_cancelled = facts.order_status == "cancelled"
    is_completed = facts.order_status == "completed"
    is_early = facts.order_status in _BEFORE_ACCEPTANCE
    has_date, starts_at = facts.visit_status == "confirmed", facts.visit_starts_at
    is_soon = starts_at is not None and starts_at - now <= TECHNICIAN_NAMED_BEFORE
    is_declined = facts.change_status == "declined" and not facts.is_price_locked
    has_come = facts.visit_day is not None and facts.visit_day <= now.astimezone(MARKET_ZONE).date()
    is_due = facts.due_milestone is not None
    is_moving = is_due and facts.transfer_since is not None
    is_requested = facts.ask_at is None or facts.ask_at <= now
    is_held = not is_completed and facts.visit_status == "held"
    for_staff = {
        NextActionKey.RETRY_REFUND: facts.failed_refunds > 0,
        NextActionKey.ANSWER_DISPUTE: facts.open_disputes > 0,
        NextActionKey.DECIDE_VISIT: is_early and facts.is_fee_gone,
        NextActionKey.FIND_NEW_DATE: facts.visit_status == "needs_new_date"
        and not (is_completed or is_cancelled),
        NextActionKey.REVIEW_PHOTOS: is_early and facts.photos_status == "submitted",
        NextActionKey.DECIDE_AGAIN: is_early and is_declined,
        NextActionKey.MAKE_PROPOSAL: is_early and facts.is_price_locked and not facts.has_proposal,
        NextActionKey.MARK_INSTALLED: facts.order_status == "equipment_arrived" and has_come,
        NextActionKey.FOLLOW_UP_STEP: facts.late_step is not None
        and not (is_cancelled or facts.is_powered_on),
        NextActionKey.NAME_TECHNICIAN: has_date
        and is_soon
        and not (facts.has_technician or is_completed or is_cancelled),
        NextActionKey.MARK_EQUIPMENT: facts.order_status == "accepted" and not is_due,
        NextActionKey.MARK_POWER_ON: is_completed and not facts.is_powered_on,
        NextActionKey.CHASE_PAYMENT: is_due
        and facts.is_overdue_notified
        and not is_moving
        and not (is_early or is_cancelled),
        NextActionKey.COLLECT_OWED: facts.owed_cents > 0,
        NextActionKey.REACH_CUSTOMER: facts.dead_messages > 0,
    }
    # What is awaited when staff have nothing to do: the first that applies.
    awaited = {
        NextActionKey.CANCELLED: is_cancelled,
        NextActionKey.PAY_FEE: is_held and facts.is_fee_due,
        NextActionKey.CONFIRM_DATE: is_held,
        NextActionKey.CHOOSE_DATE: not (is_completed or has_date),
        NextActionKey.WAIT_TRANSFER: is_moving,
        NextActionKey.PAY_AGAIN: is_due and facts.failed_transfer_since is not None,
        NextActionKey.WAIT_TO_ASK: is_due and not is_requested,
        NextActionKey.PAY_MILESTONE: is_due,
        NextActionKey.DONE: is_completed,
        NextActionKey.DECIDE_CHANGE: not is_completed and facts.change_status == "proposed",
        NextActionKey.ACCEPT_PROPOSAL: is_early and facts.is_price_locked,
        NextActionKey.RETAKE_PHOTOS: is_early and facts.photos_status == "retake_requested",
        NextActionKey.SEND_PHOTOS: is_early,
        NextActionKey.VISIT: True,
    }
    since = {
        NextActionKey.REVIEW_PHOTOS: facts.photos_sent_at,
        NextActionKey.CHASE_PAYMENT: facts.due_by,
        NextActionKey.MARK_INSTALLED: starts_at,
        NextActionKey.FOLLOW_UP_STEP: last_minute(facts.late_since) if facts.late_since else None,
        NextActionKey.WAIT_TRANSFER: facts.transfer_since,
    }
    by = {
        NextActionKey.ANSWER_DISPUTE: facts.dispute_by,
        NextActionKey.DECIDE_VISIT: starts_at,
        NextActionKey.NAME_TECHNICIAN: starts_at,
        NextActionKey.MARK_EQUIPMENT: starts_at,
        NextActionKey.PAY_FEE: facts.held_until,
        NextActionKey.CONFIRM_DATE: facts.held_until,
        NextActionKey.PAY_AGAIN: facts.due_by,
        NextActionKey.PAY_MILESTONE: facts.due_by,
        NextActionKey.VISIT: starts_at,
    }
    nobodys = (
        NextActionKey.CANCELLED,
        NextActionKey.DONE,
        NextActionKey.VISIT,
        NextActionKey.WAIT_TRANSFER,
        NextActionKey.WAIT_TO_ASK,
    )
    owners = dict.fromkeys(for_staff, ActionOwner.STAFF) | dict.fromkeys(
        nobodys, ActionOwner.NOBODY
    )
    keys = [key for key, applies in for_staff.items() if applies]
    keys.append(next(key for key, applies in awaited.items() if applies))
    return [
        NextAction(
            key=key,
            waits_for=owners.get(key, ActionOwner.CUSTOMER),
            title=_title(key, facts),
            how=_how(key, facts),
            since=since.get(key),
            by=by.get(key),
        )
        for key in keys
    ]


def _title(key: NextActionKey, facts: OrderFacts) -> str:
    if key == NextActionKey.FOLLOW_UP_STEP and facts.late_step is not None:
        return say("Follow up: %(step)s", step=step_name(facts.late_step))
    until = ""
    if facts.held_until:
        until = " " + say("until %(moment)s", moment=moment_words(facts.held_until))
    return say(TEXTS[key][0], until=until, fee=market_terms().fee_name)


def _how(key: NextActionKey, facts: OrderFacts) -> str:
    if key == NextActionKey.VISIT and facts.missing:
        return say("Still missing before that day: %(things)s.", things=in_words(facts.missing))
    if key == NextActionKey.ACCEPT_PROPOSAL and not facts.has_proposal:
        return say("It is not on their page yet.")
    milestone = _ASKS_FOR.get(key, facts.due_milestone)
    share = say("%(percent)s%% of the price", percent=facts.percents.get(milestone or "", 0))
    return say(TEXTS[key][1], share=share, done=_what_is_done(facts))


def _what_is_done(facts: OrderFacts) -> str:
    """Return "Installed, powered on and paid" of a completed order, each where it is so."""
    is_paid = facts.open_cents == 0
    words = {
        (True, True): _("Installed, powered on and paid"),
        (True, False): _("Installed and powered on; the payments are not complete"),
        (False, True): _("Installed and paid; the power is not on"),
        (False, False): _("Installed; neither powered on nor paid"),
    }
    return say(words[facts.is_powered_on, is_paid])
