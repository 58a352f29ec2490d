"""Plain reference pages for `make bench`: the same words and first picture, without the rest.

A plain page has one short style, no script, and no second file but its picture. Nothing on it
works; it shows what the content alone weighs.
"""

from html import escape
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree

from ops.once import quietly
from ops.places import DIST, PYTHON

STYLE = (
    "body{max-width:44rem;margin:auto;padding:1rem;font:1.0625rem/1.6 system-ui}"
    "img{width:100%;height:auto}h1{font-size:2.4rem;line-height:1.1}"
)
WORDS = {
    *("h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "dl", "dt", "dd"),
    *("strong", "em", "s", "table", "tbody", "tr", "th", "td", "form", "label", "button"),
}
KEPT = {
    "a": ("href",),
    "img": ("src", "alt", "width", "height"),
    "input": ("name", "type"),
    "picture": (),
    "source": ("type", "srcset", "sizes", "media"),
}
PICTURE = {"picture", "source", "img"}
UNSEEN = {"head", "script", "style", "svg", "template", "noscript"}


class _Plain(HTMLParser):
    """Keeps the words, the links and the first picture of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._unseen = 0
        self._pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self._unseen += 1
        self._pictures += tag == "picture"
        if self._shows(tag):
            kept = [(name, text or "") for name, text in attrs if name in KEPT.get(tag, ())]
            told = "".join(f' {name}="{escape(text)}"' for name, text in kept)
            self.parts.append(f"<{tag}{told}>")

    def handle_endtag(self, tag: str) -> None:
        if self._shows(tag) and tag not in {"img", "input", "source"}:
            self.parts.append(f"</{tag}>")
        if tag in UNSEEN:
            self._unseen -= 1

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(escape(data, quote=False))

    def _shows(self, tag: str) -> bool:
        if self._unseen or tag not in WORDS | KEPT.keys():
            return False
        return tag not in PICTURE or self._pictures <= 1


def plain(html: str) -> str:
    reader = _Plain()
    reader.feed(html)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<link rel="icon" href="data:,">'
        f"<style>{STYLE}</style><body>{''.join(reader.parts)}"
    )


def plain_site(folder: Path, *, paths: list[str]) -> None:
    """Write the plain pages of these paths, compressed as ours are."""
    copytree(DIST / "_astro", folder / "_astro")
    for path in paths:
        name = f"{path.removeprefix('/') or 'index'}.html"
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(plain((DIST / name).read_text()))
    quietly([PYTHON, "-m", "whitenoise.compress", "--quiet", folder])
