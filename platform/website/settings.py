"""Settings, from the environment alone; a wrong value stops the start.

Without variables: an embedded platform on loopback with SQLite and state under `var/`.
`DATABASE_URL`, `REDIS_URL` and `ALLOWED_HOSTS` make it a server; see docs/operators.md.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from arena.bots.upload_rules import ZIP_BYTES
from engine.event_texts import LANGUAGES as SITE_LANGUAGES
from website.accounts.identity import config as identity
from website.deploy import logs
from website.deploy.environment import (
    amount,
    at_least,
    env,
    folder,
    kept_days,
    kept_secret,
    read,
    refuse_old,
    yes_or_no,
)
from website.places import ROOT, STATE

LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
refuse_old()

# --- state, secrets, hosts ---------------------------------------------------------------------
VAR = folder(
    Path(read(env.str, "KINGSBENCH_VAR", str(STATE), "use the path of a folder.")).resolve()
)
DEBUG = read(yes_or_no, "DEBUG", False, "use true or false.")
SECRET_KEY = read(env.str, "SECRET_KEY", "", "use a long random string.") or kept_secret(
    VAR / "secret_key"
)
ALLOWED_HOSTS = read(env.list, "ALLOWED_HOSTS", LOOPBACK, "use host names separated by commas.")
ON_LOOPBACK = all(host in LOOPBACK for host in ALLOWED_HOSTS)
if DEBUG and not ON_LOOPBACK:
    raise ImproperlyConfigured(
        "DEBUG=true shows secrets to visitors: unset it, or leave ALLOWED_HOSTS on loopback."
    )

# --- how browsers reach us: anything but loopback is HTTPS only --------------------------------
SECURE = not ON_LOOPBACK
SESSION_COOKIE_SECURE = SECURE
CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "website.site.errors.csrf_failure"
CSRF_TRUSTED_ORIGINS = [
    "https://" + (f"*{host}" if host.startswith(".") else host)
    for host in ALLOWED_HOSTS
    if SECURE and host != "*"
]
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^health/(ready/)?$"]  # load balancers and monitoring ask in plain HTTP
SECURE_HSTS_SECONDS = read(
    env.int, "KINGSBENCH_HSTS_SECONDS", 31_536_000 if SECURE else 0, "use a number of seconds."
)
SECURE_HSTS_INCLUDE_SUBDOMAINS = read(
    yes_or_no, "KINGSBENCH_HSTS_SUBDOMAINS", False, "use true or false."
)
SECURE_HSTS_PRELOAD = read(yes_or_no, "KINGSBENCH_HSTS_PRELOAD", False, "use true or false.")
if SECURE_HSTS_PRELOAD and not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    raise ImproperlyConfigured(
        "KINGSBENCH_HSTS_PRELOAD=true is for whole domains: set KINGSBENCH_HSTS_SUBDOMAINS=true "
        "as well, or unset it."
    )
# Both affect hosts that may not be ours, so they are opt-in.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = read(yes_or_no, "KINGSBENCH_BEHIND_PROXY", False, "use true or false.")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    USE_X_FORWARDED_HOST = True
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # limits count visitors, not the proxy
PAGE_CACHE_SECONDS = read(  # for which a public page is shown again; 0: not at all
    env.float, "KINGSBENCH_PAGE_CACHE_SECONDS", 1.5, "use a number of seconds."
)
at_least("KINGSBENCH_PAGE_CACHE_SECONDS", PAGE_CACHE_SECONDS, 0)
SITE_URL = read(  # for links in mails, sent without a request
    env.str, "KINGSBENCH_URL", "", "use a URL like https://kingsbench.example."
) or (f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if SECURE else "http://127.0.0.1:8000")

# --- external accounts: see docs/operators.md --------------------------------------------------
IDENTITY_PROVIDERS = identity.read_providers(os.environ)
SOCIALACCOUNT_PROVIDERS = identity.for_allauth(IDENTITY_PROVIDERS)
SOCIALACCOUNT_ADAPTER = "website.accounts.identity.adapter.Adapter"
SOCIALACCOUNT_AUTO_SIGNUP = False  # users choose their name by our rules
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False  # an address alone opens no existing account
SOCIALACCOUNT_STORE_TOKENS = False

# --- the application ---------------------------------------------------------------------------
INSTALLED_APPS = [
    "website",
    "website.accounts",
    "website.notifications",
    "django.contrib.admin",
    "arena",
    "whitenoise.runserver_nostatic",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "website.site.static_files.Config",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    *identity.apps(IDENTITY_PROVIDERS),
    "allauth.usersessions",
    "django_htmx",
    "template_partials",
    "django_structlog",
    "django_prometheus",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "website.site.middleware.readable_length",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "website.site.middleware.security_headers",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "website.api.problems.SpeakApi",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "website.site.middleware.body_limit",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "website.site.middleware.private_answers",
    "website.accounts.preferences.apply_preferences",
    "website.site.page_cache.mark_acts",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "website.site.middleware.page_for_405",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]
ROOT_URLCONF = "website.urls"
WSGI_APPLICATION = "website.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "website.site.context.frame",
                "website.site.page_cache.frame",
                "website.notifications.context.frame",
            ],
        },
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- database: the match row is the queue, so writers wait for each other -----------------------
LEASE_SECONDS = read(  # beyond the longest silence that a match's limits allow
    env.float, "KINGSBENCH_LEASE_SECONDS", 30.0, "use a number of seconds."
)
at_least("KINGSBENCH_LEASE_SECONDS", LEASE_SECONDS, 2)
DATABASE_URL = read(
    env.str, "DATABASE_URL", f"sqlite:///{VAR}/kingsbench.sqlite3", "postgresql://user:pass@host/db"
)
if not DATABASE_URL.startswith(("postgresql://", "postgres://", "sqlite://")):
    raise ImproperlyConfigured("DATABASE_URL is not valid: it must start with postgresql://.")
try:
    DATABASE: dict[str, Any] = env.db_url_config(DATABASE_URL)
except (ValueError, ImproperlyConfigured) as error:
    raise ImproperlyConfigured(
        "DATABASE_URL is not valid: use postgresql://user:password@host:5432/name."
    ) from error
SQLITE = DATABASE["ENGINE"] == "django.db.backends.sqlite3"
if SQLITE or DATABASE["ENGINE"] == "django.db.backends.postgresql":  # the same with metrics
    DATABASE["ENGINE"] = DATABASE["ENGINE"].replace("django.", "django_prometheus.", 1)
if SQLITE:
    DATABASE["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    DATABASE["TEST"] = {"NAME": ":memory:"}  # explicit, as its engine is not Django's
else:
    DATABASE |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    DATABASE["OPTIONS"] = {  # give up on a server that does not answer
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
    } | DATABASE.get("OPTIONS", {})
    limits = {
        # The server gives up on a client that stands still or is lost, whose locks stop others.
        "idle_in_transaction_session_timeout": f"{LEASE_SECONDS * 1000:.0f}",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
        # Lists of matches join more tables than the eight whose order the planner chooses.
        "join_collapse_limit": "11",
        "from_collapse_limit": "11",
    }
    own = DATABASE["OPTIONS"].get("options", "")
    DATABASE["OPTIONS"]["options"] = " ".join(
        [*(f"-c {name}={value}" for name, value in limits.items()), own]
    ).strip()
DATABASES = {"default": DATABASE}

# --- accounts ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["website.accounts.log_in.PasswordBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
EMAIL_URL = read(env.str, "EMAIL_URL", "", "use a URL like smtp+tls://user:password@host:587.")
if EMAIL_URL:
    globals().update(env.email_url_config(EMAIL_URL))
else:
    MAIL_IS_SHOWN = "console" if ON_LOOPBACK else "dummy"  # keep its links out of logs
    EMAIL_BACKEND = f"django.core.mail.backends.{MAIL_IS_SHOWN}.EmailBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = read(
    env.str, "DEFAULT_FROM_EMAIL", "Kingsbench <kingsbench@localhost>", "use an e-mail address."
)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
MAIL_FIELD = "email*" if EMAIL_URL else "email"
ACCOUNT_SIGNUP_FIELDS = ["username*", MAIL_FIELD, "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_ADAPTER = "website.accounts.log_in.AccountAdapter"
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_URL)  # mails about changed passwords and addresses
ACCOUNT_FORMS = {
    "signup": "website.accounts.forms.SignupForm",
    "change_password": "website.accounts.forms.ChangePasswordForm",
    "set_password": "website.accounts.forms.SetPasswordForm",
    "reset_password_from_key": "website.accounts.forms.ResetPasswordKeyForm",
}
ACCOUNT_PREVENT_ENUMERATION = True if EMAIL_URL else "strict"  # hide which addresses have accounts
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # not blocked by others' failed log-ins
ACCOUNT_RATE_LIMITS = {  # besides allauth's own; see docs/security.md
    "export": "5/h/user",
    "login_failed": "10/m/ip,100/h/ip,5/5m/key,20/h/key",  # by address, by address and login
    "login_failed_anywhere": "300/h/key",  # by login from anywhere
    "login_failed_device": "10/5m/key",  # by known browser
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"

# --- broker and workers: the database is the truth, messages only wake workers ----------------
REDIS_URL = read(env.str, "REDIS_URL", "", "use a URL like redis://host:6379/0.")
if REDIS_URL and not REDIS_URL.startswith(("redis://", "rediss://")):
    raise ImproperlyConfigured("REDIS_URL is not valid: use a URL like redis://host:6379/0.")
CORES = read(env.int, "KINGSBENCH_CORES", os.cpu_count() or 1, "use a number of processors.")
at_least("KINGSBENCH_CORES", CORES, 1)
CHECKS = read(  # parallel checks, besides ladder matches
    env.int, "KINGSBENCH_CHECKS", max(1, CORES // 2), "use a number of checks."
)
at_least("KINGSBENCH_CHECKS", CHECKS, 1)
HUMAN_GAME_WORKERS = read(  # human games whose bots stay jailed while the person thinks
    env.int, "KINGSBENCH_HUMAN_GAME_WORKERS", 1, "use a number of games."
)
at_least("KINGSBENCH_HUMAN_GAME_WORKERS", HUMAN_GAME_WORKERS, 1)
HUMAN_GAME_SLOTS = HUMAN_GAME_WORKERS + max(1, CORES // 2)  # answered in parallel, kept ones too
IDLE_PACE = read(  # seconds between matches of a settled ladder
    env.float, "KINGSBENCH_IDLE_PACE", 5.0, "use a number of seconds."
)
at_least("KINGSBENCH_IDLE_PACE", IDLE_PACE, 0)
FIRST_COMPETITIONS = read(yes_or_no, "KINGSBENCH_FIRST_COMPETITIONS", True, "use true or false.")
WAIT_ALARM = read(  # how long a bot may wait for its next match on an open ladder
    env.float, "KINGSBENCH_WAIT_ALARM", 6 * 3600.0, "use a number of seconds."
)
at_least("KINGSBENCH_WAIT_ALARM", WAIT_ALARM, 60)
METRICS_TOKEN = read(env.str, "KINGSBENCH_METRICS_TOKEN", "", "use a long random string.")
if 0 < len(METRICS_TOKEN) < 20:
    advice = "use 20 or more random characters, or leave it empty: then organisers alone see them."
    raise ImproperlyConfigured(f"KINGSBENCH_METRICS_TOKEN is too short: {advice}")
JAIL_LEVEL = read(env.str, "KINGSBENCH_JAIL", "strongest", "use strongest, required or rootless.")
if JAIL_LEVEL not in {"strongest", "required", "rootless"}:
    raise ImproperlyConfigured(
        f"KINGSBENCH_JAIL={JAIL_LEVEL!r} is not a level: use strongest, required or rootless."
    )
ALL_BOT_LANGUAGES = ["python", "node", "binary"]
named = read(
    env.list, "KINGSBENCH_LANGUAGES", ["python"], "use names of languages separated by commas."
)
BOT_LANGUAGES = [name for name in ALL_BOT_LANGUAGES if name in {"python", *map(str.strip, named)}]
if strange := set(map(str.strip, named)) - {*ALL_BOT_LANGUAGES, ""}:
    raise ImproperlyConfigured(
        f"KINGSBENCH_LANGUAGES names {min(strange)!r}: use some of {', '.join(ALL_BOT_LANGUAGES)}."
    )
BOT_RUNTIME = read(env.str, "KINGSBENCH_RUNTIME", "", "use the name or folder of a runtime.")
RUNTIMES = VAR / "runtimes"  # an absolute BOT_RUNTIME is a folder elsewhere

TICK_SECONDS = 10.0
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "global_keyprefix": "kingsbench:",
        "socket_connect_timeout": 5,
        "socket_timeout": 30,
        "socket_keepalive": True,
    }
else:
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(folder(VAR / "broker" / "messages")),
        "data_folder_out": str(folder(VAR / "broker" / "messages")),
        "processed_folder": str(folder(VAR / "broker" / "taken")),
        "polling_interval": 0.02,
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "arena"
RECORDS_QUEUE = "arena-records"  # tasks without a jail but with more database rights
DELIVERY = ("deliver", "prune", "archive", "statistics")
CELERY_TASK_ROUTES = {
    # this worker may send mail, reach the Internet and write the files
    **{f"website.{task}": {"queue": "arena-delivery"} for task in DELIVERY},
    "arena.tick": {"queue": RECORDS_QUEUE},
    "arena.rate": {"queue": RECORDS_QUEUE},
    "arena.tally": {"queue": RECORDS_QUEUE},
    "arena.refit": {"queue": RECORDS_QUEUE},
    "arena.recompute": {"queue": RECORDS_QUEUE},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_WORKER_POOL = "prefork"
CELERY_WORKER_CONCURRENCY = CORES + CHECKS + HUMAN_GAME_WORKERS  # each kind has its own processes
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
# No message expires, as that would compare two clocks; a late one finds nothing to do.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "tick": {"task": "arena.tick", "schedule": TICK_SECONDS},
    "post": {"task": "website.deliver", "schedule": TICK_SECONDS},
    "prune": {"task": "website.prune", "schedule": crontab(minute="*/10")},
    "archive": {"task": "website.archive", "schedule": crontab(minute="6-59/10")},
    "statistics": {"task": "website.statistics", "schedule": crontab(minute="*/5")},
}

# --- files: uploads are private, never served by a URL -----------------------------------------
MEDIA_ROOT = folder(VAR / "media")
MEDIA_URL = ""
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
UPLOAD_MOST = ZIP_BYTES  # of a zip; a single .py may have a fifth
REQUEST_BODY_MOST = UPLOAD_MOST + 256 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 4
S3: dict[str, Any] = {
    "bucket_name": read(env.str, "KINGSBENCH_S3_BUCKET", "", "use the name of a bucket."),
    "endpoint_url": read(env.str, "KINGSBENCH_S3_ENDPOINT", "", "use an https:// URL.") or None,
}
S3_TIMEOUT = read(env.float, "KINGSBENCH_S3_TIMEOUT", 5.0, "use a number of seconds.")
at_least("KINGSBENCH_S3_TIMEOUT", S3_TIMEOUT, 0.1)
if S3["bucket_name"] and find_spec("storages") is None:
    advice = "run `uv pip install -r requirements-s3.lock` (uv may be in .venv/bin)."
    raise ImproperlyConfigured(f"KINGSBENCH_S3_BUCKET needs the extra s3: {advice}")
STATIC_URL = "/static/"
STATIC_ROOT = folder(VAR / "static")
STORAGES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "website.deploy.bucket.Bucket",  # keys: AWS_ACCESS_KEY_ID and the like
        "OPTIONS": S3,
    }
    if S3["bucket_name"]
    else {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "website.site.static_files.StaticFiles"
    },
}
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "website.deploy.cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "kingsbench",
    }
    if REDIS_URL
    else {  # files, to count log-in limits across web processes
        "BACKEND": "website.deploy.cache.FileCache",
        "LOCATION": str(folder(VAR / "cache")),
        "OPTIONS": {"MAX_ENTRIES": 3000},
    },
    # may be a few seconds old
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

# --- limits per owner: see docs/operators.md ----------------------------------------------------
BOTS_PER_OWNER = read(env.int, "KINGSBENCH_BOTS_PER_OWNER", 10, "use a number of bots.")
UPLOADS_PER_DAY = read(env.int, "KINGSBENCH_UPLOADS_PER_DAY", 50, "use a number of uploads.")
CHALLENGES_PER_DAY = read(env.int, "KINGSBENCH_CHALLENGES_PER_DAY", 30, "use a number of matches.")
CHALLENGE_MATCHES = read(  # in one challenge
    env.int, "KINGSBENCH_CHALLENGE_MATCHES", 20, "use a number of matches."
)
CHALLENGE_DAYS = read(  # in which one can be answered
    env.int, "KINGSBENCH_CHALLENGE_DAYS", 7, "use a number of days."
)
at_least("KINGSBENCH_CHALLENGE_MATCHES", CHALLENGE_MATCHES, 1)
at_least("KINGSBENCH_CHALLENGE_DAYS", CHALLENGE_DAYS, 1)
HUMAN_GAMES_PER_DAY = read(env.int, "KINGSBENCH_HUMAN_GAMES_PER_DAY", 50, "use a number of games.")
HUMAN_GAMES_OPEN = read(env.int, "KINGSBENCH_HUMAN_GAMES_OPEN", 3, "use a number of games.")
HUMAN_GAMES_PER_OWNER = read(  # in parallel, against one owner's bots
    env.int, "KINGSBENCH_HUMAN_GAMES_PER_OWNER", 1, "use a number of games."
)
HUMAN_GAMES_OPEN_PER_OWNER = read(
    env.int, "KINGSBENCH_HUMAN_GAMES_OPEN_PER_OWNER", 20, "use a number of games."
)
at_least("KINGSBENCH_HUMAN_GAMES_PER_OWNER", HUMAN_GAMES_PER_OWNER, 1)
at_least("KINGSBENCH_HUMAN_GAMES_OPEN_PER_OWNER", HUMAN_GAMES_OPEN_PER_OWNER, 1)
NOTIFICATION_DAYS = read(env.int, "KINGSBENCH_NOTIFICATION_DAYS", 90, "use a number of days.")
KEEP_LOGS_DAYS = kept_days("KINGSBENCH_KEEP_LOGS_DAYS", 30)
KEEP_DECISIONS_DAYS = kept_days("KINGSBENCH_KEEP_DECISIONS_DAYS", 90)
KEEP_EVENTS_DAYS = kept_days("KINGSBENCH_KEEP_EVENTS_DAYS", 365)
ARCHIVE_MATCHES = amount("KINGSBENCH_ARCHIVE_MATCHES", 10_000, "use a number, or 0 for none.")
LOG_KIB_PER_DAY = amount(  # of one bot's logs; 0: no limit
    "KINGSBENCH_LOG_KIB_PER_DAY", 1024, "use a number of KiB, or 0 for no limit."
)
at_least("KINGSBENCH_HUMAN_GAMES_PER_DAY", HUMAN_GAMES_PER_DAY, 1)
at_least("KINGSBENCH_NOTIFICATION_DAYS", NOTIFICATION_DAYS, 1)
at_least("KINGSBENCH_HUMAN_GAMES_OPEN", HUMAN_GAMES_OPEN, 1)
at_least("KINGSBENCH_BOTS_PER_OWNER", BOTS_PER_OWNER, 1)
at_least("KINGSBENCH_UPLOADS_PER_DAY", UPLOADS_PER_DAY, 1)
at_least("KINGSBENCH_CHALLENGES_PER_DAY", CHALLENGES_PER_DAY, 1)

# --- webhooks: public addresses only, unless the platform is for this machine alone -------------
WEBHOOKS_LOOPBACK = read(yes_or_no, "KINGSBENCH_WEBHOOKS_LOOPBACK", False, "use true or false.")
if WEBHOOKS_LOOPBACK and not ON_LOOPBACK:
    raise ImproperlyConfigured(
        "KINGSBENCH_WEBHOOKS_LOOPBACK=true lets users reach the hosts around this one: unset it, "
        "or leave ALLOWED_HOSTS on loopback."
    )

# --- the API: see docs/api.md -------------------------------------------------------------------
FILTERS_EMPTY_CHOICE_LABEL = _("all")
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_THROTTLE_RATES": {
        "anon": "120/min",
        "user": "600/min",
        "uploads": "10/min",
        "challenges": "20/min",
        "exports": "60/min",
        "anonymous_exports": "10/min",
        "token_failures": "20/min",
    },
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "website.api.problems.handle",
    "NUM_PROXIES": int(BEHIND_PROXY),
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Kingsbench",
    "DESCRIPTION": "Tournaments and matchmaking for bots that play kingdom-building games.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"number": int},
    "ENUM_NAME_OVERRIDES": {
        f"{kind}State": f"arena.models.{kind}.State"
        for kind in (
            *("Version", "Ladder", "Tournament", "League", "Entrant", "Pairing"),
            "Challenge",
        )
    }
    | {"BotState": "website.bots.filters.STATES"},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "website.api.docs.with_problems",
    ],
}

# --- languages and time ------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = list(SITE_LANGUAGES.items())
LOCALE_PATHS = [ROOT / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- logs: lines for people on a terminal, JSON elsewhere --------------------------------------
LOG_LEVEL = read(env.str, "LOG_LEVEL", "INFO", "use DEBUG, INFO, WARNING or ERROR.").upper()
LOG_JSON = read(yes_or_no, "LOG_JSON", not ON_LOOPBACK, "use true or false.")
LOGGING = logs.configure_logging(LOG_LEVEL, as_json=LOG_JSON)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
