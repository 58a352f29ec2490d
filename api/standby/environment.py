"""Settings from environment variables, checked at start; setting_table.py has each of them.

`python -m standby.environment` lists what runs in test mode or only on this machine.
"""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final, NamedTuple, Self

from pydantic import (
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings

from standby.core.database_url import is_postgresql
from standby.core.market import Company, market_folder, market_problem, read_company
from standby.core.setting_meanings import Around, Fact, Meaning, is_loopback, repeated
from standby.messaging.reply_address import PATTERN as REPLY_PATTERN
from standby.setting_table import SettingTable, SignInProvider


class SettingValue(NamedTuple):
    """A setting by the name of its variable, with its value."""

    name: str
    meaning: Meaning
    value: object


def meanings_of(table: type[BaseSettings]) -> dict[str, Meaning]:
    """Return what each field means. Raises TypeError naming one without exactly one meaning."""
    meanings = {}
    for name, field in table.model_fields.items():
        matches = [one for one in field.metadata if isinstance(one, Meaning)]
        if len(matches) != 1:
            raise TypeError(
                f"{name} has {len(matches)} meanings of setting_meanings.py; one is needed"
            )
        meanings[name] = matches[0]
    return meanings


MEANINGS: Final = meanings_of(SettingTable)
PROVIDER_MEANINGS: Final = meanings_of(SignInProvider)
# Each fact about the company: the field by which an operator states another than the market's, and
# what production asks for where the market has a placeholder
_FACTS: Final = {
    meaning.of: (field, meaning.required)
    for field, meaning in MEANINGS.items()
    if isinstance(meaning, Fact)
}


class SettingsWrong(SystemExit):
    """One or more settings are missing or contradictory; the message names each."""

    def __init__(self, problems: list[str]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"Standby cannot start with these settings:\n{lines}")
        self.problems = problems


class Environment(SettingTable):
    """The settings of this process, read from its environment and judged together."""

    @property
    def is_production(self) -> bool:
        return self.env == "production"

    @cached_property
    def company(self) -> Company:
        """The market's facts about the company, with those that are set in their place."""
        values = {fact: getattr(self, setting) for fact, (setting, _) in _FACTS.items()}
        # Whoever sets only the name on the license shall find no other brand on the pages.
        values["name"] = self.contractor_brand or self.contractor_name
        stated = {fact: text for fact, text in values.items() if text}
        market = read_company(self.market)
        placeholders = tuple(fact for fact in market.placeholders if fact not in stated)
        return replace(market, **stated, placeholders=placeholders)

    @property
    def snapshots_every(self) -> timedelta:
        # Zero without a backup recipient: then no snapshots are expected.
        return timedelta(seconds=self.backup_seconds if self.backup_recipient else 0)

    @model_validator(mode="before")
    @classmethod
    def _add_what_follows(cls, values: dict[str, str]) -> dict[str, Any]:
        values = {name: text.strip() for name, text in values.items() if text.strip()}
        is_local = values.get("STANDBY_ENV", "local") == "local"
        return {
            "INTERNAL_PAGES": "on" if is_local else "staff",
            "STANDBY_LOGS": "line" if is_local else "json",
            # A PostgreSQL dump reads the whole database; SQLite's copy takes part of a second
            "STANDBY_BACKUP_SECONDS": 300 if "DATABASE_URL" in values else 60,
            "STANDBY_CARDS": "stripe" if "STRIPE_SECRET_KEY" in values else "test",
            "STANDBY_PLACES": "google" if "GOOGLE_SERVER_KEY" in values else "offline",
            "STANDBY_MAIL": "smtp" if "SMTP_HOST" in values else "kept",
            "STANDBY_INBOX": "imap" if "IMAP_HOST" in values else "none",
            "IMAP_PORT": 143 if values.get("IMAP_SECURITY") == "starttls" else 993,
            "IMAP_AUTH": "xoauth2" if "IMAP_TOKEN_URL" in values else "password",
            "STANDBY_TEXTS": "twilio" if "TWILIO_ACCOUNT_SID" in values else "kept",
            "STANDBY_FILES": "s3" if "S3_BUCKET" in values else "local",
            **values,
        }

    @field_validator("site_url")
    @classmethod
    def _of_this_machine(cls, address: str, info: ValidationInfo) -> str:
        return address or f"http://127.0.0.1:{info.data.get('port')}"

    @field_validator("market")
    @classmethod
    def _has_its_facts(cls, folder: Path) -> Path:
        folder = market_folder(str(folder))
        if problem := market_problem(folder):
            raise ValueError(f"{problem}; allowed: a folder like market/houston")
        return folder

    @field_validator("locales")
    @classmethod
    def _is_there(cls, folder: Path | None) -> Path | None:
        if folder and not any(folder.glob("*/LC_MESSAGES/django.mo")):
            raise ValueError(
                f"{folder} has no catalog; allowed: a folder with el/LC_MESSAGES/django.mo"
            )
        return folder

    @field_validator("data", "pages")
    @classmethod
    def _expanded(cls, folder: Path, info: ValidationInfo) -> Path:
        # A link to the pages stays one: it is followed at start and at a reload.
        folder = folder.expanduser()
        return folder.resolve() if info.field_name == "data" else folder

    @field_validator("secret_key")
    @classmethod
    def _made_once(cls, key: str, info: ValidationInfo) -> str:
        # On a developer's machine a random secret is created once and kept beside the database.
        if key or info.data.get("env") != "local" or "data" not in info.data:
            return key
        file: Path = info.data["data"] / "secret-key"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            # Linked once it is whole: processes that start together read one and the same secret.
            with NamedTemporaryFile("w", dir=file.parent) as new:
                new.write(secrets.token_urlsafe(48))
                new.flush()
                with suppress(FileExistsError):
                    os.link(new.name, file)
        return file.read_text().strip()

    @model_validator(mode="wrap")
    @classmethod
    def _name_all_wrong(cls, values: dict[str, str], read: ModelWrapValidatorHandler[Self]) -> Self:
        # At once: where a setting is wrong by itself, its default is judged with the others.
        wrong: dict[str, str] = {}
        try:
            environment = read(values)
        except ValidationError as refused:
            wrong = {str(error["loc"][0]): _in_our_words(error) for error in refused.errors()}
            environment = read({name: text for name, text in values.items() if name not in wrong})
        problems = [*wrong.values(), *environment._incomplete()]
        if environment.is_production:
            problems += environment._unsafe()
        if problems:
            raise SettingsWrong(problems)
        return environment

    def _incomplete(self) -> Iterator[str]:
        yield from self._wrong_contacts()
        if self.cards == "test" and "_live_" in self.stripe_secret_key:
            yield "STANDBY_CARDS is 'test' but STRIPE_SECRET_KEY is a live key; choose one"
        if self.cards == "stripe" and not self.stripe_secret_key.startswith(("sk_", "rk_")):
            yield "STRIPE_SECRET_KEY is missing or is not a secret key (sk_… or rk_…)"
        elif self.cards == "stripe" and not self.stripe_webhook_secrets:
            yield "STRIPE_WEBHOOK_SECRET is empty; without it no payment can ever be confirmed"
        if self.places == "google" and not self.google_server_key:
            yield "STANDBY_PLACES is 'google' but GOOGLE_SERVER_KEY is empty"
        if self.mail == "smtp" and not self.smtp_host:
            yield "STANDBY_MAIL is 'smtp' but SMTP_HOST is empty"
        if self.reply_address and not REPLY_PATTERN.fullmatch(self.reply_address):
            yield (
                f"REPLY_ADDRESS is {self.reply_address!r}; allowed: reply+{{token}}@domain, "
                "{token}@domain"
            )
        if self.inbox == "imap":
            yield from self._wrong_imap()
        if self.texts == "twilio":
            yield from self._missing_of_twilio()
        missing = _empty(self, "s3_bucket", "s3_access_key", "s3_secret_key")
        if self.files == "s3" and missing:
            yield f"STANDBY_FILES is 's3' but {', '.join(missing)} is empty"
        for provider in self.sign_in_providers:
            for name in _empty(provider, "issuer", "client_id", "client_secret"):
                setting = f"SIGN_IN_{provider.name.upper()}_{name}"
                yield f"SIGN_IN_PROVIDERS names {provider.name!r} but {setting} is empty"
        yield from self._wrong_databases()
        yield from self._open_metrics()

    def _wrong_imap(self) -> Iterator[str]:
        by_tokens = ("imap_token_url", "imap_client_id", "imap_client_secret")
        required = by_tokens if self.imap_auth == "xoauth2" else ("imap_password",)
        if missing := _empty(self, "imap_host", "imap_user", *required):
            yield f"STANDBY_INBOX is 'imap' but {', '.join(missing)} is empty"
        if self.imap_security == "starttls" and self.imap_port == 993:
            yield "IMAP_PORT is 993 but IMAP_SECURITY is 'starttls'; allowed there: tls"

    def _wrong_databases(self) -> Iterator[str]:
        scheme = self.database_url.partition(":")[0]
        if self.database_url and not is_postgresql(self.database_url):
            yield (
                f"DATABASE_URL starts with {scheme!r}; allowed: postgresql://… or nothing (SQLite)"
            )
        if self.database_direct_url and not is_postgresql(self.database_direct_url):
            yield "DATABASE_DIRECT_URL is not an address that starts with postgresql://"
        if self.database_replica_url and not is_postgresql(self.database_replica_url):
            yield "DATABASE_REPLICA_URL is not an address that starts with postgresql://"
        elif self.database_replica_url and not self.database_url:
            yield "DATABASE_REPLICA_URL is set but DATABASE_URL is empty: SQLite has no replica"

    def _wrong_contacts(self) -> Iterator[str]:
        # Pages make links of them
        if self.contractor_phone and len(re.sub(r"\D", "", self.contractor_phone)) != 10:
            yield (
                f"CONTRACTOR_PHONE is {self.contractor_phone!r}; "
                "allowed: ten digits, such as (713) 555-0142"
            )
        if self.contractor_email and not re.fullmatch(r"[^\s@]+@[^\s@]+", self.contractor_email):
            yield f"CONTRACTOR_EMAIL is {self.contractor_email!r}; allowed: name@domain"

    def _missing_of_twilio(self) -> Iterator[str]:
        if not self.twilio_account_sid.startswith("AC"):
            yield "STANDBY_TEXTS is 'twilio' but TWILIO_ACCOUNT_SID is missing or is not one (AC…)"
        elif not self.twilio_auth_token:
            yield "TWILIO_AUTH_TOKEN is empty; without it replies to texts cannot be verified"
        if not self.twilio_from.startswith(("+1", "MG")):
            yield (
                f"TWILIO_FROM is {self.twilio_from!r}; "
                "allowed: a number (+1…) or a messaging service (MG…)"
            )

    def _unsafe(self) -> Iterator[str]:
        every = setting_values(self)
        around = Around(
            values={field: getattr(self, field) for field in MEANINGS},
            private_hosts=self.private_hosts,
            without=self.without,
        )
        for name, meaning, value in every:
            for refusal in meaning.refused(value, around):
                yield f"{name} {refusal}"
        yield from repeated(
            [held for name, meaning, value in every for held in meaning.held(name, value, around)]
        )
        # The license is required on every proposal (16 TAC 73), the address on the cancellation
        # form (Tex. Bus. & Com. Code 601.053).
        for fact in self.company.placeholders:
            field, required = _FACTS[fact]
            yield (
                f"{name_of(field)} is not set, and {self.market}/company.json has the placeholder "
                f"{getattr(self.company, fact)!r}; production needs {required}"
            )

    def _open_metrics(self) -> Iterator[str]:
        if not self.metrics or self.metrics_token:
            return
        if self.is_production:
            yield "STANDBY_METRICS is 'on' but STANDBY_METRICS_TOKEN is empty"
        elif not is_loopback(self.bind):
            yield (
                f"STANDBY_METRICS is 'on' and STANDBY_BIND is {self.bind!r}, but "
                "STANDBY_METRICS_TOKEN is empty: the network could read the figures; set a token, "
                "or listen at 127.0.0.1 alone"
            )


def setting_values(settings: SettingTable) -> list[SettingValue]:
    """Return every setting, also those of each sign-in provider."""
    of_providers = [
        SettingValue(name_of(field, provider=each.name), meaning, getattr(each, field))
        for each in settings.sign_in_providers
        for field, meaning in PROVIDER_MEANINGS.items()
        if field != "name"  # it comes from SIGN_IN_PROVIDERS
    ]
    return [
        SettingValue(name_of(field), meaning, getattr(settings, field))
        for field, meaning in MEANINGS.items()
    ] + of_providers


def name_of(field: str, *, provider: str = "") -> str:
    """Return the variable of a field: of the table, or of the sign-in provider of this name."""
    if provider:
        return f"SIGN_IN_{provider.upper()}_{field.upper()}"
    return str(SettingTable.model_fields[field].validation_alias)


def _empty(settings: BaseSettings, *fields: str) -> list[str]:
    return [name.upper() for name in fields if not getattr(settings, name)]


def _in_our_words(error: ErrorDetails) -> str:
    name, value = str(error["loc"][0]), str(error["input"])
    match Environment.model_json_schema()["properties"][name]:
        case {"enum": choices} | {"items": {"enum": choices}}:
            allowed = ", ".join(choices)
        case {"type": "boolean"}:
            allowed = "on, off"
        case {"minimum": lowest, "maximum": highest}:
            allowed = f"a whole number from {lowest} to {highest}"
        case _:  # perhaps a secret: what was found is not printed
            return f"{name}: {error['msg'].removeprefix('Value error, ')}"
    return f"{name} is {value!r}; allowed: {allowed}"


def modes(env: Environment) -> list[str]:
    """Return one line per setting that differs from how production serves customers."""
    lines = []
    if not env.database_url:
        lines.append(f"database: SQLite in {env.data}")
    if env.cards == "test":
        lines.append("cards: test mode, a checkout page of our own; no money moves")
    if env.mail == "kept":
        lines.append("email: stays in the outbox, not sent")
    if env.texts == "kept":
        lines.append("texts: stay in the outbox, not sent")
    if env.places == "offline":
        lines.append("addresses: suggested and located without a network, by ZIP code")
    if not env.trusted_proxies:
        lines.append(
            "proxy: none; a few slow clients can block the server, so production runs behind "
            "nginx (docs/deploying.md)"
        )
    if not env.rate_limits:
        lines.append("rate limits: off")
    return lines


if __name__ == "__main__":
    print("\n".join(modes(Environment())))  # noqa: T201
