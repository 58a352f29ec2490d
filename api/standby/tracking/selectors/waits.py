"""What waits for staff: one query for each group, its oldest rows and how many there are."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Sum,
)
from django.db.models.functions import Coalesce

from standby.accounts.models import User
from standby.accounts.services.users import name_of
from standby.core.clock import last_minute, local_date
from standby.core.contacts import format_phone, sender_key
from standby.core.words import say, say_count
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import booked_visits
from standby.inbox.models import Item, ReceivedFile
from standby.inbox.rules.folding import shown_words
from standby.inbox.services.card_reports import title_of
from standby.messaging.models import InboundMessage, Message, Suppression
from standby.messaging.rendering import without_links
from standby.messaging.selectors import undelivered
from standby.messaging.services.suppressions import evidence_of, suppressions_of_us
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import hours_label
from standby.orders.selectors.orders import orders_by_contact
from standby.payments.models import (
    BalanceTransaction,
    CheckoutSession,
    Dispute,
    Milestone,
    Payout,
    Refund,
)
from standby.payments.rules import MILESTONE_OCCASIONS
from standby.payments.selectors import (
    TO_ANSWER,
    TO_LOOK_AT,
    refunds_on_their_way,
    transfers_on_their_way,
    transfers_that_failed,
    with_account,
)
from standby.photos.models import PhotoReview
from standby.photos.rules import review_deadline
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind, StepStatus, status_word, step_name
from standby.readiness.selectors import steps_due_for
from standby.sales.models import Lead
from standby.sales.selectors.leads import LeadRow, leads_to_contact
from standby.tasks.models import StaffTask
from standby.tasks.services import tasks_for
from standby.tracking.rules.next_actions import STAFF_ACTIONS, NextActionKey
from standby.tracking.rules.waits import MESSAGES, WaitKey
from standby.tracking.selectors.find_orders import orders_waiting_for_any
from standby.tracking.selectors.orders import order_summaries

MOST_SHOWN: Final = 20
MOST_OF_ONE_GROUP: Final = 500
HOLDS_MATTER_FOR: Final = timedelta(days=7)
# Jobs further away have time; one within the ten days of the next action is late.
ASSIGNED_BEFORE: Final = timedelta(days=21)
_PAYOUTS_MATTER_FOR: Final = timedelta(days=60)
_REPLIES_MATTER_FOR: Final = timedelta(days=60)
_LONGEST_GIST: Final = 1000  # characters of a reply; the whole is in the conversation
# Next actions of staff that have a group of their own.
_IN_OTHER_GROUPS: Final = (
    NextActionKey.REVIEW_PHOTOS,
    NextActionKey.RETRY_REFUND,
    NextActionKey.ANSWER_DISPUTE,
    NextActionKey.NAME_TECHNICIAN,
    NextActionKey.CHASE_PAYMENT,
    NextActionKey.REACH_CUSTOMER,
)
_OTHER_ACTIONS: Final = tuple(action for action in STAFF_ACTIONS if action not in _IN_OTHER_GROUPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingItem:
    """One row of a group. `by` is the deadline that we promised or set.

    `id` is of the row that waits: a photo review, a task, a reply, for a lead its source and its
    id there; `order_id` is null where there is no order.
    """

    id: str
    title: str
    detail: str = ""
    phone: str = ""
    order_id: UUID | None = None
    since: datetime | None = None
    by: datetime | None = None
    due_on: date | None = None
    amount_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingGroup:
    key: WaitKey
    count: int
    items: list[WaitingItem]


def waiting_groups(
    keys: Iterable[WaitKey],
    *,
    user: User,
    now: datetime,
    most_shown: int = MOST_SHOWN,
    kinds: Collection[str] = MESSAGES,
) -> list[WaitingGroup]:
    """Return the groups in which something waits, each with its first rows.

    `kinds` are those of items set aside that the user sees.
    """
    groups = []
    for key in keys:
        rows, to_items = _group(key, user=user, kinds=kinds, now=now)
        shown = list(rows[: most_shown + 1])
        if shown:
            count = len(shown) if len(shown) <= most_shown else _count(rows)
            items = to_items(shown[:most_shown])
            groups.append(WaitingGroup(key=key, count=count, items=items))
    return groups


def waiting_counts(
    keys: Iterable[WaitKey], *, user: User, now: datetime, kinds: Collection[str] = MESSAGES
) -> dict[WaitKey, int]:
    return {key: _count(_group(key, user=user, kinds=kinds, now=now)[0]) for key in keys}


Rows = QuerySet[Any, Any] | list[LeadRow]
Group = tuple[Rows, Callable[[Sequence[Any]], list[WaitingItem]]]


def _group(key: WaitKey, *, user: User, kinds: Collection[str], now: datetime) -> Group:
    return _set_aside(kinds, now) if key is WaitKey.INBOX else _GROUPS[key](user, now)


def _count(rows: Rows) -> int:
    return len(rows) if isinstance(rows, list) else rows.count()


def _photo_reviews(_user: User, _now: datetime) -> Group:
    waiting = PhotoReview.objects.filter(status=PhotoReview.Status.SUBMITTED)
    waiting = waiting.select_related("order__customer", "order__order_location")

    def to_item(review: PhotoReview) -> WaitingItem:
        return WaitingItem(
            id=str(review.public_id),
            since=review.submitted_at,
            by=review_deadline(review.submitted_at) if review.submitted_at else None,
            **_about(review.order),
        )

    return waiting.order_by("submitted_at", "pk"), _each(to_item)


def _leads(_user: User, now: datetime) -> Group:
    def to_item(lead: LeadRow) -> WaitingItem:
        return WaitingItem(
            id=f"{lead.source}/{lead.source_ref}",
            title=lead.title,
            detail=" \N{MIDDLE DOT} ".join(
                part
                for part in (lead.reference, lead.wants, lead.person or say("unassigned"))
                if part
            ),
            phone=lead.phone if lead.may_contact else "",
            due_on=lead.next_contact_on,
            by=lead.contact_by,
            since=lead.requested_at,
        )

    return leads_to_contact(now=now), _each(to_item)


def _quote_requests(_user: User, now: datetime) -> Group:
    # Those whose day has come wait among the leads to contact.
    due = leads_to_contact(now=now, sources=[Lead.Source.MANUAL_QUOTE])
    new = ManualQuoteRequest.objects.filter(status=ManualQuoteRequest.Status.NEW)
    new = new.exclude(pk__in=[lead.source_ref for lead in due])

    def to_item(request: ManualQuoteRequest) -> WaitingItem:
        return WaitingItem(
            id=str(request.pk),
            title=request.name,
            detail=" \N{MIDDLE DOT} ".join(
                (request.reference, request.wanted_in_full, request.address)
            ),
            phone=request.phone,
            by=request.call_by,
            since=request.created_at,
        )

    return new.order_by("created_at", "pk"), _each(to_item)


def _replies(_user: User, now: datetime) -> Group:
    # One row for each sender and order, however much they wrote.
    waiting = InboundMessage.objects.filter(
        meaning="words", answered_at=None, received_at__gte=now - _REPLIES_MATTER_FOR
    ).exclude(~Exists(ReceivedFile.objects.filter(message=OuterRef("pk"))), text="", subject="")
    return _by_sender(waiting)


def _paused_texts(_user: User, _now: datetime) -> Group:
    return _by_sender(InboundMessage.objects.filter(meaning="likely_stop"))


def _by_sender(waiting: QuerySet[InboundMessage]) -> Group:
    senders = waiting.values("sender", "order_ref").annotate(
        newest=Max("pk"), texts=Count("pk"), since=Min("received_at")
    )
    return senders.order_by("since", "sender"), _reply_items


def _set_aside(kinds: Collection[str], now: datetime) -> Group:
    def to_item(item: Item) -> WaitingItem:
        if item.kind == Item.Kind.CARD_REPORT:
            return _report(item)
        return WaitingItem(
            id=str(item.public_id),
            title=item.sender or say("unknown sender"),
            detail=" \N{MIDDLE DOT} ".join(filter(None, (item.subject, item.reason))),
            phone=item.sender if item.kind == Item.Kind.TEXT else "",
            since=item.received_at,
        )

    waiting = (
        Item.objects.filter(
            kind__in=kinds, verdict__in=Item.FOR_STAFF, received_at__gte=now - _REPLIES_MATTER_FOR
        )
        .select_related("source")
        .defer("raw")
    )
    # Most of what belongs to nobody is advertising: it comes last.
    is_nobodys = ExpressionWrapper(Q(verdict=Item.Verdict.NOBODY), output_field=BooleanField())
    return waiting.order_by(is_nobodys, "received_at", "pk"), _each(to_item)


def _report(item: Item) -> WaitingItem:
    return WaitingItem(
        id=f"{item.kind}/{item.public_id}",
        title=title_of(item),
        detail=item.reason,
        since=item.received_at,
    )


def _reply_items(senders: Sequence[Any]) -> list[WaitingItem]:
    counted = InboundMessage.objects.annotate(file_count=Count("received_files"))
    received = counted.in_bulk([row["newest"] for row in senders])
    keys = defaultdict[str, set[str]](set)
    for one in received.values():
        keys[one.channel].add(_sender_key(one))
    orders = orders_by_contact(phones=keys["sms"], emails=keys["email"])
    orders |= Order.objects.filter(public_id__in=[one.order_ref for one in received.values()])
    newest: dict[object, Order] = {}
    for order in orders.select_related("customer").order_by("pk"):
        by_phone, by_email = order.customer.phone_key, order.customer.email_key
        theirs = (("sms", by_phone), ("email", by_email), order.public_id)
        newest.update(dict.fromkeys(theirs, order))
    items = []
    for row in senders:
        message = received[row["newest"]]
        is_text = message.channel == Message.Channel.SMS
        key = _sender_key(message)  # an empty one is nobody's
        about = newest.get(message.order_ref or (key and (message.channel, key)))
        items.append(
            WaitingItem(
                id=str(row["newest"]),
                title=about.customer.name if about else format_phone(message.sender),
                detail=_gist(message, files=message.file_count),
                phone=message.sender if is_text else about.customer.phone if about else "",
                order_id=about.public_id if about else None,
                since=row["since"],
            )
        )
    return items


def _sender_key(message: InboundMessage) -> str:
    is_text = message.channel == Message.Channel.SMS
    return sender_key(message.sender) if is_text else message.sender.lower()


def _gist(message: InboundMessage, *, files: int) -> str:
    came = ""
    if files:
        came = say_count("%(number)s file came with it", "%(number)s files came with it", files)
    words = shown_words(message.text, subject=message.subject) or message.subject
    words = without_links(words)[:_LONGEST_GIST]
    return " \N{MIDDLE DOT} ".join(filter(None, (words, came)))


def _tasks(user: User, now: datetime) -> Group:
    def to_item(task: StaffTask) -> WaitingItem:
        of = [task.order.customer.name] if task.order else []
        to = [name_of(task.assignee) if task.assignee else say("unassigned")]
        return WaitingItem(
            id=str(task.public_id),
            title=task.title,
            detail=" \N{MIDDLE DOT} ".join([*of, *to]),
            order_id=task.order.public_id if task.order else None,
            due_on=task.due_on,
            by=last_minute(task.due_on) if task.due_on else None,
            since=task.created_at,
        )

    return tasks_for(user, now=now), _each(to_item)


def _steps(user: User, now: datetime) -> Group:
    def to_item(step: InstallationStep) -> WaitingItem:
        detail = f"{step_name(StepKind(step.kind))}, {status_word(StepStatus(step.status))}"
        return WaitingItem(
            id=str(step.pk),
            due_on=step.expected_on,
            by=last_minute(step.expected_on) if step.expected_on else None,
            since=step.changed_at,
            **_about(step.order, detail),
        )

    return steps_due_for(user, now=now), _each(to_item)


def _refunds(_user: User, _now: datetime) -> Group:
    failed = Refund.objects.filter(TO_LOOK_AT).select_related(*_OF_PAYMENT)

    def to_item(refund: Refund) -> WaitingItem:
        return WaitingItem(
            id=str(refund.reference),
            since=refund.requested_at,
            amount_cents=refund.amount_cents,
            **_about(refund.payment.order, refund.last_error),
        )

    return failed.order_by("requested_at", "pk"), _each(to_item)


def _disputes(_user: User, _now: datetime) -> Group:
    open_ones = Dispute.objects.filter(TO_ANSWER).select_related(*_OF_PAYMENT)

    def to_item(dispute: Dispute) -> WaitingItem:
        return WaitingItem(
            id=dispute.provider_ref,
            since=dispute.opened_at,
            by=dispute.respond_by,
            amount_cents=dispute.amount_cents,
            **_about(dispute.payment.order, dispute.reason.replace("_", " ")),
        )

    return open_ones.order_by("respond_by", "pk"), _each(to_item)


def differing_payouts(*, now: datetime) -> QuerySet[Payout]:
    """Return payouts of the last 60 days that do not add up with the books, or in themselves."""
    # Lines unknown to our books, or with another amount; the fee of a diagnostic has no order.
    of_diagnostic = Exists(Diagnostic.objects.filter(charge=OuterRef("charge")))
    unknown = BalanceTransaction.objects.filter(~of_diagnostic, entry=None).exclude(
        kind__in=BalanceTransaction.OF_NO_ORDER
    )
    other_amount = BalanceTransaction.objects.exclude(entry__amount_cents=-F("amount_cents"))
    lines_cents = Coalesce(Sum(F("lines__amount_cents") - F("lines__fee_cents")), 0)
    return Payout.objects.annotate(lines_cents=lines_cents).filter(
        Exists(unknown.filter(payout=OuterRef("pk")))
        | Exists(other_amount.filter(payout=OuterRef("pk"), entry__isnull=False))
        | (Q(lines_read_at__isnull=False) & ~Q(lines_cents=F("amount_cents"))),
        arrives_on__gte=local_date(now - _PAYOUTS_MATTER_FOR),
    )


def _payouts(_user: User, now: datetime) -> Group:
    def to_item(payout: Payout) -> WaitingItem:
        return WaitingItem(
            id=str(payout.public_id),
            title=payout.provider_ref,
            since=payout.lines_read_at,
            amount_cents=payout.amount_cents,
        )

    return differing_payouts(now=now).order_by("arrives_on", "pk"), _each(to_item)


def _late_payments(_user: User, now: datetime) -> Group:
    # A bank transfer that is on its way is not late.
    moving = transfers_on_their_way().filter(payment__milestone=OuterRef("pk"))
    due = Milestone.objects.filter(status=Milestone.Status.DUE, due_on__lt=local_date(now))
    late = due.filter(~Exists(moving)).exclude(order__status=Order.Status.CANCELLED)

    def to_item(milestone: Milestone) -> WaitingItem:
        return WaitingItem(
            id=str(milestone.pk),
            due_on=milestone.due_on,
            by=last_minute(milestone.due_on) if milestone.due_on else None,
            amount_cents=milestone.due_cents,
            **_about(milestone.order, say(MILESTONE_OCCASIONS[milestone.kind])),
        )

    def to_items(shown: Sequence[Milestone]) -> list[WaitingItem]:
        # The ledger is summed up for those alone.
        keys = [milestone.pk for milestone in shown]
        known = with_account().select_related(*_OF_ORDER).in_bulk(keys)
        return [to_item(known[key]) for key in keys]

    return late.order_by("due_on", "pk"), to_items


def _failed_transfers(_user: User, _now: datetime) -> Group:
    def to_item(page: CheckoutSession) -> WaitingItem:
        milestone = page.payment.milestone
        occasion = say(MILESTONE_OCCASIONS[milestone.kind]) if milestone else ""
        return WaitingItem(
            id=str(page.reference),
            since=page.failed_at,
            amount_cents=page.payment.amount_cents,
            **_about(page.payment.order, occasion),
        )

    # Not where the customer has paid again by another transfer, which is on its way.
    again = transfers_on_their_way().filter(
        payment__milestone=OuterRef("payment__milestone"),
    )
    failed = transfers_that_failed().filter(~Exists(again))
    related = failed.select_related(*_OF_PAYMENT, "payment__milestone")
    return related.order_by("failed_at", "pk"), _each(to_item)


def _failed_messages(_user: User, now: datetime) -> Group:
    # One row for each order.
    failed = undelivered(now=now).values("order_ref")
    by_order = failed.annotate(messages=Count("pk"), since=Min("dead_at"))
    return by_order.order_by("since", "order_ref"), _failed_message_items


def _failed_message_items(rows: Sequence[Any]) -> list[WaitingItem]:
    refs = [row["order_ref"] for row in rows]
    orders = Order.objects.filter(public_id__in=refs).select_related("customer", "order_location")
    by_ref = {order.public_id: order for order in orders}
    return [
        WaitingItem(
            id=str(row["order_ref"]),
            since=row["since"],
            **_about(
                by_ref[row["order_ref"]],
                say_count(
                    "%(number)s message not delivered",
                    "%(number)s messages not delivered",
                    row["messages"],
                ),
            ),
        )
        for row in rows
        if row["order_ref"] in by_ref
    ]


def _suppressed_messages(_user: User, now: datetime) -> Group:
    def to_item(suppression: Suppression) -> WaitingItem:
        return WaitingItem(
            id=str(suppression.pk),
            title=suppression.recipient,
            detail=evidence_of(suppression),
            since=suppression.since,
        )

    return suppressions_of_us(now=now).order_by("since", "pk"), _each(to_item)


def _unassigned_jobs(_user: User, now: datetime) -> Group:
    jobs = Appointment.objects.filter(
        status=Appointment.Status.CONFIRMED,
        assigned_to=None,
        day__range=(local_date(now), local_date(now + ASSIGNED_BEFORE)),
    ).exclude(order__status__in=Order.OVER)

    def to_item(job: Appointment) -> WaitingItem:
        window = hours_label(job.hours)
        return WaitingItem(
            id=str(job.public_id),
            due_on=job.day,
            **_about(job.order, f"{job.order.order_location.city}, {window.lower()}"),
        )

    return jobs.select_related(*_OF_ORDER).order_by("day", "pk"), _each(to_item)


def _unassigned_visits(_user: User, now: datetime) -> Group:
    visits = booked_visits(local_date(now), local_date(now + ASSIGNED_BEFORE))

    def to_item(visit: Diagnostic) -> WaitingItem:
        return WaitingItem(
            id=str(visit.pk),
            title=visit.name,
            detail=say("%(address)s, between %(hours)s", address=visit.address, hours=visit.hours),
            phone=visit.phone,
            due_on=visit.day,
        )

    return visits.filter(assigned_to=None, done_at=None), _each(to_item)


def _lapsed_holds(_user: User, now: datetime) -> Group:
    # A task that somebody added to the order says that they took it on.
    taken_on = StaffTask.objects.filter(
        order=OuterRef("order"), created_at__gte=OuterRef("held_at"), message_ref=None
    )
    lapsed = Appointment.objects.filter(
        ~Exists(taken_on),
        status=Appointment.Status.EXPIRED,
        order__status=Order.Status.RESERVED,
        held_at__gte=now - HOLDS_MATTER_FOR,
    )

    def to_item(visit: Appointment) -> WaitingItem:
        return WaitingItem(
            id=str(visit.public_id),
            since=visit.held_at,
            amount_cents=visit.order.total_cents,
            **_about(visit.order),
        )

    return lapsed.select_related(*_OF_ORDER).order_by("-held_at", "-pk"), _each(to_item)


def _next_actions(_user: User, now: datetime) -> Group:
    keys = orders_waiting_for_any(_OTHER_ACTIONS, now=now)
    orders = Order.objects.filter(pk__in=keys).select_related(
        "customer", "order_location", "quote", "package", "generator"
    )

    def to_items(shown: Sequence[Order]) -> list[WaitingItem]:
        items = []
        for summary in order_summaries(shown, now=now):
            action = next(action for action in summary.next_actions if action.key in _OTHER_ACTIONS)
            about = _about(summary.order, action.title)
            items.append(
                WaitingItem(
                    id=str(summary.order.public_id), since=action.since, by=action.by, **about
                )
            )
        return items

    return orders.order_by("pk"), to_items


def _transfers(_user: User, _now: datetime) -> Group:
    def to_item(page: CheckoutSession) -> WaitingItem:
        return WaitingItem(
            id=str(page.reference),
            since=page.processing_at,
            amount_cents=page.payment.amount_cents,
            **_about(page.payment.order),
        )

    moving = transfers_on_their_way().select_related(*_OF_PAYMENT)
    return moving.order_by("processing_at", "pk"), _each(to_item)


def _refunds_sent(_user: User, now: datetime) -> Group:
    def to_item(refund: Refund) -> WaitingItem:
        return WaitingItem(
            id=str(refund.reference),
            since=refund.sent_at or refund.requested_at,
            amount_cents=refund.amount_cents,
            **_about(refund.payment.order),
        )

    moving = refunds_on_their_way(now=now).select_related(*_OF_PAYMENT)
    return moving.order_by("requested_at", "pk"), _each(to_item)


_OF_ORDER: Final = ("order__customer", "order__order_location")
_OF_PAYMENT: Final = ("payment__order__customer", "payment__order__order_location")


def _each(to_item: Callable[[Any], WaitingItem]) -> Callable[[Sequence[Any]], list[WaitingItem]]:
    return lambda rows: [to_item(row) for row in rows]


def _about(order: Order, detail: str = "") -> dict[str, Any]:
    return {
        "title": order.customer.name,
        "detail": detail or order.order_location.formatted_address,
        "phone": order.customer.phone,
        "order_id": order.public_id,
    }


_GROUPS: Final[dict[WaitKey, Callable[[User, datetime], Group]]] = {
    WaitKey.PHOTO_REVIEWS: _photo_reviews,
    WaitKey.PAUSED_TEXTS: _paused_texts,
    WaitKey.REPLIES: _replies,
    WaitKey.LEADS: _leads,
    WaitKey.QUOTE_REQUESTS: _quote_requests,
    WaitKey.TASKS: _tasks,
    WaitKey.STEPS: _steps,
    WaitKey.REFUNDS: _refunds,
    WaitKey.DISPUTES: _disputes,
    WaitKey.PAYOUTS: _payouts,
    WaitKey.LATE_PAYMENTS: _late_payments,
    WaitKey.FAILED_TRANSFERS: _failed_transfers,
    WaitKey.FAILED_MESSAGES: _failed_messages,
    WaitKey.SUPPRESSED_MESSAGES: _suppressed_messages,
    WaitKey.UNASSIGNED_JOBS: _unassigned_jobs,
    WaitKey.UNASSIGNED_VISITS: _unassigned_visits,
    WaitKey.LAPSED_HOLDS: _lapsed_holds,
    WaitKey.NEXT_ACTIONS: _next_actions,
    WaitKey.TRANSFERS: _transfers,
    WaitKey.REFUNDS_SENT: _refunds_sent,
}
