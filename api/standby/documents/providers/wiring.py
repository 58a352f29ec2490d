from functools import cache

from django.conf import settings

from standby.documents.providers.pdf import DocumentRenderer, Letterhead
from standby.documents.providers.pdf.typst import TypstRenderer


@cache
def document_renderer() -> DocumentRenderer:
    company = settings.COMPANY
    return TypstRenderer(
        letterhead=Letterhead(
            brand=company.name,
            name=company.legal_name,
            address=company.address,
            phone=company.phone,
            email=company.email,
            licence=company.licence,
            regulator=company.regulator,
        ),
        colors=settings.COLORS,
    )
