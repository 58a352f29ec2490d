"""The product with Google on this machine, and breakers that rest two seconds instead of thirty."""

import os
from dataclasses import replace
from functools import cache

from standby.config.wsgi import application

# isort: split
from standby import providers
from standby.providers import breaker
from standby.providers.places.google import Line, open_line

__all__ = ["RESTS_S", "application"]
RESTS_S = 2.0


@cache
def google_nearby() -> Line:
    host = os.environ["GOOGLE_NEARBY"]
    return replace(open_line(), places_host=host, maps_host=host)


vars(breaker)["RESTS_S"] = RESTS_S
vars(providers)["_google_line"] = google_nearby
