"""Settings from environment variables, checked at start. README.md says what each one means.

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
from typing import Annotated, Any, ClassVar, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    Strict,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from standby.core.database_url import connection_parts, is_postgresql
from standby.core.market import FILES, REPOSITORY, Company, market_folder, read_company

# Each fact about the company: the setting by which an operator states another than the market's,
# and what production needs where the market has a placeholder
_COMPANY_FACTS = {
    "name": ("contractor_brand", "the brand on the pages"),
    "legal_name": ("contractor_name", "the name on the license"),
    "address": ("contractor_address", "a postal address"),
    "phone": ("contractor_phone", "a number of ten digits"),
    "email": ("contractor_email", "an address that is read"),
    "licence": ("contractor_licence", "a TECL number"),
    "regulator": ("contractor_regulator", "the regulator's notice"),
    "hours": ("contractor_hours", "the opening hours"),
    "support_hours": ("contractor_support_hours", "the hours of support"),
}
_KNOWN_ISSUERS = {"google": "https://accounts.google.com"}
_KNOWN_KEYS = ("django-insecure", "changeme", "change-me", "change_me", "your-secret", "example")


class SettingsWrong(SystemExit):
    """One or more settings are missing or contradictory; the message names each."""

    def __init__(self, problems: list[str]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"Standby cannot start with these settings:\n{lines}")
        self.problems = problems


def _parts(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if value else ()


def _providers(value: Any) -> Any:
    # Without pydantic's plugin mypy does not know the arguments of BaseSettings itself
    return [
        SignInProvider(name=name, _env_prefix=f"SIGN_IN_{name.upper()}_")  # type: ignore[call-arg]
        for name in _parts(value)
    ]


def _readable(address: str) -> str:
    try:
        _ = urlsplit(address).port
    except ValueError:  # its own words may quote a part of a password
        raise ValueError("not an address; in a password, write / ? # as %2F %3F %23") from None
    return address


def _readable_by_postgresql(address: str) -> str:
    # Another scheme is named with the settings that contradict each other.
    if is_postgresql(address):
        connection_parts(address)
    return address


_OnOff = Annotated[
    bool, Strict(), BeforeValidator(lambda value: {"on": True, "off": False}.get(value, value))
]
# pydantic alone would also take +1, 1.0 and 1_000
_Whole = Annotated[
    int, Strict(), BeforeValidator(lambda v: int(v) if re.fullmatch("[0-9]+", str(v)) else v)
]
_Address = Annotated[str, AfterValidator(_readable)]
_DatabaseUrl = Annotated[str, AfterValidator(_readable_by_postgresql), Field(repr=False)]
_Base = Annotated[_Address, AfterValidator(lambda address: address.rstrip("/"))]
_Secret = Annotated[str, Field(repr=False)]
_Secrets = Annotated[tuple[str, ...], BeforeValidator(_parts), Field(repr=False)]


class SignInProvider(BaseSettings):
    """An OpenID Connect issuer with which staff may sign in: variables SIGN_IN_<NAME>_…."""

    model_config = SettingsConfigDict(env_ignore_empty=True, str_strip_whitespace=True, frozen=True)

    name: str
    issuer: Annotated[
        str, AfterValidator(lambda one, read: one or _KNOWN_ISSUERS.get(read.data["name"], ""))
    ] = ""
    client_id: str = ""
    client_secret: _Secret = ""


class Environment(BaseSettings):
    """All settings. A field is read from the variable of its alias, or of its name in capitals."""

    model_config = SettingsConfigDict(
        alias_generator=str.upper,
        case_sensitive=True,
        enable_decoding=False,
        frozen=True,
        hide_input_in_errors=True,
    )

    # The server
    env: Literal["local", "production"] = Field(default="local", alias="STANDBY_ENV")
    bind: str = Field(default="127.0.0.1", alias="STANDBY_BIND")
    port: _Whole = Field(default=8000, ge=1, le=65535)
    processes: _Whole = Field(default=2, alias="STANDBY_PROCESSES", ge=1, le=64)
    threads: _Whole = Field(default=4, alias="STANDBY_THREADS", ge=1, le=64)
    trusted_proxies: _Whole = Field(default=0, alias="STANDBY_TRUSTED_PROXIES", ge=0, le=5)
    rate_limits: _OnOff = Field(default=True, alias="STANDBY_RATE_LIMITS")
    site_url: _Base = Field(default="", alias="STANDBY_SITE_URL")
    internal_pages: Literal["on", "staff", "off"] = "on"
    # Its log, figures for Prometheus, and traces for OpenTelemetry
    logs: Literal["line", "json"] = Field(default="line", alias="STANDBY_LOGS")
    metrics: _OnOff = Field(default=False, alias="STANDBY_METRICS")
    metrics_token: _Secret = Field(default="", alias="STANDBY_METRICS_TOKEN")
    traces_to: _Base = Field(default="", alias="OTEL_EXPORTER_OTLP_ENDPOINT")
    # Folders: of the market's facts, of the database and files, of the built pages (or a link to
    # it), of snapshots
    market: Path = Field(default=market_folder(""), alias="STANDBY_MARKET")
    data: Path = Field(default=REPOSITORY / "var", alias="STANDBY_DATA")
    pages: Path = Field(default=REPOSITORY / "web" / "dist", alias="STANDBY_PAGES")
    snapshots_folder: Path | None = Field(default=None, alias="STANDBY_SNAPSHOTS_FOLDER")
    # The file that these settings stand in, if not /etc/standby.env
    env_file: str = Field(default="", alias="STANDBY_ENV_FILE")
    # What sessions, links and receipts are signed with, now and earlier
    secret_key: _Secret = Field(default="", alias="STANDBY_SECRET_KEY")
    secret_key_fallbacks: _Secrets = Field(default=(), alias="STANDBY_SECRET_KEY_FALLBACKS")
    # The database, SQLite without an address, and how its snapshots are made
    database_url: _DatabaseUrl = ""
    database_pooler: _OnOff = False
    # Past the pooler, for PostgreSQL's own programs: they change settings of their session
    database_direct_url: _DatabaseUrl = ""
    # A copy of it for reports, used while it is no further behind than this
    database_replica_url: _DatabaseUrl = ""
    database_replica_max_lag_seconds: _Whole = Field(default=30, ge=25, le=3600)
    backup_recipient: str = Field(default="", alias="STANDBY_BACKUP_RECIPIENT")
    backup_seconds: _Whole = Field(default=60, alias="STANDBY_BACKUP_SECONDS", ge=1, le=86_400)
    # Card payments
    cards: Literal["test", "stripe"] = Field(default="test", alias="STANDBY_CARDS")
    stripe_secret_key: _Secret = ""
    stripe_webhook_secrets: _Secrets = Field(default=(), alias="STRIPE_WEBHOOK_SECRET")
    stripe_api_base: str = "https://api.stripe.com"
    # Of the hosted payment pages: our pages may post there
    checkout_origins: ClassVar[tuple[str, ...]] = ("https://checkout.stripe.com",)
    # Suggested and located addresses
    places: Literal["offline", "google"] = Field(default="offline", alias="STANDBY_PLACES")
    google_server_key: _Secret = ""
    google_browser_key: str = ""
    google_daily_budget_cents: _Whole = Field(default=2000, ge=0, le=10_000_000)
    # Email, or an outbox
    mail: Literal["kept", "smtp"] = Field(default="kept", alias="STANDBY_MAIL")
    mail_from: str = ""
    smtp_host: str = ""
    smtp_port: _Whole = Field(default=587, ge=1, le=65535)
    smtp_user: str = ""
    smtp_password: _Secret = ""
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    # The mailbox to which customers reply, read by IMAP, or none
    inbox: Literal["none", "imap"] = Field(default="none", alias="STANDBY_INBOX")
    imap_host: str = ""
    imap_port: _Whole = Field(default=993, ge=1, le=65535)
    imap_user: str = ""
    imap_password: _Secret = ""
    imap_security: Literal["tls", "none"] = "tls"
    imap_folder: str = "INBOX"
    # Texts, or an outbox
    texts: Literal["kept", "twilio"] = Field(default="kept", alias="STANDBY_TEXTS")
    twilio_account_sid: str = ""
    twilio_auth_token: _Secret = ""
    twilio_from: str = ""
    twilio_api_base: str = "https://api.twilio.com"
    # Photos and papers: in a folder, or a bucket that may take uploads from browsers itself
    files: Literal["local", "s3"] = Field(default="local", alias="STANDBY_FILES")
    s3_bucket: str = ""
    s3_endpoint: _Address = ""
    s3_region: str = "us-east-1"
    s3_access_key: _Secret = ""
    s3_secret_key: _Secret = ""
    s3_takes_uploads: _OnOff = False
    # Accounts elsewhere by which staff may sign in: names, comma-separated
    sign_in_providers: Annotated[tuple[SignInProvider, ...], BeforeValidator(_providers)] = ()
    # Google tags, comma-separated: G-… counts visits, AW-… conversions; without one no page loads
    # or asks anything
    analytics_ids: str = Field(
        default="", alias="STANDBY_ANALYTICS_ID", pattern=r"^(|((G|AW|GT)-[A-Z0-9]{4,20},?)+)$"
    )
    # Facts about the company, each instead of the one in the market's company.json
    contractor_brand: str = ""
    contractor_name: str = ""
    contractor_address: str = ""
    contractor_phone: str = ""
    contractor_email: str = ""
    contractor_licence: str = ""
    contractor_regulator: str = ""
    contractor_hours: str = ""
    contractor_support_hours: str = ""

    @property
    def is_production(self) -> bool:
        return self.env == "production"

    @cached_property
    def company(self) -> Company:
        """The market's facts about the company, with those that are set in their place."""
        values = {fact: getattr(self, setting) for fact, (setting, _) in _COMPANY_FACTS.items()}
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
        for name in FILES:
            if not (folder / name).is_file():
                raise ValueError(f"{folder} has no {name}; allowed: a folder like market/houston")
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
            problems += [*environment._weak_keys(), *environment._unsafe()]
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
        missing_imap = _empty(self, "imap_host", "imap_user", "imap_password")
        if self.inbox == "imap" and missing_imap:
            yield f"STANDBY_INBOX is 'imap' but {', '.join(missing_imap)} is empty"
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

    def _weak_keys(self) -> Iterator[str]:
        # With a weak key anybody could sign links, sessions and receipts. Fallback keys count too.
        named = [("STANDBY_SECRET_KEY", self.secret_key)]
        named += [("STANDBY_SECRET_KEY_FALLBACKS", key) for key in self.secret_key_fallbacks]
        for name, key in named:
            if weakness := _weakness_of(key):
                yield f"{name} {weakness}; production needs a random one of 50 or more"

    def _unsafe(self) -> Iterator[str]:
        if urlsplit(self.site_url).scheme != "https":
            yield f"STANDBY_SITE_URL is {self.site_url!r}; production needs an https:// address"
        if self.metrics and not self.metrics_token:
            yield "STANDBY_METRICS is 'on' but STANDBY_METRICS_TOKEN is empty"
        if not self.rate_limits:
            yield "STANDBY_RATE_LIMITS is 'off'; allowed in production: on"
        if self.cards == "test":
            yield "STANDBY_CARDS is 'test'; production needs stripe (set STRIPE_SECRET_KEY)"
        if self.internal_pages == "on":
            yield "INTERNAL_PAGES is 'on'; allowed in production: staff, off"
        # The license is required on every proposal (16 TAC 73), the address on the cancellation
        # form (Tex. Bus. & Com. Code 601.053).
        for fact in self.company.placeholders:
            setting, needed = _COMPANY_FACTS[fact]
            yield (
                f"{setting.upper()} is not set, and {self.market}/company.json has the placeholder "
                f"{getattr(self.company, fact)!r}; production needs {needed}"
            )
        licence = self.contractor_licence
        if licence and not any(sign in "123456789" for sign in licence):
            yield f"CONTRACTOR_LICENCE is {licence!r}; production needs a TECL number"
        if self.s3_endpoint and urlsplit(self.s3_endpoint).scheme != "https":
            yield f"S3_ENDPOINT is {self.s3_endpoint!r}; production needs an https:// address"


def _empty(settings: BaseSettings, *fields: str) -> list[str]:
    return [name.upper() for name in fields if not getattr(settings, name)]


def _in_our_words(error: ErrorDetails) -> str:
    name, value = str(error["loc"][0]), str(error["input"])
    match Environment.model_json_schema()["properties"][name]:
        case {"enum": choices}:
            allowed = ", ".join(choices)
        case {"type": "boolean"}:
            allowed = "on, off"
        case {"minimum": lowest, "maximum": highest}:
            allowed = f"a whole number from {lowest} to {highest}"
        case _:  # perhaps a secret: what was found is not printed
            return f"{name}: {error['msg'].removeprefix('Value error, ')}"
    return f"{name} is {value!r}; allowed: {allowed}"


def _weakness_of(key: str) -> str:
    # The message must not quote the key. 50 random digits have all ten, or nine; in a random key,
    # even a hexadecimal one, few three-character pieces repeat.
    known = next((word for word in _KNOWN_KEYS if word in key.lower()), "")
    pieces = {key[start : start + 3] for start in range(len(key) - 2)}
    if len(key) < 50:
        return f"has {len(key)} characters"
    if known:
        return f"contains {known!r}, as published examples do"
    if len(set(key)) < 8:
        return f"has only {len(set(key))} different characters"
    if len(pieces) < len(key) * 0.75:
        return "repeats the same few characters again and again"
    return ""


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
