"""docs/specification.md: each requirement with its check and its verdict.

Written by `make requirements` from docs/requirements.csv, the ids in the tests, and
docs/differences.toml, the short list of where the product differs on purpose.
"""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ops.requirements import listed, shown_by
from ops.tools import ROOT

DOCUMENT: Final = ROOT / "docs" / "specification.md"
DIFFERENCES: Final = ROOT / "docs" / "differences.toml"
HOLDS, BETTER, ON_PURPOSE, NOT_YET = "holds", "better", "on purpose", "not yet"
VERDICTS: Final = {
    HOLDS: "the product does what the sentence says, and the test named beside it shows it",
    BETTER: "the product does more than was asked, or does it more safely",
    ON_PURPOSE: "the product differs, for the reason given",
    NOT_YET: "no test shows it, or a part of it is missing",
}
_HEAD: Final = """# The specification, sentence by sentence

What was asked of the product, how each sentence is checked, and what the check says.
`make requirements` writes this page from `docs/requirements.csv`, from the ids that the tests
carry, and from `docs/differences.toml`; a test compares it. A sentence holds because a test shows
it, not because we say so.

"""
_SUBJECTS: Final = {
    "NAV": "Routes, navigation and footer", "HOME": "Home page", "CITY": "City pages",
    "COVMAP": "Coverage map", "DIST": "Distance helper", "FAQ": "Questions",
    "LEGAL": "Legal pages", "REC": "Recommendation", "ADDR": "Address and coverage",
    "WIZ": "Wizard", "PRICE": "Prices", "FIN": "Before paying", "CONF": "Confirm page",
    "VPS": "After paying for the visit", "VPC": "Payment cancelled", "OPS": "Staff and operation",
    "TEST": "Test page", "API": "Calls", "AUTH": "Sign-in", "EVT": "Analytics", "ERR": "Errors",
    "BOOK": "Booking", "PAY": "Money", "PHOTO": "Photos", "PROP": "Proposal", "MSG": "Messages",
    "RUN": "Running it", "SEC": "Security", "DEPLOY": "Deploying", "SCALE": "Scaling",
    "PRESS": "Presses", "TRUTH": "What we say", "GUIDE": "Choosing a generator",
    "DATE": "Dates", "NEXT": "After the reservation", "SAVE": "Saved quotes",
    "PROOF": "Proof", "FACT": "Facts", "DIAG": "Diagnostic visit", "A11Y": "Accessibility",
    "WORDS": "Words", "MARKET": "Markets", "LOOK": "The console", "DOC": "This page",
}  # fmt: skip


class Difference(NamedTuple):
    """`ids` are the sentences that it is about; none where the list has no sentence for it."""

    what: str
    verdict: str
    reason: str
    ids: tuple[str, ...] = ()


def differences() -> list[Difference]:
    rows = tomllib.loads(DIFFERENCES.read_text())["difference"]
    return [Difference(**{**row, "ids": tuple(row.get("ids", ()))}) for row in rows]


def verdicts(
    rows: Sequence[Mapping[str, str]], shown: Mapping[str, Sequence[str]]
) -> dict[str, tuple[str, str]]:
    """Return the verdict of each id and, where it differs, the reason."""
    differs = {name: one for one in differences() for name in one.ids}
    judged = {}
    for row in rows:
        name = row["id"]
        if row["when"] != "now":
            judged[name] = (NOT_YET, "Planned for later.")
        elif name not in shown:
            judged[name] = (NOT_YET, "No test shows it.")
        elif one := differs.get(name):
            judged[name] = (one.verdict, one.reason)
        else:
            judged[name] = (HOLDS, "")
    return judged


def written() -> str:
    """Return the page. Raises nothing for an unknown id: a test refuses those."""
    rows = listed()
    shown, _errors = shown_by(known={row["id"] for row in rows})
    judged = verdicts(rows, shown)
    page = [_HEAD, _counts(judged), _differing(differences())]
    subjects = dict[str, list[dict[str, str]]]()
    for row in rows:
        subjects.setdefault(row["id"].split("-")[0], []).append(row)
    for subject, own in subjects.items():
        page.append(f"\n## {_SUBJECTS.get(subject, subject)}\n\n")
        page.append("| Id | What | Verdict | Shown by |\n| --- | --- | --- | --- |\n")
        for row in own:
            verdict, reason = judged[row["id"]]
            said = f"{verdict}: {reason}" if reason else verdict
            files = ", ".join(f"`{file}`" for file in shown.get(row["id"], ())) or "none"
            page.append(f"| {row['id']} | {_cell(row['what'])} | {_cell(said)} | {files} |\n")
    return "".join(page)


def _counts(judged: Mapping[str, tuple[str, str]]) -> str:
    given = [verdict for verdict, _ in judged.values()]
    lines = ["| Verdict | Sentences | Meaning |\n| --- | ---: | --- |\n"]
    lines += [f"| {name} | {given.count(name)} | {words} |\n" for name, words in VERDICTS.items()]
    return "".join(lines)


def _differing(all_of_them: Sequence[Difference]) -> str:
    lines = ["\n## Where the product differs\n"]
    for verdict in (ON_PURPOSE, BETTER, NOT_YET):
        lines.append(f"\n### {verdict.capitalize()}\n\n")
        for one in all_of_them:
            if one.verdict == verdict:
                ids = f" ({', '.join(one.ids)})" if one.ids else ""
                lines.append(f"- **{one.what}**{ids}. {one.reason}\n")
    return "".join(lines)


def _cell(words: str) -> str:
    return words.replace("|", "\\|")
