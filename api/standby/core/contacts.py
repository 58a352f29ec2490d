"""Checks on the names, addresses, email addresses and phone numbers customers type."""

import re
from typing import Final
from unicodedata import normalize

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumber, PhoneNumberType

_EMAIL: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,10}[A-Za-z0-9-]{2,63}"
)

# What a mail program makes a link of: a scheme, "www.", a domain with a path, or one that ends as
# most do. "St. James", "J.R. Smith" and "12 Main St.Apt 4" are none.
_WEB_ADDRESS: Final = re.compile(
    r"://|\b(?:https?|ftp|mailto|javascript):|\bwww\.|\d{1,3}(?:\.\d{1,3}){3}"
    r"|[^\W_]\.[^\W\d_]{2,24}[/:?#]"
    r"|[^\W_]{2}\.(?:com|net|org|info|biz|io|co|us|me|ly|cc|tv|ru|cn|tk|uk|de|app|dev|xyz|top|site"
    r"|online|shop|store|club|link|click|live|icu|win|page|website|space|example)(?![^\W_])",
    re.IGNORECASE,
)


def has_web_address(text: str) -> bool:
    """Whether a mail program would make a link of a part of a name or address.

    Our mail would carry it to whatever address its sender chose.
    """
    return _WEB_ADDRESS.search(normalize("NFKC", text).replace("\u3002", ".")) is not None


def is_plausible_email(text: str) -> bool:
    """Whether mail can be sent to this address, by its form. Only sending proves that it exists."""
    name = text.partition("@")[0]
    return (
        _EMAIL.fullmatch(text) is not None
        and not name.startswith(".")
        and not name.endswith(".")
        and ".." not in name
    )


# An extension as people and phones write it. It is no part of the number that texts go to.
_EXTENSION: Final = re.compile(
    r"(?i)\s*(?:;ext=|[,;]?\s*(?:extension|ext|x|#)[.:#]?)\s*([0-9]{1,7})\s*"
)
_MOST_DIGITS: Final = 15  # E.164
_FEWEST_ABROAD: Final = 8
_US_DIGITS: Final = 10
_HAS_CODE: Final = re.compile(r"[^0-9]*\+")  # a plus before the first digit
_SENDER: Final = re.compile(r"\+?[0-9]+")
_ABROAD: Final = "011"  # dialed in the United States before the code of another country
# What the plan of North America can never give out: codes that begin with 0 or 1, emergency and
# service codes such as 911, reserved ones; and what is typed to fill a field. Area codes are not
# looked up: the library learns of new ones, such as Houston's 621, years after people have them.
_OF_THE_PLAN: Final = re.compile(r"(?!555|37|96|([0-9])\1{9})[2-9](?!11)[0-8][0-9][2-9][0-9]{6}")
_NO_TEXTS: Final = frozenset({
    PhoneNumberType.TOLL_FREE, PhoneNumberType.PREMIUM_RATE, PhoneNumberType.SHARED_COST,
    PhoneNumberType.PERSONAL_NUMBER, PhoneNumberType.UAN, PhoneNumberType.VOIP,
})  # fmt: skip


def is_callable_phone(text: str) -> bool:
    """Whether the numbering plan can have such a number, however it is written; it may have an
    extension. A number of another country begins with + or 011.
    """
    if digits := us_phone_digits(text):
        return _OF_THE_PLAN.fullmatch(digits) is not None
    abroad = _digits_abroad(text)
    if abroad is None:
        return False
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(f"+{abroad}", None))
    except NumberParseException:
        return False


def has_all_digits(text: str) -> bool:
    """Whether the text has as many digits as a phone number, which may still be none."""
    return us_phone_digits(text) is not None or _digits_abroad(text) is not None


def takes_texts(text: str) -> bool:
    """Whether texts can reach the number: not a toll-free one, nor one of another country.

    The plan of North America does not tell mobile phones from landlines.
    """
    digits = us_phone_digits(text)
    if digits is None or not is_callable_phone(text):
        return False
    number = PhoneNumber(country_code=1, national_number=int(digits))
    return phonenumbers.number_type(number) not in _NO_TEXTS


def _digits_abroad(text: str) -> str | None:
    main, _ = split_extension(text)
    digits = digits_of(main)
    if not main.lstrip().startswith("+") and not digits.startswith(_ABROAD):
        return None
    abroad = digits.removeprefix(_ABROAD)
    is_long_enough = _FEWEST_ABROAD <= len(abroad) <= _MOST_DIGITS
    return abroad if is_long_enough and not abroad.startswith("1") else None


def split_extension(text: str) -> tuple[str, str]:
    """Return the number as typed, and the digits of its extension or ""."""
    match = _EXTENSION.search(text)
    if match is None or match.end() != len(text):
        return text, ""
    return text[: match.start()], match[1]


def us_phone_digits(text: str) -> str | None:
    """Return the ten digits of a number of the United States, without the country code 1 and
    without its extension.
    """
    main, _ = split_extension(text)
    digits = digits_of(main)
    if digits.startswith("1"):
        digits = digits[1:]
    elif _HAS_CODE.match(main):
        return None
    return digits if len(digits) == _US_DIGITS else None


def format_phone(text: str) -> str:
    """Format a number of the United States as (NNN) NNN-NNNN x12; return anything else as typed."""
    digits, (_, extension) = us_phone_digits(text), split_extension(text)
    if digits is None:
        return text
    shown = f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"
    return f"{shown} x{extension}" if extension else shown


def phone_key(text: str) -> str:
    """Return the same for all spellings of a number, and for no two numbers: the ten digits of one
    of North America, of another country's all digits after a plus. "" where there are no digits.
    """
    if digits := us_phone_digits(text):
        return digits
    main, _ = split_extension(text)
    digits = digits_of(main)
    if digits.startswith(_ABROAD) or _HAS_CODE.match(main):
        abroad = digits.removeprefix(_ABROAD)
        return f"+{abroad}" if abroad else ""
    return digits


def sender_key(sender: str) -> str:
    """Return the `phone_key` of the number that a text came from.

    "" of what is no number: some senders have a name instead, such as BANKALERT.
    """
    return phone_key(sender) if _SENDER.fullmatch(sender) else ""


def senders_with(key: str) -> list[str]:
    """Return the spellings of a text's sender with this key, as a provider writes them."""
    if len(key) == _US_DIGITS and not key.startswith("+"):
        return [f"+1{key}", f"1{key}", key]
    return [key] if key else []


_BETWEEN: Final = r"[ ().\-/\t\xa0]{0,3}"
_OTHER_CODE: Final = re.compile(rf"(?:\+|(?<![0-9])011{_BETWEEN})[0-9]{{0,3}}{_BETWEEN}")


def has_phone(text: str, key: str) -> bool:
    """Whether a number with this `phone_key` is anywhere in the text, however it is written."""
    if key.startswith("+"):
        code, digits = rf"(?:\+|(?<![0-9])011){_BETWEEN}", key[1:]
        return re.search(f"{code}{_BETWEEN.join(digits)}(?![0-9])", text) is not None
    matches = re.finditer(rf"(?<![0-9])(1{_BETWEEN})?{_BETWEEN.join(key)}(?![0-9])", text)
    return any(match[1] or not _follows_a_code(text, match.start()) for match in matches)


def _follows_a_code(text: str, at: int) -> bool:
    # The same digits after the code of another country are another number.
    return any(match.end() == at for match in _OTHER_CODE.finditer(text, max(0, at - 12), at))


def has_email(text: str, address: str) -> bool:
    """Whether this address is anywhere in the text, and not as a part of a longer one."""
    whole = rf"(?<![\w.+%-]){re.escape(address)}(?![\w-]|\.\w)"
    return re.search(whole, text, re.IGNORECASE) is not None


def digits_of(text: str) -> str:
    return "".join(sign for sign in text if sign.isascii() and sign.isdigit())
