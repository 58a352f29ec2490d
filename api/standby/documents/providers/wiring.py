from functools import cache

from django.conf import settings

from standby.documents.providers.pdf import DocumentRenderer
from standby.documents.providers.pdf.typst import TypstRenderer


@cache
def document_renderer() -> DocumentRenderer:
    return TypstRenderer(company=settings.COMPANY, colors=settings.COLORS)
