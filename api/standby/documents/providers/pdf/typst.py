"""PDF rendering by Typst, in this process; it can open only our templates and fonts."""

import logging
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import orjson
import typst
from django.utils.translation import override

from standby.core.market import Company
from standby.documents.providers.pdf import RenderFailed, Template
from standby.documents.providers.pdf.words import TEMPLATES, words_for

log = logging.getLogger(__name__)

_FONTS: Final = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The colors by name, as #rrggbb, and the logo as a PNG; empty for the drawn mark."""

    colors: Mapping[str, str]
    logo: bytes = b""


class TypstRenderer:
    """User text reaches a template as a JSON string: it stays text, whatever markup it contains."""

    def __init__(self, *, company: Callable[[], Company], look: Callable[[], Look]) -> None:
        # The letterhead is what the law requires on each document (16 TAC 73).
        self._company, self._look = company, look

    def render(
        self, template: Template, facts: Mapping[str, object], *, made_at: datetime
    ) -> bytes:
        # Characters that our fonts lack or that a tagged PDF must not have are replaced by their
        # closest plain letters, or "?": an unusual name must not block a proposal.
        # An invoice states the company as it was when it was issued.
        look = self._look()
        content = {"seller": asdict(self._company()), **facts, "colors": look.colors}
        content["logo"] = list(look.logo)
        with override(str(facts["language"])):
            words = words_for(content)
        try:
            return _compiled(template, content, words, made_at=made_at)
        except typst.TypstError:
            log.warning("%s set in plain letters: a sign had no place in it", template)
        # Our own words stay: a contract in question marks is none.
        try:
            return _compiled(template, _plain(content), words, made_at=made_at)
        except typst.TypstError as error:
            raise RenderFailed from error


def _compiled(template: Template, facts: object, words: object, *, made_at: datetime) -> bytes:
    inputs = {"facts": facts, "words": words}
    pdf: bytes = typst.compile(
        str(TEMPLATES / f"{template}.typ"),
        root=str(TEMPLATES),
        font_paths=[str(_FONTS)],
        ignore_system_fonts=True,
        sys_inputs={name: orjson.dumps(value).decode() for name, value in inputs.items()},
        pdf_standards="ua-1",
        timestamp=int(made_at.timestamp()),
    )
    return pdf


def _plain(value: object) -> object:
    if isinstance(value, str):
        return "".join(_plain_sign(sign) for sign in value)
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    return value


def _plain_sign(sign: str) -> str:
    if _is_in_our_font(sign):
        return sign
    parts = unicodedata.normalize("NFKD", sign)
    return "".join(
        part if _is_in_our_font(part) else "?"
        for part in parts
        if unicodedata.category(part)[0] not in "CM"
    )


def _is_in_our_font(sign: str) -> bool:
    return " " <= sign <= "~" or "\u00a0" <= sign <= "\u00ff" or sign in "\n\u2013\u2019"
