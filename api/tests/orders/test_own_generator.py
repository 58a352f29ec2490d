"""No sentence gives a customer's own generator a size that nobody told us."""

from datetime import date

import pytest
from booking_helpers import a_request, reserve

from standby.crew_phone.staff_schemas import CrewJobOut
from standby.orders.models import Appointment, Order
from standby.orders.services import job_calendar
from standby.orders.staff_schemas import JobOut
from standby.payments.services.checkouts import fee_title
from standby.pricing.models.catalog import Generator
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind
from standby.reviews.api import PublishedReviewOut
from standby.reviews.models import CustomerReview
from standby.tracking.selectors.machine import machine_of

pytestmark = pytest.mark.usefixtures("shop")
DAY = date(2026, 3, 12)


def own(*, kw: int | None = None, model: str = "") -> Appointment:
    order = reserve(a_request(generator_choice="provide_own", model_number=model, own_kw=kw))
    return order.appointments.get()


@pytest.mark.parametrize(
    ("kw", "model", "board", "crew", "feed"),
    [
        (None, "", "own generator", "Their own", "Generator: their own"),
        (26, "", "own 26 kW", "Their own, 26 kW", "Generator: their own, 26 kW"),
        (None, "X-1", "own generator", "Their own, X-1", "Generator: their own, X-1"),
    ],
)
def test_board_crew_and_calendar_name_what_is_known(
    kw: int | None, model: str, board: str, crew: str, feed: str
) -> None:
    job = own(kw=kw, model=model)

    assert JobOut.resolve_generator(job) == board
    assert CrewJobOut.resolve_generator(job) == crew
    assert feed in list(job_calendar._notes(job))
    assert "installation of your own generator (" in fee_title(job.order, day=DAY)


@pytest.mark.parametrize(("kw", "words"), [(18, "of an 18 kW"), (22, "of a 22 kW")])
def test_the_fee_of_one_that_we_sell_names_its_size_in_good_english(kw: int, words: str) -> None:
    order = reserve()
    assert order.generator_id is not None
    Generator.objects.filter(pk=order.generator_id).update(kw=kw)

    assert words in fee_title(Order.objects.get(), day=DAY)


@pytest.mark.parametrize(("kw", "words"), [(None, "Their own generator"), (26, "26 kW")])
def test_a_review_names_what_is_known_of_the_generator(kw: int | None, words: str) -> None:
    review = CustomerReview(order=own(kw=kw).order)

    assert PublishedReviewOut.resolve_generator(review) == words


def test_an_order_names_its_own_generator_without_a_size() -> None:
    order = own().order
    equipment = InstallationStep(kind=StepKind.EQUIPMENT)

    assert (order.kw, order.own_generator_words) == (0, "")
    assert machine_of(order, equipment=equipment).name == "Your generator"
