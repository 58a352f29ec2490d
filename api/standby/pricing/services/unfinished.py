"""Wizards left unfinished: abandoned after a day, erased after three months."""

from datetime import datetime

from django.db.models import QuerySet

from standby.pricing.models.quoting import WizardSession
from standby.pricing.rules.policy import UNFINISHED_WIZARDS_KEPT, WIZARD_IS_SILENT

Status = WizardSession.Status


def silent_wizards(*, now: datetime) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        status=Status.IN_PROGRESS, updated_at__lt=now - WIZARD_IS_SILENT
    )


def abandon(silent: QuerySet[WizardSession]) -> int:
    # Reserving still completes an abandoned wizard.
    return silent.update(status=Status.ABANDONED)


def unfinished_wizards(*, now: datetime) -> QuerySet[WizardSession]:
    """Return abandoned wizards past their retention; those with a quote or order are kept."""
    return WizardSession.objects.filter(
        status=Status.ABANDONED,
        updated_at__lt=now - UNFINISHED_WIZARDS_KEPT,
        quotes=None,
        orders=None,
    )
