"""One reminder for an unfinished booking, sent only with consent."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from standby.core.contacts import is_plausible_email
from standby.messaging.kinds import email as letter
from standby.messaging.kinds.wizard import wizard_recovery
from standby.messaging.models import Consent, Message
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.messaging.services.consents import Agreement
from standby.messaging.services.outbox import MessageContent, MessageHeader, Recipient
from standby.orders.models import Order
from standby.pricing.models.quoting import WizardSession
from standby.workflows.policy import RECOVERED_AFTER, RECOVERED_WITHIN, RECOVERY_CONSENT

_PAGE: Final = "/installation-date"
_EMAIL: Final = Message.Channel.EMAIL


def agree_to_reminder(wizard: WizardSession, *, now: datetime) -> None:
    """Record consent to a reminder for the wizard's e-mail address. Idempotent."""
    if not is_plausible_email(wizard.email):
        return
    with transaction.atomic(durable=True):
        if not _active_consents_of(wizard, now=now).exists():
            _record(wizard, is_given=True, now=now)


def take_back_reminder(wizard: WizardSession, *, now: datetime) -> None:
    """Withdraw the consent to a reminder. Idempotent."""
    with transaction.atomic(durable=True):
        if _active_consents_of(wizard, now=now).exists():
            _record(wizard, is_given=False, now=now)


def remind_of_wizards(*, now: datetime) -> int:
    """Queue the reminders that are due, and return how many consents were due.

    An address that reserved since gets none.
    """
    due = list(_active_consents(now=now).filter(at__lte=now - RECOVERED_AFTER))
    for consent in due:
        if not _reserved_since(consent):
            _remind(consent, now=now)
    return len(due)


def _active_consents(*, now: datetime) -> QuerySet[Consent]:
    # Consents within the reminder period that no later row withdraws.
    recorded = Consent.objects.filter(channel=_EMAIL, purpose="recovery")
    withdrawn = recorded.filter(
        recipient=OuterRef("recipient"), is_given=False, pk__gt=OuterRef("pk")
    )
    return recorded.filter(~Exists(withdrawn), is_given=True, at__gt=now - RECOVERED_WITHIN)


def _active_consents_of(wizard: WizardSession, *, now: datetime) -> QuerySet[Consent]:
    return _active_consents(now=now).filter(recipient=wizard.email.strip().lower())


def _record(wizard: WizardSession, *, is_given: bool, now: datetime) -> None:
    consents.record_consent(
        _EMAIL,
        recipient=wizard.email,
        is_given=is_given,
        agreement=Agreement(purpose="recovery", wording=RECOVERY_CONSENT, page=_PAGE),
        now=now,
    )


def _reserved_since(consent: Consent) -> bool:
    reserved = Order.objects.filter(customer__email_key=consent.recipient)
    return reserved.filter(created_at__gte=consent.at).exists()


def _remind(consent: Consent, *, now: datetime) -> None:
    rendered = wizard_recovery(name="")
    with transaction.atomic(durable=True):
        notifications.queue_message(
            MessageContent(
                subject=rendered.subject,
                text=letter.render_text(rendered),
                html=letter.render_inner_html(rendered),
            ),
            to=Recipient(channel=_EMAIL, recipient=consent.recipient),
            header=MessageHeader(
                kind="wizard_recovery",
                dedupe_key=f"wizard_recovery:{consent.pk}",
                stale_at=consent.at + RECOVERED_WITHIN,
            ),
            now=now,
        )
