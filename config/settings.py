"""Every setting, from the environment only; the defaults run one process on one machine with nothing installed."""

import os
import secrets
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

# Before anything imports NumPy: a bot's few numbers are not worth waking other cores for.
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("KINGS_VAR", BASE_DIR / "var"))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _flag(name: str, default: bool) -> bool:
    return os.environ.get(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def _list(name: str, default: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def _secret_key() -> str:
    """The key from the environment; without one, a key made once for this machine and kept in `var/`."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = VAR_DIR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


# A site in the open: other defaults below, and `config/checks.py` refuses what is dangerous there.
PRODUCTION = _flag("PRODUCTION", False)
DEBUG = _flag("DEBUG", False)
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = _list("ALLOWED_HOSTS", "*")
# The site's own address in mails, such as https://cards.example; empty: the host the request named.
PUBLIC_URL = os.environ.get("PUBLIC_URL", "")
CSRF_TRUSTED_ORIGINS = _list("CSRF_TRUSTED_ORIGINS", PUBLIC_URL if PRODUCTION else "")
# Full origins a socket may come from, comma separated; empty: the origin must name the host it asked for.
SOCKET_ORIGINS = _list("SOCKET_ORIGINS", PUBLIC_URL if PRODUCTION else "")
SECURE_COOKIES = _flag("SECURE_COOKIES", PRODUCTION)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_COOKIES
if SECURE_COOKIES:  # no other host and no page without TLS can plant these
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
CSRF_COOKIE_HTTPONLY = True  # forms carry it
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 90 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.views.csrf_failure"
BEHIND_TLS_PROXY = _flag("BEHIND_TLS_PROXY", PRODUCTION)
if BEHIND_TLS_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = PRODUCTION
# A browser that read this comes back over TLS only for so long: raise it in steps.
SECURE_HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS", "3600" if PRODUCTION else "0"))
SECURE_HSTS_INCLUDE_SUBDOMAINS = _flag("HSTS_SUBDOMAINS", False)
# Other hosts of the domain, and a list that nobody leaves soon: not for us to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

INSTALLED_APPS = [
    "config",
    "config.admin.Config",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "accounts",
    "rooms",
    "game",
]
MIDDLEWARE = [
    "config.middleware.RequestIds",
    "config.middleware.SafeHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "config.middleware.PrivatePages",
    "csp.middleware.CSPMiddleware",
    "accounts.cookies.SessionsThatStay",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.SeenMiddleware",
    "accounts.middleware.LanguageMiddleware",
    "config.middleware.ReadableQueries",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "NAME": "pages",
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.preferences",
            ],
        },
    },
]

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL", f"sqlite:///{VAR_DIR / 'kings.sqlite3'}"),
        conn_max_age=None,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "config.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # The system keeps the file in memory too, once for all threads: a quarter of the usual cache for each will do.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        " PRAGMA cache_size=-512;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}]},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["accounts.hashing.Hasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "rooms:lobby"
LOGOUT_REDIRECT_URL = "accounts:login"
EMAIL_BACKEND = os.environ.get(
    "EMAIL_BACKEND", f"django.core.mail.backends.{'smtp' if PRODUCTION else 'console'}.EmailBackend"
)
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "noreply@localhost")

LANGUAGE_CODE = "ko"
LANGUAGES = [("ko", _("Korean")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = os.environ.get("TIME_ZONE", "Asia/Seoul")
USE_TZ = True
FORMAT_MODULE_PATH = ["config.formats"]

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.assets.PublishedFiles"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/[0-9a-f]{16}/"  # the builds of config/assets.py

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "style-src-attr": ["'unsafe-inline'"],  # numbers for the seats' ellipse and the hand's columns
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"  # invite links carry a secret

# Whoever brings this reads /metrics from elsewhere; empty: this machine alone reads them.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# The longest a bot waits at the normal pace, in milliseconds; most turns take less (game/pace.py).
BOT_DELAY_MS = int(os.environ.get("BOT_DELAY_MS", "2500"))
BOT_DELAY_ALONE_MS = int(os.environ.get("BOT_DELAY_ALONE_MS", "1500"))  # no human holds cards any more
DOWNTIME_GRACE_MS = 10_000
ARRIVAL_GRACE_MS = 10_000  # at most this much of the first deadline is given back to a page that loads slowly
HEARTBEAT_SECONDS = 10

LOG_FORMAT = os.environ.get("LOG_FORMAT", "json" if PRODUCTION else "plain")
LOG_LEVEL = os.environ.get("LOG_LEVEL", "INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "config.logs.Plain"}, "json": {"()": "config.logs.Json"}},
    "filters": {"routes": {"()": "config.logs.RoutesForPaths"}, "refusals": {"()": "config.logs.Refusals"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["routes", "refusals"],
        }
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {"daphne": {"level": "WARNING"}, "django.channels.server": {"level": "WARNING"}},
}
