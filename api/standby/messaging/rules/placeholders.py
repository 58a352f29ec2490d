"""Message templates with placeholders: filled by name, validated before they take effect.

A placeholder is a name in braces and nothing more. No template language reads these texts, so
staff-written templates can reach only the values they are given.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from standby.messaging.rules.sms import count_segments, non_gsm_characters, to_gsm

MOST_SEGMENTS: Final = 3  # of a text: each segment is paid for
LONGEST_SUBJECT: Final = 120  # in characters, values included: mail programs cut longer ones
DETAILS: Final = "details"
BUTTON: Final = "button"
NO_CANCEL: Final = "A reply of CANCEL ends all texts: do not ask for it."
_BLOCKS: Final = frozenset({DETAILS, BUTTON})  # each is a paragraph of its own
_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n\s*")
_CANCEL_INSTRUCTION: Final = re.compile(r"(?i)(text|reply|answer|send)\W+(with )?\W*cancel")


def fill_placeholders(words: str, values: Mapping[str, str]) -> str:
    """Fill in the placeholders and join the result into one line.

    Values are not scanned for placeholders. Raises KeyError for an unknown name.
    """
    return " ".join(replace_placeholders(words, values).split())


def replace_placeholders(words: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values[match[1]], words)


def paragraphs_of(words: str) -> list[str]:
    text = words.replace("\r\n", "\n").strip()
    return _PARAGRAPHS.split(text) if text else []


def placeholders_in(words: str) -> list[str]:
    return _PLACEHOLDER.findall(words)


def find_errors(words: str, *, known: Iterable[str]) -> list[str]:
    allowed = set(known)
    unknown = sorted(set(placeholders_in(words)) - allowed)
    errors = [f"{{{name}}} is not known here." for name in unknown]
    rest = _PLACEHOLDER.sub("", words)
    if "{" in rest or "}" in rest:
        errors.append("A brace stands only around the name of a placeholder, such as {day}.")
    if "[[" in rest or "]]" in rest:
        errors.append("Double brackets are kept for links: take a placeholder instead.")
    if any(not sign.isprintable() and sign not in "\n\r" for sign in rest):
        errors.append("There is a sign in it that nobody can see.")
    return errors


def missing_placeholder_errors(words: str, *, must: Set[str]) -> list[str]:
    missing = sorted(must - set(placeholders_in(words)))
    return [f"{{{name}}} has to stand in it." for name in missing]


def subject_errors(words: str, *, free_text: Iterable[str]) -> list[str]:
    errors = []
    if "\n" in words or "\r" in words:
        errors.append("It has to be one line.")
    disallowed = sorted(set(placeholders_in(words)) & (set(free_text) | _BLOCKS))
    errors += [f"{{{name}}} cannot stand here." for name in disallowed]
    return errors


def email_errors(text: str) -> list[str]:
    errors = []
    parts = paragraphs_of(text)
    for name in sorted(_BLOCKS):
        holding = [part for part in parts if f"{{{name}}}" in part]
        if len(holding) > 1 or any(part.strip() != f"{{{name}}}" for part in holding):
            errors.append(f"{{{name}}} stands once, with an empty line before and after it.")
    return errors


def sms_errors(rendered: str) -> list[str]:
    # The link in it must be as long as a real one.
    errors = []
    segments = count_segments(to_gsm(rendered))
    if segments > MOST_SEGMENTS:
        errors.append(f"It would be sent as {segments} texts; {MOST_SEGMENTS} are the most.")
    if mentions_cancel(rendered):
        errors.append(NO_CANCEL)
    return errors


def mentions_cancel(rendered: str) -> bool:
    return _CANCEL_INSTRUCTION.search(rendered) is not None


def costly_characters(rendered: str) -> Sequence[str]:
    # These double the price of a text: carriers then bill it as Unicode.
    return non_gsm_characters(to_gsm(rendered))
