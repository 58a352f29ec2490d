"""Logs tell what happened, and of nobody in particular (RUN-03, reliability H2)."""

import json
import logging
import sys

import pytest

from standby.core.logs import JsonFormatter, SplitLogFormatter, masked

PERSONAL = {
    "mail to ada.lovelace@example.org failed": "mail to [e-mail] failed",
    "called (713) 555-0142 twice": "called [phone] twice",
    "called +1 713-555-0142": "called [phone]",
    "to 7135550142": "to [phone]",
    "at 25 Grogans Mill Rd, The Woodlands": "at [address], The Woodlands",
    "at 1234 N Main Street": "at [address]",
    "session cs_test_a1B2c3D4": "session [key]",
    "key sk_live_abc123, whsec_xyz": "key [key], [key]",
    "GET /b/q3JtZXJhbmRvbXRva2VuMTIzNDU2Nzg5 303": "GET /b/[token] 303",
    "opened /staff?token_hash=q3JtZXJhbmRvbXRva2VuMTIzNDU2&type=invite": (
        "opened /staff?[token]&type=invite"
    ),
    "POST /unsubscribe/12.q3JtZXJhbmRvbXRva2VuMTIz-_Y 200": "POST /unsubscribe/[token] 200",
    "Authorization: Bearer abc.def-ghi": "Authorization: [token]",
    "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl": "[token]",
}
ORDINARY = [
    "card event 3 (checkout.session.completed): confirmed",
    "order 7f1c9a52-0e0c-4b0e-9b52-3a1e2f9a7c11 has total 1269477",
    "404 for '/no-such-page'",
    "2026-11-21T10:00:00+00:00 snapshot of 2674 rows in 0.1 s",
    "configuration scheduling.crews_per_day is unusable",
]


def record_of(words: str, *, fault: Exception | None = None) -> logging.LogRecord:
    trace = (type(fault), fault, None) if fault else None
    return logging.LogRecord("standby.x", logging.WARNING, __file__, 1, words, (), trace)


@pytest.mark.req("RUN-03.2")
@pytest.mark.parametrize("said", PERSONAL)
def test_what_tells_of_a_person_is_masked(said: str) -> None:
    assert masked(said) == PERSONAL[said]


@pytest.mark.parametrize("said", ORDINARY)
def test_what_tells_of_nobody_stays_readable(said: str) -> None:
    assert masked(said) == said


@pytest.mark.req("RUN-03.2")
def test_a_line_for_machines_is_one_object_with_its_trace_masked() -> None:
    line = JsonFormatter().format(record_of("it broke\nhere", fault=ValueError("ada@example.org")))

    told = json.loads(line)
    assert "\n" not in line
    assert (told["level"], told["logger"], told["message"]) == (
        "WARNING",
        "standby.x",
        "it broke\nhere",
    )
    assert "[e-mail]" in told["trace"]
    assert "ada@" not in line


def test_a_line_for_people_masks_what_an_exception_quotes() -> None:
    try:
        raise ValueError("(713) 555-0142")
    except ValueError:
        record = logging.LogRecord("a", logging.ERROR, __file__, 1, "b", (), sys.exc_info())

    assert "555" not in SplitLogFormatter().format(record)
