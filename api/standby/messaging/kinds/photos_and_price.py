"""Messages to customers from the photo request to the accepted proposal."""

from datetime import date
from typing import Final

from standby.messaging.kinds.definition import (
    MessageDefinition,
    TemplateContext,
    TemplateText,
    base_context,
)
from standby.messaging.kinds.email import MY_BOOKING, MY_PHOTOS, Button, sanitize_input
from standby.messaging.kinds.facts import BookingContext, dollars, long_day, short_day

_SEE: Final = Button(label="See your booking", url=MY_BOOKING)
_PRICE_PAGE: Final = Button(label="See the price", url=MY_BOOKING)
_TAKE: Final = Button(label="Take the photos", url=MY_PHOTOS)
_TEXT_HAS_ROOM_FOR: Final = 100  # characters of a reason in a text; the whole is on the linked page


def _photos_missing(booking: BookingContext, *, least: int = 5) -> TemplateContext:
    return base_context(booking, button=_TAKE, least=str(least))


PHOTO_LINK: Final = MessageDefinition(
    title="Photos, please",
    facts=_photos_missing,
    placeholders={"least": "how many photos"},
    email=TemplateText(
        subject="{least} photos, and your price is locked",
        glance="Three minutes with your phone; we guide you from shot to shot.",
        heading="Next: {least} photos of your home",
        text="""With {least} photos we measure the run from your panel to the generator's spot \
and lock your price. A shorter run makes it lower. Nothing is ever added without your word.

Open the link on your phone: panel, meters and the spot, one after the other. It takes about \
three minutes. Location data is removed from every photo.

{button}""",
    ),
    sms="{brand}: {least} photos lock your price. It takes 3 minutes, here: {photo_link}",
)
PHOTO_REMINDER: Final = MessageDefinition(
    title="Photos are still missing",
    facts=_photos_missing,
    placeholders={"least": "how many photos"},
    email=TemplateText(
        subject="Your photos are still missing",
        glance="{least} photos and three minutes: then your price is locked.",
        heading="Your photos are still missing",
        text="""We look forward to {day}. To plan the job and lock your price we still need \
{least} photos of your home. What you sent already is kept.

{button}

Would you rather show us around by phone? Call {phone}.""",
    ),
    sms="{brand}: we still need {least} photos to lock your price before {day}: "
    "{photo_link} {stop}",
)


def _received(booking: BookingContext, *, count: int) -> TemplateContext:
    return base_context(booking, button=_SEE, photos="1 photo" if count == 1 else f"{count} photos")


PHOTOS_RECEIVED: Final = MessageDefinition(
    title="Photos arrived",
    facts=_received,
    placeholders={"photos": "how many, such as 6 photos"},
    email=TemplateText(
        subject="Your photos arrived",
        glance="We look at them and tell you the locked price.",
        heading="Thank you, your photos arrived",
        text="""We have your {photos}. A person looks at them and measures the run; then we \
write to you with the locked price, usually within one business day.

{button}""",
    ),
    sms="{brand}: thank you, your {photos} arrived. We look at them and then send you the "
    "locked price. {link}",
)


def _retake(booking: BookingContext, *, reason: str) -> TemplateContext:
    text = short = sanitize_input(reason)
    if len(text) > _TEXT_HAS_ROOM_FOR:
        short = text[: _TEXT_HAS_ROOM_FOR - 3].rsplit(" ", 1)[0] + "..."
    return base_context(
        booking,
        button=Button(label="Take it again", url=MY_PHOTOS),
        reason=text,
        short_reason=short,
    )


RETAKE_WANTED: Final = MessageDefinition(
    title="A photo has to be taken again",
    facts=_retake,
    placeholders={"reason": "which one and why", "short_reason": "the same, cut for a text"},
    required_placeholders=frozenset({"reason", "short_reason"}),
    free_text_placeholders=frozenset({"reason", "short_reason"}),
    email=TemplateText(
        subject="One more look: please take a photo again",
        glance="Almost there. We say which one and why.",
        heading="Please take a photo again",
        text="""Thank you for your photos. On one point we cannot see enough yet:

{reason}

All else is fine and stays as it is.

{button}""",
    ),
    sms="{brand}: please take a photo again: {short_reason} {photo_link}",
)


def _locked(
    booking: BookingContext, *, total_cents: int, was_cents: int, receipt_code: str
) -> TemplateContext:
    saved = was_cents - total_cents
    return base_context(
        booking,
        details=(
            ("Locked price", dollars(total_cents)),
            ("Promised before", dollars(was_cents)),
            ("Price receipt", receipt_code),
        ),
        button=_PRICE_PAGE,
        total=dollars(total_cents),
        lower=f"That is {dollars(saved)} less than promised." if saved > 0 else "",
        receipt_code=receipt_code,
    )


PRICE_LOCKED: Final = MessageDefinition(
    title="The price is locked",
    facts=_locked,
    placeholders={
        "total": "the locked price",
        "lower": "by how much it is lower; nothing where it is not",
        "receipt_code": "the code of the price receipt",
    },
    required_placeholders=frozenset({"total"}),
    email=TemplateText(
        subject="Your price is locked: {total}",
        glance="It will not change any more. {lower}",
        heading="{total}, locked",
        text="""We looked at your photos, and your price is locked. {lower} It holds for what \
the photos show.

The price receipt is signed: with its code anybody can check that it is ours and unchanged.

{details}

{button}""",
    ),
    sms="{brand}: your price is locked at {total}. {lower} {link}",
)


def _change(
    booking: BookingContext, *, total_cents: int, was_cents: int, reason: str
) -> TemplateContext:
    return base_context(
        booking,
        details=(
            ("Promised price", dollars(was_cents)),
            ("New price", dollars(total_cents)),
        ),
        button=Button(label="Look and decide", url=MY_BOOKING),
        total=dollars(total_cents),
        promised=dollars(was_cents),
        reason=sanitize_input(reason),
    )


PRICE_CHANGE: Final = MessageDefinition(
    title="A higher price is proposed",
    fixed_reason="It says by which rule of the agreement a change counts, and what a no means.",
    facts=_change,
    placeholders={
        "total": "the new price",
        "promised": "the promised price",
        "reason": "why it would change",
    },
    free_text_placeholders=frozenset({"reason"}),
    email=TemplateText(
        subject="Your word is needed: a change of the price",
        glance="Nothing changes unless you approve it.",
        heading="A change, if you agree",
        text="""Your photos show work that the promised price does not hold:

{reason}

The price would be {total} instead of {promised}. Nothing changes unless you approve it. If it \
would be over 15% more and you decline, the project ends and your site-visit fee comes back in \
full.

{details}

{button}

We gladly explain it by phone: {phone}.""",
    ),
    sms="{brand}: your photos show extra work: {total} instead of {promised}. Nothing changes "
    "unless you approve it: {link}",
)


def _approved(booking: BookingContext, *, total_cents: int) -> TemplateContext:
    return base_context(booking, button=_PRICE_PAGE, total=dollars(total_cents))


CHANGE_APPROVED: Final = MessageDefinition(
    title="The change was approved",
    facts=_approved,
    placeholders={"total": "the locked price"},
    required_placeholders=frozenset({"total"}),
    email=TemplateText(
        subject="You approved the change: {total}, locked",
        glance="Your price is locked now and will not change any more.",
        heading="{total}, locked",
        text="""You approved the change, and your price is locked at {total}. Next comes your \
proposal.

{button}""",
    ),
    sms="{brand}: you approved the change. Your price is locked at {total}. {link}",
)


def _declined(booking: BookingContext, *, is_refundable: bool) -> TemplateContext:
    ends = (
        "The change was over 15%, so the project ends here and your site-visit fee comes back in "
        "full."
    )
    what_now = ends if is_refundable else "We call you to find what fits."
    return base_context(booking, button=_SEE, what_now=what_now)


CHANGE_DECLINED: Final = MessageDefinition(
    title="The change was declined",
    facts=_declined,
    placeholders={"what_now": "how it goes on, by the rules"},
    required_placeholders=frozenset({"what_now"}),
    email=TemplateText(
        subject="You declined the change",
        glance="{what_now}",
        heading="You declined the change",
        text="""You declined the change of the price. {what_now}

{button}

Questions? {phone}.""",
    ),
    sms="{brand}: you declined the change. {what_now} {link}",
)


def _ready(booking: BookingContext, *, total_cents: int) -> TemplateContext:
    return base_context(
        booking,
        details=(
            ("Total", dollars(total_cents)),
            ("Installation", long_day(booking.day)),
        ),
        button=Button(label="Read the proposal", url=MY_BOOKING),
        total=dollars(total_cents),
    )


PROPOSAL_READY: Final = MessageDefinition(
    title="The proposal is ready",
    facts=_ready,
    placeholders={"total": "what it comes to"},
    required_placeholders=frozenset({"total"}),
    email=TemplateText(
        subject="Your proposal is ready",
        glance="Scope, equipment and every line of {total} on paper.",
        heading="Your proposal is ready",
        text="""Your proposal is ready to read, to print and to show at the kitchen table: the \
scope, the equipment, every line of {total} and the terms.

When it is right for you, accept it on the same page. You can still cancel within three business \
days, and everything comes back.

{details}

{button}""",
    ),
    sms="{brand}: your proposal over {total} is ready: {link}",
)


def _accepted(booking: BookingContext, *, cancel_until: date) -> TemplateContext:
    return base_context(
        booking,
        details=booking.visit,
        button=_SEE,
        cancel_until=short_day(cancel_until),
        cancel_until_long=long_day(cancel_until),
    )


PROPOSAL_ACCEPTED: Final = MessageDefinition(
    title="The proposal was accepted",
    fixed_reason="It tells until when the law lets a customer cancel.",
    facts=_accepted,
    placeholders={
        "cancel_until": "the last day to cancel",
        "cancel_until_long": "the same with its year",
    },
    email=TemplateText(
        subject="You accepted the proposal",
        glance="You can cancel until {cancel_until}, midnight.",
        heading="Thank you, it is agreed",
        text="""You accepted the proposal. We now take care of the permit, HOA papers and the \
equipment.

You may cancel, without any reason, until midnight of {cancel_until_long}; then everything you \
paid comes back.

{details}

{button}""",
    ),
    sms="{brand}: thank you, the proposal is accepted. You may cancel with all money back until "
    "midnight of {cancel_until}. {link}",
)
