"""Settings come from the environment only; a wrong value stops the start and is named."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from sandbox.languages import LANGUAGES
from tests import forks

pytestmark = pytest.mark.processes
ROOT = Path(__file__).parent.parent.parent
SHOWN = [
    "SECRET_KEY",
    "SECURE_SSL_REDIRECT",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "CSRF_TRUSTED_ORIGINS",
    "ALLOWED_HOSTS",
    "DEBUG",
    "CELERY_BROKER_URL",
    "CELERY_WORKER_CONCURRENCY",
    "IDLE_PACE",
    "ACCOUNT_EMAIL_VERIFICATION",
    "DATABASES",
    "BOT_LANGUAGES",
    "ALL_BOT_LANGUAGES",
]
SHOW = f"""
import json
from website import settings
print(json.dumps({{name: getattr(settings, name) for name in {SHOWN!r}}}, default=str))
"""


def run(var: Path, *command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    paths = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    given = {"KINGSBENCH_VAR": str(var), "PYTHONPATH": paths} | environment
    return forks.run(command, kept | given)


def shown(var: Path, **environment: str) -> dict[str, object]:
    done = run(var, "-c", SHOW, **environment)
    assert done.returncode == 0, done.stderr
    values: dict[str, object] = json.loads(done.stdout)
    return values


def test_without_any_variable_it_is_a_platform_for_this_machine_alone(tmp_path: Path) -> None:
    values = shown(tmp_path / "var", KINGSBENCH_CORES="4")
    assert values["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert values["DEBUG"] is False
    assert values["SECURE_SSL_REDIRECT"] is False
    assert values["CELERY_BROKER_URL"] == "filesystem://"
    assert values["CELERY_WORKER_CONCURRENCY"] == 4 + 2 + 1, "cores, checks, human games"
    assert "kingsbench.sqlite3" in str(values["DATABASES"])
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700


def test_the_secret_is_drawn_once_and_for_our_eyes_only(tmp_path: Path) -> None:
    first, second = shown(tmp_path), shown(tmp_path)
    assert len(str(first["SECRET_KEY"])) > 50
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert shown(tmp_path / "other")["SECRET_KEY"] != first["SECRET_KEY"]
    assert [path.name for path in tmp_path.glob(".secret*")] == []


def test_a_server_speaks_https_only(tmp_path: Path) -> None:
    values = shown(tmp_path, ALLOWED_HOSTS="bots.example.org,.example.net")
    assert values["SECURE_SSL_REDIRECT"] is True
    assert values["SESSION_COOKIE_SECURE"] is True
    assert values["CSRF_COOKIE_SECURE"] is True
    assert values["CSRF_TRUSTED_ORIGINS"] == ["https://bots.example.org", "https://*.example.net"]


def test_a_time_limit_of_the_site_of_before_is_refused_with_advice(tmp_path: Path) -> None:
    done = run(tmp_path, "-c", SHOW, KINGSBENCH_BODY_SECONDS="60")
    assert done.returncode != 0
    assert "KINGSBENCH_BODY_SECONDS has no effect: the proxy limits" in done.stderr


def test_mail_that_can_be_sent_must_be_verified(tmp_path: Path) -> None:
    assert shown(tmp_path)["ACCOUNT_EMAIL_VERIFICATION"] == "none"
    values = shown(tmp_path, EMAIL_URL="smtp+tls://me:secret@mail.example.org:587")
    assert values["ACCOUNT_EMAIL_VERIFICATION"] == "mandatory"


def test_a_server_with_redis_never_idles(tmp_path: Path) -> None:
    values = shown(tmp_path, REDIS_URL="redis://127.0.0.1:6379/0")
    assert values["CELERY_BROKER_URL"] == "redis://127.0.0.1:6379/0"
    assert values["IDLE_PACE"] == 5.0


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("KINGSBENCH_CORES", "many", "use a number of processors"),
        ("KINGSBENCH_CORES", "0", "use 1 or more"),
        ("KINGSBENCH_IDLE_PACE", "-1", "use 0 or more"),
        ("KINGSBENCH_IDLE_PACE", "slow", "use a number of seconds"),
        ("KINGSBENCH_LEASE_SECONDS", "0.1", "use 2 or more"),
        ("KINGSBENCH_WAIT_ALARM", "5", "use 60 or more"),
        ("KINGSBENCH_METRICS_TOKEN", "short", "use 20 or more random characters"),
        ("KINGSBENCH_JAIL", "none", "use strongest, required or rootless"),
        ("KINGSBENCH_LANGUAGES", "python,cobol", "'cobol': use some of python, node, binary"),
        ("KINGSBENCH_VAR", "/proc/nowhere", "set KINGSBENCH_VAR to a folder"),
        ("DATABASE_URL", "my database", "it must start with postgresql://"),
        ("DATABASE_URL", "mysql://me:secret@db/name", "it must start with postgresql://"),
        ("REDIS_URL", "http://127.0.0.1:6379", "use a URL like redis://host:6379/0"),
        ("KINGSBENCH_VAR", "/sys", "set KINGSBENCH_VAR to a folder"),
        ("DEBUG", "perhaps", "use true or false"),
        ("KINGSBENCH_TABLES", "2", "is now called KINGSBENCH_HUMAN_GAME_WORKERS"),
    ],
)
def test_a_wrong_value_stops_the_start_with_name_and_advice(
    tmp_path: Path, name: str, value: str, advice: str
) -> None:
    done = run(tmp_path, "-c", SHOW, **{name: value})
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert name in last
    assert advice in last


def test_uploads_may_lie_in_a_bucket_where_the_extra_is_installed(tmp_path: Path) -> None:
    show = SHOW.replace(repr(SHOWN), repr(["STORAGES"]))
    bucket = {"KINGSBENCH_S3_BUCKET": "uploads", "KINGSBENCH_S3_ENDPOINT": "https://s3.example"}
    done = run(tmp_path, "-c", show, **bucket)
    assert done.returncode == 0, done.stderr
    chosen = json.loads(done.stdout)["STORAGES"]["default"]
    assert chosen["BACKEND"] == "website.deploy.bucket.Bucket"
    assert chosen["OPTIONS"]["bucket_name"] == "uploads"
    assert chosen["OPTIONS"]["endpoint_url"] == "https://s3.example"


def test_a_bucket_without_the_extra_stops_the_start(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['storages'] = None\n"
    done = run(tmp_path, "-c", hidden + SHOW, KINGSBENCH_S3_BUCKET="uploads")
    assert "KINGSBENCH_S3_BUCKET needs the extra s3" in done.stderr


def test_debug_pages_are_never_shown_to_the_world(tmp_path: Path) -> None:
    done = run(tmp_path, "-c", SHOW, DEBUG="true", ALLOWED_HOSTS="bots.example.org")
    assert "unset it" in done.stderr


def test_djangos_deployment_check_is_clean_for_a_server(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        *("manage.py", "check", "--deploy", "--fail-level", "INFO"),
        ALLOWED_HOSTS="bots.example.org",
        DATABASE_URL="postgresql://kingsbench:secret@db/kingsbench",
        REDIS_URL="redis://redis:6379/0",
    )
    assert done.returncode == 0, done.stderr


def test_migrations_are_complete(tmp_path: Path) -> None:
    done = run(tmp_path, "manage.py", "makemigrations", "--check", "--dry-run")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("given", "taken"),
    [("node", ["python", "node"]), (" binary, python", ["python", "binary"]), ("", ["python"])],
)
def test_python_bots_are_always_taken_since_house_bots_are_such(
    given: str, taken: list[str], tmp_path: Path
) -> None:
    values = shown(tmp_path / "var", KINGSBENCH_LANGUAGES=given)
    assert values["BOT_LANGUAGES"] == taken
    assert values["ALL_BOT_LANGUAGES"] == list(LANGUAGES)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("KINGSBENCH_KEEP_LOGS_DAYS", "-1", "is too small: use 0 or more"),
        (
            "KINGSBENCH_KEEP_DECISIONS_DAYS",
            "a month",
            "use a number of days, or 0 to keep everything",
        ),
        ("KINGSBENCH_KEEP_EVENTS_DAYS", "1" * 12, "is too large: use 0 to keep everything"),
        ("KINGSBENCH_LOG_KIB_PER_DAY", "-5", "is too small: use 0 or more"),
        ("KINGSBENCH_LOG_KIB_PER_DAY", "1 MB", "use a number of KiB, or 0 for no limit"),
    ],
)
def test_what_is_kept_is_a_number_of_days(
    name: str, value: str, words: str, tmp_path: Path
) -> None:
    done = run(tmp_path, "-c", SHOW, **{name: value})
    assert done.returncode != 0
    assert name in done.stderr
    assert words in done.stderr.splitlines()[-1]


def test_hsts_speaks_for_this_host_alone_unless_asked(tmp_path: Path) -> None:
    show = (
        "from website import settings as one\n"
        "told = [one.SECURE_HSTS_INCLUDE_SUBDOMAINS, one.SECURE_HSTS_PRELOAD]\n"
        "print(one.SECURE_HSTS_SECONDS, *told)"
    )
    site = {"ALLOWED_HOSTS": "kingsbench.example", "SECRET_KEY": "s" * 60}
    below = {"KINGSBENCH_HSTS_SUBDOMAINS": "true"}
    preload = {"KINGSBENCH_HSTS_PRELOAD": "true"}
    for asked, told in (
        ({}, "31536000 False False"),
        (below, "31536000 True False"),
        (below | preload, "31536000 True True"),
    ):
        assert run(tmp_path, "-c", show, **site, **asked).stdout.strip() == told
    assert "KINGSBENCH_HSTS_SUBDOMAINS=true" in run(tmp_path, "-c", show, **site, **preload).stderr


def test_an_empty_variable_is_as_good_as_none(tmp_path: Path) -> None:
    names = ("KINGSBENCH_IDLE_PACE", "KINGSBENCH_CORES", "DEBUG", "DATABASE_URL", "LOG_LEVEL")
    empty = shown(tmp_path, **dict.fromkeys(names, ""))
    assert empty == shown(tmp_path)
