"""The stories that tests of the firm price and its papers begin with."""

from datetime import datetime

from bookings import NOW, OFFICE, reserve

from standby.apps.booking.models import ChangeOrder, Order
from standby.apps.booking.services.appointments import confirm_appointment
from standby.apps.booking.services.orders import schedule_order
from standby.apps.photos.models import PhotoReview
from standby.apps.photos.services import open_review
from standby.apps.quoting.receipts import issue_receipt
from standby.domain.firm_price import Confirmed
from standby.flows.decide_change_order import Answer, decide_change_order
from standby.flows.decide_photo_review import Decided, Decision, decide_photo_review
from standby.flows.reserve_appointment import Wish
from standby.providers.signing.ed25519 import Ed25519Signer

SIGNER = Ed25519Signer(secret_keys=["a secret of tests"])
STAFF = "staff grace"


def a_scheduled_order(wish: Wish | None = None) -> Order:
    """Its date is certain and its first receipt is issued."""
    order = reserve(wish)
    appointment = order.appointments.get()
    confirm_appointment(appointment, usual_crews=2, actor="clock", now=NOW)
    schedule_order(order, actor="clock", now=NOW)
    issue_receipt(
        order.quote, order_ref=order.public_id, reason="Your reservation", signer=SIGNER, now=NOW
    )
    return order


def a_submitted_review(wish: Wish | None = None) -> PhotoReview:
    review = open_review(a_scheduled_order(wish), now=NOW)
    PhotoReview.objects.filter(pk=review.pk).update(
        status="submitted", consented_at=NOW, submitted_at=NOW, consent_wording="I agree"
    )
    review.refresh_from_db()
    return review


def decide(
    review: PhotoReview,
    *,
    run_ft: int,
    installation_cents: int | None = None,
    reason: str = "As measured in your photos",
    now: datetime = NOW,
) -> Decided:
    return decide_photo_review(
        review.public_id,
        decision=Decision(
            confirmed=Confirmed(run_ft=run_ft, installation_cents=installation_cents),
            reason=reason,
            staff=STAFF,
        ),
        signer=SIGNER,
        now=now,
    )


def answer(change: ChangeOrder, answer: Answer, *, now: datetime = NOW) -> ChangeOrder:
    return decide_change_order(
        Order.objects.get(pk=change.order_id),
        change_id=change.public_id,
        answer=answer,
        signer=SIGNER,
        office=OFFICE,
        now=now,
    )


def a_locked_order(wish: Wish | None = None, *, run_ft: int = 20) -> Order:
    decided = decide(a_submitted_review(wish), run_ft=run_ft)
    return Order.objects.get(pk=decided.order.pk)
