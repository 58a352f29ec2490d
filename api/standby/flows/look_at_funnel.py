"""How many of those who began came how far: one story from an address to the last payment."""

from typing import Any

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When

from standby.apps.booking.models import Order
from standby.apps.coverage.demand import checks_in, covered_checks_in
from standby.apps.payments.models import Milestone, Payment
from standby.apps.proposals.models import Proposal
from standby.apps.quoting.funnel import told_rank, wizards_begun
from standby.domain.figures import FUNNEL, OF_WIZARDS, RANK, Figure
from standby.domain.periods import Period


def look_at_funnel(period: Period) -> dict[Figure, int]:
    """Of the visitors who checked in the period and the wizards begun in it, whenever they went on.

    What was checked is counted by visitor, what follows by wizard, which knows of no check.
    """
    ended = wizards_ranked(period).order_by().values_list("rank").annotate(count=Count("pk"))
    at_rank = dict(ended)
    reached = {
        figure: sum(count for rank, count in at_rank.items() if rank >= RANK[figure])
        for figure in OF_WIZARDS
    }
    checks = {
        Figure.CHECKED: checks_in(period).count(),
        Figure.COVERED: covered_checks_in(period).count(),
    }
    counted = checks | reached
    return {figure: counted[figure] for figure in FUNNEL}


def wizards_ranked(period: Period) -> QuerySet[Any]:
    """Each with `rank`, how far it came at the farthest, by any of its orders."""
    orders = Order.objects.filter(wizard=OuterRef("pk"))
    return wizards_begun(period).annotate(
        rank=Case(
            When(~Exists(orders), then=told_rank()),
            _when(Exists(orders.filter(_is_paid())), Figure.PAID),
            _when(Exists(orders.filter(status=Order.Status.COMPLETED)), Figure.COMPLETED),
            _when(Exists(orders.filter(_is_accepted())), Figure.ACCEPTED),
            _when(Exists(orders.filter(quote__locked_at__isnull=False)), Figure.PRICE_LOCKED),
            _when(Exists(orders.filter(_is_fee_paid())), Figure.FEE_PAID),
            default=Value(RANK[Figure.RESERVED]),
            output_field=IntegerField(),
        )
    )


def _when(is_reached: Exists, figure: Figure) -> When:
    return When(is_reached, then=Value(RANK[figure]))


def _is_paid() -> Q:
    open_shares = Milestone.objects.filter(
        order=OuterRef("pk"), status__in=(Milestone.Status.WAITING, Milestone.Status.DUE)
    )
    return Q(~Exists(open_shares), status=Order.Status.COMPLETED)


def _is_accepted() -> Q:
    return Q(Exists(Proposal.objects.filter(order=OuterRef("pk"), accepted_at__isnull=False)))


def _is_fee_paid() -> Q:
    """Also where none is owed: then the date is certain without it."""
    paid = Payment.objects.filter(
        order=OuterRef("pk"), purpose=Payment.Purpose.SCHEDULING_FEE, paid_at__isnull=False
    )
    return Q(Exists(paid)) | Q(status=Order.Status.SCHEDULED)
