"""Wizards that nobody goes on with: abandoned after a day, erased after three months."""

from datetime import datetime

from standby.apps.quoting.models import WizardSession
from standby.domain.policy import UNFINISHED_WIZARDS_KEPT, WIZARD_IS_SILENT

Status = WizardSession.Status


def abandon_silent_wizards(*, now: datetime) -> int:
    """How many were left. Only from in progress; reserving still completes one (WIZ-06)."""
    silent = WizardSession.objects.filter(
        status=Status.IN_PROGRESS, updated_at__lt=now - WIZARD_IS_SILENT
    )
    return silent.update(status=Status.ABANDONED)


def erase_unfinished_wizards(*, now: datetime) -> int:
    """How many were erased, with all that was told in them. What was sold is never touched."""
    unfinished = WizardSession.objects.filter(
        status=Status.ABANDONED,
        updated_at__lt=now - UNFINISHED_WIZARDS_KEPT,
        quotes=None,
        orders=None,
    )
    erased, by_table = unfinished.delete()
    return by_table.get(WizardSession._meta.label, 0) if erased else 0
