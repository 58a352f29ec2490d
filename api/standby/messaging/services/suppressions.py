"""Recipients that get nothing by a channel: the evidence, and what did not go to them (MSG-04)."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final, Literal

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower, Trim

from standby.core.contacts import phone_key, senders_with
from standby.core.errors import NotFound, _
from standby.core.guards import ERASED
from standby.core.words import say
from standby.messaging.kinds.streams import IfSuppressed, kinds_that
from standby.messaging.models import InboundMessage, Message, Suppression, TextedNumber
from standby.messaging.rules import OptOut, ReplyIntent
from standby.messaging.selectors import recipient_key
from standby.messaging.services.consents import recipient_hashes

_ALARM: Final = kinds_that(IfSuppressed.ALARM)
_MATTERS_FOR: Final = timedelta(days=14)
_GETS_NOTHING: Final = (Message.Skipped.OPTED_OUT, Message.Skipped.PAUSED)
_BLOCKED_BY_PROVIDER: Final = (OptOut.BY_TEXT, OptOut.AT_PROVIDER)
_EVIDENCE: Final[Mapping[str, str]] = {
    OptOut.BY_TEXT: _("They texted it to us."),
    OptOut.ON_PAGE: _("They turned it off on their booking page."),
    OptOut.BY_STAFF: _("They texted words that staff read as an opt-out."),
    OptOut.AT_PROVIDER: _("Our provider of texts answered that they opted out there (21610)."),
    OptOut.MAYBE: _("They texted words that may be an opt-out, and nobody has decided yet."),
}


class SuppressionNotFound(NotFound):
    code = "suppression_not_found"
    message = _("There is no such opt-out.")


def live_suppressions(search: str, *, before: int | None, most: int) -> list[Suppression]:
    """Return what is in force, newest first, of recipients whose address or number has the words.

    An erased recipient is found by the whole address or number alone.
    """
    live = Suppression.objects.filter(lifted_at=None).select_related("cause")
    if words := search.strip():
        live = live.filter(_is_of(words))
    if before is not None:
        live = live.filter(pk__lt=before)
    return list(live.order_by("-pk")[:most])


def _is_of(words: str) -> Q:
    whole = [
        *recipient_hashes(recipient_key(Message.Channel.EMAIL, recipient=words)),
        *recipient_hashes(phone_key(words)),
    ]
    part = Q(channel=Message.Channel.EMAIL, recipient__icontains=words)
    is_number = not any(sign.isalpha() or sign == "@" for sign in words)
    if is_number and (digits := phone_key(words)):
        part |= Q(channel=Message.Channel.SMS, recipient__contains=digits)
    return (part & ~Q(recipient__startswith=ERASED)) | Q(recipient__in=whole)


def suppression_by_id(number: int) -> Suppression:
    suppression = Suppression.objects.select_related("cause").filter(pk=number).first()
    if suppression is None:
        raise SuppressionNotFound
    return suppression


def evidence_of(suppression: Suppression) -> str:
    """Return in a sentence what shows that the recipient wants nothing."""
    return say(_EVIDENCE.get(suppression.reason, suppression.reason))


def words_needed(suppressions: Collection[Suppression]) -> dict[int, Literal["start", "yes"]]:
    """Return which word from the number itself texts need too, once a suppression is lifted.

    "start" where our provider blocks the number: it does after a STOP, and says so with 21610.
    """
    texts = [one for one in suppressions if one.channel == Message.Channel.SMS]
    unconfirmed = TextedNumber.objects.filter(
        recipient__in=[one.recipient for one in texts],
        requested_at__isnull=False,
        confirmed_at=None,
    )
    waiting = set(unconfirmed.values_list("recipient", flat=True))
    needed: dict[int, Literal["start", "yes"]] = {
        one.pk: "yes" for one in texts if one.recipient in waiting
    }
    return needed | {one.pk: "start" for one in texts if one.reason in _BLOCKED_BY_PROVIDER}


def undecided_words(numbers: Collection[str]) -> QuerySet[InboundMessage]:
    """Return what these numbers texted that may be an opt-out, and nobody has decided yet."""
    senders = [each for number in numbers for each in senders_with(number)]
    undecided = InboundMessage.objects.filter(meaning=ReplyIntent.LIKELY_STOP, sender__in=senders)
    return undecided.order_by("pk")


def unsent_for_us(*, now: datetime) -> QuerySet[Message]:
    """Return the recent messages to accounts and to staff that a suppression in force kept back."""
    since_then = Suppression.objects.filter(
        channel=OuterRef("channel"),
        recipient=Lower(Trim(OuterRef("recipient"))),
        since__lte=OuterRef("dead_at"),
        lifted_at=None,
    )
    return Message.objects.filter(
        Exists(since_then),
        status=Message.Status.SUPPRESSED,
        kind__in=_ALARM,
        channel=Message.Channel.EMAIL,
        skipped_because__in=_GETS_NOTHING,
        dead_at__gte=now - _MATTERS_FOR,
    )


def unsent_by_recipient(recipients: Collection[str], *, now: datetime) -> dict[str, int]:
    """Return for each of these addresses how many messages of `unsent_for_us` it did not get."""
    counts: dict[str, int] = {}
    unsent = unsent_for_us(now=now).annotate(key=Lower(Trim("recipient")))
    for key in unsent.filter(key__in=recipients).values_list("key", flat=True):
        counts[key] = counts.get(key, 0) + 1
    return counts


def suppressions_of_us(*, now: datetime) -> QuerySet[Suppression]:
    """Return the suppressions that kept back a message to an account or to staff lately."""
    unsent = unsent_for_us(now=now).annotate(key=Lower(Trim("recipient")))
    live = Suppression.objects.filter(channel=Message.Channel.EMAIL, lifted_at=None)
    return live.filter(recipient__in=unsent.values("key"))
