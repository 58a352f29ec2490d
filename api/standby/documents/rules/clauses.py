"""The clauses of a proposal: one list, which the page shows, the PDF prints and the customer signs.

A clause has an id, a heading and blocks. A block is a paragraph, a list of named items or a table.
A table's rows have a name and an amount in cents; everything else is text.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

Block = Mapping[str, Any]
Clause = Mapping[str, Any]
Facts = Mapping[str, Any]

RIGHT_TO_CANCEL: Final = (  # Tex. Bus. & Com. Code 601.052: these words, in bold, by the signature
    "YOU, THE BUYER, MAY CANCEL THIS TRANSACTION AT ANY TIME PRIOR TO MIDNIGHT OF THE THIRD "
    "BUSINESS DAY AFTER THE DATE OF THIS TRANSACTION. SEE THE ATTACHED NOTICE OF CANCELLATION FORM "
    "FOR AN EXPLANATION OF THIS RIGHT."
)
_PLAN: Final = "payments"


def clauses_of(facts: Facts) -> list[Clause]:
    """Return what a proposal says, in the order in which it is read. The right to cancel is last.

    `facts` are those of document_data.proposal_facts.
    """
    return [
        _scope(facts),
        _equipment(facts),
        *_staying_on(facts),
        _not_included(facts),
        _price(facts),
        _payments(facts),
        *_paying(facts),
        *_conditions(facts),
        _licenses(facts),
        *_cancelling(facts),
    ]


def fingerprint(clauses: Sequence[Clause]) -> str:
    """Return the SHA-256 of the clauses as 64 hexadecimal digits, whoever stored them meanwhile."""
    text = json.dumps(clauses, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def left_to_pay_cents(clauses: Iterable[Clause]) -> int | None:
    """Return what the clauses say is left to pay, in cents, with the credits taken off.

    None for those that have no plan of payments.
    """
    for clause in clauses:
        if clause["id"] == _PLAN:
            [plan] = [block for block in clause["blocks"] if block["kind"] == "table"]
            return int(plan["rows"][-1]["cents"])
    return None


def _clause(clause_id: str, heading: str, *blocks: Block) -> Clause:
    return {"id": clause_id, "heading": heading, "blocks": list(blocks)}


def _text(text: str, *, is_strong: bool = False) -> Block:
    return {"kind": "strong" if is_strong else "text", "text": text}


def _items(items: Iterable[Mapping[str, str]]) -> Block:
    blocks = [{"name": item["name"], "text": item["description"]} for item in items]
    return {"kind": "items", "items": blocks}


def _table(*head: str, rows: Sequence[tuple[str, int]]) -> Block:
    # The last row is the sum of those above it.
    named = [{"name": name, "cents": cents} for name, cents in rows]
    return {"kind": "table", "head": list(head), "rows": named}


def _scope(facts: Facts) -> Clause:
    run = facts["run"]
    return _clause(
        "scope",
        "Scope of work",
        _text(
            f"Installation for a generator {run['band_words']} from your electrical panel. "
            f"Your photos confirmed the run: {run['confirmed_ft']} ft."
        ),
        *([_text(f"Review note: {facts['reason']}")] if facts["reason"] else []),
        _items(facts["services"]),
    )


def _equipment(facts: Facts) -> Clause:
    unit = facts["equipment"]
    switch = _text(
        "Homes with 320 A or 400 A service need a different transfer switch. We'll confirm any "
        "price difference with you first."
    )
    if unit["own"]:
        size = f" ({unit['kw']} kW)" if unit["kw"] else ""
        own = (
            f"You're supplying your own generator: {unit['name']}{size}. We'll install "
            "and connect it. It must be listed, undamaged, complete and right for your fuel."
        )
        return _clause("equipment", "Your equipment", _text(own), switch)
    sold = (
        f"{unit['name']}, {unit['kw']} kW, {unit['fuel']}. You buy it from us at the store price, "
        "with no markup. Included at no extra charge:"
    )
    return _clause("equipment", "Your equipment", _text(sold), _items(unit["included"]), switch)


def _staying_on(facts: Facts) -> list[Clause]:
    # Nothing for a generator that carries the whole list: that was an estimate, and no promise.
    stay_on = facts["stay_on"]
    if not stay_on:
        return []
    request = f"You asked online that these stay on: {stay_on['wanted']}. Home: {stay_on['home']}."
    estimate = f"By our online estimate, on natural gas: {stay_on['verdict']} {stay_on['modules']}"
    return [_clause("stay-on", "What should stay on", _text(request), _text(estimate.strip()))]


def _not_included(facts: Facts) -> Clause:
    names = ", ".join(facts["terms"]["not_included"]).lower()
    return _clause(
        "not-included",
        "Not included",
        _text(
            f"Unless listed in this proposal: {names}. If any of these turns out to be needed, "
            "we'll tell you why and what it costs before we do anything."
        ),
    )


def _price(facts: Facts) -> Clause:
    lines = facts["lines"]
    rows: list[tuple[str, int]] = [
        (lines["installation_name"], lines["installation_cents"]),
        ("Generator with transfer switch (equipment)", lines["generator_cents"]),
        (lines["sales_tax_name"], lines["sales_tax_cents"]),
        ("Permit fee", lines["permit_cents"]),
        *((extra["name"], extra["cents"]) for extra in lines["extras"]),
        ("Discount", -lines["discount_cents"]),
    ]
    always = ("Permit fee", lines["installation_name"])
    included = [extra["name"] for extra in lines["extras"]]
    shown = [row for row in rows if row[1] or row[0] in (*always, *included)]
    total = ("Total", lines["total_cents"])
    return _clause("price", "Your price", _table("Line", "Amount", rows=[*shown, total]))


def _payments(facts: Facts) -> Clause:
    rows: list[tuple[str, int]] = []
    for part in facts["milestones"]:
        rows.append((f"{part['words']}, {part['percent']}%", part["amount_cents"]))
        if part["credit_cents"]:
            rows.append(("Credit: what you've already paid", -part["credit_cents"]))
    left = ("Left to pay", facts["lines"]["total_cents"] - facts["credit_cents"])
    plan = _table("Milestone", "Amount", rows=[*rows, left])
    if not facts["credit_cents"]:
        return _clause(_PLAN, "When you pay", plan)
    paid = " and ".join(f"the {fee['words']}, {fee['amount']}" for fee in facts["credits"])
    credit = (
        f"Credits are what you've already paid: {paid}. All of it comes off your bill if you "
        f"accept by {facts['credit_until_words']}."
    )
    return _clause(_PLAN, "When you pay", plan, _text(credit))


def _paying(facts: Facts) -> list[Clause]:
    return [
        _clause(
            "ways-to-pay",
            "How you pay",
            _text(
                "We ask for the first part when your cancellation period ends; you may pay "
                "earlier. Bank transfers and debit cards have no extra fee. A milestone paid by "
                f"credit card costs {facts['surcharge_words']} more, where the law in force that "
                "day allows it; you'll see the amount before you pay."
            ),
        ),
        _clause(
            "late-payment",
            "Late payment",
            _text(
                f"A past-due amount has a late fee of {facts['late_fee_words']} a month, simple, "
                "after we've notified you in writing."
            ),
        ),
        _clause(
            "receipt",
            "Check this price yourself",
            _text(
                f"With receipt code {facts['receipt']['code_grouped']}, anyone can look up every "
                "version of your price that we promised and why it changed, signed, without "
                "your name or street: "
                f"{facts['receipt']['url']}"
            ),
        ),
    ]


def _conditions(facts: Facts) -> list[Clause]:
    agreement = facts["agreement"]
    return [
        _clause("clearances", "Where it goes", _text(clearances_words(facts["clearances"]))),
        *_warranties(facts),
        _clause(
            "agreement",
            "Agreement",
            _text(
                "By accepting this proposal, you accept the Installation Agreement, version "
                f"{agreement['version']}, at {agreement['url']}. Its clauses on warranties, on "
                "changes, on responsibility and on disputes are part of this proposal. If this "
                "proposal says something different about your price, your equipment or your home, "
                "the proposal controls."
            ),
        ),
        _clause(
            "changes",
            "Changes",
            _text("The price above changes only with a change you approve in writing."),
        ),
    ]


def clearances_words(clearances: Mapping[str, int]) -> str:
    """Return what is left free around a generator; `clearances` are the market's."""
    return (
        "The generator stands {wall_in} in from the wall behind it, with {ends_ft} ft clear at "
        "both ends and in front, {openings_ft} ft from windows, doors and AC intakes, and "
        "{above_ft} ft clear above, as the manufacturer's manual requires. It sits on a solid pad, "
        "never directly on grass or dirt, with access kept clear. If the code or an inspector "
        "requires more, that applies."
    ).format_map(clearances)


def _warranties(facts: Facts) -> list[Clause]:
    warranty = facts["terms"]["warranty"]
    unit = (
        "You supply the generator: its warranty is the one that came with it."
        if facts["equipment"]["own"]
        else _sentence(warranty["manufacturer"])
    )
    return [
        _clause("workmanship", "Warranty on our work", _text(_sentence(warranty["workmanship"]))),
        _clause("manufacturer", "Warranty on the generator", _text(unit)),
    ]


def _licenses(facts: Facts) -> Clause:
    seller = facts["seller"]
    return _clause(
        "licenses",
        "Contractor and license",
        _text(
            f"{seller['legal_name']}, electrical contractor license {seller['licence']}. "
            f"{seller['regulator']}"
        ),
    )


def _cancelling(facts: Facts) -> list[Clause]:
    fee = facts["terms"]["fee_name"]
    return [
        _clause(
            "cancellation",
            "If you cancel",
            _text(
                "Cancel within 3 business days of signing and you get back everything you've paid, "
                f"including the {fee} and, if you paid for one, the diagnostic. If you cancel "
                "after that and before the work is complete, you owe 10% of the contract price "
                "plus costs already incurred, each documented by its bill."
            ),
        ),
        _clause("right-to-cancel", "Your right to cancel", _text(RIGHT_TO_CANCEL, is_strong=True)),
    ]


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
