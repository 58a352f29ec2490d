"""How much work waits, and for how long: what an operator is woken for (RUN-03)."""

from datetime import datetime

from django.db.models import Min, QuerySet

from standby.apps.booking.models import Appointment
from standby.apps.notifications.models import Message
from standby.apps.notifications.services import outbox_hold
from standby.apps.payments.models import CardEvent, Refund
from standby.apps.photos.models import PhotoReview


def what_waits(*, now: datetime) -> dict[str, float]:
    """By the name of its gauge: counts, and ages in seconds (0 when nothing waits)."""
    queued = Message.objects.filter(status=Message.Status.QUEUED, due_at__lte=now)
    unread = CardEvent.objects.filter(processed_at__isnull=True)
    return {
        "messages_waiting": queued.count(),
        "messages_oldest_seconds": _age_s(queued, "due_at", now=now),
        "messages_dead": Message.objects.filter(status=Message.Status.DEAD).count(),
        "outbox_held": int(outbox_hold() is not None),
        "card_events_waiting": unread.count(),
        "card_events_oldest_seconds": _age_s(unread, "received_at", now=now),
        "refunds_failed": Refund.objects.filter(status=Refund.Status.FAILED).count(),
        "appointments_held": Appointment.objects.filter(status=Appointment.Status.HELD).count(),
        "appointments_without_a_date": Appointment.objects.filter(
            status=Appointment.Status.NEEDS_NEW_DATE
        ).count(),
        "photo_reviews_waiting": PhotoReview.objects.filter(
            status=PhotoReview.Status.SUBMITTED
        ).count(),
    }


def _age_s(
    waiting: "QuerySet[Message] | QuerySet[CardEvent]", since: str, *, now: datetime
) -> float:
    oldest = waiting.aggregate(oldest=Min(since))["oldest"]
    return 0.0 if oldest is None else (now - oldest).total_seconds()
