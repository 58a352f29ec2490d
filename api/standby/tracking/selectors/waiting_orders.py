"""Which orders wait for staff and which for the customer, as queries.

They are the rules of `tracking/rules/next_actions.py`, so that not every order has to be loaded.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from standby.core.errors import Invalid, _
from standby.core.policy import MARKET_ZONE
from standby.documents.models import Proposal
from standby.messaging.selectors import undelivered
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import (
    Cancellation,
    Dispute,
    Milestone,
    Payment,
    Refund,
)
from standby.payments.selectors import FAILED, TAKEN_BACK, TO_ANSWER, transfers_on_their_way
from standby.photos.models import PhotoReview
from standby.readiness.selectors import to_follow_up
from standby.tracking.rules.next_actions import TECHNICIAN_NAMED_BEFORE, NextActionKey

_BEFORE_ACCEPTANCE: Final = (Order.Status.RESERVED, Order.Status.SCHEDULED)
_LIVE: Final = (*_BEFORE_ACCEPTANCE, Order.Status.ACCEPTED, Order.Status.EQUIPMENT_ARRIVED)
_MAY_OWE: Final = (CancellationRule.AFTER_THREE_DAYS, CancellationRule.UNREASONABLE_DELAY)


class ActionNotOurs(Invalid):
    code = "step_not_ours"
    message = _("Only actions for staff can be searched for.")


class Waiting(NamedTuple):
    """The rows by which orders wait for one action, and the path from a row to its order's key."""

    rows: QuerySet[Any]
    path: str = "order"

    @property
    def keys(self) -> QuerySet[Any]:
        return self.rows.values(self.path)

    @property
    def is_so(self) -> Exists:
        """Whether the order of the query around it waits."""
        return Exists(self.rows.filter(**{self.path: OuterRef("pk")}))


def orders_waiting_for(next_action: NextActionKey, *, now: datetime) -> QuerySet[Any]:
    """Return the keys of the orders with this next action, one by staff. Raises ActionNotOurs."""
    waiting = waiting_for_staff(now).get(next_action)
    if waiting is None:
        raise ActionNotOurs(field="next_action")
    return waiting.keys


def oldest_waiting_for_any(
    next_actions: Collection[NextActionKey], *, now: datetime
) -> QuerySet[Any]:
    """Return the keys, in order, of the orders with one of these next actions by staff."""
    waiting = waiting_for_staff(now)
    # By each action, not joined by OR: PostgreSQL finds the few of each by an index.
    first, *others = (
        Order.objects.filter(pk__in=waiting[next_action].keys).values_list("pk", flat=True)
        for next_action in next_actions
    )
    return first.union(*others).order_by("pk")


def customers_turn(orders: QuerySet[Order], *, now: datetime) -> tuple[int, QuerySet[Order]]:
    """Count and return those of the orders whose next action is the customer's, as none is ours.

    They are counted without comparing each of them with what is ours, for they may be most.
    """
    due = Milestone.objects.filter(status=Milestone.Status.DUE).values_list("order", flat=True)
    over = (*_BEFORE_ACCEPTANCE, Order.Status.CANCELLED)
    # Before acceptance anything is the customer's that is not ours, later a payment.
    early, later = Q(status__in=_BEFORE_ACCEPTANCE), Q(pk__in=due) & ~Q(status__in=over)
    waiting = waiting_for_staff(now).values()
    both = orders.filter(early).count() + orders.filter(later).count()
    first, *others = (orders.filter(pk__in=one.keys).values_list("pk", "status") for one in waiting)
    owing = set(due)
    ours = sum(
        status in _BEFORE_ACCEPTANCE or (pk in owing and status not in over)
        for pk, status in first.union(*others)
    )
    return both - ours, orders.filter(early | later, *(~one.is_so for one in waiting))


def waiting_for_staff(now: datetime) -> Mapping[NextActionKey, Waiting]:
    """Return by what orders wait for each action of staff."""
    early = {"order__status__in": _BEFORE_ACCEPTANCE}
    refunded = Refund.objects.filter(needs_decision=True).values("payment")
    lost = Dispute.objects.filter(needs_decision=True).values("payment")
    # By one list of both: joined by OR they would read all payments.
    fee_gone = Payment.objects.filter(pk__in=refunded.union(lost), **early)
    later_change = ChangeOrder.objects.filter(order=OuterRef("order"), pk__gt=OuterRef("pk"))
    declined = ChangeOrder.objects.filter(
        ~Exists(later_change),
        status=ChangeOrder.Status.DECLINED,
        order__quote__locked_at=None,
        **early,
    )
    live_proposal = Proposal.objects.filter(order=OuterRef("pk"), quote=OuterRef("quote")).exclude(
        status=Proposal.Status.SUPERSEDED
    )
    locked = Order.objects.filter(
        ~Exists(live_proposal), status__in=_BEFORE_ACCEPTANCE, is_price_locked=True
    )
    arrived = Appointment.objects.filter(
        order__status=Order.Status.EQUIPMENT_ARRIVED, day__lte=now.astimezone(MARKET_ZONE).date()
    ).exclude(status=Appointment.Status.CANCELLED)
    unassigned = Appointment.objects.filter(
        status=Appointment.Status.CONFIRMED,
        assigned_to=None,
        start_at__lte=now + TECHNICIAN_NAMED_BEFORE,
        order__status__in=Order.BOOKED,
    )
    due = Milestone.objects.filter(status=Milestone.Status.DUE)
    accepted = Order.objects.filter(
        ~Exists(due.filter(order=OuterRef("pk"))), status=Order.Status.ACCEPTED
    )
    late = due.filter(overdue_notified_at__isnull=False)
    moving = transfers_on_their_way().filter(payment__milestone=OuterRef("pk"))
    late = late.filter(~Exists(moving)).exclude(order__status=Order.Status.CANCELLED)
    may_owe = Cancellation.objects.filter(rule__in=_MAY_OWE).values("order")
    taken_back = Payment.objects.filter(
        TAKEN_BACK | Q(disputed_cents__gt=0, order__status=Order.Status.CANCELLED)
    ).values("order")
    owing = Order.objects.filter(Q(pk__in=may_owe) | Q(pk__in=taken_back), balance_cents__gt=0)
    unreached = Order.objects.filter(public_id__in=undelivered(now=now).values("order_ref"))
    return {
        NextActionKey.RETRY_REFUND: Waiting(
            Refund.objects.filter(status__in=FAILED), "payment__order"
        ),
        NextActionKey.ANSWER_DISPUTE: Waiting(Dispute.objects.filter(TO_ANSWER), "payment__order"),
        NextActionKey.DECIDE_VISIT: Waiting(fee_gone),
        NextActionKey.FIND_NEW_DATE: Waiting(
            Appointment.objects.filter(
                status=Appointment.Status.NEEDS_NEW_DATE, order__status__in=_LIVE
            )
        ),
        NextActionKey.REVIEW_PHOTOS: Waiting(
            PhotoReview.objects.filter(status=PhotoReview.Status.SUBMITTED, **early)
        ),
        NextActionKey.DECIDE_AGAIN: Waiting(declined),
        NextActionKey.MAKE_PROPOSAL: Waiting(locked, "pk"),
        NextActionKey.MARK_INSTALLED: Waiting(arrived),
        NextActionKey.FOLLOW_UP_STEP: Waiting(to_follow_up(now=now)),
        NextActionKey.NAME_TECHNICIAN: Waiting(unassigned),
        NextActionKey.MARK_EQUIPMENT: Waiting(accepted, "pk"),
        NextActionKey.MARK_POWER_ON: Waiting(
            Order.objects.filter(status=Order.Status.COMPLETED, powered_on_at=None), "pk"
        ),
        NextActionKey.CHASE_PAYMENT: Waiting(late),
        NextActionKey.COLLECT_OWED: Waiting(owing, "pk"),
        NextActionKey.REACH_CUSTOMER: Waiting(unreached, "pk"),
    }
