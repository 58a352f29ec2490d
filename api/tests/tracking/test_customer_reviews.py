"""Reviews: of finished orders only, as they were written, published or declined by staff."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from tables_browser import at_the_tables, fields_of, said
from whole_orders import a_milestone, complete, confirm, now, reserve

from standby.core.clock import local_date
from standby.core.lifecycle import StatusMoved
from standby.core.market import TERMS
from standby.core.roles import Role
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.selectors.order_log_text import describe_change
from standby.orders.services.order_log import VISITOR
from standby.reviews.models import CustomerReview
from standby.workflows.customer_reviews import decide_review
from standby.workflows.erase_customer import ErasureReason, erase_customer

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
WRITTEN: dict[str, Any] = {
    "stars": 2,
    "text": "The crew was late,\nbut it runs.",
    "shown_name": "Ada L.",
    "consent": True,
}


@pytest.fixture
def order(browser: Client) -> Order:
    """Powered on and paid."""
    reserved = reserve(browser)
    confirm(reserved)
    a_milestone(reserved, "completion", status="paid", paid_at=now())
    complete(reserved, at=now())
    return reserved


def write(browser: Client, **changed: Any) -> Any:
    return browser.put(
        "/api/my-booking/review", {**WRITTEN, **changed}, content_type="application/json"
    )


def published() -> dict[str, Any]:
    return Client().get("/api/reviews").json()  # type: ignore[no-any-return]


def page_of(review: CustomerReview) -> str:
    return f"/staff/tables/reviews/customerreview/{review.pk}/change/"


def decide(decision: str) -> Any:
    staff, path = at_the_tables(Role.DISPATCHER), page_of(CustomerReview.objects.get())
    return staff.post(path, {**fields_of(staff.get(path)), "decision": decision})


@pytest.mark.req("PROOF-01.2")
def test_a_bad_review_of_a_finished_order_is_published_as_written_with_date_and_price(
    browser: Client, order: Order
) -> None:
    assert write(browser).json()["status"] == "waiting"
    assert published() == {"count": 0, "average_stars": None, "reviews": []}

    decide("")

    assert published() == {
        "count": 1,
        "average_stars": 2,
        "reviews": [
            {
                "stars": 2,
                "text": WRITTEN["text"],
                "name": "Ada L.",
                "city": "The Woodlands",
                "generator": "Generac 22 kW",
                "price_cents": 12_694_77,
                "finished_on": local_date(now()).isoformat(),
            }
        ],
    }


@pytest.mark.req("PROOF-01.2")
def test_an_order_that_is_not_finished_has_no_review(browser: Client, order: Order) -> None:
    Order.objects.filter(pk=order.pk).update(powered_on_at=None)

    refused = write(browser)

    assert (refused.status_code, refused.json()["code"]) == (409, "order_not_finished")
    assert browser.get("/api/my-booking/review").json()["can_be_written"] is False


@pytest.mark.req("PROOF-01.2")
def test_an_order_that_is_not_paid_has_no_review(browser: Client, order: Order) -> None:
    order.milestones.update(status="due")

    assert write(browser).json()["code"] == "order_not_finished"


def test_the_author_changes_it_until_it_is_published(browser: Client, order: Order) -> None:
    write(browser)
    write(browser, stars=5, text="All fine now.")

    shown = browser.get("/api/my-booking/review").json()
    assert (shown["can_be_written"], shown["city"]) == (True, "The Woodlands")
    assert (shown["review"]["stars"], shown["review"]["text"]) == (5, "All fine now.")

    decide("")

    refused = write(browser, stars=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "review_published")
    assert CustomerReview.objects.get().stars == 5
    assert browser.get("/api/my-booking/review").json()["can_be_written"] is False


def test_a_declined_review_says_why_and_waits_again_when_changed(
    browser: Client, order: Order
) -> None:
    write(browser)

    decide("private")

    declined = browser.get("/api/my-booking/review").json()
    assert declined["can_be_written"] is True
    assert declined["review"]["declined_because"] == TERMS.reviews_declined_for["private"]
    assert published()["count"] == 0

    assert write(browser, text="Better.").json()["status"] == "waiting"
    told = [describe_change(entry) for entry in order.log.filter(subject="review")]
    assert told == ["wrote a review", "declined to publish the review", "wrote a review"]


def test_a_text_of_nothing_but_space_is_no_review(browser: Client, order: Order) -> None:
    assert write(browser, text="    ").status_code == 422
    assert not CustomerReview.objects.exists()


def test_staff_are_told_once_and_cannot_write_a_reason_of_their_own(
    browser: Client, order: Order
) -> None:
    write(browser)
    write(browser, stars=3)

    assert Message.objects.filter(kind="staff_needed").count() == 1
    page = said(decide("too few stars"))

    assert "not one of the available choices" in page
    assert CustomerReview.objects.get().status == "waiting"


def test_staff_do_not_publish_a_text_that_they_have_not_read(browser: Client, order: Order) -> None:
    write(browser)
    staff, path = at_the_tables(Role.DISPATCHER), page_of(CustomerReview.objects.get())
    form = fields_of(staff.get(path))
    write(browser, text="Changed since.")

    answer = staff.post(path, {**form, "decision": ""})

    assert "The author changed this review" in said(answer)
    assert published()["count"] == 0


def test_a_review_that_changed_meanwhile_is_not_decided(browser: Client, order: Order) -> None:
    write(browser)
    read = CustomerReview.objects.get()
    write(browser, text="Changed since.")

    with pytest.raises(StatusMoved):
        decide_review(read, decline_reason="", actor="staff Jo", now=now())
    assert CustomerReview.objects.get().status == "waiting"


def test_a_decided_review_is_only_read(browser: Client, order: Order) -> None:
    write(browser)
    decide("abusive")
    staff = at_the_tables(Role.MANAGER)

    page = staff.get(page_of(CustomerReview.objects.get())).content.decode()

    assert TERMS.reviews_declined_for["abusive"] in page
    assert 'name="decision"' not in page


def test_a_review_goes_with_its_customer(browser: Client, order: Order) -> None:
    write(browser)

    erase_customer(
        order.customer.public_id,
        reason=ErasureReason.YEARS,
        actor=VISITOR,
        now=now() + timedelta(days=1),
    )

    assert not CustomerReview.objects.exists()
