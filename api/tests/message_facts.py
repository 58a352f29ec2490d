"""The facts that each kind of message states, made so for an order, and their opposite."""

from collections.abc import Callable
from typing import Any, Final

from account_helpers import a_scheduled_order as a_paid_order
from booking_helpers import NOW, reserve
from whole_orders import a_milestone, a_refund, an_order_file

from standby.crews.models import Technician
from standby.documents.models import Proposal
from standby.orders.models import ChangeOrder, Order
from standby.payments.models import CheckoutSession, Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.photos.models import PhotoReview
from standby.pricing.models.quoting import Quote
from standby.reviews.models import CustomerReview

Change = Callable[[Order], Any]
STAGES = ("accepted", "equipment_arrived", "completed")


def nothing(_order: Order) -> None:
    pass


def visit(status: str) -> Change:
    return lambda order: order.appointments.update(
        status=status, confirmed_at=None if status in ("held", "expired") else NOW
    )


def review(*statuses: str) -> Change:
    """One after the other; the guards allow no leap."""

    def change(order: Order) -> None:
        for status in statuses:
            PhotoReview.objects.filter(order=order).update(
                status=status, consented_at=NOW, submitted_at=NOW
            )

    return change


def reach(stage: str) -> Change:
    def change(order: Order) -> None:
        for each in STAGES[: STAGES.index(stage) + 1]:
            Order.objects.filter(pk=order.pk).update(status=each)

    return change


def power_on(order: Order) -> None:
    reach("completed")(order)
    Order.objects.filter(pk=order.pk).update(powered_on_at=NOW)


def power_off(order: Order) -> None:
    Order.objects.filter(pk=order.pk).update(powered_on_at=None)


def next_version(order: Order, **changed: Any) -> Quote:
    version = Quote.objects.get(pk=order.quote_id)
    version.pk, version.version, version.supersedes = None, version.version + 1, order.quote
    for name, value in changed.items():
        setattr(version, name, value)
    version.save()
    return version


def priced(**changed: Any) -> Change:
    """A further version of its price."""

    def change(order: Order) -> None:
        order.refresh_from_db()
        version = next_version(order, **changed)
        Order.objects.filter(pk=order.pk).update(quote=version)

    return change


locked = priced(locked_at=NOW, confirmed_run_ft=20)
unlocked = priced(locked_at=None, confirmed_run_ft=None)


def change_is(status: str) -> Change:
    def change(order: Order) -> None:
        asked = {"status": status, "decided_at": None if status == "proposed" else NOW}
        if order.change_orders.filter(status="proposed").update(**asked):
            return
        quote = order.quote
        cents = {
            "installation_cents": quote.installation_cents + 100_00,
            "total_cents": quote.total_cents + 100_00,
        }
        ChangeOrder.objects.create(
            order=order,
            from_quote=quote,
            to_quote=next_version(order, version=order.change_orders.count() + 2, **cents),
            reason="rock",
            proposed_by="staff jo",
            proposed_at=NOW,
            **asked,
        )

    return change


def proposal_is(status: str) -> Change:
    def change(order: Order) -> None:
        if order.proposals.update(status=status):
            return
        Proposal.objects.create(
            order=order,
            quote=order.quote,
            version=1,
            file=an_order_file(order),
            created_at=NOW,
            days_to_pay=5,
            status=status,
        )

    return change


def milestone_is(status: str) -> Change:
    def change(order: Order) -> None:
        paid = NOW if status == "paid" else None
        if order.milestones.update(status=status, paid_at=paid):
            return
        a_milestone(order, status=status, reached_at=NOW, ask_at=NOW, created_at=NOW)

    return change


def failed_transfer(order: Order) -> None:
    milestone_is("due")(order)
    payment = Payment.objects.create(
        order=order,
        purpose=Payment.Purpose.MILESTONE_ACCEPTANCE,
        milestone=order.milestones.get(),
        amount_cents=100,
        created_at=NOW,
    )
    CheckoutSession.objects.create(
        payment=payment,
        entity_id=order.public_id,
        provider="test",
        expires_at=NOW,
        status="expired",
        processing_at=NOW,
        failed_at=NOW,
        created_at=NOW,
    )


def disputed(cents: int) -> Change:
    return lambda order: order.payments.update(disputed_cents=cents)


def refund_is(status: str) -> Change:
    def change(order: Order) -> None:
        if not order.payments.get().refunds.update(status=status):
            a_refund(order.payments.get(), status=status, provider_ref="re_1", sent_at=NOW)

    return change


def manned(order: Order) -> None:
    maria = Technician.objects.create(name="Maria", phone="(713) 555-0177")
    order.appointments.update(assigned_to=maria)


def reviewed(order: Order) -> None:
    CustomerReview.objects.create(
        order=order, stars=5, text="quiet", shown_name="Ada", written_at=NOW
    )


# The facts that each kind states, and their opposite; None: what it says stays so.
CASES: Final[dict[str, tuple[Change, Change | None]]] = {
    "date_held": (nothing, visit("confirmed")),
    "pay_link": (nothing, visit("expired")),
    "date_confirmed": (nothing, visit("needs_new_date")),
    "date_lost": (visit("needs_new_date"), visit("confirmed")),
    "rescheduled": (nothing, visit("needs_new_date")),
    "technician_assigned": (manned, lambda order: order.appointments.update(assigned_to=None)),
    "reminder_week": (nothing, visit("needs_new_date")),
    "reminder_day": (nothing, visit("needs_new_date")),
    "on_the_way": (nothing, reach("completed")),
    "running_late": (nothing, reach("completed")),
    "installation_done": (power_on, power_off),
    "corrected": (nothing, None),
    "review_invitation": (power_on, reviewed),
    "order_cancelled": (nothing, None),
    "photo_link": (nothing, review("submitted")),
    "photo_reminder": (nothing, review("submitted")),
    "photos_received": (review("submitted"), review("retake_requested")),
    "retake_wanted": (review("submitted", "retake_requested"), review("submitted")),
    "price_locked": (locked, unlocked),
    "price_change": (change_is("proposed"), change_is("approved")),
    "price_change_later": (change_is("proposed"), change_is("declined")),
    "price_lowered": (nothing, None),
    "change_approved": (locked, unlocked),
    "change_declined": (change_is("declined"), change_is("proposed")),
    "proposal_ready": (proposal_is("ready"), proposal_is("superseded")),
    "proposal_accepted": (nothing, None),
    "milestone_due": (milestone_is("due"), milestone_is("paid")),
    "milestone_overdue": (milestone_is("due"), milestone_is("paid")),
    "transfer_failed": (failed_transfer, milestone_is("paid")),
    "late_transfer_failed": (nothing, None),
    "payment_received": (nothing, None),
    "refund_sent": (refund_is("sent"), refund_is("returned")),
    "refund_returned": (refund_is("returned"), refund_is("requested")),
    "fee_refunded": (nothing, visit("needs_new_date")),
    "payment_returned": (disputed(50_00), disputed(0)),
}


def an_order_for(kind: str, *, cards: TestCards) -> Order:
    """One of which this kind of message is so."""
    order = reserve() if kind in ("date_held", "pay_link") else a_paid_order(cards)
    CASES[kind][0](order)
    return order
