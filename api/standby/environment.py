"""Environment variables, read and validated once at startup."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

REPOSITORY = Path(__file__).resolve().parents[2]

_SHORTEST_KEY = 50
_FEWEST_CHARACTERS = 8  # 50 random digits have all ten, or nine
_LEAST_VARIETY = 0.75  # in a random key, even a hexadecimal one, few three-character pieces repeat
_KNOWN_KEYS = ("django-insecure", "changeme", "change-me", "change_me", "your-secret", "example")

NOT_SET = "[not set: {name}]"  # printed on documents on a developer's machine
CONTRACTOR = (
    "CONTRACTOR_NAME",
    "CONTRACTOR_ADDRESS",
    "CONTRACTOR_PHONE",
    "CONTRACTOR_EMAIL",
    "CONTRACTOR_LICENCE",
)

# Required on every proposal and invoice of a licensed electrical contractor (TDLR, 2024)
REGULATOR = (
    "Regulated by The Texas Department of Licensing and Regulation, P.O. Box 12157, Austin, "
    "Texas 78711, 1-800-803-9202, 512-463-6599, www.tdlr.texas.gov"
)


class SettingsWrong(SystemExit):
    """One or more settings are missing or contradictory; the message names each."""

    def __init__(self, problems: list[str]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"Standby cannot start with these settings:\n{lines}")
        self.problems = problems


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInProvider:
    """An OpenID Connect issuer with which staff may sign in."""

    name: str
    issuer: str
    client_id: str
    client_secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Validated settings. Secrets are empty strings when not given."""

    env: str
    bind: str
    port: int
    processes: int
    threads: int
    logs: str
    metrics: bool
    metrics_token: str
    traces_to: str
    data: Path
    pages: Path  # folder of the built pages, or a link to it
    snapshots_folder: Path | None
    rate_limits: bool
    secret_key: str
    secret_key_fallbacks: tuple[str, ...]
    site_url: str
    database_url: str
    database_pooler: bool
    trusted_proxies: int
    cards: str
    stripe_secret_key: str
    stripe_webhook_secrets: tuple[str, ...]
    stripe_api_base: str
    places: str
    google_server_key: str
    google_browser_key: str
    google_daily_budget_cents: int
    mail: str
    mail_from: str
    smtp_host: str
    smtp_port: int
    smtp_user: str
    smtp_password: str
    smtp_security: str
    texts: str
    files: str
    s3_bucket: str
    s3_endpoint: str
    s3_region: str
    s3_access_key: str
    s3_secret_key: str
    s3_takes_uploads: bool
    internal_pages: str
    contractor: Mapping[str, str]  # as printed on the proposal
    twilio_account_sid: str
    twilio_auth_token: str
    twilio_from: str
    twilio_api_base: str
    sign_in_providers: tuple[SignInProvider, ...]
    backup_recipient: str
    backup_seconds: int

    @property
    def is_production(self) -> bool:
        return self.env == "production"

    @property
    def snapshots_every(self) -> timedelta:
        # Zero without a backup recipient: then no snapshots are expected.
        return timedelta(seconds=self.backup_seconds if self.backup_recipient else 0)


class _EnvReader:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        return self._environ.get(name, "").strip() or default

    def choice(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in allowed:
            self.problems.append(f"{name} is {value!r}; allowed: {', '.join(allowed)}")
            return default
        return value

    def whole(self, name: str, default: int, *, lowest: int, highest: int) -> int:
        value = self.text(name, str(default))
        if not value.isascii() or not value.isdigit() or not lowest <= int(value) <= highest:
            self.problems.append(
                f"{name} is {value!r}; allowed: a whole number from {lowest} to {highest}"
            )
            return default
        return int(value)

    def several(self, name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in self.text(name).split(",") if part.strip())


def read_environment(environ: Mapping[str, str]) -> Environment:
    """Read all settings. Raises SettingsWrong naming every one that is missing or contradictory."""
    reader = _EnvReader(environ)
    env = reader.choice("STANDBY_ENV", "local", ("local", "production"))
    port = reader.whole("PORT", 8000, lowest=1, highest=65535)
    data = Path(reader.text("STANDBY_DATA", str(REPOSITORY / "var"))).expanduser().resolve()
    pages = Path(reader.text("STANDBY_PAGES", str(REPOSITORY / "web" / "dist"))).expanduser()
    stripe_secret_key = reader.text("STRIPE_SECRET_KEY")
    google_server_key = reader.text("GOOGLE_SERVER_KEY")
    smtp_host = reader.text("SMTP_HOST")
    s3_bucket = reader.text("S3_BUCKET")
    twilio_account_sid = reader.text("TWILIO_ACCOUNT_SID")
    environment = Environment(
        env=env,
        bind=reader.text("STANDBY_BIND", "127.0.0.1"),
        port=port,
        processes=reader.whole("STANDBY_PROCESSES", 2, lowest=1, highest=64),
        threads=reader.whole("STANDBY_THREADS", 4, lowest=1, highest=64),
        metrics=reader.choice("STANDBY_METRICS", "off", ("on", "off")) == "on",
        metrics_token=reader.text("STANDBY_METRICS_TOKEN"),
        traces_to=reader.text("OTEL_EXPORTER_OTLP_ENDPOINT").rstrip("/"),
        logs=reader.choice("STANDBY_LOGS", "line" if env == "local" else "json", ("line", "json")),
        data=data,
        pages=pages,
        snapshots_folder=Path(folder)
        if (folder := reader.text("STANDBY_SNAPSHOTS_FOLDER"))
        else None,
        rate_limits=reader.choice("STANDBY_RATE_LIMITS", "on", ("on", "off")) == "on",
        secret_key=reader.text("STANDBY_SECRET_KEY") or _read_or_create_secret(data, env=env),
        secret_key_fallbacks=reader.several("STANDBY_SECRET_KEY_FALLBACKS"),
        site_url=reader.text("STANDBY_SITE_URL", f"http://127.0.0.1:{port}").rstrip("/"),
        database_url=reader.text("DATABASE_URL"),
        database_pooler=reader.choice("DATABASE_POOLER", "off", ("on", "off")) == "on",
        trusted_proxies=reader.whole("STANDBY_TRUSTED_PROXIES", 0, lowest=0, highest=5),
        cards=reader.choice(
            "STANDBY_CARDS", "stripe" if stripe_secret_key else "test", ("test", "stripe")
        ),
        stripe_secret_key=stripe_secret_key,
        stripe_webhook_secrets=reader.several("STRIPE_WEBHOOK_SECRET"),
        stripe_api_base=reader.text("STRIPE_API_BASE", "https://api.stripe.com"),
        places=reader.choice(
            "STANDBY_PLACES", "google" if google_server_key else "offline", ("offline", "google")
        ),
        google_server_key=google_server_key,
        google_browser_key=reader.text("GOOGLE_BROWSER_KEY"),
        google_daily_budget_cents=reader.whole(
            "GOOGLE_DAILY_BUDGET_CENTS", 2000, lowest=0, highest=10_000_000
        ),
        mail=reader.choice("STANDBY_MAIL", "smtp" if smtp_host else "kept", ("kept", "smtp")),
        mail_from=reader.text("MAIL_FROM", "Standby <hello@standby.example>"),
        smtp_host=smtp_host,
        smtp_port=reader.whole("SMTP_PORT", 587, lowest=1, highest=65535),
        smtp_user=reader.text("SMTP_USER"),
        smtp_password=reader.text("SMTP_PASSWORD"),
        smtp_security=reader.choice("SMTP_SECURITY", "starttls", ("starttls", "tls", "none")),
        internal_pages=reader.choice(
            "INTERNAL_PAGES", "on" if env == "local" else "staff", ("on", "staff", "off")
        ),
        contractor={
            **{name: reader.text(name, NOT_SET.format(name=name)) for name in CONTRACTOR},
            "CONTRACTOR_REGULATOR": reader.text("CONTRACTOR_REGULATOR", REGULATOR),
        },
        texts=reader.choice(
            "STANDBY_TEXTS", "twilio" if twilio_account_sid else "kept", ("kept", "twilio")
        ),
        twilio_account_sid=twilio_account_sid,
        twilio_auth_token=reader.text("TWILIO_AUTH_TOKEN"),
        twilio_from=reader.text("TWILIO_FROM"),
        twilio_api_base=reader.text("TWILIO_API_BASE", "https://api.twilio.com"),
        files=reader.choice("STANDBY_FILES", "s3" if s3_bucket else "local", ("local", "s3")),
        s3_bucket=s3_bucket,
        s3_endpoint=reader.text("S3_ENDPOINT"),
        s3_region=reader.text("S3_REGION", "us-east-1"),
        s3_access_key=reader.text("S3_ACCESS_KEY"),
        s3_secret_key=reader.text("S3_SECRET_KEY"),
        s3_takes_uploads=reader.choice("S3_TAKES_UPLOADS", "off", ("on", "off")) == "on",
        sign_in_providers=tuple(
            _sign_in_provider(reader, name) for name in reader.several("SIGN_IN_PROVIDERS")
        ),
        backup_recipient=reader.text("STANDBY_BACKUP_RECIPIENT"),
        # A PostgreSQL dump reads the whole database; SQLite's copy takes a fraction of a second
        backup_seconds=reader.whole(
            "STANDBY_BACKUP_SECONDS",
            300 if reader.text("DATABASE_URL") else 60,
            lowest=1,
            highest=86_400,
        ),
    )
    problems = reader.problems + [
        problem for rule in _RULES if (problem := rule(environment)) is not None
    ]
    if problems:
        raise SettingsWrong(problems)
    return environment


_KNOWN_ISSUERS = {"google": "https://accounts.google.com"}


def _sign_in_provider(reader: _EnvReader, name: str) -> SignInProvider:
    prefix = f"SIGN_IN_{name.upper()}"
    return SignInProvider(
        name=name,
        issuer=reader.text(f"{prefix}_ISSUER", _KNOWN_ISSUERS.get(name, "")),
        client_id=reader.text(f"{prefix}_CLIENT_ID"),
        client_secret=reader.text(f"{prefix}_CLIENT_SECRET"),
    )


def _read_or_create_secret(data: Path, *, env: str) -> str:
    # On a developer's machine a random secret is created once and kept beside the database.
    if env != "local":
        return ""
    secret_file = data / "secret-key"
    if not secret_file.exists():
        data.mkdir(parents=True, exist_ok=True)
        secret_file.touch(mode=0o600)
        secret_file.write_text(secrets.token_urlsafe(48))
    return secret_file.read_text().strip()


def _production_needs_a_secret(env: Environment) -> str | None:
    # With a weak key anybody could sign links, sessions and receipts. Fallback keys count too.
    keys = [("STANDBY_SECRET_KEY", env.secret_key)]
    keys += [("STANDBY_SECRET_KEY_FALLBACKS", key) for key in env.secret_key_fallbacks]
    for name, key in keys:
        if env.is_production and (weakness := _weakness_of(key)):
            return f"{name} {weakness}; production needs a random one of 50 or more"
    return None


def _weakness_of(key: str) -> str:
    # The message must not quote the key.
    known = next((word for word in _KNOWN_KEYS if word in key.lower()), "")
    pieces = {key[start : start + 3] for start in range(len(key) - 2)}
    if len(key) < _SHORTEST_KEY:
        return f"has {len(key)} characters"
    if known:
        return f"contains {known!r}, as published examples do"
    if len(set(key)) < _FEWEST_CHARACTERS:
        return f"has only {len(set(key))} different characters"
    if len(pieces) < len(key) * _LEAST_VARIETY:
        return "repeats the same few characters again and again"
    return ""


def _production_needs_its_address(env: Environment) -> str | None:
    if env.is_production and urlsplit(env.site_url).scheme != "https":
        return f"STANDBY_SITE_URL is {env.site_url!r}; production needs an https:// address"
    return None


def _metrics_are_not_for_everybody(env: Environment) -> str | None:
    if env.is_production and env.metrics and not env.metrics_token:
        return "STANDBY_METRICS is 'on' but STANDBY_METRICS_TOKEN is empty"
    return None


def _production_keeps_its_limits(env: Environment) -> str | None:
    if env.is_production and not env.rate_limits:
        return "STANDBY_RATE_LIMITS is 'off'; allowed in production: on"
    return None


def _production_takes_real_cards(env: Environment) -> str | None:
    if env.is_production and env.cards == "test":
        return "STANDBY_CARDS is 'test'; production needs stripe (set STRIPE_SECRET_KEY)"
    return None


def _test_cards_never_meet_live_keys(env: Environment) -> str | None:
    if env.cards == "test" and "_live_" in env.stripe_secret_key:
        return "STANDBY_CARDS is 'test' but STRIPE_SECRET_KEY is a live key; choose one"
    return None


def _stripe_needs_its_keys(env: Environment) -> str | None:
    if env.cards == "stripe" and not env.stripe_secret_key.startswith(("sk_", "rk_")):
        return "STRIPE_SECRET_KEY is missing or is not a secret key (sk_… or rk_…)"
    if env.cards == "stripe" and not env.stripe_webhook_secrets:
        return "STRIPE_WEBHOOK_SECRET is empty; without it no payment can ever be confirmed"
    return None


def _google_needs_its_key(env: Environment) -> str | None:
    if env.places == "google" and not env.google_server_key:
        return "STANDBY_PLACES is 'google' but GOOGLE_SERVER_KEY is empty"
    return None


def _smtp_needs_its_host(env: Environment) -> str | None:
    if env.mail == "smtp" and not env.smtp_host:
        return "STANDBY_MAIL is 'smtp' but SMTP_HOST is empty"
    return None


def _sign_in_providers_are_complete(env: Environment) -> str | None:
    for provider in env.sign_in_providers:
        prefix = f"SIGN_IN_{provider.name.upper()}"
        for name in ("issuer", "client_id", "client_secret"):
            if not getattr(provider, name):
                setting = f"{prefix}_{name.upper()}"
                return f"SIGN_IN_PROVIDERS names {provider.name!r} but {setting} is empty"
    return None


def _twilio_needs_its_account(env: Environment) -> str | None:
    if env.texts != "twilio":
        return None
    if not env.twilio_account_sid.startswith("AC"):
        return "STANDBY_TEXTS is 'twilio' but TWILIO_ACCOUNT_SID is missing or is not one (AC…)"
    if not env.twilio_auth_token:
        return "TWILIO_AUTH_TOKEN is empty; without it no reply to a text can be believed"
    return None


def _twilio_needs_a_sender(env: Environment) -> str | None:
    if env.texts == "twilio" and not env.twilio_from.startswith(("+1", "MG")):
        return (
            f"TWILIO_FROM is {env.twilio_from!r}; "
            "allowed: a number (+1…) or a messaging service (MG…)"
        )
    return None


def _production_keeps_internal_pages_inside(env: Environment) -> str | None:
    if env.is_production and env.internal_pages == "on":
        return "INTERNAL_PAGES is 'on'; allowed in production: staff, off"
    return None


def _production_names_its_contractor(env: Environment) -> str | None:
    # The license is required on every proposal (16 TAC 73), the address on the cancellation form
    # (Tex. Bus. & Com. Code 601.053).
    missing = [name for name, text in env.contractor.items() if text == NOT_SET.format(name=name)]
    if env.is_production and missing:
        return f"{', '.join(missing)}: empty; production prints them on every proposal"
    return None


def _licence_is_one(env: Environment) -> str | None:
    licence = env.contractor["CONTRACTOR_LICENCE"]
    if env.is_production and not any(sign.isdigit() for sign in licence):
        return f"CONTRACTOR_LICENCE is {licence!r}; production needs a TECL number"
    return None


def _s3_needs_its_keys(env: Environment) -> str | None:
    if env.files != "s3":
        return None
    required = {
        "S3_BUCKET": env.s3_bucket,
        "S3_ACCESS_KEY": env.s3_access_key,
        "S3_SECRET_KEY": env.s3_secret_key,
    }
    missing = [name for name, text in required.items() if not text]
    return f"STANDBY_FILES is 's3' but {', '.join(missing)} is empty" if missing else None


def _production_talks_to_s3_unseen(env: Environment) -> str | None:
    scheme = urlsplit(env.s3_endpoint).scheme
    if env.is_production and env.s3_endpoint and scheme != "https":
        return f"S3_ENDPOINT is {env.s3_endpoint!r}; production needs an https:// address"
    return None


def _database_is_supported(env: Environment) -> str | None:
    scheme = urlsplit(env.database_url).scheme
    if env.database_url and scheme not in ("postgresql", "postgres"):
        return f"DATABASE_URL starts with {scheme!r}; allowed: postgresql://… or nothing (SQLite)"
    return None


_RULES: tuple[Callable[[Environment], str | None], ...] = (
    _production_needs_a_secret,
    _production_needs_its_address,
    _metrics_are_not_for_everybody,
    _production_keeps_its_limits,
    _production_takes_real_cards,
    _test_cards_never_meet_live_keys,
    _stripe_needs_its_keys,
    _google_needs_its_key,
    _smtp_needs_its_host,
    _twilio_needs_its_account,
    _twilio_needs_a_sender,
    _production_keeps_internal_pages_inside,
    _production_names_its_contractor,
    _licence_is_one,
    _s3_needs_its_keys,
    _production_talks_to_s3_unseen,
    _sign_in_providers_are_complete,
    _database_is_supported,
)
