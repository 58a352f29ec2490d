"""A locked price changes only by a change order, a lower one at once; a wrong lock is corrected."""

from dataclasses import asdict, replace
from typing import Any

import pytest
from account_helpers import accept, an_accepted_order, balance, fresh, pay_milestone
from booking_helpers import NOW, SIGNER
from console_client import Console
from document_helpers import a_locked_order, a_scheduled_order, answer

from standby.core.roles import Role
from standby.documents.services.document_data import proposal_facts
from standby.messaging.models import Message
from standby.orders.models import ChangeOrder, Order
from standby.orders.services.changes import ChangeWaits, PriceAgreed, is_refundable
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.charges import mark_paid
from standby.payments.services.milestones import (
    PriceBelowPaid,
    ensure_replannable,
    milestone_of,
    milestones_of,
    reach,
)
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.line_items import (
    GeneratorLineMismatch,
    LineItem,
    LineKind,
    read_lines,
)
from standby.pricing.selectors.catalog import configuration
from standby.tracking.api.my_booking import booking_out
from standby.tracking.selectors.booking import booking_view
from standby.workflows.change_price import (
    NewPrice,
    NoPriceChange,
    TotalDiffers,
    change_agreed_price,
    preview_changed_price,
)
from standby.workflows.decide_photo_review import (
    NothingLocked,
    correct_lock,
)

pytestmark = pytest.mark.usefixtures("shop")
JO = "staff jo"


def change(order: Order, total_cents: int, *, reason: str = "Rock in the ground") -> object:
    """To another price of the installation."""
    more_cents = total_cents - fresh(order).total_cents
    lines = [
        replace(line, quantity=1, unit_cents=line.amount_cents + more_cents)
        if line.kind == LineKind.INSTALLATION
        else line
        for line in lines_of(order)
    ]
    return change_lines(order, lines, total_cents=total_cents, reason=reason)


def as_sent(lines: list[LineItem], **changed: object) -> list[dict[str, object]]:
    return [{**asdict(line), "kind": str(line.kind), **changed} for line in lines]


def lines_of(order: Order) -> list[LineItem]:
    return read_lines(fresh(order).quote.line_items)


def change_lines(
    order: Order,
    lines: list[LineItem],
    *,
    total_cents: int,
    reason: str = "Rock in the ground",
) -> object:
    return change_agreed_price(
        fresh(order),
        to=NewPrice(lines=lines, total_cents=total_cents),
        reason=reason,
        actor=JO,
        signer=SIGNER,
        now=NOW,
    )


TRENCH = LineItem(
    kind=LineKind.EXTRA,
    description="Trenching under concrete",
    quantity=40,
    unit="ft",
    unit_cents=45_00,
)
PANEL = LineItem(
    kind=LineKind.EXTRA, description="Surge protector", unit_cents=400_00, taxable=True
)
TAX_ON_PANEL = 33_00  # 8.25 %


def correct(order: Order, run_ft: int) -> Quote:
    return correct_lock(
        fresh(order), run_ft=run_ft, reason="A typing error", actor=JO, signer=SIGNER, now=NOW
    )


def message_count(order: Order, kind: str) -> int:
    return Message.objects.filter(order_ref=order.public_id, kind=kind).count()


def accept_in_full(order: Order) -> Order:
    """The locked order's proposal is accepted."""
    accept(order, total_cents=order.total_cents)
    return fresh(order)


@pytest.mark.req("OPS-18.3")
def test_a_higher_price_after_acceptance_holds_once_the_customer_approves_it() -> None:
    order = accept_in_full(a_locked_order())
    before, receipts = order.total_cents, PriceReceipt.objects.count()

    proposed = change(order, before + 500_00)
    assert isinstance(proposed, ChangeOrder)
    assert fresh(order).total_cents == before
    assert message_count(order, "price_change_later") == 2
    assert not is_refundable(proposed)
    with pytest.raises(ChangeWaits):
        change(order, before + 600_00)

    answer(proposed, "approve")

    order = fresh(order)
    assert order.total_cents == before + 500_00
    assert order.quote.locked_at is not None
    assert sum(each.amount_cents for each in milestones_of(order)) == order.total_cents
    assert PriceReceipt.objects.count() == receipts + 1
    assert balance(order) == milestone_of(order, "acceptance").amount_cents


@pytest.mark.req("OPS-18.3")
def test_extras_are_lines_that_the_customer_sees_and_that_the_new_proposal_lists() -> None:
    order = a_locked_order()
    total = order.total_cents + 40 * 45_00 + 400_00 + TAX_ON_PANEL

    proposed = change_lines(order, [*lines_of(order), TRENCH, PANEL], total_cents=total)

    assert isinstance(proposed, ChangeOrder)
    asked = booking_out(booking_view(fresh(order), now=NOW)).price.change
    assert asked is not None
    assert [line.description for line in asked.new_lines.line_items if line.kind == "extra"] == [
        "Trenching under concrete",
        "Surge protector",
    ]
    assert [line for line in asked.old_lines.line_items if line.kind == "extra"] == []

    answer(proposed, "approve")

    after = fresh(order)
    assert (after.total_cents, after.quote.extras_cents) == (total, 2_200_00)
    assert after.quote.sales_tax_cents == order.quote.sales_tax_cents + TAX_ON_PANEL
    assert message_count(order, "price_change_later") == 2
    facts: Any = proposal_facts(
        after, version=2, terms=configuration().payment_terms, site_url="", now=NOW
    )
    price = next(clause for clause in facts["clauses"] if clause["id"] == "price")
    assert price["blocks"][0]["rows"][-3:] == [
        {"name": "Trenching under concrete (40 ft)", "cents": 1_800_00},
        {"name": "Surge protector", "cents": 400_00},
        {"name": "Total", "cents": total},
    ]

    assert change_lines(after, lines_of(after)[:-1], total_cents=total - 433_00) is None
    assert fresh(order).quote.extras_cents == 1_800_00
    assert change_lines(after, lines_of(after)[:-1], total_cents=order.total_cents) is None
    assert fresh(order).quote.sales_tax_cents == order.quote.sales_tax_cents


def test_an_installation_that_staff_name_is_no_flat_rate() -> None:
    order = a_locked_order()
    installation, *rest = lines_of(order)
    harder = replace(installation, description="Installation in rock", unit_cents=9_000_00)
    more_cents = 9_000_00 - installation.amount_cents

    change_lines(order, [harder, *rest], total_cents=order.total_cents + more_cents)

    stored = ChangeOrder.objects.get().to_quote.line_items[0]
    assert (stored["description"], stored["unit"]) == ("Installation in rock", "")


def test_a_correction_of_the_distance_keeps_extras_that_were_added_since() -> None:
    order = a_locked_order(run_ft=20)
    added = change_lines(
        order, [*lines_of(order), TRENCH], total_cents=order.total_cents + 1_800_00
    )
    assert isinstance(added, ChangeOrder)
    answer(added, "approve")

    version = correct(order, 23)

    assert (version.extras_cents, version.total_cents) == (
        1_800_00,
        order.total_cents + 1_800_00,
    )


def test_a_declined_change_leaves_the_agreed_price() -> None:
    order = accept_in_full(a_locked_order())
    proposed = change(order, order.total_cents + 500_00)
    assert isinstance(proposed, ChangeOrder)

    answer(proposed, "decline")

    assert fresh(order).total_cents == order.total_cents
    assert fresh(order).status == "accepted"


def test_a_lower_price_needs_no_yes_and_what_is_paid_stays(cards: TestCards) -> None:
    order = accept_in_full(a_locked_order())
    pay_milestone(order, cards=cards)
    paid = milestone_of(order, "acceptance").amount_cents

    assert change(order, order.total_cents - 300_00, reason="No trench") is None

    after = fresh(order)
    planned = {each.kind: each.amount_cents for each in milestones_of(after)}
    assert after.total_cents == order.total_cents - 300_00
    assert planned["acceptance"] == paid
    assert sum(planned.values()) == after.total_cents
    assert message_count(order, "price_lowered") == 2


def test_a_price_is_not_lowered_below_what_is_paid(cards: TestCards) -> None:
    order = accept_in_full(a_locked_order())
    pay_milestone(order, cards=cards)
    reach(order, "equipment", actor=JO, now=NOW)
    pay_milestone(order, "equipment", cards=cards)

    with pytest.raises(PriceBelowPaid):
        change(order, 9_000_00)
    order, paid_cents = fresh(order), 0
    for each in milestones_of(order):
        paid_cents += each.amount_cents if each.status == "paid" else 0
    with pytest.raises(PriceBelowPaid):
        ensure_replannable(milestones_of(order), total_cents=paid_cents - 1)
    assert ensure_replannable(milestones_of(order), total_cents=paid_cents)[1] == 0


@pytest.mark.req("TRUTH-04.4")
def test_before_acceptance_a_price_is_not_lowered_below_the_fee_and_the_preview_says_so() -> None:
    order, console = a_locked_order(), Console(Role.MANAGER)
    mark_paid(order.payments.get(), provider="test", charge="ch_1", now=NOW)
    nothing = [replace(line, unit_cents=0, quantity=1) for line in lines_of(order)]
    lines = [
        replace(line, unit_cents=50_00) if line.kind == LineKind.INSTALLATION else line
        for line in nothing
    ]

    with pytest.raises(PriceBelowPaid):
        change_lines(order, lines, total_cents=50_00)
    refused = previewed(console, order.public_id, as_sent(lines))

    assert refused == (409, "price_below_paid", [])
    enough = [replace(lines[0], unit_cents=100_00), *lines[1:]]
    assert previewed(console, order.public_id, as_sent(enough))[0] == 200
    assert change_lines(order, enough, total_cents=100_00) is None


def test_what_is_due_already_follows_in_the_ledger() -> None:
    order = accept_in_full(a_locked_order())
    reach(order, "equipment", actor=JO, now=NOW)

    change(order, order.total_cents - 400_00)

    due = [each for each in milestones_of(fresh(order)) if each.status == "due"]
    assert balance(order) == sum(each.amount_cents for each in due)


def test_what_is_refused() -> None:
    with pytest.raises(NothingLocked):
        change(a_scheduled_order(), 1)
    order = a_locked_order()
    with pytest.raises(NoPriceChange):
        change(order, order.total_cents)
    with pytest.raises(TotalDiffers, match="With these lines the total is"):
        change_lines(order, [*lines_of(order), TRENCH], total_cents=order.total_cents)
    with pytest.raises(GeneratorLineMismatch):
        change_lines(order, lines_of(order)[:1], total_cents=1)
    Order.objects.filter(pk=order.pk).update(status="cancelled")
    with pytest.raises(PriceAgreed):
        change(order, 1)


@pytest.mark.req("OPS-18.2")
def test_a_wrong_distance_is_corrected_by_a_new_version_whose_receipt_follows() -> None:
    order = a_locked_order(run_ft=20)
    wrong = PriceReceipt.objects.get(quote=order.quote)

    version = correct(order, 23)

    after = fresh(order)
    receipt = PriceReceipt.objects.get(quote=after.quote)
    assert (after.quote, version.confirmed_run_ft) == (version, 23)
    assert version.locked_at is not None
    assert receipt.previous == wrong
    assert message_count(order, "corrected") == 2
    assert after.photo_review.confirmed_run_ft == 23


def test_a_correction_that_costs_more_is_put_to_the_customer() -> None:
    order = a_locked_order(run_ft=20)

    version = correct(order, 40)

    after = fresh(order)
    assert (version.locked_at, after.quote) == (None, order.quote)
    assert ChangeOrder.objects.get().to_quote == version
    assert message_count(order, "price_change_later") == 2


def test_a_price_that_is_not_locked_or_was_accepted_has_no_lock_to_correct(
    cards: TestCards,
) -> None:
    with pytest.raises(NothingLocked):
        correct(a_scheduled_order(), 23)
    with pytest.raises(PriceAgreed):
        correct(an_accepted_order(cards), 23)


@pytest.mark.req("TRUTH-04.3")
def test_the_server_tells_what_other_lines_come_to_before_they_are_sent() -> None:
    order, console = a_locked_order(), Console(Role.MANAGER)

    def preview(lines: list[LineItem]) -> Any:
        body = {"line_items": as_sent(lines)}
        return console.call("POST", f"orders/{order.public_id}/price/preview", body).json()

    total, lines = order.total_cents, lines_of(order)
    assert preview(lines) == {
        "outcome": "kept",
        "was_cents": total,
        "change_cents": 0,
        "total_cents": total,
        "sales_tax_cents": order.quote.sales_tax_cents,
    }
    higher = preview([*lines, PANEL])
    assert (higher["outcome"], higher["change_cents"]) == ("asked", 400_00 + TAX_ON_PANEL)
    assert higher["total_cents"] == total + 400_00 + TAX_ON_PANEL
    lower = preview([replace(lines[0], unit_cents=lines[0].unit_cents - 1), *lines[1:]])
    assert (lower["outcome"], lower["change_cents"]) == ("lowered", -1)
    assert fresh(order).total_cents == total
    assert not ChangeOrder.objects.filter(order=order).exists()


def test_nothing_is_previewed_of_a_price_that_is_not_locked() -> None:
    with pytest.raises(NothingLocked):
        preview_changed_price(a_scheduled_order(), lines=[PANEL])


def previewed(console: Console, order_id: object, lines: object) -> tuple[int, str, list[str]]:
    """What was answered: its status, its code, and the fields that it names."""
    answer = console.call("POST", f"orders/{order_id}/price/preview", {"line_items": lines})
    message_count = answer.json()
    return (
        answer.status_code,
        message_count.get("code", ""),
        [error["field"] for error in message_count.get("errors", [])],
    )


@pytest.mark.parametrize(
    ("field", "slip"),
    [
        ("unit_cents", "100"),
        ("unit_cents", True),
        ("quantity", "1"),
        ("description", "\u202eecila"),
    ],
)
def test_no_figure_of_a_line_is_guessed_and_no_text_turned_around(field: str, slip: object) -> None:
    order, console = a_locked_order(), Console(Role.MANAGER)
    lines = as_sent([*lines_of(order), PANEL])

    told = previewed(console, order.public_id, [*lines[:-1], {**lines[-1], field: slip}])

    assert told == (422, "invalid", [f"line_items.{len(lines) - 1}.{field}"])


def test_what_cannot_be_a_price_is_not_previewed() -> None:
    order, console = a_locked_order(), Console(Role.MANAGER)
    lines = as_sent(lines_of(order))
    huge = as_sent([PANEL], quantity=10_000, unit_cents=10**9)

    def message_count(lines: object) -> tuple[int, str]:
        return previewed(console, order.public_id, lines)[:2]

    assert message_count([*lines, *huge]) == (422, "price_too_large")
    assert message_count([*lines, lines[0]]) == (422, "line_twice")
    Order.objects.update(status=Order.Status.CANCELLED)
    assert message_count(lines) == (409, "price_agreed")
