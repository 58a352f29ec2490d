"""Reminders to customers: of the visit, photos, a payment, an unfinished booking."""

from datetime import datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from standby.company.selectors import company
from standby.core.clock import local_date
from standby.core.contacts import is_plausible_email
from standby.core.market import TERMS
from standby.core.policy import MARKET_ZONE
from standby.messaging.models import Consent, Message
from standby.messaging.rendering import (
    SITE,
    TemplateContext,
    builtin_templates,
    email_parts,
    email_text,
    render,
)
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.orders.models import Appointment, Order
from standby.orders.services.notify import notify_customer, without_message
from standby.payments.models import Milestone
from standby.payments.selectors import finished_orders
from standby.payments.services.milestones import milestone_of, milestones_due, notify_due
from standby.photos.models import PhotoReview
from standby.pricing.models.quoting import WizardSession

REMINDERS_FROM: Final = time(9, 0)
WEEK_BEFORE: Final = timedelta(days=7)
DAY_BEFORE: Final = timedelta(days=1)
PHOTO_REMINDERS_AFTER: Final = (timedelta(days=2), timedelta(days=5))
REVIEW_INVITED_AFTER: Final = timedelta(days=TERMS.review_invited_after_days)
REVIEW_INVITED_WITHIN: Final = timedelta(days=60)  # after power-on, for those who pay later
# Consent to one email reminder of an unfinished booking
RECOVERY_CONSENT: Final = "If I stop here, email me one link so I can pick up where I left off."
RECOVERED_AFTER: Final = timedelta(hours=4)
RECOVERED_WITHIN: Final = timedelta(days=3)
_VISITS: Final = (("reminder_week", WEEK_BEFORE), ("reminder_day", DAY_BEFORE))


def remind_of_visits(*, now: datetime) -> int:
    """Send the visit reminders that are due; returns how many.

    One per date: an appointment that was moved gets a reminder of its new date.
    """
    today = now.astimezone(MARKET_ZONE)
    if not today.time() >= REMINDERS_FROM:
        return 0
    reminded = 0
    midnight = datetime.combine(today.date() + DAY_BEFORE, time(), MARKET_ZONE)
    for kind, before in _VISITS:
        day = today.date() + before
        visits = Appointment.objects.filter(status=Appointment.Status.CONFIRMED, day=day)
        live = visits.exclude(order__status=Order.Status.CANCELLED)
        orders = [
            visit.order for visit in live.select_related("order__customer", "order__order_location")
        ]
        for order in without_message(orders, kind=kind, dedupe_part=f"{day}"):
            with transaction.atomic(durable=True):
                notify_customer(order, kind=kind, dedupe_part=f"{day}", now=now, stale_at=midnight)
            reminded += 1
    return reminded


def remind_of_photos(*, now: datetime) -> int:
    """Remind customers of missing photos, after two days and again after five; returns how many."""
    if not now.astimezone(MARKET_ZONE).time() >= REMINDERS_FROM:
        return 0
    reviews = PhotoReview.objects.filter(
        status=PhotoReview.Status.AWAITING_PHOTOS,
        order__status=Order.Status.SCHEDULED,
        created_at__lte=now - PHOTO_REMINDERS_AFTER[0],
        created_at__gt=now - PHOTO_REMINDERS_AFTER[-1] - DAY_BEFORE,
    ).select_related("order__customer", "order__order_location")
    for review in reviews:
        passed = [after for after in PHOTO_REMINDERS_AFTER if review.created_at + after <= now]
        with transaction.atomic(durable=True):
            notify_customer(
                review.order,
                kind="photo_reminder",
                dedupe_part=f"{passed[-1].days} days",
                now=now,
                least=review.least_photos,
                stale_at=now + DAY_BEFORE,
            )
    return len(reviews)


def invite_reviews(*, now: datetime) -> int:
    """Invite the homeowners of finished orders to write a review, once and by email alone.

    Returns how many. Texts are for the appointment, so none is sent.
    """
    if not now.astimezone(MARKET_ZONE).time() >= REMINDERS_FROM:
        return 0
    orders = finished_orders().filter(
        customer_review=None,
        customer__email_updates=True,
        powered_on_at__lte=now - REVIEW_INVITED_AFTER,
        powered_on_at__gt=now - REVIEW_INVITED_WITHIN,
    )
    invited = without_message(
        list(orders.select_related("customer", "order_location")),
        kind="review_invitation",
        dedupe_part="once",
    )
    for order in invited:
        with transaction.atomic(durable=True):
            notify_customer(
                order,
                kind="review_invitation",
                dedupe_part="once",
                channels=[Message.Channel.EMAIL],
                now=now,
            )
    return len(invited)


def ask_for_payments(*, now: datetime) -> int:
    """Ask for the milestones whose customers could cancel until now; returns how many.

    After the last day to pay, the letter about late fees takes over (PRICE-02.3).
    """
    waited = milestones_due().filter(
        due_on__gte=local_date(now), ask_at__gt=F("reached_at"), ask_at__lte=now
    )
    # Of a bank transfer that failed since, the customer was told then.
    due = list(waited.exclude(payments__checkouts__failed_at__gte=F("ask_at")))
    sent = 0
    for kind in Milestone.Kind:
        orders = [milestone.order for milestone in due if milestone.kind == kind]
        for order in without_message(orders, kind="milestone_due", dedupe_part=kind):
            with transaction.atomic(durable=True):
                notify_due(milestone_of(order, kind), now=now)
            sent += 1
    return sent


def agree_to_reminder(wizard: WizardSession, *, now: datetime) -> None:
    """Record consent to a reminder for the wizard's email address. Idempotent."""
    if not is_plausible_email(wizard.email):
        return
    with transaction.atomic(durable=True):
        if not _active_consents_of(wizard, now=now).exists():
            _record(wizard, agrees=True, now=now)


def take_back_reminder(wizard: WizardSession, *, now: datetime) -> None:
    """Withdraw the consent to a reminder. Idempotent."""
    with transaction.atomic(durable=True):
        if _active_consents_of(wizard, now=now).exists():
            _record(wizard, agrees=False, now=now)


def remind_of_wizards(*, now: datetime) -> int:
    """Queue the reminders that are due, and return how many consents were due.

    An address that reserved since gets none.
    """
    # Email only, and only to visitors who consented to it.
    rendered = render(
        builtin_templates("wizard_recovery"),
        TemplateContext(
            values={"phone": company().phone},
            button=("Continue", f"{SITE}/installation-wizard"),
        ),
        is_booked=False,
        is_reminder=True,
    )
    due = list(_active_consents(now=now).filter(at__lte=now - RECOVERED_AFTER))
    for consent in due:
        reserved = Order.objects.filter(customer__email_key=consent.recipient)
        if reserved.filter(created_at__gte=consent.at).exists():
            continue
        message = Message(
            kind="wizard_recovery",
            channel=Message.Channel.EMAIL,
            recipient=consent.recipient,
            subject=rendered.subject,
            text=email_text(rendered),
            email_parts=email_parts(rendered),
            dedupe_key=f"wizard_recovery:{consent.pk}",
            stale_at=consent.at + RECOVERED_WITHIN,
        )
        with transaction.atomic(durable=True):
            notifications.queue_messages(message, now=now)
    return len(due)


def _active_consents(*, now: datetime) -> QuerySet[Consent]:
    # Consents within the reminder period that no later row withdraws.
    recorded = Consent.objects.filter(channel=Message.Channel.EMAIL, purpose="recovery")
    withdrawn = recorded.filter(
        recipient=OuterRef("recipient"), is_given=False, pk__gt=OuterRef("pk")
    )
    return recorded.filter(~Exists(withdrawn), is_given=True, at__gt=now - RECOVERED_WITHIN)


def _active_consents_of(wizard: WizardSession, *, now: datetime) -> QuerySet[Consent]:
    return _active_consents(now=now).filter(recipient=wizard.email.strip().lower())


def _record(wizard: WizardSession, *, agrees: bool, now: datetime) -> None:
    consents.record_consent(
        Message.Channel.EMAIL,
        recipient=wizard.email,
        agrees=agrees,
        purpose="recovery",
        wording=RECOVERY_CONSENT,
        page="/installation-date",
        now=now,
    )
