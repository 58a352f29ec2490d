"""Every word that people read: sentences by their message ids, dates, money, percents and lists.

A message id is the English sentence, with named arguments: "%(name)s is off %(when)s." It is
rendered where it is read, in the language of the request, or in English outside of one. What one
writes for somebody else is in that one's language (`in_language`).
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from typing import Final

from babel import Locale, UnknownLocaleError, dates, lists, numbers
from django.conf import settings
from django.utils.translation import get_language, gettext, ngettext, override, to_locale

from standby.core.market import TERMS, TRANSLATED_TERMS, Terms
from standby.core.policy import MARKET_ZONE

_CURRENCY: Final = "USD"
_COUNTRY: Final = "US"
_WITHOUT_CENTS: Final = re.compile(r"\.0+")
# Our English writes no comma before the last of a list, as British English does.
_LISTS_AS_IN: Final = {"en": "en_GB"}


def _(message: str) -> str:
    """Mark a message id for the catalogs; `say` renders it where it is read."""
    return message


def say(message: str, **arguments: object) -> str:
    """Render a message id in the active language."""
    # Without arguments a percent sign is one.
    return gettext(message) % arguments if arguments else gettext(message)


def say_count(one: str, many: str, number: int, **arguments: object) -> str:
    """Render the message id for this number, which both have as %(number)s, in its plural form."""
    return ngettext(one, many, number) % {"number": number_text(number), **arguments}


def in_each_language(message: str) -> set[str]:
    """Return what a message id without arguments is in any of our languages."""
    said = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            said.add(say(message))
    return said


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message id with the facts that it names, kept until it is said in its reader's language.

    `amounts` are in cents, `days` are said without their year, `parts` are sentences within it.
    """

    message: str
    amounts: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    days: Mapping[str, date] = field(default_factory=dict)
    parts: Mapping[str, "Sentence"] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(
            self.message,
            **{name: dollars(cents) for name, cents in self.amounts.items()},
            **{name: number_text(number) for name, number in self.numbers.items()},
            **{name: plain_date(day) for name, day in self.days.items()},
            **{name: str(part) for name, part in self.parts.items()},
        )


def in_english() -> override:
    """Return the context in which words are made that are stored, and read by others later."""
    return override("en")


def in_language(language: str) -> override:
    """Return the context in which somebody is written to in their language."""
    return override(spoken(language))


def spoken(language: str) -> str:
    """Return a language that was stored, or ours where we no longer speak that one."""
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def active_language() -> str:
    """Return the language of the request, in which its visitor is written to later."""
    return get_language() or settings.LANGUAGE_CODE


def market_terms() -> Terms:
    """Return the market's terms in the active language, as far as its folder translates them.

    Who needs their figures alone takes TERMS.
    """
    return TRANSLATED_TERMS.get(active_language(), TERMS)


def capitalized(words: str) -> str:
    """Return words as they begin a sentence or a title."""
    return words[:1].upper() + words[1:]


def listed(names: Sequence[str]) -> str:
    """Return "a permit, the equipment and a technician"."""
    locale = _locale()
    return lists.format_list(names, locale=_LISTS_AS_IN.get(locale.language, locale))


def any_of(names: Sequence[str]) -> str:
    """Return "natural gas or propane"."""
    return lists.format_list(names, style="or", locale=_locale())


def dollars(cents: int) -> str:
    """Return cents as "$1,234.50"."""
    return numbers.format_currency(Decimal(cents) / 100, _CURRENCY, locale=_locale())


def whole_dollars(cents: int) -> str:
    """Return cents as "$1,234", without what is less than a dollar."""
    locale = _locale()
    pattern = _WITHOUT_CENTS.sub("", locale.currency_formats["standard"].pattern)
    return numbers.format_currency(
        cents // 100, _CURRENCY, pattern, locale=locale, currency_digits=False
    )


def number_text(number: int) -> str:
    """Return "1,234"."""
    return numbers.format_decimal(number, locale=_locale())


def percent_text(rate: Decimal) -> str:
    """Write a rate such as 0.0825 as 8.25%."""
    return numbers.format_percent(rate, decimal_quantization=False, locale=_locale())


def clock_time(local: time | datetime) -> str:
    """Return "3:05 PM" of a time on the market's clock."""
    return _formatted(local, "hm")


def brief_date(day: date) -> str:
    """Return "Nov 7"."""
    return _formatted(day, "MMMd")


def brief_weekday_date(day: date) -> str:
    """Return "Sat, Nov 7"."""
    return _formatted(day, "MMMEd")


def brief_weekday(day: date) -> str:
    """Return "Sat"."""
    return dates.format_date(day, "EEE", locale=_locale())


def brief_full_date(day: date) -> str:
    """Return "Nov 7, 2026"."""
    return _formatted(day, "yMMMd")


def plain_date(day: date) -> str:
    """Return "November 7"."""
    return _formatted(day, "MMMMd")


def weekday(day: date) -> str:
    """Return "Saturday"."""
    return dates.format_date(day, "EEEE", locale=_locale())


def weekday_date(day: date) -> str:
    """Return "Saturday, November 7"."""
    return _formatted(day, "MMMMEd", whole_weekday=True)


def full_weekday_date(day: date) -> str:
    """Return "Saturday, November 7, 2026"."""
    return dates.format_date(day, "full", locale=_locale())


def full_date(day: date) -> str:
    """Return "November 7, 2026"."""
    return dates.format_date(day, "long", locale=_locale())


def month_of(day: date) -> str:
    """Return "November 2026"."""
    return _formatted(day, "yMMMM")


def hours_between(hours: tuple[time, time]) -> str:
    """Return hours for a sentence: between "8:30 AM and 12:30 PM"."""
    start, end = hours
    return say("%(start)s and %(end)s", start=clock_time(start), end=clock_time(end))


def hours_label(hours: tuple[time, time]) -> str:
    """Return hours as pages and texts show them, with a dash."""
    start, end = hours
    return f"{clock_time(start)} \N{EN DASH} {clock_time(end)}"


def moment_on_record(instant: datetime) -> str:
    """Return "November 7, 2026, 3:05 PM" of an instant in the market."""
    local = instant.astimezone(MARKET_ZONE)
    return say("%(date)s, %(time)s", date=full_date(local), time=clock_time(local))


def brief_moment(instant: datetime) -> str:
    """Return "Nov 7, 2026, 3:05 PM" of an instant in the market."""
    local = instant.astimezone(MARKET_ZONE)
    return say("%(date)s, %(time)s", date=brief_full_date(local), time=clock_time(local))


def moment_words(instant: datetime) -> str:
    """Return "3:35 PM on Friday, November 7" of an instant in the market."""
    local = instant.astimezone(MARKET_ZONE)
    return say("%(time)s on %(day)s", time=clock_time(local), day=weekday_date(local))


def until_words(at: datetime, *, now: datetime) -> str:
    """Return "3:35 PM" for an end that is today in the market, else with the day that it is."""
    local = at.astimezone(MARKET_ZONE)
    is_today = local.date() == now.astimezone(MARKET_ZONE).date()
    return clock_time(local) if is_today else moment_words(at)


def morning_of(day: date) -> str:
    """Return the half day on which an afternoon's work ends: "Wednesday morning, December 23"."""
    return say("%(weekday)s morning, %(date)s", weekday=weekday(day), date=plain_date(day))


def _formatted(value: date | time, skeleton: str, *, whole_weekday: bool = False) -> str:
    locale = _locale()
    pattern = _pattern(locale, skeleton)
    if whole_weekday:
        pattern = pattern.replace("E", "EEEE").replace("ccc", "cccc")
    if isinstance(value, date):
        words = (
            dates.format_datetime(value, pattern, locale=locale)
            if isinstance(value, datetime)
            else dates.format_date(value, pattern, locale=locale)
        )
    else:
        words = dates.format_time(value, pattern, locale=locale)
    return words.replace("\N{NARROW NO-BREAK SPACE}", " ")  # which texts and old fonts lack


@cache
def _pattern(locale: Locale, skeleton: str) -> str:
    known = locale.datetime_skeletons
    nearest = skeleton if skeleton in known else dates.match_skeleton(skeleton, known)
    return str(known[nearest].pattern)


def _locale() -> Locale:
    return _locale_of(active_language())


@cache
def _locale_of(language: str) -> Locale:
    # As this country writes the language, where Babel knows that: dollars are "$" in Spanish too.
    name = to_locale(language)
    for each in (f"{name}_{_COUNTRY}", name):
        with suppress(UnknownLocaleError, ValueError):
            return Locale.parse(each)
    return Locale("en", _COUNTRY)
