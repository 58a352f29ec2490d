"""Manual quote requests for runs without a distance band."""

from datetime import datetime

from standby.core.office import MessageContext
from standby.core.writing import write_transaction
from standby.messaging.kinds import staff
from standby.messaging.models import Message
from standby.messaging.services import outbox as notifications
from standby.messaging.services.outbox import MessageHeader, Recipient
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.distance import manual_quote_run_ft
from standby.pricing.services import quoting


def notify_staff_of_manual_quote(
    request: ManualQuoteRequest, *, message_context: MessageContext, now: datetime
) -> None:
    notifications.queue_message(
        staff.manual_quote_wanted(
            staff.ManualQuoteContext(
                name=request.name,
                phone=request.phone,
                email=request.email,
                address=request.address,
                run_ft=request.run_ft,
                steps=request.steps,
                notes=request.notes,
                number=str(request.pk),
            )
        ),
        to=Recipient(channel=Message.Channel.EMAIL, recipient=message_context.staff_mail),
        header=MessageHeader(kind="manual_quote", dedupe_key=f"manual_quote:{request.pk}"),
        now=now,
    )


def ask_for_manual_quote(
    request: quoting.ManualQuoteInput, *, message_context: MessageContext, now: datetime
) -> ManualQuoteRequest:
    """Store a manual quote request and notify staff. Raises RunUntold and RunNotQuoted.

    Idempotent: a repeat makes no second request and no second message.
    """
    run_ft = manual_quote_run_ft(run_ft=request.run_ft, steps=request.steps)
    with write_transaction():
        quote_request = quoting.create_manual_quote_request(request, run_ft=run_ft, now=now)
        notify_staff_of_manual_quote(quote_request, message_context=message_context, now=now)
        return quote_request
