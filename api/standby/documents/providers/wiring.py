from functools import cache

from django.conf import settings

from standby.company.selectors import company
from standby.documents.providers.pdf import DocumentRenderer
from standby.documents.providers.pdf.typst import TypstRenderer


@cache
def document_renderer() -> DocumentRenderer:
    return TypstRenderer(company=company, colors=settings.COLORS)
