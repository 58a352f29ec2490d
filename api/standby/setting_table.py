"""Every setting, once: its type, its default, what it is for, and what it means to production.

docs/settings.md is written from here (`make settings`), and tests/server/test_setting_table.py
tries everything that production refuses of each. environment.py reads the values.
"""

from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from standby.core.market import REPOSITORY, market_folder
from standby.core.setting_meanings import (
    Address,
    Choice,
    Database,
    Fact,
    Needed,
    Plain,
    Recipient,
    Secret,
    Transport,
)
from standby.core.setting_types import (
    DatabaseUrl,
    HttpAddress,
    HttpBase,
    OnOff,
    PrivateHosts,
    SecretText,
    SecretTexts,
    Whole,
    Words,
    comma_separated,
)

_KNOWN_ISSUERS: Final = {"google": "https://accounts.google.com"}


def _providers(value: Any) -> Any:
    # Without pydantic's plugin mypy does not know the arguments of BaseSettings itself
    return [
        SignInProvider(name=name, _env_prefix=f"SIGN_IN_{name.upper()}_")  # type: ignore[call-arg]
        for name in comma_separated(value)
    ]


class SignInProvider(BaseSettings):
    """An OpenID Connect issuer with which staff may sign in: variables SIGN_IN_<NAME>_…."""

    model_config = SettingsConfigDict(env_ignore_empty=True, str_strip_whitespace=True, frozen=True)

    name: Annotated[str, Plain("as SIGN_IN_PROVIDERS has it")]
    issuer: Annotated[
        str,
        AfterValidator(lambda one, read: one or _KNOWN_ISSUERS.get(read.data["name"], "")),
        Address("where the provider is asked how it signs people in", "Google's for `google`"),
    ] = ""
    client_id: Annotated[str, Plain("the name by which the provider knows us")] = ""
    client_secret: Annotated[SecretText, Secret("what we show the provider", least=24)] = ""


class SettingTable(BaseSettings):
    """A field is read from the variable of its alias, or of its name in capitals."""

    model_config = SettingsConfigDict(
        alias_generator=str.upper,
        case_sensitive=True,
        enable_decoding=False,
        frozen=True,
        hide_input_in_errors=True,
    )

    env: Annotated[
        Literal["local", "production"],
        Plain("`production` refuses every shortcut that is unsafe there"),
    ] = Field(default="local", alias="STANDBY_ENV")
    bind: Annotated[str, Plain("the address at which the server listens")] = Field(
        default="127.0.0.1", alias="STANDBY_BIND"
    )
    port: Annotated[Whole, Plain("its port")] = Field(default=8000, ge=1, le=65535)
    processes: Annotated[Whole, Plain("number of server processes")] = Field(
        default=2, alias="STANDBY_PROCESSES", ge=1, le=64
    )
    threads: Annotated[Whole, Plain("threads in each process")] = Field(
        default=4, alias="STANDBY_THREADS", ge=1, le=64
    )
    trusted_proxies: Annotated[
        Whole,
        Plain(
            "number of our own proxies that set X-Forwarded-For",
            wanted="1 or more",
            needed=Needed(
                word="proxy",
                then="behind the documented nginx all visitors would count as one client",
                how="set the number of your own proxies (nginx alone: 1)",
                lacks=0,
            ),
        ),
    ] = Field(default=0, alias="STANDBY_TRUSTED_PROXIES", ge=0, le=5)
    rate_limits: Annotated[OnOff, Choice("`off` for load tests", allowed=("on",))] = Field(
        default=True, alias="STANDBY_RATE_LIMITS"
    )
    site_url: Annotated[
        HttpBase,
        Address("the address that visitors see", "http://127.0.0.1:PORT", is_ours=True),
    ] = Field(default="", alias="STANDBY_SITE_URL")
    without: Annotated[
        Words,
        Plain(
            "what production deliberately does without, comma-separated: `mail` (no email leaves),"
            " `backup` (no snapshots of ours), `proxy` (visitors come to the server directly)"
        ),
    ] = Field(default=(), alias="STANDBY_WITHOUT")
    private_hosts: Annotated[
        PrivateHosts,
        Plain(
            "hosts that production may reach without TLS because the line to them is yours alone,"
            " comma-separated: names, private addresses or networks, such as"
            " `database,127.0.0.1,10.0.0.0/24`"
        ),
    ] = Field(default=(), alias="STANDBY_PRIVATE_HOSTS")
    internal_pages: Annotated[
        Literal["on", "staff", "off"],
        Choice(
            "who may open /test-proposal: everybody, staff or nobody",
            "on; in production staff",
            allowed=("staff", "off"),
        ),
    ] = "on"
    # Its log, figures for Prometheus, and traces for OpenTelemetry
    logs: Annotated[
        Literal["line", "json"], Plain("format of log lines", "line; in production json")
    ] = Field(default="line", alias="STANDBY_LOGS")
    metrics: Annotated[
        OnOff,
        Plain(
            "`on` serves Prometheus metrics at `/metrics`; in production, and wherever"
            " `STANDBY_BIND` is not this machine alone, it needs `STANDBY_METRICS_TOKEN`"
        ),
    ] = Field(default=False, alias="STANDBY_METRICS")
    metrics_token: Annotated[
        SecretText, Secret("what `/metrics` asks for as a bearer token", least=32)
    ] = Field(default="", alias="STANDBY_METRICS_TOKEN")
    traces_to: Annotated[
        HttpBase, Address("where traces of calls and statements go (OpenTelemetry over HTTP)")
    ] = Field(default="", alias="OTEL_EXPORTER_OTLP_ENDPOINT")
    market: Annotated[
        Path,
        Plain(
            "the market, a folder in `market/` or a path relative to the repository: company,"
            " place, colors, catalog, fees, ZIP codes ([market/README.md](../market/README.md))",
            "`houston`",
        ),
    ] = Field(default=market_folder(""), alias="STANDBY_MARKET")
    data: Annotated[Path, Plain("folder of the embedded database and files", "`var/`")] = Field(
        default=REPOSITORY / "var", alias="STANDBY_DATA"
    )
    pages: Annotated[
        Path,
        Plain(
            "folder of the built pages, or a link to it, which `make build` then switches; read at"
            " startup and on reload",
            "`web/dist`; `make run`: the build of its own settings",
        ),
    ] = Field(default=REPOSITORY / "web" / "dist", alias="STANDBY_PAGES")
    locales: Annotated[
        Path | None,
        Plain(
            "folder with catalogs of more languages, laid out as `api/standby/locale` is; each of"
            " them is offered beside English"
        ),
    ] = Field(default=None, alias="STANDBY_LOCALES")
    snapshots_folder: Annotated[
        Path | None,
        Plain("where snapshots are, if the server can see it: its free space is watched too"),
    ] = Field(default=None, alias="STANDBY_SNAPSHOTS_FOLDER")
    env_file: Annotated[
        str, Plain("the file that these settings stand in", "`/etc/standby.env` if it is there")
    ] = Field(default="", alias="STANDBY_ENV_FILE")
    secret_key: Annotated[
        SecretText,
        Secret(
            "what sessions, links and receipts are signed with",
            "generated once, stored in `STANDBY_DATA`; in production none",
            least=50,
            is_required=True,
        ),
    ] = Field(default="", alias="STANDBY_SECRET_KEY")
    secret_key_fallbacks: Annotated[
        SecretTexts,
        Secret(
            "earlier keys, comma-separated: what they signed and encrypted is still accepted",
            least=50,
        ),
    ] = Field(default=(), alias="STANDBY_SECRET_KEY_FALLBACKS")
    database_url: Annotated[
        DatabaseUrl,
        Database(
            "`postgresql://user:password@host/name`, as PostgreSQL's own programs read it: several"
            " hosts are separated by commas (`host1:5000,host2:5000`) and tried in turn,"
            " parameters such as `?sslmode=require` are passed on",
            "SQLite in `STANDBY_DATA`",
        ),
    ] = ""
    database_pooler: Annotated[
        OnOff,
        Plain("`on` when the address is a pooler in transaction mode, such as PgBouncer"),
    ] = False
    # PostgreSQL's own programs change settings of their session
    database_direct_url: Annotated[
        DatabaseUrl, Database("the database's own address, past the pooler, for snapshots")
    ] = ""
    database_replica_url: Annotated[
        DatabaseUrl,
        Database(
            "a copy of the database (a streaming replica) for counts in reports and exports without"
            " amounts of money"
        ),
    ] = ""
    database_replica_max_lag_seconds: Annotated[
        Whole, Plain("how late the copy may be; a later one is not asked")
    ] = Field(default=30, ge=25, le=3600)
    backup_recipient: Annotated[
        str,
        Recipient(
            "whom snapshots are encrypted for: the public half of an age key; without it no"
            " snapshot is made",
            needed=Needed(
                word="backup",
                then="no snapshot would be made",
                how="set the public half of an age key (age1…)",
            ),
        ),
    ] = Field(default="", alias="STANDBY_BACKUP_RECIPIENT")
    backup_seconds: Annotated[
        Whole, Plain("seconds between snapshots", "60; with PostgreSQL 300")
    ] = Field(default=60, alias="STANDBY_BACKUP_SECONDS", ge=1, le=86_400)
    cards: Annotated[
        Literal["test", "stripe"],
        Choice(
            "who takes card payments: a checkout of our own that moves no money, or Stripe",
            "test; with a key stripe",
            allowed=("stripe",),
            how="set STRIPE_SECRET_KEY",
        ),
    ] = Field(default="test", alias="STANDBY_CARDS")
    stripe_secret_key: Annotated[
        SecretText,
        Secret(
            "a secret or restricted key of the Stripe account",
            least=32,
            begins=("sk_live_", "rk_live_"),
            test=("sk_test_", "rk_test_"),
        ),
    ] = ""
    stripe_webhook_secrets: Annotated[
        SecretTexts,
        Secret(
            "what Stripe signs its events with; two, comma-separated, while rotating",
            least=32,
            begins=("whsec_",),
        ),
    ] = Field(default=(), alias="STRIPE_WEBHOOK_SECRET")
    stripe_api_base: Annotated[HttpAddress, Address("where Stripe's API is; for proxies")] = (
        "https://api.stripe.com"
    )
    # Of the hosted payment pages: our pages may post there
    checkout_origins: ClassVar[tuple[str, ...]] = ("https://checkout.stripe.com",)
    places: Annotated[
        Literal["offline", "google"],
        Plain("who suggests and locates addresses", "offline; with a server key google"),
    ] = Field(default="offline", alias="STANDBY_PLACES")
    google_server_key: Annotated[
        SecretText, Secret("the key for Places and Geocoding, used by the server", least=35)
    ] = ""
    google_browser_key: Annotated[
        str, Plain("the key for maps in browsers; everybody can read it, and pages are built with")
    ] = ""
    google_daily_budget_cents: Annotated[
        Whole, Plain("what a day of Google's suggestions may cost, in cents")
    ] = Field(default=2000, ge=0, le=10_000_000)
    mail: Annotated[
        Literal["kept", "smtp"],
        Plain(
            "whether email is sent, or kept in an outbox",
            "kept; with a host smtp",
            wanted="`smtp` (set SMTP_HOST)",
            needed=Needed(
                word="mail",
                then="no customer and no colleague would get an email",
                how="set SMTP_HOST",
                lacks="kept",
            ),
        ),
    ] = Field(default="kept", alias="STANDBY_MAIL")
    mail_from: Annotated[str, Plain("the sender", "the company's name and address")] = ""
    smtp_host: Annotated[str, Plain("the server that takes email")] = ""
    smtp_port: Annotated[Whole, Plain("its port")] = Field(default=587, ge=1, le=65535)
    smtp_user: Annotated[str, Plain("the account there")] = ""
    smtp_password: Annotated[
        SecretText,
        Secret(
            "its password; the mailbox below may have the same account", least=12, user="smtp_user"
        ),
    ] = ""
    smtp_security: Annotated[
        Literal["starttls", "tls", "none"],
        Transport("how the connection is encrypted", to="smtp_host"),
    ] = "starttls"
    reply_address: Annotated[
        str,
        Plain(
            "gives each mail an address of its own for replies and returns:"
            " `reply+{token}@example.com` or, where all mail of a domain comes into one mailbox,"
            " `{token}@replies.example.com`"
            " ([operating.md](operating.md))"
        ),
    ] = ""
    inbox: Annotated[
        Literal["none", "imap"],
        Plain(
            "whether the mailbox to which customers reply is read; it is never changed",
            "none; with a host imap",
        ),
    ] = Field(default="none", alias="STANDBY_INBOX")
    imap_host: Annotated[str, Plain("the server of the mailbox")] = ""
    imap_port: Annotated[Whole, Plain("its port", "993; with starttls 143")] = Field(
        default=993, ge=1, le=65535
    )
    imap_user: Annotated[str, Plain("the account there")] = ""
    imap_password: Annotated[SecretText, Secret("its password", least=12, user="imap_user")] = ""
    imap_auth: Annotated[
        Literal["password", "xoauth2"],
        Plain(
            "how it is opened: by its password, or by access tokens, which Microsoft 365 asks for"
            " ([operating.md](operating.md))",
            "password; with a token address xoauth2",
        ),
    ] = "password"
    imap_token_url: Annotated[
        HttpAddress, Address("where access tokens come from: the token endpoint of the provider")
    ] = ""
    imap_client_id: Annotated[str, Plain("the name by which that endpoint knows us")] = ""
    imap_client_secret: Annotated[SecretText, Secret("what we show it", least=24)] = ""
    imap_refresh_token: Annotated[
        SecretText,
        Secret("what the mailbox's owner agreed to there; without it we ask as an app", least=32),
    ] = ""
    imap_token_scope: Annotated[str, Plain("what is asked for as an app")] = (
        "https://outlook.office365.com/.default"
    )
    imap_security: Annotated[
        Literal["tls", "starttls", "none"],
        Transport("how the connection is encrypted", to="imap_host"),
    ] = "tls"
    imap_folder: Annotated[str, Plain("the folder that is read")] = "INBOX"
    imap_authserv_id: Annotated[
        str, Plain("the name with which the mailbox's server begins `Authentication-Results`")
    ] = ""
    inbox_webhook_secret: Annotated[
        SecretText,
        Secret(
            "what a mail service shows when it posts replies to `/api/webhooks/mail/inbound`;"
            " without it nobody may",
            least=32,
        ),
    ] = ""
    texts: Annotated[
        Literal["kept", "twilio"],
        Plain("whether texts are sent, or kept in an outbox", "kept; with an account twilio"),
    ] = Field(default="kept", alias="STANDBY_TEXTS")
    twilio_account_sid: Annotated[str, Plain("the account at Twilio (AC…)")] = ""
    twilio_auth_token: Annotated[
        SecretText, Secret("its token, which also proves what Twilio sends us", least=32)
    ] = ""
    twilio_from: Annotated[
        str, Plain("the sender: a number (+1…) or a messaging service (MG…)", test=("+1500555",))
    ] = ""
    twilio_api_base: Annotated[HttpAddress, Address("where Twilio's API is; for proxies")] = (
        "https://api.twilio.com"
    )
    visitor_messages_a_day: Annotated[
        Whole,
        Plain(
            "how many emails, and how many texts, visitors may cause in a day before anybody has"
            " paid; further ones are not sent and raise an alarm"
        ),
    ] = Field(default=1000, alias="STANDBY_VISITOR_MESSAGES_A_DAY", ge=0, le=10_000_000)
    files: Annotated[
        Literal["local", "s3"],
        Plain("where photos and papers are: a folder, or a bucket", "local; with a bucket s3"),
    ] = Field(default="local", alias="STANDBY_FILES")
    s3_bucket: Annotated[str, Plain("the bucket")] = ""
    s3_endpoint: Annotated[HttpAddress, Address("where it is", "Amazon's")] = ""
    s3_region: Annotated[str, Plain("its region")] = "us-east-1"
    s3_access_key: Annotated[SecretText, Secret("the name of the key to it", least=16)] = ""
    s3_secret_key: Annotated[SecretText, Secret("the key to it", least=24)] = ""
    s3_takes_uploads: Annotated[OnOff, Plain("`on` lets browsers upload photos to it directly")] = (
        False
    )
    sign_in_providers: Annotated[
        tuple[SignInProvider, ...],
        BeforeValidator(_providers),
        Plain("identity providers that staff may sign in with, comma-separated, such as `google`"),
    ] = ()
    # Without one no page loads or asks anything
    analytics_ids: Annotated[
        str,
        Plain(
            "Google tags, comma-separated: `G-…` counts visits, `AW-…` conversions of ads"
            " ([operating.md](operating.md))",
            "none: nothing is loaded or asked",
        ),
    ] = Field(
        default="", alias="STANDBY_ANALYTICS_ID", pattern=r"^(|((G|AW|GT)-[A-Z0-9]{4,20},?)+)$"
    )
    contractor_brand: Annotated[
        str,
        Fact(
            "the everyday name",
            default="`CONTRACTOR_NAME`, else the market's",
            of="name",
            required="the brand on the pages",
        ),
    ] = ""
    contractor_name: Annotated[
        str, Fact("the name on the license", of="legal_name", required="the name on the license")
    ] = ""
    contractor_address: Annotated[
        str, Fact("the postal address", of="address", required="a postal address")
    ] = ""
    contractor_phone: Annotated[
        str, Fact("the telephone", of="phone", required="a number of ten digits")
    ] = ""
    contractor_email: Annotated[
        str, Fact("where replies to our emails go", of="email", required="an address that is read")
    ] = ""
    contractor_licence: Annotated[
        str, Fact("the license", of="licence", required="a TECL number", pattern="[1-9]")
    ] = ""
    contractor_regulator: Annotated[
        str,
        Fact("what the regulator wants said", of="regulator", required="the regulator's notice"),
    ] = ""
    contractor_hours: Annotated[
        str, Fact("the business hours", of="hours", required="the opening hours")
    ] = ""
    contractor_support_hours: Annotated[
        str, Fact("the hours of support", of="support_hours", required="the hours of support")
    ] = ""
