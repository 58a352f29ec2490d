"""Whether what a message to a customer says is still so when it is sent.

Much can change after it was queued: it waits until its action can no longer be undone, for the
morning or for a provider that is down. `overtaken_by` of its kind names the messages that replace
it; the facts that it states are looked up here.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final
from uuid import UUID

from django.db.models import Q

from standby.documents.models import Proposal
from standby.messaging.kinds import KINDS
from standby.messaging.models import Message
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.selectors import orders
from standby.payments.models import Milestone, Payment, Refund
from standby.payments.selectors import transfers_on_their_way, transfers_that_failed
from standby.photos.models import PhotoReview
from standby.reviews.models import CustomerReview
from standby.workflows.resend_message import RESEND_PREFIX

Fact = Callable[[Message, Order], bool]
_NOTHING: Final = UUID(int=0)
_Visit = Appointment.Status
_Review = PhotoReview.Status


def why_not_so(message: Message) -> Message.Skipped:
    """Return why a message is no longer sent, or NOT where all that it says still holds."""
    if message.kind == "diagnostic_booked":
        canceled = message.dedupe_key.replace("diagnostic_booked", "diagnostic_cancelled", 1)
        is_over = Message.objects.filter(dedupe_key=canceled).exists()
        return Message.Skipped.OUT_OF_DATE if is_over else Message.Skipped.NOT
    kind = KINDS.get(message.kind)
    if kind is None or message.order_ref is None:
        return Message.Skipped.NOT
    order = Order.objects.select_related("quote").get(public_id=message.order_ref)
    is_canceled = order.status == Order.Status.CANCELLED
    if is_canceled and not kind.outlives_cancellation:
        return Message.Skipped.ORDER_CANCELED
    is_so = not _is_overtaken(message, by=kind.overtaken_by) and STILL_SO[kind.name](message, order)
    if is_so:
        return Message.Skipped.NOT
    return Message.Skipped.ORDER_CANCELED if is_canceled else Message.Skipped.OUT_OF_DATE


def _is_overtaken(message: Message, *, by: Collection[str]) -> bool:
    # A newer one of its own kind counts on its own channel: an email does not replace its text. A
    # copy that staff send again says nothing new.
    newer = Message.objects.filter(order_ref=message.order_ref, pk__gt=message.pk)
    newer = newer.exclude(dedupe_key__contains=f":{RESEND_PREFIX}")
    replacing = Q(pk__in=[])
    for name in by:
        kind, _, part = name.partition(":")
        those = Q(kind=kind, dedupe_key__startswith=f"{kind}:{message.order_ref}:{part}")
        if kind == message.kind:
            those &= Q(channel=message.channel)
        replacing |= those
    return newer.filter(replacing).exists()


def _subject_of(message: Message) -> str:
    # The first part of its key after its kind and order; "resend" of a copy that staff sent.
    parts = message.dedupe_key.split(":")
    return parts[2] if len(parts) > 3 else ""


def _id_of(message: Message) -> UUID:
    try:
        return UUID(_subject_of(message))
    except ValueError:
        return _NOTHING


def _always(_message: Message, _order: Order) -> bool:
    return True


def _visit_is(*statuses: str) -> Fact:
    def is_so(_message: Message, order: Order) -> bool:
        return orders.newest_appointment_of(order).status in statuses

    return is_so


def _is_on_its_way(_message: Message, order: Order) -> bool:
    visit = orders.newest_appointment_of(order)
    return visit.status == _Visit.CONFIRMED and order.status not in Order.OVER


def _comes(_message: Message, order: Order) -> bool:
    visit = orders.newest_appointment_of(order)
    return visit.status in Appointment.LIVE and visit.assigned_to_id is not None


def _is_powered_on(_message: Message, order: Order) -> bool:
    return order.powered_on_at is not None


def _is_correct(message: Message, order: Order) -> bool:
    # Which action it corrects, or to which version a price.
    version = message.dedupe_key.split(":")[3:4]
    return {
        "price": version == [str(order.quote.version)],
        "power_on": order.powered_on_at is None,
        "completion": order.status != Order.Status.COMPLETED,
        "equipment": order.status == Order.Status.ACCEPTED,
    }.get(_subject_of(message), True)


def _is_unreviewed(_message: Message, order: Order) -> bool:
    is_written = CustomerReview.objects.filter(order=order).exists()
    return order.powered_on_at is not None and not is_written


def _review_is(*statuses: str) -> Fact:
    def is_so(_message: Message, order: Order) -> bool:
        return PhotoReview.objects.filter(order=order, status__in=statuses).exists()

    return is_so


def _wants_photos(message: Message, order: Order) -> bool:
    return not _review_is(_Review.SUBMITTED, _Review.DECIDED)(message, order)


def _is_locked(_message: Message, order: Order) -> bool:
    return order.quote.locked_at is not None


def _change_is(status: str) -> Fact:
    def is_so(_message: Message, order: Order) -> bool:
        change = order.change_orders.order_by("-pk").first()
        return change is not None and change.status == status

    return is_so


def _is_proposed(_message: Message, order: Order) -> bool:
    ready = Proposal.objects.filter(order=order, status=Proposal.Status.READY)
    return ready.filter(quote=order.quote_id).exists()


def _is_due(message: Message, order: Order) -> bool:
    due = order.milestones.filter(status=Milestone.Status.DUE)
    which = _subject_of(message)
    return (due.filter(kind=which) if which in Milestone.Kind else due).exists()


def _has_failed(_message: Message, order: Order) -> bool:
    # Not once the customer has paid again, or another transfer is on its way.
    is_moving = transfers_on_their_way().filter(payment__order=order).exists()
    return not is_moving and transfers_that_failed().filter(payment__order=order).exists()


def _is_taken_back(message: Message, _order: Order) -> bool:
    payment = Payment.objects.filter(public_id=_id_of(message)).select_related("milestone").first()
    if payment is None:
        return True
    is_paid_anew = payment.milestone and payment.milestone.status == Milestone.Status.PAID
    return payment.disputed_cents > 0 and not is_paid_anew


def _refund_is(status: str) -> Fact:
    def is_so(message: Message, _order: Order) -> bool:
        refund = Refund.objects.filter(reference=_id_of(message)).first()
        return refund is None or refund.status == status

    return is_so


STILL_SO: Final[Mapping[str, Fact]] = {
    "date_held": _visit_is(_Visit.HELD),
    "pay_link": _visit_is(_Visit.HELD),
    "date_confirmed": _visit_is(_Visit.CONFIRMED),
    "date_lost": _visit_is(_Visit.NEEDS_NEW_DATE),
    "rescheduled": _visit_is(*Appointment.LIVE),
    "technician_assigned": _comes,
    "reminder_week": _visit_is(_Visit.CONFIRMED),
    "reminder_day": _visit_is(_Visit.CONFIRMED),
    "on_the_way": _is_on_its_way,
    "running_late": _is_on_its_way,
    "installation_done": _is_powered_on,
    "corrected": _is_correct,
    "review_invitation": _is_unreviewed,
    "order_cancelled": _always,
    "photo_link": _wants_photos,
    "photo_reminder": _wants_photos,
    "photos_received": _review_is(_Review.SUBMITTED),
    "retake_wanted": _review_is(_Review.RETAKE_REQUESTED),
    "price_locked": _is_locked,
    "price_change": _change_is(ChangeOrder.Status.PROPOSED),
    "price_change_later": _change_is(ChangeOrder.Status.PROPOSED),
    "price_lowered": _always,
    "change_approved": _is_locked,
    "change_declined": _change_is(ChangeOrder.Status.DECLINED),
    "proposal_ready": _is_proposed,
    "proposal_accepted": _always,
    "milestone_due": _is_due,
    "milestone_overdue": _is_due,
    "transfer_failed": _has_failed,
    "late_transfer_failed": _always,
    "payment_received": _always,
    "refund_sent": _refund_is(Refund.Status.SENT),
    "refund_returned": _refund_is(Refund.Status.RETURNED),
    "fee_refunded": _visit_is(*Appointment.LIVE),
    "payment_returned": _is_taken_back,
}
