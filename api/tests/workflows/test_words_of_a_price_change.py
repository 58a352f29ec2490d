"""Why a price would be higher and what a "no" means: page, mail and text say what is so."""

from dataclasses import replace
from typing import Any

import pytest
from booking_helpers import NOW, SIGNER, a_request
from document_helpers import a_locked_order, a_submitted_review, answer, decide
from outbox_helpers import the_message
from stay_on_lists import IN_TURN, answers

from standby.messaging.models import Message
from standby.orders.models import ChangeOrder, Order
from standby.orders.services.changes import Cause, IfDeclined, cause_of, if_declined
from standby.photos.models import PhotoReview
from standby.pricing.rules.line_items import LineKind, read_lines
from standby.tracking.api.my_booking import booking_out
from standby.tracking.selectors.booking import booking_view
from standby.workflows.change_price import NewPrice, change_agreed_price
from standby.workflows.decide_photo_review import correct_lock

pytestmark = pytest.mark.usefixtures("shop")
PLACE, LIMIT, USUAL = (
    "longer than your price includes",
    "more than 15% higher",
    "on the usual terms",
)


def a_review(*, told: dict[str, Any] | None = None) -> PhotoReview:
    return a_submitted_review(a_request(**({"answers": answers(told)} if told else {})))


def proposed(review: PhotoReview, **decision: Any) -> ChangeOrder:
    change = decide(review, **decision).change
    assert change is not None
    return change


def changed_by_staff(order: Order, *, more_cents: int) -> ChangeOrder:
    lines = [
        replace(line, quantity=1, unit_cents=line.amount_cents + more_cents)
        if line.kind == LineKind.INSTALLATION
        else line
        for line in read_lines(order.quote.line_items)
    ]
    change = change_agreed_price(
        order,
        to=NewPrice(lines=lines, total_cents=order.total_cents + more_cents),
        reason="Rock in the ground",
        actor="staff jo",
        signer=SIGNER,
        now=NOW,
    )
    assert change is not None
    return change


def mail_of(kind: str) -> str:
    return the_message(kind=kind, channel="email").text


def text_of(kind: str) -> str:
    return the_message(kind=kind, channel="sms").text


def page_of(change: ChangeOrder) -> str:
    return " ".join(booking_view(Order.objects.get(pk=change.order_id), now=NOW).status.lines)


def means(change: ChangeOrder) -> tuple[Cause, IfDeclined]:
    return cause_of(change.from_quote, change.to_quote), if_declined(change)


def test_a_longer_run_is_named_as_one() -> None:
    change = proposed(a_review(), run_ft=40)

    assert means(change) == (Cause.RUN, IfDeclined.WITHIN_LIMIT)
    assert PLACE in mail_of("price_change")
    assert "the run is longer than planned" in text_of("price_change")
    assert PLACE in page_of(change)
    assert "modules" not in page_of(change)


def test_modules_alone_are_not_called_a_longer_run_or_extra_work_on_photos() -> None:
    change = proposed(a_review(told=IN_TURN), run_ft=20, module_cents=400_00)

    assert means(change) == (Cause.MODULES, IfDeclined.WITHIN_LIMIT)
    for said in (mail_of("price_change"), text_of("price_change"), page_of(change)):
        assert "load management" in said
        assert "run" not in said
        assert "photos show" not in said


def test_a_longer_run_with_modules_says_both() -> None:
    change = proposed(a_review(told=IN_TURN), run_ft=40, module_cents=400_00)

    assert means(change)[0] == Cause.RUN_AND_MODULES
    for said in (mail_of("price_change"), page_of(change)):
        assert PLACE in said
        assert "load management modules" in said


def test_a_price_that_staff_changed_otherwise_names_neither() -> None:
    change = changed_by_staff(a_locked_order(), more_cents=500_00)

    assert means(change) == (Cause.OTHER, IfDeclined.PRICE_STAYS)
    for said in (mail_of("price_change_later"), page_of(change)):
        assert PLACE not in said
        assert "modules" not in said


def test_a_declined_rise_over_the_limit_ends_nothing_and_the_words_say_so() -> None:
    change = proposed(a_review(), run_ft=120)
    asked = mail_of("price_change")
    answer(change, "decline")

    order = Order.objects.get()
    assert (means(change)[1], order.status) == (IfDeclined.REFUNDABLE, "scheduled")
    for said in (asked, mail_of("change_declined")):
        assert LIMIT in said
        assert "if you would rather cancel" in said
        assert "project ends" not in said
    assert "project ends" not in text_of("change_declined")
    assert "or you cancel for a full refund" in text_of("change_declined")


def test_a_declined_rise_within_the_limit_names_the_limit() -> None:
    change = proposed(a_review(), run_ft=40)
    answer(change, "decline")

    said = mail_of("change_declined")
    assert f"not {LIMIT}" in said
    assert USUAL in said
    assert "rather cancel" not in said


def test_after_a_lock_a_large_rise_is_declined_for_the_agreed_price_without_a_percentage() -> None:
    order = a_locked_order()
    change = changed_by_staff(order, more_cents=order.total_cents // 5)
    asked = mail_of("price_change_later")
    page = booking_out(booking_view(Order.objects.get(), now=NOW)).price.change
    answer(change, "decline")

    assert page is not None
    assert (page.if_declined, page.cause, page.is_refundable) == ("price_stays", "other", False)
    for said in (asked, mail_of("change_declined")):
        assert "the agreed price and the agreed work stay" in said.lower()
        assert USUAL in said
        assert "15%" not in said
    mail = Message.objects.get(kind="staff_needed")
    assert mail.subject.endswith(f"order {order.confirmation_code}: price change declined")


def test_a_corrected_distance_after_the_lock_is_a_longer_run() -> None:
    order = a_locked_order()
    correct_lock(
        order, run_ft=40, reason="A typing error", actor="staff jo", signer=SIGNER, now=NOW
    )

    assert means(ChangeOrder.objects.get()) == (Cause.RUN, IfDeclined.PRICE_STAYS)
