from functools import cache

from standby.company.selectors import colors, company, logo, logo_content
from standby.documents.providers.pdf import DocumentRenderer
from standby.documents.providers.pdf.typst import Look, TypstRenderer


@cache
def document_renderer() -> DocumentRenderer:
    return TypstRenderer(company=company, look=_look)


def _look() -> Look:
    chosen = logo()
    return Look(colors=colors(), logo=logo_content(chosen.sha256) if chosen else b"")
