"""Words with placeholders, which staff may write: filled in by name, checked before they count.

A placeholder is a name in braces and nothing more: no template language reads these words, so
they can reach nothing but the values they are given.
"""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from standby.domain.text_message import count_segments, non_gsm_characters, to_gsm

MOST_SEGMENTS: Final = 3  # of a text: each is paid for
LONGEST_SUBJECT: Final = 120  # in signs, with its values: mail programs cut longer ones
DETAILS: Final = "details"
BUTTON: Final = "button"
NO_CANCEL: Final = "A reply of CANCEL ends all texts: do not ask for it."
_BLOCKS: Final = frozenset({DETAILS, BUTTON})  # they stand in a paragraph of their own
_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")
_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n\s*")
_ASKS_FOR_CANCEL: Final = re.compile(r"(?i)(text|reply|answer|send)\W+(with )?\W*cancel")


def fill_placeholders(words: str, values: Mapping[str, str]) -> str:
    """On one line. What stands in a value is not looked at again. Raises KeyError."""
    return " ".join(_PLACEHOLDER.sub(lambda found: values[found[1]], words).split())


def paragraphs_of(words: str) -> list[str]:
    """They are parted by empty lines."""
    text = words.replace("\r\n", "\n").strip()
    return _PARAGRAPHS.split(text) if text else []


def placeholders_in(words: str) -> list[str]:
    return _PLACEHOLDER.findall(words)


def find_errors(words: str, *, known: Iterable[str]) -> list[str]:
    """What is wrong with any field, in sentences."""
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


def subject_errors(words: str, *, typed: Iterable[str]) -> list[str]:
    """A subject is one line and holds nothing that a stranger wrote."""
    errors = []
    if "\n" in words or "\r" in words:
        errors.append("It has to be one line.")
    strangers = sorted(set(placeholders_in(words)) & (set(typed) | _BLOCKS))
    errors += [f"{{{name}}} cannot stand here." for name in strangers]
    return errors


def email_errors(text: str) -> list[str]:
    """The table and the button are paragraphs by themselves, and come once."""
    errors = []
    parts = paragraphs_of(text)
    for name in sorted(_BLOCKS):
        holding = [part for part in parts if f"{{{name}}}" in part]
        if len(holding) > 1 or any(part.strip() != f"{{{name}}}" for part in holding):
            errors.append(f"{{{name}}} stands once, with an empty line before and after it.")
    return errors


def sms_errors(rendered: str) -> list[str]:
    """Of a text as it would be sent, with a link as long as a real one."""
    errors = []
    segments = count_segments(to_gsm(rendered))
    if segments > MOST_SEGMENTS:
        errors.append(f"It would be sent as {segments} texts; {MOST_SEGMENTS} are the most.")
    if mentions_cancel(rendered):
        errors.append(NO_CANCEL)
    return errors


def mentions_cancel(rendered: str) -> bool:
    return _ASKS_FOR_CANCEL.search(rendered) is not None


def non_gsm_warnings(rendered: str) -> Sequence[str]:
    """Those that make a text cost twice as much, because the phones' alphabet lacks them."""
    return non_gsm_characters(to_gsm(rendered))
