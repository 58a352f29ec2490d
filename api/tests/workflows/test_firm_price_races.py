"""Named interleavings of the firm price: what one looked at has changed before it acts (A4)."""

from pathlib import Path

import pytest
from bookings import NOW, SIGNER, a_wish
from papers import STAFF, a_proposal, a_submitted_review, answer, decide

from standby.core.lifecycle import StatusMoved
from standby.documents.models import Proposal
from standby.documents.services import proposals
from standby.documents.services.proposals import ProposalChanged
from standby.orders.models import ChangeOrder, Order
from standby.orders.services import changes
from standby.photos.services import reviews as decisions
from standby.photos.services.reviews import ReviewNotReady
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.firm_price import FirmPrice
from standby.pricing.rules.pricing import PriceBreakdown
from standby.pricing.services import quoting

pytestmark = pytest.mark.usefixtures("shop")


def locked_by_another(order: Order) -> Quote:
    """A version that somebody locked without looking at the order."""
    quote = order.quote
    lines = PriceBreakdown(
        installation_cents=quote.installation_cents,
        generator_cents=quote.generator_cents,
        permit_cents=quote.permit_cents,
        sales_tax_cents=quote.sales_tax_cents,
        discount_cents=quote.discount_cents,
    )
    return quoting.make_version(
        quote,
        firm=FirmPrice(band=DistanceBand.CLOSE, price=lines, was_cents=quote.total_cents),
        package=quote.package,
        confirmed_run_ft=21,
        locked_at=NOW,
        now=NOW,
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
        decisions.mark_decided(seen, confirmed_run_ft=21, actor=STAFF, now=NOW)

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
    change = decide(a_submitted_review(a_wish(band=DistanceBand.MEDIUM)), run_ft=80).change
    assert change is not None
    seen = ChangeOrder.objects.get()
    answer(change, "decline")

    with pytest.raises(StatusMoved):
        changes.decide_change(seen, to=ChangeOrder.Status.APPROVED, actor="visitor", now=NOW)

    assert ChangeOrder.objects.get().status == "declined"


def test_a_proposal_is_accepted_that_was_superseded_meanwhile(tmp_path: Path) -> None:
    seen = a_proposal(tmp_path)
    Proposal.objects.update(status="superseded")

    with pytest.raises(ProposalChanged):
        proposals.accept(seen, sha256=seen.file.sha256, typed_name="Ada", origin="", now=NOW)
