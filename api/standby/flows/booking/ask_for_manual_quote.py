"""A run that no band holds: the visitor asks for a quote, and staff hear of it (DIST-01)."""

from datetime import datetime

from standby.apps.quoting import services as quoting
from standby.apps.quoting.models import ManualQuoteRequest
from standby.domain.distance import run_beyond_bands
from standby.flows.messages.tell import Office, tell_staff_of_manual_quote
from standby.flows.writing import writing


def ask_for_manual_quote(
    told: quoting.LongRun, *, office: Office, now: datetime
) -> ManualQuoteRequest:
    """Safe to repeat: one request and one message. Raises RunUntold and RunNotQuoted."""
    run_ft = run_beyond_bands(run_ft=told.run_ft, steps=told.steps)
    with writing():
        asked = quoting.keep_manual_quote_request(told, run_ft=run_ft, now=now)
        tell_staff_of_manual_quote(asked, office=office, now=now)
        return asked
