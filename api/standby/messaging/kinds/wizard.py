"""The reminder of an unfinished booking."""

from standby.messaging.kinds.brand import PHONE
from standby.messaging.kinds.email import SITE, Button, EmailContent


def wizard_recovery(*, name: str) -> EmailContent:
    # E-mail only, and only to visitors who consented to it.
    return EmailContent(
        subject="Your generator price is where you left it",
        preheader="You asked us to remind you. Two minutes, and a date is held for you.",
        heading="Your price is where you left it",
        name=name,
        paragraphs=(
            "You began to plan a standby generator and asked us to remind you. What you chose is "
            "still in your browser: open the page on the same device, and go on.",
        ),
        button=Button(label="Go on", url=f"{SITE}/installation-wizard"),
        closing=(f"Rather talk to somebody first? {PHONE}.",),
        is_booked=False,
    )
