"""Staff decide photo reviews, and customers what those change of their price."""

from datetime import timedelta

import pytest
from booking_helpers import NOW, SIGNER, a_request, may_all
from document_helpers import STAFF, a_submitted_review, answer, decide
from market_bands import BEYOND_FT

from standby.core.lifecycle import StatusMoved
from standby.messaging.models import Message
from standby.orders.models import ChangeOrder, Order
from standby.orders.services import changes
from standby.orders.services.changes import ChangeNotFound, PriceAgreed
from standby.orders.services.order_log import version_of
from standby.payments.services.milestones import PriceBelowPaid
from standby.photos.models import PhotoReview
from standby.photos.services import reviews
from standby.photos.services.reviews import ReviewNotFound, ReviewNotReady
from standby.pricing.models.catalog import InstallationPackage
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.pricing import FirmPrice, InstallationPriceMissing
from standby.pricing.services import quoting
from standby.pricing.services.receipts import signed_text
from standby.workflows.decide_change_order import ChangeDecided
from standby.workflows.decide_photo_review import (
    AlreadyDecided,
    Decision,
    may_be_decided,
    preview_decision,
)
from standby.workflows.undo_action import newest_action_of, undo_action

pytestmark = pytest.mark.usefixtures("shop")


LATER = NOW + timedelta(hours=2)


@pytest.fixture
def review(shop: None) -> PhotoReview:
    """Of a run that was promised as medium."""
    return a_submitted_review(a_request(band="medium"))


def kinds() -> set[str]:
    return set(Message.objects.values_list("kind", flat=True))


def test_the_promised_band_locks_the_promised_price(review: PhotoReview) -> None:
    decided = decide(review, run_ft=40, now=LATER)

    order = Order.objects.get()
    locked = order.quote
    assert (locked.version, locked.confirmed_run_ft, locked.locked_at) == (2, 40, LATER)
    assert (locked.total_cents, order.total_cents) == (1_369_477, 1_369_477)
    assert (decided.quote, decided.change) == (locked, None)
    assert locked.supersedes is not None
    assert locked.supersedes.version == 1
    review.refresh_from_db()
    assert (review.status, review.confirmed_run_ft, review.decided_by) == ("decided", 40, STAFF)
    assert "price_locked" in kinds()


@pytest.mark.req("PHOTO-02.3")
def test_a_shorter_run_lowers_the_price_at_once_and_has_a_receipt_that_follows_the_first(
    review: PhotoReview,
) -> None:
    decide(review, run_ft=25, reason="18 ft, measured by your stake")

    order = Order.objects.get()
    assert order.quote.band == "close"
    assert order.package.max_distance_feet == 25
    assert (order.quote.installation_cents, order.total_cents) == (4_990_00, 12_694_77)
    entry = order.log.get(subject="price")
    assert (entry.before, entry.after, entry.actor) == ("1369477", "1269477", STAFF)
    first, second = PriceReceipt.objects.order_by("pk")
    assert (second.previous, second.reason) == (first, "18 ft, measured by your stake")
    for receipt in (first, second):
        assert SIGNER.key_that_signed(signed_text(receipt), signature=receipt.signature)


def test_a_nearer_package_that_is_no_longer_sold_leaves_the_promised_one(
    review: PhotoReview,
) -> None:
    InstallationPackage.objects.filter(max_distance_feet=25).update(is_active=False)
    decide(review, run_ft=10)
    order = Order.objects.get()
    assert (order.package.max_distance_feet, order.total_cents) == (50, 1_369_477)


@pytest.mark.req("PHOTO-02.4")
def test_a_longer_run_is_put_to_the_customer_and_changes_nothing_yet(review: PhotoReview) -> None:
    decided = decide(review, run_ft=80, reason="80 ft around the pool")

    order, change = Order.objects.get(), ChangeOrder.objects.get()
    assert decided.change == change
    assert (order.quote.version, order.quote.locked_at, order.total_cents) == (1, None, 1_369_477)
    assert (change.status, change.reason, change.proposed_by) == (
        "proposed",
        "80 ft around the pool",
        STAFF,
    )
    assert (change.to_quote.total_cents, change.to_quote.locked_at) == (1_519_477, None)
    assert PriceReceipt.objects.count() == 1
    assert "price_change" in kinds()
    assert "price_locked" not in kinds()


def test_a_run_beyond_the_bands_is_priced_by_staff(review: PhotoReview) -> None:
    for action in (decide, previewed):
        with pytest.raises(InstallationPriceMissing):
            action(review, run_ft=BEYOND_FT)
    decided = decide(review, run_ft=BEYOND_FT, installation_cents=9_900_00)
    assert decided.quote.installation_cents == 9_900_00
    assert decided.quote.confirmed_run_ft == BEYOND_FT


@pytest.mark.parametrize("run_ft", [25, 40, 80])
def test_the_same_decision_sent_again_changes_nothing_and_another_is_refused(
    review: PhotoReview, run_ft: int
) -> None:
    first = decide(review, run_ft=run_ft)
    again = decide(review, run_ft=run_ft, now=LATER)
    assert (again.quote, again.change) == (first.quote, first.change)
    for other_ft, cents in ((run_ft + 1, None), (run_ft, 1_00)):
        with pytest.raises(AlreadyDecided):
            decide(review, run_ft=other_ft, installation_cents=cents)
    assert Quote.objects.count() == 2
    assert Message.objects.filter(kind__startswith="price_").count() == 2


def test_after_a_declined_change_staff_decide_anew(review: PhotoReview) -> None:
    assert may_be_decided(review)
    declined = decide(review, run_ft=80).change
    assert declined is not None
    assert not may_be_decided(PhotoReview.objects.get())
    answer(declined, "decline")
    assert may_be_decided(PhotoReview.objects.get())

    decide(review, run_ft=48, reason="The short way along the fence will do", now=LATER)

    order = Order.objects.get()
    assert (order.quote.version, order.quote.confirmed_run_ft) == (3, 48)
    assert order.total_cents == 1_369_477
    review.refresh_from_db()
    assert review.confirmed_run_ft == 48


@pytest.mark.parametrize("run_ft", [48, 90])
def test_undoing_a_decision_made_anew_leaves_the_declined_one(
    review: PhotoReview, run_ft: int
) -> None:
    declined = decide(review, run_ft=80).change
    assert declined is not None
    answer(declined, "decline")
    decide(review, run_ft=run_ft, now=LATER)

    action = newest_action_of(STAFF, ensure_may=may_all, now=LATER)
    assert action is not None
    undo_action(action.public_id, actor=STAFF, ensure_may=may_all, signer=SIGNER, now=LATER)

    review.refresh_from_db()
    assert (review.status, review.confirmed_run_ft) == ("decided", 80)
    assert may_be_decided(review)


def test_photos_not_sent_in_not_there_or_of_a_cancelled_order_are_not_decided(
    review: PhotoReview,
) -> None:
    PhotoReview.objects.update(status="retake_requested")
    with pytest.raises(ReviewNotReady):
        decide(review, run_ft=40)
    assert not may_be_decided(PhotoReview.objects.get())

    PhotoReview.objects.update(status="submitted")
    Order.objects.update(status="cancelled")
    for action in (decide, previewed):
        with pytest.raises(PriceAgreed):
            action(review, run_ft=40)
    assert not may_be_decided(PhotoReview.objects.get())

    review.public_id = Order.objects.get().public_id
    with pytest.raises(ReviewNotFound):
        decide(review, run_ft=40)
    assert Quote.objects.count() == 1


def previewed(review: PhotoReview, *, run_ft: int, told_cents: int | None = None) -> FirmPrice:
    decision = Decision(run_ft=run_ft, installation_cents=told_cents)
    return preview_decision(review.public_id, decision, now=NOW)[0]


@pytest.mark.parametrize(
    ("run_ft", "told_cents"), [(25, None), (40, None), (80, None), (BEYOND_FT, 1)]
)
def test_a_preview_is_the_price_that_deciding_makes_and_changes_nothing(
    review: PhotoReview, run_ft: int, told_cents: int | None
) -> None:
    seen = previewed(review, run_ft=run_ft, told_cents=told_cents)
    assert Quote.objects.count() == 1
    assert Message.objects.filter(kind__startswith="price_").count() == 0
    decided = decide(review, run_ft=run_ft, installation_cents=told_cents)
    assert decided.quote.total_cents == seen.price.total_cents
    assert (decided.change is not None) is seen.needs_approval
    assert decided.quote.quoted_band == seen.band


def test_a_decision_sent_again_is_no_change_that_was_not_seen(review: PhotoReview) -> None:
    seen = version_of(review.order)
    first = decide(review, run_ft=40, if_version=seen)
    assert decide(review, run_ft=40, if_version=seen).quote == first.quote


def a_change() -> ChangeOrder:
    change = decide(a_submitted_review(a_request(band="medium")), run_ft=80).change
    assert change is not None
    return change


def message_count(kind: str) -> int:
    return Message.objects.filter(kind=kind).count()


def test_yes_locks_the_higher_price() -> None:
    change = answer(a_change(), "approve", now=LATER)

    order = Order.objects.get()
    assert (change.status, change.decided_at) == ("approved", LATER)
    assert (order.quote.version, order.quote.locked_at) == (3, LATER)
    assert order.quote.supersedes == change.to_quote
    assert (order.quote.confirmed_run_ft, order.total_cents) == (80, 1_519_477)
    assert order.package.max_distance_feet == 150
    assert PriceReceipt.objects.count() == 2
    assert message_count("change_approved") == 1


def test_no_leaves_the_promise_as_it_is_and_tells_staff() -> None:
    change = answer(a_change(), "decline")
    order = Order.objects.get()
    assert change.status == "declined"
    assert (order.quote.version, order.quote.locked_at, order.total_cents) == (1, None, 1_369_477)
    assert PriceReceipt.objects.count() == 1
    assert (message_count("change_declined"), message_count("staff_needed")) == (2, 1)


@pytest.mark.parametrize(("first", "other"), [("approve", "decline"), ("decline", "approve")])
def test_the_first_answer_counts(first: str, other: str) -> None:
    change = a_change()
    answer(change, first)  # type: ignore[arg-type]
    again = answer(change, first, now=LATER)  # type: ignore[arg-type]
    with pytest.raises(ChangeDecided):
        answer(change, other)  # type: ignore[arg-type]
    assert again.decided_at == NOW
    assert Quote.objects.count() == (3 if first == "approve" else 2)
    assert (message_count("change_approved"), message_count("change_declined")) == (
        (1, 0) if first == "approve" else (0, 2)
    )


def test_neither_another_orders_change_nor_one_of_a_cancelled_order_is_answered() -> None:
    change = a_change()
    other = a_submitted_review().order
    theirs = change.order_id
    change.order_id = other.pk

    with pytest.raises(ChangeNotFound):
        answer(change, "approve")
    change.order_id = theirs
    Order.objects.update(status="cancelled")
    with pytest.raises(PriceAgreed):
        answer(change, "approve")


def locked_by_another(order: Order) -> Quote:
    """A version that somebody locked without looking at the order."""
    return quoting.make_version(
        order.quote, band="close", confirmed_run_ft=21, locked_at=NOW, now=NOW
    )


def test_control_without_its_guards_a_price_is_locked_twice() -> None:
    """What the tests below forbid: two decisions that both saw an open review."""
    order = a_submitted_review().order
    first = locked_by_another(order)
    second = locked_by_another(order)
    assert Quote.objects.filter(locked_at__isnull=False).count() == 2
    assert first != second


def test_two_staff_decide_what_both_saw_open() -> None:
    review = a_submitted_review()
    seen = type(review).objects.get(pk=review.pk)
    decide(review, run_ft=20)
    with pytest.raises(ReviewNotReady):
        reviews.mark_decided(seen, confirmed_run_ft=21, actor=STAFF, now=NOW)
    assert type(review).objects.get().confirmed_run_ft == 20


@pytest.mark.parametrize("is_cancelled", [False, True], ids=["it has another by now", "cancelled"])
def test_no_price_is_set_on_an_order_that_moved_on(is_cancelled: bool) -> None:
    review = a_submitted_review()
    seen = Order.objects.get(pk=review.order_id)
    if is_cancelled:
        Order.objects.update(status="cancelled")
    else:
        decide(review, run_ft=20)
    rival = locked_by_another(seen)

    with pytest.raises(StatusMoved):
        changes.set_price(seen, quote=rival, actor=STAFF, reason="late", signer=SIGNER, now=NOW)

    assert Order.objects.get().quote != rival


def test_yes_meets_no() -> None:
    change = a_change()
    seen = ChangeOrder.objects.get()
    answer(change, "decline")
    with pytest.raises(StatusMoved):
        changes.decide_change(seen, to=ChangeOrder.Status.APPROVED, actor="visitor", now=NOW)
    assert ChangeOrder.objects.get().status == "declined"


@pytest.mark.req("TRUTH-03.1")
def test_photos_lock_no_price_below_what_was_paid() -> None:
    review = a_submitted_review()
    paid_cents = review.order.total_cents + 1
    review.order.payments.update(
        status="paid", provider_ref="pi_1", paid_at=NOW, amount_cents=paid_cents
    )
    with pytest.raises(PriceBelowPaid, match="Refund the difference instead"):
        decide(review, run_ft=review.order.quote.quoted_run_ft or 10)
    with pytest.raises(PriceBelowPaid):
        preview_decision(review.public_id, Decision(run_ft=10), now=NOW)
    review.refresh_from_db()
    assert (review.status, review.order.quote.locked_at) == ("submitted", None)
