"""The page and the PDF of a proposal come from one list of clauses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW, a_request
from document_helpers import a_locked_order, a_proposal, words_of
from payment_terms import PAYMENT_TERMS

from standby.core.market import TERMS
from standby.core.providers.files.local import LocalFiles
from standby.core.words import dollars
from standby.documents.api import ProposalContentsOut
from standby.documents.models import Proposal
from standby.documents.rules.clauses import Clause, fingerprint
from standby.documents.services.document_data import proposal_facts
from standby.orders.models import Order

pytestmark = pytest.mark.usefixtures("shop")
FOOTER = re.compile(r"Standby Home Power LLC · .{0,400}? · page \d+ of \d+")


def texts_of(clause: Mapping[str, Any]) -> Iterator[str]:
    """Everything that a clause shows, in its order."""
    yield clause["heading"]
    for block in clause["blocks"]:
        yield from [block["text"]] if "text" in block else []
        for item in block.get("items", []):
            yield f"{item['name']}. {item['text']}"
        for row in block.get("rows", []):
            yield f"{row['name']} {'-' if row['cents'] < 0 else ''}{dollars(abs(row['cents']))}"


def bare(text: str) -> str:
    return "".join(text.replace("\u2013", "-").replace("\u2212", "-").split())


def shown_of(proposal: Proposal) -> list[dict[str, Any]]:
    """What the page gets."""
    clauses = ProposalContentsOut.from_orm(proposal).model_dump(mode="json")["clauses"]
    return list(clauses)


def clauses_of_order(order: Order, **terms: Any) -> dict[str, Clause]:
    changed = replace(PAYMENT_TERMS, **terms)
    facts: Any = proposal_facts(order, version=1, terms=changed, site_url="", now=NOW)
    return {clause["id"]: clause for clause in facts["clauses"]}


def words(clause: Clause) -> str:
    return " ".join(texts_of(clause))


@pytest.mark.req("TRUTH-05.1")
@pytest.mark.parametrize("choice", ["buy_here", "provide_own"])
def test_the_page_says_clause_by_clause_what_the_pdf_says(tmp_path: Path, choice: str) -> None:
    order = a_locked_order(a_request(generator_choice=choice))
    order.payments.update(status="paid", paid_at=NOW, provider_ref="ch_1")
    proposal = a_proposal(tmp_path, order)
    proposal.refresh_from_db()

    printed = words_of(LocalFiles(folder=tmp_path).read(proposal.file.key))
    rest = bare(FOOTER.sub("", printed))

    for clause in shown_of(proposal):
        for text in texts_of(clause):
            found = rest.find(bare(text))
            assert found >= 0, text
            rest = rest[found + len(bare(text)) :]
    assert proposal.clauses_sha256 in rest
    assert fingerprint(shown_of(proposal)) == proposal.clauses_sha256


def test_every_promise_and_every_charge_is_a_clause() -> None:
    clauses = clauses_of_order(a_locked_order())

    assert list(clauses) == [
        *("scope", "equipment", "not-included", "price", "payments", "ways-to-pay"),
        *("late-payment", "receipt", "clearances", "workmanship", "manufacturer", "agreement"),
        *("changes", "licenses", "cancellation", "right-to-cancel"),
    ]
    assert "credit card costs 3% more" in words(clauses["ways-to-pay"])
    assert "10% of the contract price plus costs" in words(clauses["cancellation"])
    for each in ("workmanship", "manufacturer"):
        assert words(clauses[each]).endswith(".")
        assert TERMS.warranty[each][1:] in words(clauses[each])


def test_the_late_fee_is_the_one_in_force() -> None:
    order = a_locked_order()

    assert "1.5% a month" in words(clauses_of_order(order)["late-payment"])
    lower = clauses_of_order(order, late_fee_rate=Decimal("0.01"))
    assert "a late fee of 1% a month" in words(lower["late-payment"])


def test_each_table_adds_up_with_credits_as_lines_of_their_own() -> None:
    order = a_locked_order()
    unpaid = clauses_of_order(order)
    order.payments.update(status="paid", paid_at=NOW, provider_ref="ch_1")
    paid = clauses_of_order(order)

    for clauses in (unpaid, paid):
        for each in ("price", "payments"):
            *lines, total = rows_of(clauses[each])
            assert sum(line["cents"] for line in lines) == total["cents"]
    credit = {"name": "Credit: what you've already paid", "cents": -100_00}
    assert credit in rows_of(paid["payments"])
    assert "Credit" not in words(unpaid["payments"])


def rows_of(clause: Clause) -> list[Any]:
    return list(clause["blocks"][0]["rows"])


def test_who_brings_a_generator_is_sold_none_and_has_its_makers_warranty() -> None:
    clauses = clauses_of_order(a_locked_order(a_request(generator_choice="provide_own")))

    assert "Generator with transfer switch" not in words(clauses["price"])
    assert "Sales tax" not in words(clauses["price"])
    assert words(clauses["manufacturer"]).endswith("its warranty is the one that came with it.")


def test_what_was_signed_stays_when_the_catalog_changes(tmp_path: Path) -> None:
    proposal = a_proposal(tmp_path)
    before = shown_of(proposal)

    proposal.quote.package.included_services.all().delete()
    proposal.refresh_from_db()

    assert shown_of(proposal) == before


def test_another_word_or_cent_is_another_fingerprint(tmp_path: Path) -> None:
    clauses = list(a_proposal(tmp_path).clauses or [])
    first = dict(clauses[0]) | {"heading": "Scope of the work"}

    assert fingerprint([first, *clauses[1:]]) != fingerprint(clauses)
    assert fingerprint([dict(reversed(each.items())) for each in clauses]) == fingerprint(clauses)
