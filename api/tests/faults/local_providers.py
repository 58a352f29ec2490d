"""The product with Google on this machine, short of patience, and breakers by the tests' clock."""

import os
from pathlib import Path
from typing import Any

from standby.wsgi import application

# isort: split
from django.db import connections

from standby.core import provider_calls
from standby.core.providers.files import s3
from standby.coverage.providers.places import google
from standby.payments.providers.cards import stripe

__all__ = ["SHORT_S", "WRITERS_WAIT_S", "application"]
SHORT_S = 1.0  # in place of each provider's own patience
WRITERS_WAIT_S = 3  # for each other; 9 s in the product


def clock() -> float:
    """It stands still until a test moves it."""
    return float(Path(os.environ["BREAKERS_CLOCK"]).read_text())


def options() -> dict[str, Any]:
    if os.environ["DATABASE_URL"]:
        return {"options": f"-c lock_timeout={WRITERS_WAIT_S}s -c jit=off"}
    return {"timeout": WRITERS_WAIT_S}


vars(google).update(
    PLACES_HOST=os.environ["GOOGLE_NEARBY"],
    MAPS_HOST=os.environ["GOOGLE_NEARBY"],
    LONGEST_S=SHORT_S,
    TIMEOUT=SHORT_S,
)
vars(s3).update(_CONNECT_S=SHORT_S, _READ_S=SHORT_S)
provider_calls.Breaker.__init__.__defaults__ = (clock,)
stripe.StripeCards.__init__.__kwdefaults__ = {"timeout_s": SHORT_S}
connections.settings["default"]["OPTIONS"].update(options())
