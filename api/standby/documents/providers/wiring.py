from functools import cache

from django.conf import settings

from standby.documents.providers.pdf import DocumentRenderer, Letterhead
from standby.documents.providers.pdf.typst import TypstRenderer


@cache
def document_renderer() -> DocumentRenderer:
    contractor = settings.ENVIRONMENT.contractor
    return TypstRenderer(
        letterhead=Letterhead(
            brand="Standby",
            name=contractor["CONTRACTOR_NAME"],
            address=contractor["CONTRACTOR_ADDRESS"],
            phone=contractor["CONTRACTOR_PHONE"],
            email=contractor["CONTRACTOR_EMAIL"],
            licence=contractor["CONTRACTOR_LICENCE"],
            regulator=contractor["CONTRACTOR_REGULATOR"],
        )
    )
