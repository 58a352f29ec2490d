"""Log formatters for people and for machines, which mask personal data (RUN-03.2).

Our own log lines name no person; masking covers what libraries and exceptions quote. A fault that
is foreseen is one line, whoever logs it: a database that moves would say it hundreds of times.
"""

import copy
import logging
import re
from datetime import UTC, datetime
from typing import Final

import orjson

from standby.core.unavailable import is_foreseen

_MASKS: Final = (
    (re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"), "[email]"),
    (re.compile(r"\b(?:cs|sk|rk|pk|pi|ch|re|evt)_(?:live|test)_\w+|\bwhsec_\w+"), "[key]"),
    (re.compile(r"\beyJ[\w-]+\.[\w-]+\.[\w-]+"), "[token]"),
    (re.compile(r"(?i)\bbearer [\w.~+/=-]+"), "[token]"),
    (re.compile(r"/b/[\w-]{20,}"), "/b/[token]"),
    (re.compile(r"\b(token_hash|token|code|refresh_token)=[\w.~-]{20,}"), "[token]"),
    (re.compile(r"/unsubscribe/[\w.-]{20,}"), "/unsubscribe/[token]"),
    (
        re.compile(r"(?<![\w.-])(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]?\d{3}[ .-]?\d{4}(?![\w-])"),
        "[phone]",
    ),
    (
        re.compile(
            r"\b\d{1,6} (?:[NSEW]\.? )?(?:[A-Z][\w'.-]* ){1,4}"
            r"(?:St|Street|Rd|Road|Dr|Drive|Ln|Lane|Ave|Avenue|Blvd|Ct|Court|Cir|Way|Pkwy|Trl|Pl)\b"
        ),
        "[address]",
    ),
)


def masked(text: str) -> str:
    for pattern, instead in _MASKS:
        text = pattern.sub(instead, text)
    return text


def _shortened(record: logging.LogRecord) -> logging.LogRecord:
    # The class of the error says what a trace would: where it was met does not matter.
    error = record.exc_info[1] if record.exc_info else None
    if not is_foreseen(error):
        return record
    short = copy.copy(record)
    short.msg, short.args = f"{record.getMessage()}: {type(error).__name__}", ()
    short.exc_info = short.exc_text = None
    return short


class SplitLogFormatter(logging.Formatter):
    """Plain text for people: level, logger, message."""

    def __init__(self) -> None:
        super().__init__("{levelname:<7} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(_shortened(record)))


class JsonFormatter(logging.Formatter):
    """One JSON object per line, times in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        record = _shortened(record)
        record_data = {
            "at": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info:
            record_data["trace"] = masked(self.formatException(record.exc_info))
        return orjson.dumps(record_data).decode()
