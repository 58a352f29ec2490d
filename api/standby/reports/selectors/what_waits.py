"""Gauges of the work that waits, for the operator's alarms (RUN-04.1)."""

from datetime import datetime, timedelta
from typing import Final

from standby.core.jobs import Backlog, backlog_by_kind, dead_jobs
from standby.core.models import Job
from standby.documents.services.documents import DOCUMENTS_TRIED_FOR
from standby.messaging.models import Message
from standby.messaging.selectors import DEAD_MESSAGE_MATTERS_FOR
from standby.messaging.services.outbox import outbox_hold
from standby.orders.models import Appointment
from standby.payments.models import Dispute, Refund
from standby.payments.selectors import FAILED
from standby.photos.models import PhotoReview

_GIVEN_UP_WITHIN: Final = timedelta(days=1)


def backlog(*, now: datetime) -> dict[str, float]:
    """Return each gauge's value by name: counts, and ages in seconds (0 when nothing waits)."""
    due = backlog_by_kind(now=now)
    unsent = [due[kind] for kind in Message.Channel if kind in due]
    events = due.get(Job.Kind.PAYMENT_EVENT, Backlog())
    refunds = due.get(Job.Kind.REFUND, Backlog())
    unprocessed_photos = due.get(Job.Kind.PHOTO, Backlog())
    documents = due.get(Job.Kind.DOCUMENT, Backlog())
    return {
        "messages_waiting": sum(each.count for each in unsent),
        "messages_oldest_seconds": max((each.oldest_s for each in unsent), default=0.0),
        "messages_dead": Message.objects.filter(
            status=Message.Status.DEAD, dead_at__gte=now - DEAD_MESSAGE_MATTERS_FOR
        ).count(),
        "outbox_held": int(outbox_hold() is not None),
        "card_events_waiting": events.count,
        "card_events_oldest_seconds": events.oldest_s,
        "refunds_failed": Refund.objects.filter(status__in=FAILED).count(),
        "disputes_open": Dispute.objects.filter(closed_at=None).count(),
        "appointments_held": Appointment.objects.filter(status=Appointment.Status.HELD).count(),
        "appointments_without_a_date": Appointment.objects.filter(
            status=Appointment.Status.NEEDS_NEW_DATE
        ).count(),
        "photo_reviews_waiting": PhotoReview.objects.filter(
            status=PhotoReview.Status.SUBMITTED
        ).count(),
        "refunds_waiting": refunds.count,
        "refunds_oldest_seconds": refunds.oldest_s,
        "photos_waiting": unprocessed_photos.count,
        "photos_oldest_seconds": unprocessed_photos.oldest_s,
        "photos_given_up": dead_jobs(Job.Kind.PHOTO)
        .filter(dead_at__gte=now - _GIVEN_UP_WITHIN)
        .count(),
        "documents_waiting": documents.count,
        "documents_oldest_seconds": documents.oldest_s,
        "documents_given_up": dead_jobs(Job.Kind.DOCUMENT)
        .filter(dead_at__gte=now - DOCUMENTS_TRIED_FOR)
        .count(),
    }
