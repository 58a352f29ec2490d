"""What our own mailbox's server found out about who sent a mail (Authentication-Results, RFC 8601).

Ours rather than a library: the one for this, authres, has had no release since 2019, and raises on
what real servers write.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

Vouched = Literal["passed", "failed", ""]
_LONGEST: Final = 10_000
_RESULT: Final = re.compile(r"\s*([a-z0-9-]+)(?:\s*/\s*\d+)?\s*=\s*([a-z]+)\b")
_REASON: Final = re.compile(r"\breason\s*=\s*(?:\"[^\"]*\"|[^\s;\"]+)")
# An address before whose "@" stands anything in quotes, another "@" among it, is one value.
_PROPERTY: Final = re.compile(r"\b([a-z]+\.[a-z0-9_-]+)\s*=\s*((?:\"[^\"]*\"|[^\s;\"])+)")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"")


def vouched(results: Sequence[str], *, by: str, sender: str) -> Vouched:
    """Return whether the domain of the sender's address is proven to have sent a mail.

    `results` are its Authentication-Results headers, newest first; only the first that `by` wrote
    counts, because a server writes its own above all that came with the mail. "failed" is the
    domain's own word that it did not send it (DMARC); "" that nothing is known.
    """
    domain = sender.rpartition("@")[2].lower()
    ours = next((parts for parts in map(_parts, results) if _is_by(parts, by)), [])
    if not by or not domain or not ours:
        return ""
    verdicts = [each for part in ours[1:] for each in _read(part)]
    if any((method, result) == ("dmarc", "fail") for method, result, _ in verdicts):
        return "failed"
    passed = [(method, facts) for method, result, facts in verdicts if result == "pass"]
    return "passed" if any(_proves(method, facts, domain) for method, facts in passed) else ""


def _proves(method: str, facts: dict[str, str], domain: str) -> bool:
    if method == "dmarc":
        return facts.get("header.from", "") == domain
    if method == "dkim":
        return _is_of(facts.get("header.d") or facts.get("header.i", ""), domain)
    return method == "spf" and _is_of(facts.get("smtp.mailfrom", ""), domain)


def _is_of(proven: str, domain: str) -> bool:
    # A domain speaks for those below it, and no top-level domain for anybody.
    proven = proven.rpartition("@")[2]
    return proven == domain or ("." in proven and domain.endswith(f".{proven}"))


def _is_by(parts: list[str], server: str) -> bool:
    return bool(parts) and parts[0].split()[:1] == [server.lower()]


def _read(part: str) -> list[tuple[str, str, dict[str, str]]]:
    result = _RESULT.match(part)
    if result is None:
        return []
    named = _PROPERTY.findall(_REASON.sub("", part))
    # What is said twice is not known.
    names = [name for name, _ in named]
    facts = {name: _unquoted(value) for name, value in named if names.count(name) == 1}
    return [(result[1], result[2], facts)]


def _unquoted(value: str) -> str:
    quoted = _QUOTED.fullmatch(value)
    return quoted[1] if quoted else value


def _parts(header: str) -> list[str]:
    # Between semicolons, in lower case, without comments: those may hold anything.
    parts, depth, is_quoted, is_escaped = [""], 0, False, False
    for letter in header[:_LONGEST].lower():
        if is_escaped:
            is_escaped, letter = False, "_"  # whatever it was, it ends nothing
        elif letter == "\\":
            is_escaped = True
            continue
        elif letter == '"' and depth == 0:
            is_quoted = not is_quoted
        elif letter in "()" and not is_quoted:
            depth = max(0, depth + (1 if letter == "(" else -1))
            continue
        elif letter == ";" and not is_quoted and depth == 0:
            parts.append("")
            continue
        if depth == 0:
            parts[-1] += letter
    return parts
