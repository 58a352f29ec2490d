"""What should stay on needs modules: staff quote them or leave them out before anybody signs."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from booking_helpers import NOW, OTHER_DAY, SIGNER, a_request
from document_helpers import Decided, a_submitted_review, answer, decide
from payment_terms import PAYMENT_TERMS
from stay_on_lists import AT_ONCE, IN_TURN, ONE_WAITS, TOO_LARGE, answers

from standby.documents.services.document_data import proposal_facts, sales_tax_name
from standby.orders.models import Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors.stay_on import (
    answers_in_words,
    missing_modules_words,
    modules_to_quote,
    stay_on_of,
)
from standby.orders.services.changes import ModulesNotAgreed, ModulesNotNeeded, ModulesUndecided
from standby.photos.models import PhotoReview
from standby.pricing.rules.line_items import LineItem, LineKind, price_of_lines, read_lines
from standby.pricing.rules.stay_on import module_line
from standby.pricing.selectors.catalog import CustomPrice
from standby.workflows.change_price import NewPrice, change_agreed_price, preview_changed_price
from standby.workflows.decide_photo_review import (
    AlreadyDecided,
    Decision,
    may_be_decided,
    preview_decision,
)

SAID = "Agreed on the phone"
pytestmark = pytest.mark.usefixtures("shop")


def a_review(told: dict[str, Any] | None, **request: Any) -> PhotoReview:
    given = {"answers": answers(told)} if told else {}
    return a_submitted_review(a_request(**given, **request))


def clause_of(order: Order) -> str:
    facts: Any = proposal_facts(order, version=1, terms=PAYMENT_TERMS, site_url="", now=NOW)
    said = {clause["id"]: clause for clause in facts["clauses"]}
    return " ".join(block["text"] for block in said.get("stay-on", {"blocks": []})["blocks"])


def the_order() -> Order:
    return Order.objects.get()


def test_a_price_does_not_lock_before_the_promised_modules_are_decided() -> None:
    review = a_review(IN_TURN)
    assert modules_to_quote(review.order) == 1
    with pytest.raises(ModulesUndecided):
        decide(review, run_ft=20)
    with pytest.raises(ModulesUndecided):
        decide(review, run_ft=20, module_cents=400_00, without_modules=True, customer_words=SAID)
    assert (the_order().quote.locked_at, may_be_decided(review)) == (None, True)


def test_quoted_modules_are_a_line_that_the_customer_approves_and_the_proposal_says_so() -> None:
    review = a_review(IN_TURN)
    seen, lines = preview_decision(
        review.public_id, Decision(run_ft=20, module_cents=400_00), now=NOW
    )
    decided = decide(review, run_ft=20, module_cents=400_00)
    assert decided.change is not None

    assert decided.quote.line_items == lines
    assert decided.quote.total_cents == seen.price.total_cents == 12_694_77 + 433_00
    assert decided.quote.extras_cents == 400_00
    taxed = sales_tax_name(decided.quote)
    assert taxed == "Sales tax 8.25% on the generator and taxable extras"
    assert decide(review, run_ft=20, module_cents=400_00).quote == decided.quote
    with pytest.raises(AlreadyDecided):
        decide(review, run_ft=20, without_modules=True, customer_words=SAID)
    answer(decided.change, "approve")

    order = the_order()
    assert order.total_cents == 13_127_77
    assert modules_to_quote(order) == 0
    said = clause_of(order)
    assert said.startswith("You asked online that these stay on: Lights, fridge and kitchen, two")
    assert "taking turns: the dryer and the range. Load management modules" in said
    assert said.endswith(" 2, in the price.")
    note = order.log.get(subject="photo review", after="decided").note
    assert note == "confirmed run 20 ft; load management modules: 1 quoted"


def test_the_opposite_is_said_of_a_customer_who_goes_without() -> None:
    declined = decide(a_review(IN_TURN), run_ft=20, module_cents=400_00)
    assert declined.change is not None
    answer(declined.change, "decline")
    assert _words(declined).endswith(" Not in the price: 1; the price with it was declined.")
    assert missing_modules_words(declined.order) in _words(declined)

    decide(PhotoReview.objects.get(), run_ft=20, without_modules=True, customer_words=SAID)

    order = the_order()
    assert (order.total_cents, order.quote.locked_at) == (12_694_77, NOW)
    said = clause_of(order)
    assert said.endswith("In the price: 1. Not in the price: 1; the homeowner goes without it.")
    assert "only as far as there are modules for them: the dryer and the range." in said
    assert "carries" not in said
    assert order.log.filter(note__endswith=f"1 left out; the customer said: {SAID}").exists()


def test_nobody_goes_without_what_was_promised_before_they_said_so() -> None:
    review = a_review(IN_TURN)
    with pytest.raises(ModulesNotAgreed):
        decide(review, run_ft=20, without_modules=True, customer_words="ok")
    assert the_order().quote.locked_at is None
    assert missing_modules_words(the_order()).startswith("Not in the price yet: 1; we quote it")


def test_a_higher_price_without_the_modules_leaves_them_out_until_it_is_declined() -> None:
    without: dict[str, Any] = {"without_modules": True, "customer_words": SAID}
    decided = decide(a_review(IN_TURN), run_ft=60, **without)
    assert decided.change is not None
    assert _words(decided).endswith("1; the homeowner goes without it.")
    answer(decided.change, "decline")
    order = the_order()
    assert missing_modules_words(order).endswith("we quote it before anything is signed.")
    order.status = Order.Status.CANCELLED
    assert missing_modules_words(order) == "Not in the price: 1."


def test_an_order_whose_price_has_all_modules_misses_none() -> None:
    assert missing_modules_words(a_review(ONE_WAITS).order) == ""


def _words(decided: Decided) -> str:
    words = stay_on_of(decided.order)
    assert words is not None
    return words.modules


@pytest.mark.parametrize("told", [AT_ONCE, ONE_WAITS, TOO_LARGE, None])
def test_where_no_module_is_to_be_quoted_none_is_asked_for(told: dict[str, Any] | None) -> None:
    review = a_review(told)
    assert modules_to_quote(review.order) == 0
    with pytest.raises(ModulesNotNeeded):
        decide(review, run_ft=20, module_cents=1)
    with pytest.raises(ModulesNotNeeded):
        decide(review, run_ft=20, without_modules=True, customer_words=SAID)
    decide(review, run_ft=20)
    assert the_order().total_cents == 12_694_77


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (ONE_WAITS, "the dryer waits its turn. Load management modules needed, one for each that "),
        (TOO_LARGE, "The 22 kW generator is too small to carry all of it."),
        (AT_ONCE, ""),
        (None, ""),
    ],
)
def test_a_proposal_speaks_of_what_its_generator_does_not_carry_at_once(
    told: dict[str, Any] | None, words: str
) -> None:
    decide(a_review(told), run_ft=20)
    said = clause_of(the_order())
    assert words in said
    assert bool(said) is bool(words)


@pytest.mark.req("TRUTH-03.1")
def test_modules_that_came_with_the_generator_are_the_quotes_and_not_todays_catalogs() -> None:
    order = a_review(ONE_WAITS).order
    words = stay_on_of(order)
    order.quote.package.bonus_items.filter(bonus_name__contains="module").update(is_active=False)
    assert (modules_to_quote(order), stay_on_of(the_order())) == (0, words)
    own = a_review(ONE_WAITS, generator_choice="provide_own").order
    own.quote.package.bonus_items.update(is_active=True)
    assert modules_to_quote(own) == 1


def a_locked_module() -> Order:
    decided = decide(a_review(IN_TURN), run_ft=20, module_cents=400_00)
    assert decided.change is not None
    answer(decided.change, "approve")
    return the_order()


def change(order: Order, lines: list[LineItem], **told: Any) -> None:
    price = preview_changed_price(order, lines=lines)
    to = NewPrice(lines=lines, total_cents=price.total_cents, **told)
    reason = "Asked for it"
    change_agreed_price(order, to=to, reason=reason, actor="staff jo", signer=SIGNER, now=NOW)


@pytest.mark.req("TRUTH-03.1")
def test_a_module_leaves_an_agreed_price_only_with_what_the_customer_said() -> None:
    order = a_locked_module()
    lines = [line for line in read_lines(order.quote.line_items) if line.kind != LineKind.MODULE]
    with pytest.raises(ModulesNotAgreed):
        change(order, lines)
    assert missing_modules_words(the_order()) == ""

    change(order, lines, customer_words=SAID)

    order = the_order()
    assert order.quote.modules_left_out == 1
    assert missing_modules_words(order).endswith("1; the homeowner goes without it.")
    note = order.log.filter(subject="price").latest("pk").note
    assert note == f"1 modules left out; the customer said: {SAID}; Asked for it"
    stand = LineItem(kind=LineKind.EXTRA, description="Stand", unit_cents=900_00)
    change(order, [*lines, stand])  # they agreed already, whatever else changes
    assert missing_modules_words(the_order()).endswith("1; the homeowner goes without it.")
    order.quote.modules_left_out = 0
    assert missing_modules_words(order) == "Not in the price: 1."


@pytest.mark.req("TRUTH-03.1")
def test_a_module_of_another_name_is_still_in_the_price() -> None:
    order = a_locked_module()
    lines = [
        replace(line, description="Smart shed device", unit_cents=399_00)
        if line.kind == LineKind.MODULE
        else line
        for line in read_lines(order.quote.line_items)
    ]
    change(order, lines)
    words = stay_on_of(the_order())
    assert words is not None
    assert words.modules.endswith(" 2, in the price.")


def test_modules_of_a_custom_quote_are_no_decision_on_its_photos() -> None:
    installation = LineItem(
        kind=LineKind.INSTALLATION, description="Installation", unit_cents=4_990_00
    )
    generator = LineItem(
        kind=LineKind.GENERATOR, description="Generac", unit_cents=6_979_00, taxable=True
    )
    lines = [installation, generator, module_line(1, cents=400_00)]
    price = price_of_lines(lines, tax_rate=Decimal("0.0825"))
    custom = CustomPrice(lines=lines, price=price, run_ft=None)
    review = a_review(None, custom=custom)

    first = decide(review, run_ft=20)

    assert decide(review, run_ft=20).quote == first.quote
    assert first.quote.total_cents == price.total_cents


def test_staff_read_the_list_and_nothing_of_an_order_without_one() -> None:
    said = answers_in_words(a_review(IN_TURN).order)
    assert list(said) == ["What should stay on", "Online estimate"]
    assert said["What should stay on"].endswith(". Home: 2,500 sq ft, gas furnace.")
    assert said["Online estimate"].startswith("The 22 kW generator carries it with these")
    assert answers_in_words(a_review(None).order) == {}
    another_day = Slot(OTHER_DAY, TimeWindow.MORNING)
    untold = a_review({**AT_ONCE, "verdict": None}, slot=another_day).order
    assert list(answers_in_words(untold)) == ["What should stay on"]
