"""A mail in HTML as lines of text: no styles, no scripts, quotes marked as in plain text.

Not html.parser: a few kilobytes of tags that never end keep it busy for hours. Here each character
is looked at a fixed number of times.
"""

import re
from html import unescape
from typing import Final

from standby.inbox.rules.clean import clean

LONGEST_HTML: Final = 500_000  # characters; one with a long thread below is far smaller
_LINES: Final = frozenset({
    "p", "div", "br", "tr", "li", "ul", "ol", "table", "blockquote", "hr", "pre", "address",
    "section", "article", "header", "footer", "body", "h1", "h2", "h3", "h4", "h5", "h6",
})  # fmt: skip
_SPACED: Final = frozenset({"p", "blockquote", "table", "h1", "h2", "h3", "h4", "h5", "h6"})
_NOT_READ: Final = frozenset({"style", "script", "head", "title", "template"})
_STARTS: Final = {"li": "- ", "td": " ", "th": " "}
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
# A tag, with ">" allowed in its quoted values; what is none is text.
_TOKEN: Final = re.compile(
    r"""<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,20})\b(?:[^<>"']|"[^"<]*+"|'[^'<]*+'|["'])*+>"""
    r"|<[!?][^<>]*+>|(?P<text>[^<]++|<)"
)
_SPACES: Final = re.compile(r"[ \t\r\n\f]+")
_DEEPEST_QUOTE: Final = 5


class _Lines:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self._quotes = 0

    def end(self, *, is_spaced: bool) -> None:
        text = _SPACES.sub(" ", _unescaped("".join(self.line)))
        text = text.replace("\N{NO-BREAK SPACE}", " ").strip()
        self.line.clear()
        mark = "> " * min(self._quotes, _DEEPEST_QUOTE)
        if text:
            self.lines.append(f"{mark}{text}")
        if is_spaced and self.lines and self.lines[-1].strip("> "):
            self.lines.append(mark.strip())

    def quote(self, by: int) -> None:
        self._quotes = max(0, self._quotes + by)


def text_of_html(html: str) -> str:
    """Return the readable lines of a page of HTML."""
    output, skipped = _Lines(), ""
    for token in _TOKEN.finditer(_COMMENT.sub("", html[:LONGEST_HTML])):
        text, tag, is_end = token["text"], (token["tag"] or "").lower(), token["end"] == "/"
        if skipped:
            # A head that is not closed ends where the body begins.
            is_over = is_end and tag == skipped
            skipped = "" if is_over or (skipped, tag) == ("head", "body") else skipped
        elif text:
            output.line.append(text)
        elif tag in _NOT_READ and not is_end:
            skipped = tag
        elif tag:
            _follow(output, tag, is_end=is_end)
    output.end(is_spaced=False)
    return clean("\n".join(output.lines)).strip()


def _follow(output: _Lines, tag: str, *, is_end: bool) -> None:
    if tag in _LINES:
        output.end(is_spaced=tag in _SPACED)
    if tag == "blockquote":
        output.quote(-1 if is_end else 1)
    elif not is_end and tag in _STARTS:
        output.line.append(_STARTS[tag])


def _unescaped(text: str) -> str:
    try:
        return unescape(text)
    except ValueError:  # a number of thousands of digits
        return text
