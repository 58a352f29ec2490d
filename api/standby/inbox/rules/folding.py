"""A mail's text as it is shown: what its sender wrote, and what they quote, folded but all there.

Libraries for this cut at the first quote (mail-parser-reply, talon) or fold all that follows it
(quotequail): answers written between the quoted lines are lost to the eye. Here each line is
quoted or not, and a forwarded mail is what its sender wants to be read.
"""

import re
from dataclasses import dataclass
from typing import Final

_QUOTED: Final = re.compile(r"\s{0,3}>")
# "On Tue, Nov 24, 2026 at 9:31 AM Standby <a@b.c> wrote:", in English, Spanish, and some more. It
# may be on two or three lines.
_WROTE: Final = re.compile(
    r"(?:on|el|am|le|em|op|il) .{4,300}"
    r"(?:wrote|escribi[oó]|schrieb|a écrit|escreveu|schreef|ha scritto)\s?:",
    re.I | re.S,
)
_WROTE_STARTS: Final = re.compile(r"(?:on|el|am|le|em|op|il)\s", re.I)
_MOST_LINES_OF_WROTE: Final = 3
# Outlook's, above a quoted mail whose lines have no mark of their own
_FROM: Final = re.compile(r"\*?(?:from|de|von)\s?:\*?\s", re.I)
_SENT: Final = re.compile(
    r"\*?(?:sent|date|to|subject|enviado(?: el)?|fecha|para|asunto)\s?:\*?(?:\s|$)", re.I
)
_ORIGINAL: Final = re.compile(r"-{2,}\s*(?:original message|mensaje original)\s*-{2,}\s*", re.I)
_FORWARDED: Final = re.compile(
    r"-{2,}\s*(?:forwarded message|mensaje reenviado|forwarded by .{0,80})\s*-{2,}\s*"
    r"|begin forwarded message:|inicio del mensaje reenviado:",
    re.I,
)
_IS_FORWARD: Final = re.compile(r"\s*(?:fwd?|fw|rv|reenv|tr|wg)\s?:", re.I)
_SIGNATURE: Final = re.compile(
    r"--\s?|sent from my .{1,40}|enviado desde mi .{1,40}|get outlook for .{1,20}"
    r"|obtener outlook para .{1,20}",
    re.I,
)
_MOST_LINES_OF_SIGNATURE: Final = 12


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines that follow each other; those that are folded are shown when they are asked for."""

    text: str
    is_folded: bool


def passages_of(text: str, *, subject: str = "") -> list[Passage]:
    """Return the text in passages, none of it left out but empty lines between them.

    Where all would be folded, nothing is.
    """
    lines = text.splitlines()
    folded = _folded_lines(lines, is_forward=_IS_FORWARD.match(subject) is not None)
    if all(is_folded or not line.strip() for line, is_folded in zip(lines, folded, strict=True)):
        folded = [False] * len(lines)
    passages, start = list[Passage](), 0
    for end in range(1, len(lines) + 1):
        if end == len(lines) or folded[end] != folded[start]:
            words = "\n".join(lines[start:end]).strip("\n")
            if words.strip():
                passages.append(Passage(words, folded[start]))
            start = end
    return passages


def shown_words(text: str, *, subject: str = "") -> str:
    """Return what is not folded."""
    shown = [each.text for each in passages_of(text, subject=subject) if not each.is_folded]
    return "\n\n".join(shown)


def _folded_lines(lines: list[str], *, is_forward: bool) -> list[bool]:
    folded, at = [False] * len(lines), 0
    while at < len(lines):
        line = lines[at].strip()
        if _FORWARDED.fullmatch(line):
            return folded  # the rest is what was forwarded
        if _QUOTED.match(lines[at]):
            folded[at] = True
        elif length := _length_of_wrote(lines, at):
            folded[at : at + length] = [True] * length
            at += length - 1
        elif not is_forward and _begins_unmarked_quote(lines, at):
            return [*folded[:at], *([True] * (len(lines) - at))]
        elif _SIGNATURE.fullmatch(line):
            at = _fold_signature(lines, folded, at)
        at += 1
    _fold_between_quotes(lines, folded)
    return folded


def _length_of_wrote(lines: list[str], at: int) -> int:
    # How many lines "On … wrote:" takes, 0 where there is none.
    if not _WROTE_STARTS.match(lines[at].strip()):
        return 0
    for length in range(1, _MOST_LINES_OF_WROTE + 1):
        words = " ".join(line.strip() for line in lines[at : at + length])[:400]
        if _WROTE.fullmatch(words):
            return length
    return 0


def _begins_unmarked_quote(lines: list[str], at: int) -> bool:
    if _ORIGINAL.fullmatch(lines[at].strip()):
        return True
    following = [line.strip() for line in lines[at + 1 : at + 5] if line.strip()]
    return _FROM.match(lines[at].strip()) is not None and any(map(_SENT.match, following[:2]))


def _fold_signature(lines: list[str], folded: list[bool], at: int) -> int:
    # To the next quote, if it is as short as signatures are; a long text after "--" is none.
    end = at + 1
    while end < len(lines) and not _QUOTED.match(lines[end]) and not _length_of_wrote(lines, end):
        end += 1
    if end - at <= _MOST_LINES_OF_SIGNATURE:
        folded[at:end] = [True] * (end - at)
        return end - 1
    return at


def _fold_between_quotes(lines: list[str], folded: list[bool]) -> None:
    # Empty lines belong to what is around them.
    for at, line in enumerate(lines):
        if not line.strip() and at > 0:
            folded[at] = folded[at - 1]
