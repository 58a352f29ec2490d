"""Gauges of the work that waits, for the operator's alarms (RUN-04.1)."""

from datetime import datetime, timedelta
from typing import Final

from standby.core.jobs import backlog_by_kind, dead_jobs
from standby.core.models import Job
from standby.documents.services.documents import DOCUMENTS_TRIED_FOR
from standby.inbox.services.card_reports import open_reports
from standby.messaging.models import Message
from standby.messaging.selectors import DEAD_MESSAGE_MATTERS_FOR
from standby.messaging.services.outbox import outbox_hold, over_budget_lately
from standby.messaging.services.suppressions import unsent_for_us
from standby.orders.models import Appointment
from standby.payments.models import Dispute, Refund
from standby.payments.selectors import FAILED
from standby.photos.models import PhotoReview
from standby.tracking.waits import differing_payouts

_GIVEN_UP_WITHIN: Final = timedelta(days=1)
_QUEUES: Final = {
    "card_events": (Job.Kind.PAYMENT_EVENT,),
    "refunds": (Job.Kind.REFUND,),
    "photos": (Job.Kind.PHOTO,),
    "documents": (Job.Kind.DOCUMENT, Job.Kind.INVOICE),
}


def backlog(*, now: datetime) -> dict[str, float]:
    """Return each gauge's value by name: counts, and ages in seconds (0 when nothing waits)."""
    due = backlog_by_kind(now=now)
    unsent = [due[kind] for kind in Message.Channel if kind in due]
    gauges: dict[str, float] = {}
    for name, kinds in _QUEUES.items():
        waiting = [due[kind] for kind in kinds if kind in due]
        gauges[f"{name}_waiting"] = sum(count for count, _ in waiting)
        gauges[f"{name}_oldest_seconds"] = max((oldest_s for _, oldest_s in waiting), default=0.0)
    return gauges | {
        "messages_waiting": sum(count for count, _ in unsent),
        "messages_oldest_seconds": max((oldest_s for _, oldest_s in unsent), default=0.0),
        "messages_dead": Message.objects.filter(
            status=Message.Status.DEAD, dead_at__gte=now - DEAD_MESSAGE_MATTERS_FOR
        ).count(),
        "visitor_messages_unsent": over_budget_lately(now=now),
        "messages_suppressed": unsent_for_us(now=now).count(),
        "outbox_held": int(outbox_hold() is not None),
        "refunds_failed": Refund.objects.filter(status__in=FAILED).count(),
        "disputes_open": Dispute.objects.filter(closed_at=None).count(),
        "card_reports_set_aside": open_reports().count(),
        "payouts_unmatched": differing_payouts(now=now).count(),
        "appointments_held": Appointment.objects.filter(status=Appointment.Status.HELD).count(),
        "appointments_without_a_date": Appointment.objects.filter(
            status=Appointment.Status.NEEDS_NEW_DATE
        ).count(),
        "photo_reviews_waiting": PhotoReview.objects.filter(
            status=PhotoReview.Status.SUBMITTED
        ).count(),
        "photos_given_up": dead_jobs(Job.Kind.PHOTO)
        .filter(dead_at__gte=now - _GIVEN_UP_WITHIN)
        .count(),
        "documents_given_up": dead_jobs(Job.Kind.DOCUMENT, Job.Kind.INVOICE)
        .filter(dead_at__gte=now - DOCUMENTS_TRIED_FOR)
        .count(),
    }
