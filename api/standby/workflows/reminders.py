"""Reminders to customers: of the visit, photos, a payment, an unfinished booking."""

from collections.abc import Callable, Sequence
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from standby.company.selectors import company
from standby.core.clock import local_date
from standby.core.contacts import is_plausible_email
from standby.core.market import TERMS
from standby.core.policy import MARKET_ZONE
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.core.words import _, in_language, say
from standby.messaging.models import Consent, Message
from standby.messaging.rendering import (
    SITE,
    TemplateContext,
    builtin_templates,
    email_parts,
    email_text,
    render,
)
from standby.messaging.services import consents, outbox
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
RECOVERY_CONSENT: Final = _("If I stop here, email me one link so I can pick up where I left off.")
RECOVERED_AFTER: Final = timedelta(hours=4)
RECOVERED_WITHIN: Final = timedelta(days=3)
OfOrder = TypeVar("OfOrder", Appointment, Milestone)
_VISITS: Final = (("reminder_week", WEEK_BEFORE), ("reminder_day", DAY_BEFORE))


def remind_of_visits(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
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
        reminded += steps.each(
            f"{kind} {day}",
            live.select_related("order__customer", "order__order_location"),
            partial(_remind, kind=kind, dedupe_part=f"{day}", now=now, stale_at=midnight),
            narrow=_not_notified(kind=kind, dedupe_part=f"{day}"),
        )
    return reminded


def _remind(visit: Appointment, **about: Any) -> int:
    return _notify(visit.order, **about)


def _notify(order: Order, **about: Any) -> int:
    with transaction.atomic(durable=True):
        notify_customer(order, **about)
    return 1


def _not_notified(*, kind: str, dedupe_part: str) -> Callable[[Sequence[OfOrder]], list[OfOrder]]:
    def narrow(rows: Sequence[OfOrder]) -> list[OfOrder]:
        orders = [each.order for each in rows]
        unnotified = without_message(orders, kind=kind, dedupe_part=dedupe_part)
        return [each for each in rows if each.order in unnotified]

    return narrow


def remind_of_photos(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Remind customers of missing photos, after two days and again after five; returns how many."""
    if not now.astimezone(MARKET_ZONE).time() >= REMINDERS_FROM:
        return 0
    reviews = PhotoReview.objects.filter(
        status=PhotoReview.Status.AWAITING_PHOTOS,
        order__status=Order.Status.SCHEDULED,
        created_at__lte=now - PHOTO_REMINDERS_AFTER[0],
        created_at__gt=now - PHOTO_REMINDERS_AFTER[-1] - DAY_BEFORE,
    ).select_related("order__customer", "order__order_location")

    def remind(review: PhotoReview) -> int:
        passed = [after for after in PHOTO_REMINDERS_AFTER if review.created_at + after <= now]
        return _notify(
            review.order,
            kind="photo_reminder",
            dedupe_part=f"{passed[-1].days} days",
            now=now,
            least=review.least_photos,
            stale_at=now + DAY_BEFORE,
        )

    return steps.each("reviews", reviews, remind)


def invite_reviews(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
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
    kind, part = "review_invitation", "once"
    email = [Message.Channel.EMAIL]
    return steps.each(
        "orders",
        orders.select_related("customer", "order_location"),
        partial(_notify, kind=kind, dedupe_part=part, channels=email, now=now),
        narrow=partial(without_message, kind=kind, dedupe_part=part),
    )


def ask_for_payments(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Ask for the milestones whose customers could cancel until now; returns how many.

    After the last day to pay, the letter about late fees takes over (PRICE-02.3).
    """
    waited = milestones_due().filter(
        due_on__gte=local_date(now), ask_at__gt=F("reached_at"), ask_at__lte=now
    )
    # Of a bank transfer that failed since, the customer was told then.
    due = waited.exclude(payments__checkouts__failed_at__gte=F("ask_at"))

    def ask(milestone: Milestone) -> int:
        with transaction.atomic(durable=True):
            notify_due(milestone_of(milestone.order, milestone.kind), now=now)
        return 1

    return sum(
        steps.each(
            kind,
            due.filter(kind=kind),
            ask,
            narrow=_not_notified(kind="milestone_due", dedupe_part=kind),
        )
        for kind in Milestone.Kind
    )


def agree_to_reminder(wizard: WizardSession, *, now: datetime) -> None:
    """Record consent to a reminder for the wizard's email address, in the active language.

    Idempotent.
    """
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


def remind_of_wizards(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Queue the reminders that are due, and return how many consents were due.

    An address that reserved since gets none.
    """

    def remind(consent: Consent) -> int:
        reserved = Order.objects.filter(customer__email_key=consent.recipient)
        if reserved.filter(created_at__gte=consent.at).exists():
            return 1
        with in_language(consent.language):
            message = _wizard_reminder(consent)
        with transaction.atomic(durable=True):
            outbox.queue_messages(message, now=now)
        return 1

    due = _active_consents(now=now).filter(at__lte=now - RECOVERED_AFTER)
    return steps.each("consents", due, remind)


def _wizard_reminder(consent: Consent) -> Message:
    # Email only, and only to visitors who consented to it.
    rendered = render(
        builtin_templates("wizard_recovery"),
        TemplateContext(
            values={"phone": company().phone},
            button=(say("Continue"), f"{SITE}/installation-wizard"),
        ),
        is_booked=False,
        is_refusable=True,
    )
    return Message(
        kind="wizard_recovery",
        channel=Message.Channel.EMAIL,
        recipient=consent.recipient,
        language=consent.language,
        subject=rendered.subject,
        text=email_text(rendered),
        email_parts=email_parts(rendered),
        dedupe_key=f"wizard_recovery:{consent.pk}",
        stale_at=consent.at + RECOVERED_WITHIN,
    )


def _active_consents(*, now: datetime) -> QuerySet[Consent]:
    # Consents within the reminder period that no later row withdraws.
    recorded = Consent.objects.filter(channel=Message.Channel.EMAIL, purpose="recovery")
    withdrawn = recorded.filter(
        recipient=OuterRef("recipient"), is_granted=False, pk__gt=OuterRef("pk")
    )
    return recorded.filter(~Exists(withdrawn), is_granted=True, at__gt=now - RECOVERED_WITHIN)


def _active_consents_of(wizard: WizardSession, *, now: datetime) -> QuerySet[Consent]:
    return _active_consents(now=now).filter(recipient=wizard.email.strip().lower())


def _record(wizard: WizardSession, *, agrees: bool, now: datetime) -> None:
    consents.record_consent(
        Message.Channel.EMAIL,
        recipient=wizard.email,
        agrees=agrees,
        purpose="recovery",
        wording=say(RECOVERY_CONSENT),
        page="/installation-date",
        now=now,
    )
