"""Django's settings, made from the checked environment."""

import os
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import unquote, urlsplit

from standby.config.environment import REPOSITORY, read_environment

ENVIRONMENT = read_environment(os.environ)

BASE_DIR = Path(__file__).resolve().parents[2]
# The folder of the build that the link leads to now: a later build does not change it.
WEB_DIST = ENVIRONMENT.pages.resolve()
SEEDS = BASE_DIR / "seeds"
DATA = ENVIRONMENT.data
DATA.mkdir(parents=True, exist_ok=True)
FILES = DATA / "files"  # where they lie when no bucket is set

DEBUG = False
SECRET_KEY = ENVIRONMENT.secret_key
SECRET_KEY_FALLBACKS = list(ENVIRONMENT.secret_key_fallbacks)
SITE_URL = ENVIRONMENT.site_url
STAFF_MAIL = parseaddr(ENVIRONMENT.mail_from)[1]
# Who answers one of our mails writes to the contractor; on a developer's machine none may be set
_CONTRACTOR_MAIL = ENVIRONMENT.contractor["CONTRACTOR_EMAIL"]
REPLY_TO = _CONTRACTOR_MAIL if "@" in _CONTRACTOR_MAIL else STAFF_MAIL
ALLOWED_HOSTS = (
    [urlsplit(SITE_URL).hostname or "localhost", "127.0.0.1"]
    if ENVIRONMENT.is_production
    else ["*"]
)

ROOT_URLCONF = "standby.config.urls"
WSGI_APPLICATION = "standby.config.wsgi.application"
APPEND_SLASH = False

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "ninja",
    "standby.apps.accounts",
    "standby.apps.limits",
    "standby.apps.heartbeats",
    "standby.apps.trail",
    "standby.apps.notifications",
    "standby.apps.coverage",
    "standby.apps.catalog",
    "standby.apps.quoting",
    "standby.apps.booking",
    "standby.apps.payments",
    "standby.apps.photos",
    "standby.apps.proposals",
    "standby.backoffice",
    "standby.worker",
]
# Few and cheap: every public call walks through them. Those of the tables look at no other path.
# Django's own CSRF check is for its forms; the calls of the API are exempt and have RequestGuard.
MIDDLEWARE = [
    "standby.http.middleware.SecurityHeaders",
    "standby.http.middleware.PlainPath",
    "standby.http.middleware.BodyLimit",
    "standby.http.auth.versioned.ApiVersion",
    "standby.http.request_guard.RequestGuard",
    "standby.http.trail.StaffTrail",
    "django.middleware.csrf.CsrfViewMiddleware",
    "standby.backoffice.door.AdminSignInMiddleware",
    "standby.backoffice.door.AdminMessagesMiddleware",
]
SILENCED_SYSTEM_CHECKS = [
    "admin.E410",  # staff are signed in by sessions of our own (decision 0033)
    "security.W001",  # SecurityHeaders says it all, TLS ends at the proxy
    "security.W002",  # SecurityHeaders sets X-Frame-Options
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [
            BASE_DIR / "standby" / "http" / "templates",
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

# Without FULL a power cut loses acknowledged bookings; without IMMEDIATE contended writers die at
# once with "database is locked" (docs/decisions/0010-sqlite-settings.md).
SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA cache_size=-16000;"
    "PRAGMA mmap_size=134217728;PRAGMA temp_store=MEMORY;PRAGMA foreign_keys=ON"
)


def _sqlite() -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "standby.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 9,
            "init_command": SQLITE_PRAGMAS,
        },
    }


def _postgresql(url: str) -> dict[str, object]:
    parts = urlsplit(url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": parts.port or "",
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        # A pooler lends a connection for a transaction: a cursor would be left on another one.
        "DISABLE_SERVER_SIDE_CURSORS": ENVIRONMENT.database_pooler,
        "OPTIONS": {"connect_timeout": 5, **_own_settings()},
    }


def _own_settings() -> dict[str, str]:
    """Who waits longer than that for a lock is told to come again (reliability.md J5), and no
    question of ours takes so long that compiling it first would pay. A pooler refuses a connection
    that brings settings: there the database's role has them.
    """
    if ENVIRONMENT.database_pooler:
        return {}
    return {"options": "-c lock_timeout=9s -c jit=off"}


DATABASES = {
    "default": _postgresql(ENVIRONMENT.database_url) if ENVIRONMENT.database_url else _sqlite()
}

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False
LANGUAGE_CODE = "en-us"

# The tables of staff (decision 0038). What their pages are made of is put among the built pages.
TABLES_COOKIE = "__Host-staff" if ENVIRONMENT.is_production else "staff"
TABLES_PATH = "/staff/tables/"
STATIC_URL = "/staff/assets/"
STATIC_ROOT = WEB_DIST / "staff" / "assets"
STATICFILES_DIRS = [
    BASE_DIR / "standby" / "backoffice" / "static",
    ("styles", REPOSITORY / "web" / "src" / "styles"),
    ("assets/fonts", REPOSITORY / "web" / "src" / "assets" / "fonts"),
]
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
CSRF_COOKIE_NAME = "__Host-staff-csrf" if ENVIRONMENT.is_production else "staff-csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SECURE = ENVIRONMENT.is_production
CSRF_COOKIE_AGE = None
CSRF_TRUSTED_ORIGINS = [SITE_URL]  # behind a proxy that ends TLS, requests seem to come without
SESSION_COOKIE_PATH = TABLES_PATH  # of messages: there are no sessions of Django's
SESSION_COOKIE_SECURE = ENVIRONMENT.is_production
SESSION_COOKIE_SAMESITE = "Strict"

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024  # the largest body any call takes: a piece of a photo
# What is uploaded whole (staff's imports) goes into a file from the first byte on
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.TemporaryFileUploadHandler"]
SECURE_CONTENT_TYPE_NOSNIFF = True
NINJA_NUM_PROXIES = ENVIRONMENT.trusted_proxies

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "standby.config.logs.SplitLogFormatter"},
        "json": {"()": "standby.config.logs.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": ENVIRONMENT.logs}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # What it says of refusals and of paths not found, our own loggers say better.
    "loggers": {
        "standby": {"level": "INFO"},
        "django.request": {"level": "ERROR"},
        "gunicorn.error": {"level": "WARNING", "propagate": True},
    },
}
