"""Manual quote requests for runs without a distance band."""

from datetime import datetime

from standby.apps.quoting import services as quoting
from standby.apps.quoting.models import ManualQuoteRequest
from standby.domain.distance import manual_quote_run_ft
from standby.flows.messages.tell import MessageContext, notify_staff_of_manual_quote
from standby.flows.writing import write_transaction


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
