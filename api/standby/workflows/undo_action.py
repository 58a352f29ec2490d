"""Staff undo an action before its messages go out; managers take one back afterward."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, Forbidden, NotFound, _
from standby.core.policy import UNDO_FOR
from standby.core.providers.crypto import Signer
from standby.core.roles import Permission
from standby.core.words import Sentence
from standby.crew_phone.services import reopen_reports
from standby.crews.selectors import get_technician, lock_technician
from standby.documents.models import OrderFile
from standby.documents.services.documents import (
    discard_document_job,
    enqueue_document,
    hide_completion_packets,
)
from standby.documents.services.proposals import keep_proposal
from standby.messaging.services.outbox import withdraw_messages
from standby.orders.models import ChangeOrder, Order, UndoableAction
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors import orders
from standby.orders.selectors.slot_room import slot_room
from standby.orders.services import appointments, assignments, changes
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version, log_change, version_of
from standby.orders.services.orders import move_order
from standby.orders.services.power import report_power_off
from standby.payments.services.milestones import restore_amounts, unreach
from standby.photos.selectors import review_of
from standby.photos.services.reviews import mark_decided, reopen_review
from standby.pricing.models.quoting import Quote
from standby.pricing.services import quoting

Action = UndoableAction.Action
Returnable = Literal["equipment", "completion", "power_on"]
_UNDONE: Final = "undone"
EnsureMay = Callable[[Permission], None]
# What doing each takes, and so what undoing it takes.
PERMISSIONS: Final[Mapping[Action, Permission]] = {
    Action.TECHNICIAN: Permission.SCHEDULE,
    Action.MOVE: Permission.SCHEDULE,
    Action.EQUIPMENT: Permission.REACH_MILESTONES,
    Action.COMPLETION: Permission.REACH_MILESTONES,
    Action.POWER_ON: Permission.REACH_MILESTONES,
    Action.PRICE_LOCK: Permission.DECIDE_PRICE,
    Action.PHOTO_RISE: Permission.DECIDE_PRICE,
    Action.RETAKE: Permission.REVIEW_PHOTOS,
    Action.PRICE_RISE: Permission.CHANGE_PRICE,
    Action.PRICE_DROP: Permission.CHANGE_PRICE,
    Action.LOCK_RISE: Permission.TAKE_BACK,
    Action.LOCK_DROP: Permission.TAKE_BACK,
    Action.MESSAGE: Permission.SEND_MESSAGES,
}
_STATUS_BEFORE: Final = {
    Action.EQUIPMENT: (Order.Status.EQUIPMENT_ARRIVED, Order.Status.ACCEPTED),
    Action.COMPLETION: (Order.Status.COMPLETED, Order.Status.EQUIPMENT_ARRIVED),
}
# What the customer reads about the mistake.
_CORRECTIONS: Final[Mapping[str, str]] = {
    "equipment": _(
        "We wrote that your equipment has arrived. It has not, and nothing is due for it."
    ),
    "completion": _(
        "We wrote that your installation is complete. It is not, and nothing more is due for it."
    ),
    "power_on": _("We wrote that your generator is in service. It is not yet."),
}


class ActionNotFound(NotFound):
    code = "action_not_found"
    message = _("There is nothing like that to undo.")


class TooLateToUndo(Conflict):
    code = "too_late_to_undo"
    message = _("It is too late to undo this: the customer is being told.")


class PowerIsOn(Conflict):
    code = "power_is_on"
    message = _("The power is on. Take that back first.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reversal:
    order: Order
    before: Mapping[str, Any]
    actor: str
    signer: Signer
    now: datetime


def newest_action_of(actor: str, *, ensure_may: EnsureMay, now: datetime) -> UndoableAction | None:
    """Return what this member of staff did last, as long as they can undo it.

    `ensure_may` raises Forbidden for a permission that they do not have now.
    """
    actions = UndoableAction.objects.select_related("order").filter(actor=actor, expires_at__gt=now)
    newest = actions.order_by("-pk").first()
    if newest is None or newest.undone_at is not None:
        return None
    try:
        ensure_may(PERMISSIONS[Action(newest.action)])
    except Forbidden:
        return None
    return newest if version_of(newest.order) == newest.version else None


def actions_done_at(actor: str, *, at: datetime) -> list[UUID]:
    """Return what this member of staff did in one call, which can be undone together."""
    actions = UndoableAction.objects.filter(actor=actor, expires_at=at + UNDO_FOR, undone_at=None)
    return list(actions.order_by("pk").values_list("public_id", flat=True))


def undo_action(
    action_id: UUID, *, actor: str, ensure_may: EnsureMay, signer: Signer, now: datetime
) -> UndoableAction:
    """Reverse one's own action in one transaction, if nothing of it was sent yet. Idempotent.

    Both rows stay in the log. Raises ActionNotFound, TooLateToUndo, ChangedMeanwhile when the order
    changed since, DayFull when a moved visit's old day is taken, and what `ensure_may` raises
    where whoever undoes it may not do it now.
    """
    known = UndoableAction.objects.filter(public_id=action_id, actor=actor).first()
    if known is None:
        raise ActionNotFound
    ensure_may(PERMISSIONS[Action(known.action)])
    with transaction.atomic(durable=True):
        order = orders.lock_order(known.order_id)
        action = UndoableAction.objects.select_for_update().get(pk=known.pk)
        if action.undone_at is not None:
            return action
        done_at = action.expires_at - UNDO_FOR
        if now >= action.expires_at or not withdraw_messages(
            action.message_keys, created_since=done_at
        ):
            raise TooLateToUndo
        ensure_version(order, action.version, now=now)
        reverse = _Reversal(order=order, before=action.before, actor=actor, signer=signer, now=now)
        _REVERSALS[Action(action.action)](reverse)
        action.undone_at = now
        action.save(update_fields=["undone_at"])
        return action


def take_back(
    order: Order,
    what: Returnable,
    *,
    reason: str,
    actor: str,
    if_version: int | None = None,
    now: datetime,
) -> None:
    """Take back a milestone or that the power is on, after the customer was told.

    The ledger gets a reversing entry, and the customer one message that says what was wrong.
    Raises ChangedMeanwhile, MilestonePaid, PowerIsOn, NotInstalled and StatusMoved.
    """
    with transaction.atomic(durable=True):
        locked = orders.lock_order(order.pk)
        ensure_version(locked, if_version, now=now)
        if what == "power_on":
            report_power_off(locked, actor=actor, note=reason, now=now)
            hide_completion_packets(locked, now=now)
        else:
            _go_back(locked, Action(what), actor=actor, note=reason, now=now)
        notify_customer(
            order,
            kind="corrected",
            dedupe_part=f"{what}:{version_of(locked)}",
            now=now,
            correction=Sentence(_CORRECTIONS[what]),
            reason=reason,
        )


def _go_back(order: Order, action: Action, *, actor: str, note: str, now: datetime) -> None:
    if order.powered_on_at is not None:
        raise PowerIsOn
    present, earlier = _STATUS_BEFORE[action]
    move_order(order, to=earlier, after=present, actor=actor, now=now, note=note)
    unreach(order, action, actor=actor, note=note, now=now)
    if action == Action.COMPLETION:
        reopen_reports(order, actor=actor, note=note, now=now)


def _undo_technician(undo: _Reversal) -> None:
    appointment = orders.newest_appointment_of(undo.order)
    _restore_technician(appointment, undo)


def _restore_technician(appointment: Any, undo: _Reversal) -> None:
    previous = undo.before["technician"]
    if previous is None:
        assignments.remove_technician(appointment, actor=undo.actor, now=undo.now)
        return
    technician = get_technician(previous)
    if appointment.assigned_to != technician:
        locked = lock_technician(technician.pk)
        assignments.set_technician(appointment, technician=locked, actor=undo.actor, now=undo.now)


def _undo_move(undo: _Reversal) -> None:
    appointment = orders.newest_appointment_of(undo.order)
    slot = Slot(date.fromisoformat(undo.before["day"]), TimeWindow(undo.before["time_window"]))
    appointments.move_appointment(
        appointment,
        slot=slot,
        on=slot_room(slot, now=undo.now),
        actor=undo.actor,
        reason=_UNDONE,
        now=undo.now,
    )
    _restore_technician(appointment, undo)


def _undo_milestone(action: Action) -> Callable[[_Reversal], None]:
    def reverse(undo: _Reversal) -> None:
        _go_back(undo.order, action, actor=undo.actor, note=_UNDONE, now=undo.now)

    return reverse


def _undo_power_on(undo: _Reversal) -> None:
    report_power_off(undo.order, actor=undo.actor, note=_UNDONE, now=undo.now)
    hide_completion_packets(undo.order, now=undo.now)


def _undo_lock(undo: _Reversal) -> None:
    # The price as it was before, in a version of its own: receipts are a chain.
    promised = Quote.objects.get(pk=undo.before["quote"])
    changes.set_price(
        undo.order,
        quote=quoting.make_version(promised, now=undo.now),
        actor=undo.actor,
        reason="The price is not locked yet: this was undone.",
        signer=undo.signer,
        now=undo.now,
    )
    _restore_review(undo)
    discard_document_job(undo.order, OrderFile.Type.GENERAL_PROPOSAL)


def _undo_price_rise(undo: _Reversal) -> None:
    change = undo.order.change_orders.get(status=ChangeOrder.Status.PROPOSED)
    changes.decide_change(change, to=ChangeOrder.Status.WITHDRAWN, actor=undo.actor, now=undo.now)
    _restore_review(undo)


def _restore_review(undo: _Reversal) -> None:
    # Its distance of before, in feet; null for a review that was not decided yet.
    if "run_ft" not in undo.before:
        return
    review, run_ft = review_of(undo.order), undo.before["run_ft"]
    if run_ft is None:
        undecided = {"confirmed_run_ft": None, "decided_at": None, "decided_by": ""}
        reopen_review(review, actor=undo.actor, now=undo.now, note=_UNDONE, **undecided)
    else:
        mark_decided(review, confirmed_run_ft=run_ft, actor=undo.actor, now=undo.now)


def _undo_price_drop(undo: _Reversal) -> None:
    # The price as it was before, in a version of its own: receipts are a chain.
    order, agreed = undo.order, Quote.objects.get(pk=undo.before["quote"])
    again = quoting.make_version(agreed, now=undo.now)
    changes.set_price(
        order,
        quote=again,
        actor=undo.actor,
        reason="The price is as it was: the lower one was undone.",
        signer=undo.signer,
        now=undo.now,
    )
    restore_amounts(order, undo.before.get("amounts_cents", {}), actor=undo.actor, now=undo.now)
    discard_document_job(order, OrderFile.Type.GENERAL_PROPOSAL)
    if not keep_proposal(order, of=agreed, for_version=again) and changes.price_may_change(order):
        enqueue_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=undo.now)
    _restore_review(undo)


def _undo_retake(undo: _Reversal) -> None:
    reopen_review(
        review_of(undo.order), actor=undo.actor, now=undo.now, note=_UNDONE, **undo.before
    )


def _undo_message(undo: _Reversal) -> None:
    log_change(
        undo.order,
        subject="message",
        change=("queued", "withdrawn"),
        actor=undo.actor,
        now=undo.now,
        note=undo.before["kind"],
    )


_REVERSALS: Final[Mapping[Action, Callable[[_Reversal], None]]] = {
    Action.TECHNICIAN: _undo_technician,
    Action.MOVE: _undo_move,
    Action.EQUIPMENT: _undo_milestone(Action.EQUIPMENT),
    Action.COMPLETION: _undo_milestone(Action.COMPLETION),
    Action.POWER_ON: _undo_power_on,
    Action.PRICE_LOCK: _undo_lock,
    Action.RETAKE: _undo_retake,
    Action.PRICE_RISE: _undo_price_rise,
    Action.PRICE_DROP: _undo_price_drop,
    Action.PHOTO_RISE: _undo_price_rise,
    Action.LOCK_RISE: _undo_price_rise,
    Action.LOCK_DROP: _undo_price_drop,
    Action.MESSAGE: _undo_message,
}
