"""The booking funnel, from the address check to the last payment."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from standby.core.periods import Period
from standby.coverage.selectors.demand import checks_in, covered_checks_in
from standby.documents.models import Proposal
from standby.orders.models import Order
from standby.payments.models import Milestone, Payment
from standby.pricing.models.quoting import WizardSession
from standby.reports.rules.metrics import FUNNEL, Metric
from standby.reports.selectors.wizards import STEP_FILTERS, funnel_counts, wizards_begun

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
    counted = funnel_counts(period) | {
        Metric.CHECKED: checks_in(period).count(),
        Metric.COVERED: covered_checks_in(period).count(),
        **{figure: wizards_at(figure, period).count() for figure in _ordered()},
    }
    return {figure: counted[figure] for figure in FUNNEL}


def wizards_at(metric: Metric, period: Period) -> QuerySet[WizardSession]:
    """Return the wizard sessions begun in the period with an order that reached the step."""
    # One plain condition at a time: all of them in one expression took PostgreSQL ten seconds to
    # compile and two to run.
    wizards = wizards_begun(period)
    if metric in STEP_FILTERS:
        return wizards.filter(STEP_FILTERS[metric])
    orders = Order.objects.filter(_ordered()[metric])
    return wizards.filter(pk__in=orders.values("wizard"))


def _ordered() -> Mapping[Metric, Q]:
    # An order that reached a later step counts for the earlier ones, even if canceled since.
    completed = Q(status=Order.Status.COMPLETED)
    accepted = Q(status__in=_ACCEPTED_OR_LATER) | Q(
        pk__in=_orders_of(Proposal, accepted_at__isnull=False)
    )
    locked = Q(quote__locked_at__isnull=False) | accepted
    fee_paid = Q(
        pk__in=_orders_of(Payment, purpose=Payment.Purpose.SCHEDULING_FEE, paid_at__isnull=False)
    )
    unpaid = Milestone.objects.filter(order=OuterRef("pk"), status__in=_UNPAID)
    return {
        # Without a fee due, confirming the order schedules it.
        Metric.FEE_PAID: fee_paid | Q(status=Order.Status.SCHEDULED) | locked,
        Metric.PRICE_LOCKED: locked,
        Metric.ACCEPTED: accepted,
        Metric.COMPLETED: completed,
        Metric.PAID: Q(~Exists(unpaid)) & completed,
    }


def _orders_of(table: type[Proposal] | type[Payment], **reached: object) -> QuerySet[Any, Any]:
    return table.objects.filter(**reached).values("order")
