"""Texts of customers: which of them staff have answered."""

from datetime import datetime

from django.db.models import QuerySet

from standby.core.contacts import phone_key
from standby.core.errors import NotFound, _
from standby.messaging.models import InboundText


class TextNotFound(NotFound):
    code = "text_not_found"
    message = _("There is no such text.")


def mark_answered(text_id: int, *, actor: str, now: datetime) -> None:
    """Mark a text and all earlier ones of its sender as answered. Raises TextNotFound."""
    text = InboundText.objects.filter(pk=text_id).first()
    if text is None:
        raise TextNotFound
    _unanswered(text.sender).filter(pk__lte=text.pk).update(answered_at=now, answered_by=actor)


def answer_texts_from(phone: str, *, actor: str, now: datetime) -> None:
    """Mark every text from this number as answered; safe to repeat."""
    _unanswered(phone).update(answered_at=now, answered_by=actor)


def _unanswered(phone: str) -> QuerySet[InboundText]:
    key = phone_key(phone)
    texts = InboundText.objects.filter(sender__endswith=key, answered_at=None)
    return texts if key else texts.none()
