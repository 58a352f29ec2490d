"""One reminder for an unfinished booking, sent only with consent."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from standby.core.contacts import is_plausible_email
from standby.messaging.models import Consent, Message
from standby.messaging.rendering import (
    SITE,
    TemplateContext,
    builtin_templates,
    email_body,
    email_text,
    render,
)
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.orders.models import Order
from standby.pricing.models.quoting import WizardSession
from standby.workflows.policy import RECOVERED_AFTER, RECOVERED_WITHIN, RECOVERY_CONSENT

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
    # E-mail only, and only to visitors who consented to it.
    rendered = render(
        builtin_templates("wizard_recovery"),
        TemplateContext(
            values={"phone": settings.COMPANY.phone},
            button=("Go on", f"{SITE}/installation-wizard"),
        ),
        is_booked=False,
    )
    due = list(_active_consents(now=now).filter(at__lte=now - RECOVERED_AFTER))
    for consent in due:
        reserved = Order.objects.filter(customer__email_key=consent.recipient)
        if reserved.filter(created_at__gte=consent.at).exists():
            continue
        message = Message(
            kind="wizard_recovery",
            channel=_EMAIL,
            recipient=consent.recipient,
            subject=rendered.subject,
            text=email_text(rendered),
            html=email_body(rendered),
            dedupe_key=f"wizard_recovery:{consent.pk}",
            stale_at=consent.at + RECOVERED_WITHIN,
        )
        with transaction.atomic(durable=True):
            notifications.queue_messages(message, now=now)
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
        purpose="recovery",
        wording=RECOVERY_CONSENT,
        page="/installation-date",
        now=now,
    )
