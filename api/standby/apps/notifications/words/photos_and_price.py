"""What a customer is told on the way from the photos to the signed proposal."""

from datetime import date

from standby.apps.notifications.words.brand import NAME, PHONE
from standby.apps.notifications.words.facts import STOP, Booking, dollars, long_day, short_day
from standby.apps.notifications.words.letter import (
    MY_BOOKING,
    MY_PHOTOS,
    Button,
    Letter,
    Told,
    as_typed,
)

_PRICE_PAGE = Button(label="See the price", url=MY_BOOKING)


def photo_link(booking: Booking, *, least: int = 5) -> Told:
    return Told(
        letter=Letter(
            subject=f"{least} photos, and your price is locked",
            glance="Three minutes with your phone; we guide you from shot to shot.",
            heading=f"Next: {least} photos of your home",
            name=booking.name,
            paragraphs=(
                f"With {least} photos we measure the run from your panel to the generator's spot "
                "and lock your price. A shorter run makes it lower. Nothing is ever added without "
                "your word.",
                "Open the link on your phone: panel, meters and the spot, one after the other. It "
                "takes about three minutes. Location data is removed from every photo.",
            ),
            button=Button(label="Take the photos", url=MY_PHOTOS),
        ),
        text=(f"{NAME}: {least} photos lock your price. It takes 3 minutes, here: {MY_PHOTOS}"),
    )


def photo_reminder(booking: Booking, *, least: int = 5) -> Told:
    return Told(
        letter=Letter(
            subject="Your photos are still missing",
            glance=f"{least} photos and three minutes: then your price is locked.",
            heading="Your photos are still missing",
            name=booking.name,
            paragraphs=(
                f"We look forward to {short_day(booking.day)}. To plan the job and lock your "
                f"price we still need {least} photos of your home. What you sent already is kept.",
            ),
            button=Button(label="Take the photos", url=MY_PHOTOS),
            closing=(f"Would you rather show us around by phone? Call {PHONE}.",),
        ),
        text=(
            f"{NAME}: we still need {least} photos to lock your price before "
            f"{short_day(booking.day)}: {MY_PHOTOS} {STOP}"
        ),
    )


def photos_received(booking: Booking, *, count: int) -> Told:
    photos = "1 photo" if count == 1 else f"{count} photos"
    return Told(
        letter=Letter(
            subject="Your photos arrived",
            glance="We look at them and tell you the locked price.",
            heading="Thank you, your photos arrived",
            name=booking.name,
            paragraphs=(
                f"We have your {photos}. A person looks at them and measures the run; then we "
                "write to you with the locked price, usually within one business day.",
            ),
            button=Button(label="See your booking", url=MY_BOOKING),
        ),
        text=(
            f"{NAME}: thank you, your {photos} arrived. We look at them and then send you the "
            f"locked price. {MY_BOOKING}"
        ),
    )


def retake_wanted(booking: Booking, *, reason: str) -> Told:
    why = as_typed(reason)
    return Told(
        letter=Letter(
            subject="One more look: please take a photo again",
            glance="Almost there. We say which one and why.",
            heading="Please take a photo again",
            name=booking.name,
            paragraphs=(
                "Thank you for your photos. On one point we cannot see enough yet:",
                why,
                "All else is fine and stays as it is.",
            ),
            button=Button(label="Take it again", url=MY_PHOTOS),
        ),
        text=f"{NAME}: please take a photo again: {_short(why)} {MY_PHOTOS}",
    )


def price_locked(booking: Booking, *, total_cents: int, was_cents: int, receipt_code: str) -> Told:
    saved = was_cents - total_cents
    lower = f" That is {dollars(saved)} less than promised." if saved > 0 else ""
    return Told(
        letter=Letter(
            subject=f"Your price is locked: {dollars(total_cents)}",
            glance=f"It will not change any more.{lower}",
            heading=f"{dollars(total_cents)}, locked",
            name=booking.name,
            paragraphs=(
                f"We looked at your photos, and your price is locked.{lower} It holds for what "
                "the photos show.",
                "The price receipt is signed: with its code anybody can check that it is ours and "
                "unchanged.",
            ),
            details=(
                ("Locked price", dollars(total_cents)),
                ("Promised before", dollars(was_cents)),
                ("Price receipt", receipt_code),
            ),
            button=_PRICE_PAGE,
        ),
        text=f"{NAME}: your price is locked at {dollars(total_cents)}.{lower} {MY_BOOKING}",
    )


def price_change(booking: Booking, *, total_cents: int, was_cents: int, reason: str) -> Told:
    return Told(
        letter=Letter(
            subject="Your word is needed: a change of the price",
            glance="Nothing changes unless you approve it.",
            heading="A change, if you agree",
            name=booking.name,
            paragraphs=(
                "Your photos show work that the promised price does not hold:",
                as_typed(reason),
                f"The price would be {dollars(total_cents)} instead of {dollars(was_cents)}. "
                "Nothing changes unless you approve it. If it would be over 15% more and you "
                "decline, the project ends and your site-visit fee comes back in full.",
            ),
            details=(
                ("Promised price", dollars(was_cents)),
                ("New price", dollars(total_cents)),
            ),
            button=Button(label="Look and decide", url=MY_BOOKING),
            closing=(f"We gladly explain it by phone: {PHONE}.",),
        ),
        text=(
            f"{NAME}: your photos show extra work: {dollars(total_cents)} instead of "
            f"{dollars(was_cents)}. Nothing changes unless you approve it: {MY_BOOKING}"
        ),
    )


def change_approved(booking: Booking, *, total_cents: int) -> Told:
    return Told(
        letter=Letter(
            subject=f"You approved the change: {dollars(total_cents)}, locked",
            glance="Your price is locked now and will not change any more.",
            heading=f"{dollars(total_cents)}, locked",
            name=booking.name,
            paragraphs=(
                f"You approved the change, and your price is locked at {dollars(total_cents)}. "
                "Next comes your proposal.",
            ),
            button=_PRICE_PAGE,
        ),
        text=(
            f"{NAME}: you approved the change. Your price is locked at {dollars(total_cents)}. "
            f"{MY_BOOKING}"
        ),
    )


def change_declined(booking: Booking, *, is_refundable: bool) -> Told:
    what_now = (
        "The change was over 15%, so the project ends here and your site-visit fee comes back in "
        "full."
        if is_refundable
        else "We call you to find what fits."
    )
    return Told(
        letter=Letter(
            subject="You declined the change",
            glance=what_now,
            heading="You declined the change",
            name=booking.name,
            paragraphs=(f"You declined the change of the price. {what_now}",),
            button=Button(label="See your booking", url=MY_BOOKING),
            closing=(f"Questions? {PHONE}.",),
        ),
        text=f"{NAME}: you declined the change. {what_now} {MY_BOOKING}",
    )


def proposal_ready(booking: Booking, *, total_cents: int) -> Told:
    return Told(
        letter=Letter(
            subject="Your proposal is ready",
            glance=f"Scope, equipment and every line of {dollars(total_cents)} on paper.",
            heading="Your proposal is ready",
            name=booking.name,
            paragraphs=(
                "Your proposal is ready to read, to print and to show at the kitchen table: the "
                f"scope, the equipment, every line of {dollars(total_cents)} and the terms.",
                "When it is right for you, accept it on the same page. You can still cancel "
                "within three business days, and everything comes back.",
            ),
            details=(
                ("Total", dollars(total_cents)),
                ("Installation", long_day(booking.day)),
            ),
            button=Button(label="Read the proposal", url=MY_BOOKING),
        ),
        text=f"{NAME}: your proposal over {dollars(total_cents)} is ready: {MY_BOOKING}",
    )


def proposal_accepted(booking: Booking, *, cancel_until: date) -> Told:
    return Told(
        letter=Letter(
            subject="You accepted the proposal",
            glance=f"You can cancel until {short_day(cancel_until)}, midnight.",
            heading="Thank you, it is agreed",
            name=booking.name,
            paragraphs=(
                "You accepted the proposal. We now take care of the permit, HOA papers and the "
                "equipment.",
                f"You may cancel, without any reason, until midnight of {long_day(cancel_until)}; "
                "then everything you paid comes back.",
            ),
            details=booking.visit,
            button=Button(label="See your booking", url=MY_BOOKING),
        ),
        text=(
            f"{NAME}: thank you, the proposal is accepted. You may cancel with all money back "
            f"until midnight of {short_day(cancel_until)}. {MY_BOOKING}"
        ),
    )


def _short(words: str, most: int = 100) -> str:
    """What a text has room for; the whole stands on the page that it links to."""
    return words if len(words) <= most else words[: most - 3].rsplit(" ", 1)[0] + "..."
