"""Reviews of finished installations: written by the homeowner, published or declined by staff."""

from datetime import datetime

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.core.lifecycle import StatusMoved
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_staff
from standby.orders.services.order_log import VISITOR, log_change, move_status
from standby.payments.selectors import finished_orders
from standby.reviews.models import CustomerReview

Status = CustomerReview.Status


class OrderNotFinished(Conflict):
    code = "order_not_finished"
    message = _("You can write a review once your installation is finished and paid.")


class ReviewPublished(Conflict):
    code = "review_published"
    message = _("Your review is published, so it can no longer be changed.")


def may_be_reviewed(order: Order) -> bool:
    return finished_orders().filter(pk=order.pk).exists()


def write_review(
    order: Order, *, stars: int, text: str, shown_name: str, now: datetime
) -> CustomerReview:
    """Save the order's review, or change it until it is published. Safe to repeat.

    A declined review that is changed waits for staff again. Raises OrderNotFinished and
    ReviewPublished.
    """
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        if not may_be_reviewed(order):
            raise OrderNotFinished
        review = CustomerReview.objects.filter(order=order).first() or CustomerReview(order=order)
        if review.status == Status.PUBLISHED:
            raise ReviewPublished
        before = review.status if review.pk else ""
        review.stars, review.text, review.shown_name = stars, text, shown_name
        review.status, review.decline_reason, review.written_at = Status.WAITING, "", now
        review.save()
        if before != Status.WAITING:
            log_change(
                order, subject="review", change=(before, Status.WAITING), actor=VISITOR, now=now
            )
            notify_staff(order, topic="A review is waiting to be published", now=now)
        return review


def decide_review(
    review: CustomerReview, *, decline_reason: str, actor: str, now: datetime
) -> None:
    """Publish a review that is waiting, or decline it for one of the policy's reasons.

    The text is never changed. Raises StatusMoved when it was decided or changed meanwhile.
    """
    with transaction.atomic():
        orders.lock_order(review.order_id)
        unchanged = CustomerReview.objects.filter(pk=review.pk, written_at=review.written_at)
        to = Status.DECLINED if decline_reason else Status.PUBLISHED
        if not unchanged.exists() or not move_status(
            review, to, actor=actor, now=now, decline_reason=decline_reason, decided_at=now
        ):
            raise StatusMoved
