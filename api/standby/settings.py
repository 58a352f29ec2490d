"""Django settings, made from the validated environment."""

from pathlib import Path
from urllib.parse import urlsplit

from django.utils.translation import to_language

from standby.core.database_url import database_settings, replica_settings
from standby.core.market import REPOSITORY, read_colors
from standby.environment import Environment

ENVIRONMENT = Environment()

BASE_DIR = Path(__file__).resolve().parents[1]
# The link is resolved now, so a later build does not change the folder of this process.
WEB_DIST = ENVIRONMENT.pages.resolve()
MARKET = ENVIRONMENT.market
COMPANY = ENVIRONMENT.company
COLORS = read_colors(MARKET)
DATA = ENVIRONMENT.data
DATA.mkdir(parents=True, exist_ok=True)
FILES = DATA / "files"  # where files are stored when no bucket is set

DEBUG = False
SECRET_KEY = ENVIRONMENT.secret_key
SECRET_KEY_FALLBACKS = list(ENVIRONMENT.secret_key_fallbacks)
SITE_URL = ENVIRONMENT.site_url
MAIL_FROM = ENVIRONMENT.mail_from  # empty: the company's name and address
ALLOWED_HOSTS = (
    [urlsplit(SITE_URL).hostname or "localhost", "127.0.0.1"]
    if ENVIRONMENT.is_production
    else ["*"]
)

ROOT_URLCONF = "standby.urls"
WSGI_APPLICATION = "standby.wsgi.application"
APPEND_SLASH = False

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "standby.backoffice.apps.StaffAdminConfig",
    "ninja",
    "standby.accounts",
    "standby.core",
    "standby.audit",
    "standby.company",
    "standby.messaging",
    "standby.inbox",
    "standby.coverage",
    "standby.pricing",
    "standby.crews",
    "standby.orders",
    "standby.tasks",
    "standby.reviews",
    "standby.payments",
    "standby.photos",
    "standby.documents",
    "standby.readiness",
    "standby.sales",
    "standby.crew_phone",
    "standby.tracking",
    "standby.diagnostics",
    "standby.backoffice.apps.BackofficeConfig",
]
# Few and cheap: every request passes through them. The admin's middleware ignores all other paths.
# Django's CSRF check is for the admin's forms; API endpoints are exempt and have
# RequestGuard.
MIDDLEWARE = [
    # Neither is imported unless it is on: metrics write files once imported, and traces need a
    # dependency group that may be absent.
    *(["standby.server.traces.TracingMiddleware"] if ENVIRONMENT.traces_to else []),
    *(["standby.server.metrics.MetricsMiddleware"] if ENVIRONMENT.metrics else []),
    "standby.core.middleware.SecurityHeaders",
    "standby.core.middleware.PlainPath",
    "standby.server.pages.PagesMiddleware",
    "standby.core.middleware.ReadersLanguage",
    "standby.core.middleware.HttpMethods",
    "standby.core.middleware.BodyLimit",
    "standby.accounts.api.routes.ApiVersion",
    "standby.server.request_guard.RequestGuard",
    "standby.tracking.middleware.WaitsChangedMiddleware",
    "standby.audit.middleware.AuditLogMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "standby.backoffice.middleware.AdminSignInMiddleware",
    "standby.backoffice.middleware.AdminMessagesMiddleware",
]
SILENCED_SYSTEM_CHECKS = [
    "admin.E410",  # staff use our own sessions, not Django's (decision 17)
    "security.W001",  # SecurityHeaders sets these headers; TLS ends at the proxy
    "security.W002",  # SecurityHeaders sets X-Frame-Options
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [
            BASE_DIR / "standby" / "backoffice" / "templates",
        ],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Without FULL a power cut loses acknowledged bookings; without IMMEDIATE contended writers fail at
# once with "database is locked" (docs/decisions/0008-one-code-two-databases.md).
# Without secure_delete the file keeps the words of deleted rows in its free space.
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA cache_size=-16000;"
    "PRAGMA mmap_size=134217728;PRAGMA temp_store=MEMORY;PRAGMA foreign_keys=ON;"
    "PRAGMA secure_delete=ON"
)


_database: dict[str, object] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA / "standby.sqlite3",
    "CONN_MAX_AGE": None,
    "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 9, "init_command": SQLITE_PRAGMAS},
}
if ENVIRONMENT.database_url:
    _database = database_settings(ENVIRONMENT.database_url, pooler=ENVIRONMENT.database_pooler)
DATABASES = {"default": _database}
# For pg_dump and pg_restore, where the address above is a pooler's.
DIRECT_DATABASE = (
    database_settings(ENVIRONMENT.database_direct_url, pooler=False)
    if ENVIRONMENT.database_direct_url
    else None
)
if ENVIRONMENT.database_replica_url:
    DATABASES["replica"] = replica_settings(
        ENVIRONMENT.database_replica_url, pooler=ENVIRONMENT.database_pooler
    )
    DATABASE_ROUTERS = ["standby.core.replica.ReplicaRouter"]

USE_TZ = True
TIME_ZONE = "UTC"
# Message ids are the English sentences (core/words.py): a language more is its catalog, its folder
# of message templates and a line.
USE_I18N = True
_MORE_LOCALES = [ENVIRONMENT.locales] if ENVIRONMENT.locales else []
LANGUAGES = [
    ("en", "English"),
    *(
        (code, code)
        for folder in _MORE_LOCALES
        for code in sorted({to_language(mo.parts[-3]) for mo in folder.glob("*/*/django.mo")})
        if code != "en"
    ),
]
LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [*_MORE_LOCALES, BASE_DIR / "standby" / "locale"]
MESSAGE_TEMPLATES = BASE_DIR / "standby" / "messaging" / "templates" / "messages"

# Django's admin (decision 18). Its static files are collected among the built pages.
TABLES_COOKIE = "__Host-staff" if ENVIRONMENT.is_production else "staff"
TABLES_PATH = "/staff/tables/"
STATIC_URL = "/staff/assets/"
STATIC_ROOT = WEB_DIST / "staff" / "assets"
STATICFILES_DIRS = [
    BASE_DIR / "standby" / "backoffice" / "static",
    ("styles", REPOSITORY / "web" / "src" / "styles"),
    ("assets/fonts", REPOSITORY / "web" / "src" / "assets" / "fonts"),
]
# The built pages, served by WhiteNoise (server/pages.py)
WHITENOISE_ROOT = WEB_DIST
WHITENOISE_ALLOW_ALL_ORIGINS = False

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
CSRF_COOKIE_NAME = "__Host-staff-csrf" if ENVIRONMENT.is_production else "staff-csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SECURE = ENVIRONMENT.is_production
CSRF_COOKIE_AGE = None
CSRF_TRUSTED_ORIGINS = [SITE_URL]  # behind a proxy that ends TLS, requests arrive without it
SESSION_COOKIE_PATH = TABLES_PATH  # for messages in the admin: there are no Django sessions
SESSION_COOKIE_SECURE = ENVIRONMENT.is_production
SESSION_COOKIE_SAMESITE = "Strict"

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024  # an upload chunk, the largest body of any endpoint
# Files uploaded whole (staff imports) are streamed to disk from the first byte
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
SECURE_CONTENT_TYPE_NOSNIFF = True
NINJA_NUM_PROXIES = ENVIRONMENT.trusted_proxies

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "standby.core.logs.SplitLogFormatter"},
        "json": {"()": "standby.core.logs.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": ENVIRONMENT.logs}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Our own loggers cover domain errors and 404s better than django.request does.
    "loggers": {
        "standby": {"level": "INFO"},
        "django.request": {"level": "ERROR"},
        "gunicorn.error": {"level": "WARNING", "propagate": True},
    },
}
