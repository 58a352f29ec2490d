"""The booking funnel, from the address check to the last payment, and abandoned wizards."""

from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from standby.core.clock import Period
from standby.coverage.selectors import checks_in, covered_checks_in
from standby.documents.models import Proposal
from standby.orders.models import Order
from standby.payments.models import Milestone, Payment
from standby.pricing.models.quoting import WizardSession
from standby.reports.rules import FUNNEL, Metric

_RESERVED: Final = Q(status=WizardSession.Status.COMPLETED)
_DATE: Final = Q(selected_installation_date__isnull=False) | _RESERVED
_GENERATOR: Final = ~Q(generator_choice="") | _DATE
# Each step includes the later ones: a visitor who answered a later question passed the earlier
# ones.
_STEP_FILTERS: Final = {
    Metric.BAND: Q(max_distance_ft__isnull=False) | _GENERATOR,
    Metric.GENERATOR: _GENERATOR,
    Metric.DATE: _DATE,
    Metric.RESERVED: _RESERVED,
}
_UNPAID: Final = (Milestone.Status.WAITING, Milestone.Status.DUE)
_ACCEPTED_OR_LATER: Final = (
    Order.Status.ACCEPTED,
    Order.Status.EQUIPMENT_ARRIVED,
    Order.Status.COMPLETED,
)


def funnel_report(period: Period) -> dict[Metric, int]:
    """Return the count of each funnel step for visits and wizard sessions begun in the period.

    Later steps count whenever they happened. Address checks are counted by visitor and the other
    steps by wizard session, because a session does not know of its checks.
    """
    steps = _wizards_begun(period).aggregate(
        **{step: Count("pk", filter=condition) for step, condition in _STEP_FILTERS.items()}
    )
    counted = steps | {
        Metric.CHECKED: checks_in(period).count(),
        Metric.COVERED: covered_checks_in(period).count(),
        **{step: wizards_at(step, period).count() for step in _order_filters()},
    }
    return {step: counted[step] for step in FUNNEL}


def wizards_at(metric: Metric, period: Period) -> QuerySet[WizardSession]:
    """Return the wizard sessions begun in the period with an order that reached the step."""
    # One plain condition at a time: all of them in one expression took PostgreSQL ten seconds to
    # compile and two to run.
    wizards = _wizards_begun(period)
    if metric in _STEP_FILTERS:
        return wizards.filter(_STEP_FILTERS[metric])
    orders = Order.objects.filter(_order_filters()[metric])
    return wizards.filter(pk__in=orders.values("wizard"))


def wizards_left(period: Period) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED,
        updated_at__gte=period.begins_at,
        updated_at__lt=period.ends_at,
    )


def _wizards_begun(period: Period) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        created_at__gte=period.begins_at, created_at__lt=period.ends_at
    )


def _order_filters() -> dict[Metric, Q]:
    # An order that reached a later step counts for the earlier ones, even if canceled since.
    completed = Q(status=Order.Status.COMPLETED)
    proposals = Proposal.objects.filter(accepted_at__isnull=False)
    accepted = Q(status__in=_ACCEPTED_OR_LATER) | Q(pk__in=proposals.values("order"))
    locked = Q(quote__locked_at__isnull=False) | accepted
    fees = Payment.objects.filter(purpose=Payment.Purpose.SCHEDULING_FEE, paid_at__isnull=False)
    unpaid = Milestone.objects.filter(order=OuterRef("pk"), status__in=_UNPAID)
    return {
        # Without a fee due, confirming the order schedules it.
        Metric.FEE_PAID: Q(pk__in=fees.values("order")) | Q(status=Order.Status.SCHEDULED) | locked,
        Metric.PRICE_LOCKED: locked,
        Metric.ACCEPTED: accepted,
        Metric.COMPLETED: completed,
        Metric.PAID: Q(~Exists(unpaid)) & completed,
    }
