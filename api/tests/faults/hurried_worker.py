"""The worker as it is, but it waits less for providers, and tries again far sooner."""

import django
import httpx
from django.core.management import call_command

django.setup()

from standby.backoffice.management.commands import work
from standby.core import jobs, provider_calls
from standby.messaging.providers.mail import SmtpMail
from standby.messaging.providers.texts import TwilioTexts

SHORT_S = 1.0

vars(jobs)["FIRST_PAUSE_S"] = 0.5
vars(provider_calls)["RESTS_S"] = 0.5
vars(work)["REST_S"] = 0.1
SmtpMail.__init__.__kwdefaults__ = {"timeout_s": SHORT_S}
TwilioTexts.__init__.__kwdefaults__ = {"timeout": httpx.Timeout(SHORT_S)}

if __name__ == "__main__":
    call_command("work")
