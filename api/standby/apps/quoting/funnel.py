"""How far visitors came in the wizard by themselves, and who left it."""

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from standby.apps.quoting.models import WizardSession
from standby.domain.figures import RANK, Figure
from standby.domain.periods import Period


def wizards_begun(period: Period) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        created_at__gte=period.begins_at, created_at__lt=period.ends_at
    )


def wizards_left(period: Period) -> QuerySet[WizardSession]:
    """Abandoned, and touched for the last time in the period."""
    return WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED,
        updated_at__gte=period.begins_at,
        updated_at__lt=period.ends_at,
    )


def told_rank() -> Case:
    """What the wizard knows of its visitor's answers: the last of them counts."""
    return Case(
        _when(Q(selected_installation_date__isnull=False), Figure.DATE),
        _when(~Q(generator_choice=""), Figure.GENERATOR),
        _when(Q(max_distance_ft__isnull=False), Figure.BAND),
        default=Value(0),
        output_field=IntegerField(),
    )


def _when(told: Q, figure: Figure) -> When:
    return When(told, then=Value(RANK[figure]))
