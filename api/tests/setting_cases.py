"""What production must refuse of each setting, made from what the setting means."""

import secrets
from collections.abc import Callable
from typing import Any, Final

import pytest

from standby.core.setting_meanings import (
    Address,
    Choice,
    Database,
    Meaning,
    Recipient,
    Secret,
    Transport,
)
from standby.environment import MEANINGS, PROVIDER_MEANINGS, name_of
from standby.setting_table import SettingTable

OUTSIDE: Final = "outside.example"
SETTINGS: Final = {
    **{name_of(field): meaning for field, meaning in MEANINGS.items()},
    **{
        name_of(field, provider="okta"): meaning
        for field, meaning in PROVIDER_MEANINGS.items()
        if field != "name"
    },
}
RECIPIENT: Final = "age1" + ("qpzry9x8gf2tvdw0s3jn54khce6mua7l" * 2)[:58]


def new(begins: tuple[str, ...] = ()) -> str:
    return next(iter(begins), "") + secrets.token_urlsafe(48)


def database(*, password: str = "", end: str = "?sslmode=verify-full") -> str:
    return f"postgresql://standby:{password or new()}@{OUTSIDE}/standby{end}"


def good(meaning: Meaning) -> str | None:
    """What production accepts for it, where it is not clear from its name alone."""
    match meaning:
        case Secret():
            return new(meaning.begins)
        case Address():
            return f"https://{OUTSIDE}"
        case Database():
            return database()
        case Recipient():
            return RECIPIENT
        case Choice():
            return meaning.allowed[0]
    return None


def every_good() -> dict[str, str]:
    return {name: text for name, meaning in SETTINGS.items() if (text := good(meaning))}


# What chooses each provider, and what it needs that is no secret
PROVIDERS: Final = {
    "STANDBY_METRICS": "on",
    "SMTP_HOST": OUTSIDE,
    "SMTP_USER": "office",
    "IMAP_HOST": OUTSIDE,
    "IMAP_USER": "replies",
    "IMAP_CLIENT_ID": "standby-mail",
    "TWILIO_ACCOUNT_SID": "AC1",
    "TWILIO_FROM": "+17135550142",
    "S3_BUCKET": "photos",
    "SIGN_IN_PROVIDERS": "okta",
    "SIGN_IN_OKTA_CLIENT_ID": "standby",
}


def choices(name: str) -> list[str]:
    schema = SettingTable.model_json_schema()["properties"][name]
    return ["on", "off"] if schema.get("type") == "boolean" else list(schema.get("enum", ()))


def of_http(_name: str, meaning: Meaning) -> list[str]:
    return [f"http://{OUTSIDE}", "http://127.0.0.1:8080"] if isinstance(meaning, Address) else []


def of_a_short_secret(_name: str, meaning: Meaning) -> list[str]:
    match meaning:
        case Secret():
            return [new(meaning.begins)[: meaning.least - 1], *(["a"] * (not meaning.begins))]
        case Database():
            return [database(password=new()[: meaning.least - 1])]
    return []


def of_a_published_secret(_name: str, meaning: Meaning) -> list[str]:
    match meaning:
        case Secret():
            begins = next(iter(meaning.begins), "")
            return [f"{begins}{word}-{new()}" for word in ("ExampleKey", "changeme", "your_secret")]
        case Database():
            return [database(password=f"changeme-{new()}")]
        case Recipient():
            return ["age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"]
    return []


def of_a_monotonous_secret(_name: str, meaning: Meaning) -> list[str]:
    match meaning:
        case Secret():
            begins = next(iter(meaning.begins), "")
            return [begins + "ab" * 40, begins + "correct-horse-battery-" * 4]
        case Database():
            return [database(password="ab" * 40)]
    return []


def of_a_test_key(_name: str, meaning: Meaning) -> list[str]:
    return [new((begins,)) for begins in getattr(meaning, "test", ())]


def of_no_tls(name: str, meaning: Meaning) -> list[str]:
    match meaning:
        case Transport():
            return ["none"]
        case Database():
            ends = ("", "?sslmode=disable", "?sslmode=allow", "?sslmode=prefer")
            return [database(end=end) for end in ends]
    return []


def of_another_choice(name: str, meaning: Meaning) -> list[str]:
    if not isinstance(meaning, Choice):
        return []
    return [word for word in choices(name) if word not in meaning.allowed]


def of_nothing(_name: str, meaning: Meaning) -> list[str]:
    return [""] if meaning.needed or getattr(meaning, "is_required", False) else []


def of_a_private_key(_name: str, meaning: Meaning) -> list[str]:
    return ["AGE-SECRET-KEY-1" + "Q" * 58, "age1"] if isinstance(meaning, Recipient) else []


KINDS: Final[tuple[Callable[[str, Meaning], list[str]], ...]] = (
    *(of_http, of_a_short_secret, of_a_published_secret, of_a_monotonous_secret, of_a_test_key),
    *(of_no_tls, of_another_choice, of_nothing, of_a_private_key),
)


def cases() -> list[Any]:
    # A secret is new each time: its number names the case
    return [
        pytest.param(name, text, id=f"{name}-{kind.__name__}-{number}")
        for kind in KINDS
        for name, meaning in SETTINGS.items()
        for number, text in enumerate(kind(name, meaning))
    ]
