"""The run is confirmed: one test for each way it can end."""

from datetime import timedelta

import pytest
from bookings import NOW, SIGNER, a_wish
from django.db import DatabaseError, transaction
from papers import STAFF, a_submitted_review, answer, decide

from standby.apps.booking.models import ChangeOrder, Order
from standby.apps.booking.services.changes import PriceAgreed
from standby.apps.booking.services.order_log import ChangedMeanwhile, log_change, version_of
from standby.apps.catalog.models import InstallationPackage
from standby.apps.notifications.models import Message
from standby.apps.photos.decisions import ReviewNotFound, ReviewNotReady
from standby.apps.photos.models import PhotoReview
from standby.apps.quoting.models import PriceReceipt, Quote
from standby.apps.quoting.receipts import signed_text
from standby.domain.distance import DistanceBand
from standby.domain.firm_price import Confirmed, FirmPrice, InstallationPriceMissing
from standby.flows.photos.decide_photo_review import AlreadyDecided, may_be_decided
from standby.flows.photos.preview_decision import preview_decision

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(hours=2)


def medium() -> PhotoReview:
    return a_submitted_review(a_wish(band=DistanceBand.MEDIUM))


def kinds() -> set[str]:
    return set(Message.objects.values_list("kind", flat=True))


def test_the_promised_band_locks_the_promised_price() -> None:
    review = medium()

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
def test_a_shorter_run_lowers_the_price_at_once() -> None:
    decide(medium(), run_ft=25)

    order = Order.objects.get()
    assert order.quote.band == "close"
    assert order.package.max_distance_feet == 25
    assert (order.quote.installation_cents, order.total_cents) == (4_990_00, 12_694_77)
    entry = order.log.get(subject="price")
    assert (entry.before, entry.after, entry.actor) == ("1369477", "1269477", STAFF)


def test_a_nearer_package_that_is_no_longer_sold_leaves_the_promised_one() -> None:
    review = medium()
    InstallationPackage.objects.filter(max_distance_feet=25).update(is_active=False)

    decide(review, run_ft=10)

    order = Order.objects.get()
    assert (order.package.max_distance_feet, order.total_cents) == (50, 1_369_477)


def test_the_locked_price_has_a_receipt_that_follows_the_first() -> None:
    decide(medium(), run_ft=25, reason="18 ft, measured by your stake")

    first, second = PriceReceipt.objects.order_by("pk")
    assert (second.previous, second.reason) == (first, "18 ft, measured by your stake")
    assert SIGNER.key_that_signed(signed_text(second), signature=second.signature)
    assert SIGNER.key_that_signed(signed_text(first), signature=first.signature)


@pytest.mark.req("PHOTO-02.4")
def test_a_longer_run_is_put_to_the_customer_and_changes_nothing_yet() -> None:
    decided = decide(medium(), run_ft=80, reason="80 ft around the pool")

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


def test_a_run_beyond_the_bands_is_priced_by_staff() -> None:
    review = medium()
    with pytest.raises(InstallationPriceMissing):
        decide(review, run_ft=210)

    decided = decide(review, run_ft=210, installation_cents=9_900_00)

    assert decided.quote.installation_cents == 9_900_00
    assert decided.quote.confirmed_run_ft == 210


@pytest.mark.parametrize("run_ft", [25, 40, 80])
def test_the_same_decision_sent_again_changes_nothing(run_ft: int) -> None:
    review = medium()
    first = decide(review, run_ft=run_ft)

    again = decide(review, run_ft=run_ft, now=LATER)

    assert (again.quote, again.change) == (first.quote, first.change)
    assert Quote.objects.count() == 2
    assert Message.objects.filter(kind__startswith="price_").count() == 2


@pytest.mark.parametrize(("run_ft", "other_ft"), [(25, 26), (80, 81)])
def test_another_decision_afterwards_is_refused(run_ft: int, other_ft: int) -> None:
    review = medium()
    decide(review, run_ft=run_ft)

    with pytest.raises(AlreadyDecided):
        decide(review, run_ft=other_ft)
    with pytest.raises(AlreadyDecided):
        decide(review, run_ft=run_ft, installation_cents=1_00)


def test_after_a_declined_change_staff_decide_anew() -> None:
    review = medium()
    declined = decide(review, run_ft=80).change
    assert declined is not None
    answer(declined, "decline")

    decide(review, run_ft=48, reason="The short way along the fence will do", now=LATER)

    order = Order.objects.get()
    assert (order.quote.version, order.quote.confirmed_run_ft) == (3, 48)
    assert order.total_cents == 1_369_477
    review.refresh_from_db()
    assert review.confirmed_run_ft == 48


def test_photos_that_were_not_sent_in_are_not_decided() -> None:
    review = medium()
    PhotoReview.objects.update(status="retake_requested")

    with pytest.raises(ReviewNotReady):
        decide(review, run_ft=40)

    assert Quote.objects.count() == 1


def test_a_review_that_is_not_there_is_not_found() -> None:
    review = medium()
    review.public_id = Order.objects.get().public_id

    with pytest.raises(ReviewNotFound):
        decide(review, run_ft=40)


def test_a_cancelled_order_gets_no_price() -> None:
    review = medium()
    Order.objects.update(status="cancelled")

    with pytest.raises(PriceAgreed):
        decide(review, run_ft=40)


def test_a_promise_is_never_written_over() -> None:
    decide(medium(), run_ft=25)

    with pytest.raises(DatabaseError), transaction.atomic():
        Quote.objects.update(total_cents=1)


def previewed(review: PhotoReview, run_ft: int, *, told_cents: int | None = None) -> FirmPrice:
    confirmed = Confirmed(run_ft=run_ft, installation_cents=told_cents)
    return preview_decision(review.public_id, confirmed=confirmed, now=NOW)


@pytest.mark.parametrize(("run_ft", "told_cents"), [(25, None), (40, None), (80, None), (210, 1)])
def test_a_preview_is_the_price_that_deciding_makes_and_changes_nothing(
    run_ft: int, told_cents: int | None
) -> None:
    review = medium()

    seen = previewed(review, run_ft, told_cents=told_cents)

    assert Quote.objects.count() == 1
    assert Message.objects.filter(kind__startswith="price_").count() == 0
    decided = decide(review, run_ft=run_ft, installation_cents=told_cents)
    assert decided.quote.total_cents == seen.price.total_cents
    assert (decided.change is not None) is seen.needs_approval
    assert decided.quote.band == seen.band


def test_a_preview_is_refused_as_the_decision_would_be() -> None:
    review = medium()

    with pytest.raises(InstallationPriceMissing):
        previewed(review, 210)
    Order.objects.update(status="cancelled")
    with pytest.raises(PriceAgreed):
        previewed(review, 40)


def test_nobody_decides_an_order_that_moved_on_unseen() -> None:
    review = medium()
    seen = version_of(review.order)
    log_change(review.order, subject="order", change=("", "x"), actor="staff Jo", now=NOW)

    with pytest.raises(ChangedMeanwhile):
        decide(review, run_ft=40, seen_version=seen)
    assert Quote.objects.count() == 1

    seen = version_of(review.order)
    first = decide(review, run_ft=40, seen_version=seen)
    assert decide(review, run_ft=40, seen_version=seen).quote == first.quote


def test_what_waits_may_be_decided_and_what_was_declined_anew() -> None:
    review = medium()
    waiting = may_be_decided(review)
    declined = decide(review, run_ft=80).change
    assert declined is not None
    review = PhotoReview.objects.get()
    asked = may_be_decided(review)
    answer(declined, "decline")
    anew = may_be_decided(PhotoReview.objects.get())

    assert (waiting, asked, anew) == (True, False, True)


def test_what_staff_do_not_have_or_is_over_may_not_be_decided() -> None:
    review = medium()
    Order.objects.update(status="cancelled")
    cancelled = may_be_decided(PhotoReview.objects.get())
    PhotoReview.objects.update(status="retake_requested")
    review.refresh_from_db()

    assert (cancelled, may_be_decided(review)) == (False, False)
