"""The clauses of a proposal: one list, which the page shows, the PDF prints and the customer signs.

A clause has an id, a heading and blocks. A block is a paragraph, a list of named items or a table.
A table's rows have a name and an amount in cents; everything else is text.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from standby.core.words import _, listed, say

Block = Mapping[str, Any]
Clause = Mapping[str, Any]
Facts = Mapping[str, Any]

# Tex. Bus. & Com. Code 601.052: these words, in bold, by the signature
RIGHT_TO_CANCEL: Final = _(
    "YOU, THE BUYER, MAY CANCEL THIS TRANSACTION AT ANY TIME PRIOR TO MIDNIGHT OF THE THIRD "
    "BUSINESS DAY AFTER THE DATE OF THIS TRANSACTION. SEE THE ATTACHED NOTICE OF CANCELLATION FORM "
    "FOR AN EXPLANATION OF THIS RIGHT."
)
_PLAN: Final = "payments"


def clauses_of(facts: Facts) -> list[Clause]:
    """Return what a proposal says, in the order in which it is read. The right to cancel is last.

    In the active language, which is that of `facts`: what is signed is stored in these words.
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
        say("Scope of work"),
        _text(
            say(
                "Installation for a generator %(reach)s from your electrical panel. "
                "Your photos confirmed the run: %(feet)s ft.",
                reach=run["band_words"],
                feet=run["confirmed_ft"],
            )
        ),
        *([_text(say("Review note: %(note)s", note=facts["reason"]))] if facts["reason"] else []),
        _items(facts["services"]),
    )


def _equipment(facts: Facts) -> Clause:
    unit = facts["equipment"]
    heading = say("Your equipment")
    switch = _text(
        say(
            "Homes with 320 A or 400 A service need a different transfer switch. We'll confirm any "
            "price difference with you first."
        )
    )
    if unit["own"]:
        name = unit["name"]
        if unit["kw"]:
            name = say("%(unit)s (%(kw)s kW)", unit=name, kw=unit["kw"])
        own = say(
            "You're supplying your own generator: %(unit)s. We'll install "
            "and connect it. It must be listed, undamaged, complete and right for your fuel.",
            unit=name,
        )
        return _clause("equipment", heading, _text(own), switch)
    sold = say(
        "%(unit)s, %(kw)s kW, %(fuel)s. You buy it from us at the store price, "
        "with no markup. Included at no extra charge:",
        unit=unit["name"],
        kw=unit["kw"],
        fuel=unit["fuel"],
    )
    return _clause("equipment", heading, _text(sold), _items(unit["included"]), switch)


def _staying_on(facts: Facts) -> list[Clause]:
    # Nothing for a generator that carries the whole list: that was an estimate, and no promise.
    stay_on = facts["stay_on"]
    if not stay_on:
        return []
    request = say(
        "You asked online that these stay on: %(wanted)s. Home: %(home)s.",
        wanted=stay_on["wanted"],
        home=stay_on["home"],
    )
    verdict = f"{stay_on['verdict']} {stay_on['modules']}".strip()
    estimate = say("By our online estimate, on natural gas: %(estimate)s", estimate=verdict)
    return [_clause("stay-on", say("What should stay on"), _text(request), _text(estimate))]


def _not_included(facts: Facts) -> Clause:
    names = ", ".join(facts["terms"]["not_included"]).lower()
    return _clause(
        "not-included",
        say("Not included"),
        _text(
            say(
                "Unless listed in this proposal: %(things)s. If any of these turns out to be "
                "needed, we'll tell you why and what it costs before we do anything.",
                things=names,
            )
        ),
    )


def _price(facts: Facts) -> Clause:
    lines = facts["lines"]
    permit = say("Permit fee")
    rows: list[tuple[str, int]] = [
        (lines["installation_name"], lines["installation_cents"]),
        (say("Generator with transfer switch (equipment)"), lines["generator_cents"]),
        (lines["sales_tax_name"], lines["sales_tax_cents"]),
        (permit, lines["permit_cents"]),
        *((extra["name"], extra["cents"]) for extra in lines["extras"]),
        (say("Discount"), -lines["discount_cents"]),
    ]
    always = (permit, lines["installation_name"])
    included = [extra["name"] for extra in lines["extras"]]
    shown = [row for row in rows if row[1] or row[0] in (*always, *included)]
    total = (say("Total"), lines["total_cents"])
    table = _table(say("Line"), say("Amount"), rows=[*shown, total])
    return _clause("price", say("Your price"), table)


def _payments(facts: Facts) -> Clause:
    rows: list[tuple[str, int]] = []
    for part in facts["milestones"]:
        name = say("%(when)s, %(percent)s", when=part["words"], percent=part["percent"])
        rows.append((name, part["amount_cents"]))
        if part["credit_cents"]:
            rows.append((say("Credit: what you've already paid"), -part["credit_cents"]))
    left = (say("Left to pay"), facts["lines"]["total_cents"] - facts["credit_cents"])
    heading = say("When you pay")
    plan = _table(say("Milestone"), say("Amount"), rows=[*rows, left])
    if not facts["credit_cents"]:
        return _clause(_PLAN, heading, plan)
    paid = [
        say("the %(fee)s, %(amount)s", fee=fee["words"], amount=fee["amount"])
        for fee in facts["credits"]
    ]
    credit = say(
        "Credits are what you've already paid: %(paid)s. All of it comes off your bill if you "
        "accept by %(day)s.",
        paid=listed(paid),
        day=facts["credit_until_words"],
    )
    return _clause(_PLAN, heading, plan, _text(credit))


def _paying(facts: Facts) -> list[Clause]:
    return [
        _clause(
            "ways-to-pay",
            say("How you pay"),
            _text(
                say(
                    "We ask for the first part when your cancellation period ends; you may pay "
                    "earlier. Bank transfers and debit cards have no extra fee. A milestone paid "
                    "by credit card costs %(surcharge)s more, where the law in force that day "
                    "allows it; you'll see the amount before you pay.",
                    surcharge=facts["surcharge_words"],
                )
            ),
        ),
        _clause(
            "late-payment",
            say("Late payment"),
            _text(
                say(
                    "A past-due amount has a late fee of %(rate)s a month, simple, "
                    "after we've notified you in writing.",
                    rate=facts["late_fee_words"],
                )
            ),
        ),
        _clause(
            "receipt",
            say("Check this price yourself"),
            _text(
                say(
                    "With receipt code %(code)s, anyone can look up every "
                    "version of your price that we promised and why it changed, signed, without "
                    "your name or street: %(url)s",
                    code=facts["receipt"]["code_grouped"],
                    url=facts["receipt"]["url"],
                )
            ),
        ),
    ]


def _conditions(facts: Facts) -> list[Clause]:
    agreement = facts["agreement"]
    return [
        _clause("clearances", say("Where it goes"), _text(clearances_words(facts["clearances"]))),
        *_warranties(facts),
        _clause(
            "agreement",
            say("Agreement"),
            _text(
                say(
                    "By accepting this proposal, you accept the Installation Agreement, version "
                    "%(version)s, at %(url)s. Its clauses on warranties, on "
                    "changes, on responsibility and on disputes are part of this proposal. If this "
                    "proposal says something different about your price, your equipment or your "
                    "home, the proposal controls.",
                    version=agreement["version"],
                    url=agreement["url"],
                )
            ),
        ),
        _clause(
            "changes",
            say("Changes"),
            _text(say("The price above changes only with a change you approve in writing.")),
        ),
    ]


def clearances_words(clearances: Mapping[str, int]) -> str:
    """Return what is left free around a generator; `clearances` are the market's."""
    return say(
        "The generator stands %(wall_in)s in from the wall behind it, with %(ends_ft)s ft clear at "
        "both ends and in front, %(openings_ft)s ft from windows, doors and AC intakes, and "
        "%(above_ft)s ft clear above, as the manufacturer's manual requires. It sits on a solid "
        "pad, never directly on grass or dirt, with access kept clear. If the code or an inspector "
        "requires more, that applies.",
        **clearances,
    )


def _warranties(facts: Facts) -> list[Clause]:
    warranty = facts["terms"]["warranty"]
    unit = (
        say("You supply the generator: its warranty is the one that came with it.")
        if facts["equipment"]["own"]
        else _sentence(warranty["manufacturer"])
    )
    return [
        _clause(
            "workmanship", say("Warranty on our work"), _text(_sentence(warranty["workmanship"]))
        ),
        _clause("manufacturer", say("Warranty on the generator"), _text(unit)),
    ]


def _licenses(facts: Facts) -> Clause:
    seller = facts["seller"]
    return _clause(
        "licenses",
        say("Contractor and license"),
        _text(
            say(
                "%(name)s, electrical contractor license %(license)s. %(regulator)s",
                name=seller["legal_name"],
                license=seller["licence"],
                regulator=seller["regulator"],
            )
        ),
    )


def _cancelling(facts: Facts) -> list[Clause]:
    fee = facts["terms"]["fee_name"]
    return [
        _clause(
            "cancellation",
            say("If you cancel"),
            _text(
                say(
                    "Cancel within 3 business days of signing and you get back everything you've "
                    "paid, including the %(fee)s and, if you paid for one, the diagnostic. If you "
                    "cancel after that and before the work is complete, you owe %(percent)s of the "
                    "contract price plus costs already incurred, each documented by its bill.",
                    fee=fee,
                    percent=facts["cancellation_percent"],
                )
            ),
        ),
        _clause(
            "right-to-cancel",
            say("Your right to cancel"),
            _text(say(RIGHT_TO_CANCEL), is_strong=True),
        ),
    ]


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."
