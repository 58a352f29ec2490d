"""The wizard's funnel, and abandoned wizards."""

from typing import Final

from django.db.models import Count, Q, QuerySet

from standby.core.periods import Period
from standby.pricing.models.quoting import WizardSession
from standby.reports.rules.metrics import Metric

_RESERVED: Final = Q(status=WizardSession.Status.COMPLETED)
_DATE: Final = Q(selected_installation_date__isnull=False) | _RESERVED
_GENERATOR: Final = ~Q(generator_choice="") | _DATE
_BAND: Final = Q(max_distance_ft__isnull=False) | _GENERATOR
# Each step includes the later ones: a visitor who answered a later question passed the earlier
# ones.
STEP_FILTERS: Final = {
    Metric.BAND: _BAND,
    Metric.GENERATOR: _GENERATOR,
    Metric.DATE: _DATE,
    Metric.RESERVED: _RESERVED,
}


def wizards_begun(period: Period) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        created_at__gte=period.begins_at, created_at__lt=period.ends_at
    )


def funnel_counts(period: Period) -> dict[Metric, int]:
    counted = wizards_begun(period).aggregate(
        **{figure: Count("pk", filter=condition) for figure, condition in STEP_FILTERS.items()}
    )
    return {figure: counted[figure] for figure in STEP_FILTERS}


def wizards_left(period: Period) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED,
        updated_at__gte=period.begins_at,
        updated_at__lt=period.ends_at,
    )
