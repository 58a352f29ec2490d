"""Length of a text as carriers bill it: in segments of the GSM alphabet or of Unicode."""

from typing import Final

# GSM 03.38: the basic alphabet, and the extension characters, which count twice
_ONCE: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_TWICE: Final = frozenset("\f^{}\\[~]|€")
_PLAINER: Final = {
    "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-",
    "\u2026": "...", "\u00a0": " ", "\t": " ", "`": "'", "\u00b7": "-", "\u2022": "-",
}  # fmt: skip


def to_gsm(text: str) -> str:
    """Replace typographic characters that would force the costlier Unicode encoding."""
    return "".join(_PLAINER.get(sign, sign) for sign in text)


def length_of(text: str) -> int:
    """Return the length in GSM characters, or in UTF-16 units if any character is not GSM."""
    if _is_gsm(text):
        return sum(2 if sign in _TWICE else 1 for sign in text)
    return len(text.encode("utf-16-le", errors="replace")) // 2


def count_segments(text: str) -> int:
    single_part, each_part = (160, 153) if _is_gsm(text) else (70, 67)
    length = length_of(text)
    return 1 if length <= single_part else -(-length // each_part)


def non_gsm_characters(text: str) -> list[str]:
    return list(dict.fromkeys(sign for sign in text if sign not in _ONCE and sign not in _TWICE))


def _is_gsm(text: str) -> bool:
    return all(sign in _ONCE or sign in _TWICE for sign in text)
