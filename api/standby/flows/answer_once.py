"""The same request sent again gets the same answer, also when it asks a provider on its way."""

from collections.abc import Callable
from datetime import datetime

from standby.apps.booking.services import answers
from standby.flows.booking.reserve_appointment import Answer
from standby.flows.writing import writing


def answer_once(
    attempt: answers.Attempt, *, act: Callable[[], str], status: int, now: datetime
) -> Answer:
    """`act` is safe to repeat, and makes the body; a refusal of its own is not kept.

    Two at once both act, to one effect, and both get the first one's body.
    """
    if (kept := answers.kept_answer(attempt)) is not None:
        return Answer(kept, is_replayed=True)
    body = act()
    with writing():
        if (earlier := answers.claim_attempt(attempt, now=now)) is not None:
            return Answer(earlier, is_replayed=True)
        answers.keep_answer(attempt, status=status, body=body)
    return Answer(body, is_replayed=False)
