"""Reviews of finished installations: the homeowner's own, and those that are published."""

from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema
from ninja.decorators import decorate_view
from pydantic import Field

from standby.core.clock import local_date
from standby.core.limits import spend
from standby.core.middleware import same_for_everybody
from standby.core.policy import ANSWERS_PER_ORDER
from standby.core.schema import In, Line, Lines, NoWebAddress, Yes
from standby.core.words import market_terms, say
from standby.orders.api.booking_access import BookingAccess, own_booking
from standby.reviews import selectors as reviews
from standby.reviews.models import CustomerReview
from standby.workflows.customer_reviews import may_be_reviewed, write_review

router = Router(tags=["my booking"], auth=BookingAccess())
public_router = Router(tags=["reviews"])


class ReviewIn(In):
    """`text` is published as it is written; `consent` is to publishing it."""

    stars: Annotated[int, Field(strict=True, ge=1, le=5)]
    text: Annotated[str, Lines(1000, min_length=3)]
    shown_name: Annotated[str, Line(60, min_length=1), NoWebAddress]
    consent: Yes


class OwnReviewOut(Schema):
    """`declined_because` is in words, empty unless it was declined."""

    stars: int
    text: str
    shown_name: str
    status: CustomerReview.Status
    declined_because: str

    @staticmethod
    def resolve_declined_because(review: CustomerReview) -> str:
        return market_terms().reviews_declined_for.get(review.decline_reason, "")


class MyReviewOut(Schema):
    """`can_be_written`: the order is finished and paid, and its review is not published."""

    can_be_written: bool
    city: str
    review: OwnReviewOut | None


class PublishedReviewOut(Schema):
    """`price_cents` is what was paid for all of it, `finished_on` the day of power-on."""

    stars: int
    text: str
    name: str = Field(validation_alias="shown_name")
    city: str = Field(validation_alias="order.order_location.city")
    generator: str
    price_cents: int = Field(validation_alias="order.quote.total_cents")
    finished_on: date

    @staticmethod
    def resolve_generator(review: CustomerReview) -> str:
        generator, kw = review.order.generator, review.order.kw
        if generator:
            return f"{generator.brand} {generator.kw} kW"
        return f"{kw} kW" if kw else say("Their own generator")

    @staticmethod
    def resolve_finished_on(review: CustomerReview) -> date:
        return local_date(review.order.powered_on_at or review.written_at)


class ReviewsOut(Schema):
    """The newest reviews; `count` and `average_stars` are of all."""

    count: int
    average_stars: float | None
    reviews: list[PublishedReviewOut]


@router.get(
    "/my-booking/review",
    response=MyReviewOut,
    operation_id="get_my_review",
)
def get_my_review(request: HttpRequest) -> dict[str, Any]:
    """The review of this order, and whether it can be written or changed."""
    order = own_booking(request)
    review = CustomerReview.objects.filter(order=order).first()
    is_published = review is not None and review.status == CustomerReview.Status.PUBLISHED
    return {
        "can_be_written": not is_published and may_be_reviewed(order),
        "city": order.order_location.city,
        "review": review,
    }


@router.put(
    "/my-booking/review",
    response=OwnReviewOut,
    operation_id="write_review",
)
def put_my_review(request: HttpRequest, payload: ReviewIn) -> CustomerReview:
    """Write the order's review, or change it until it is published."""
    order = own_booking(request)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    return write_review(
        order,
        stars=payload.stars,
        text=payload.text,
        shown_name=payload.shown_name,
        now=now(),
    )


@public_router.get("/reviews", response=ReviewsOut, operation_id="list_reviews")
@decorate_view(same_for_everybody())
def get_reviews(request: HttpRequest) -> dict[str, Any]:
    """The published reviews, newest first."""
    return {**reviews.review_counts(), "reviews": reviews.published_reviews()}
