"""`docker/`: checks that need no Docker. `docker/try.sh` tests real containers."""

import os
import re
import runpy
import shutil
import subprocess
import sys
import time
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.conf import settings as django_settings

from arena.core.hosts import host
from sandbox.jail import INSTALL
from tests.services import Unavailable, database_of_its_own
from tests.tooling.compose import read
from tests.tooling.web_server import certify, check_nginx
from tests.website.test_settings import run
from website.deploy.readiness import queues
from website.management.programs import gunicorn

pytestmark = pytest.mark.processes
ROOT = Path(__file__).resolve().parent.parent.parent
DOCKER = ROOT / "docker"
ONCE = {"prepare", "rights"}
OURS = {"web", "worker", "records", "beat", "delivery", "prepare"}
GIVEN = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")


def text(name: str) -> str:
    return (DOCKER / name).read_text()


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = read(text("compose.yml"))["services"]
    return found


def example() -> dict[str, str]:
    """Return the settings of `env.example`, the empty ones filled with secrets."""
    lines = [line for line in text("env.example").splitlines() if re.match(r"[A-Z_]+=", line)]
    pairs = (line.split("=", 1) for line in lines)
    return {
        name: value or f"{name.lower().replace('_', '')}{'0123456789' * 5}" for name, value in pairs
    }


def environment(service: str) -> dict[str, str]:
    """The variables of a container, as compose fills them in from the example."""
    given = example()
    return {
        name: GIVEN.sub(lambda found: given.get(found[1]) or found[2] or "", value)
        for name, value in services()[service].get("environment", {}).items()
    }


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions, each on one line."""
    whole = re.sub(r"^#.*\n", "", text("Dockerfile"), flags=re.MULTILINE).replace("\\\n", " ")
    words = [line.split(maxsplit=1) for line in whole.splitlines() if line.strip()]
    return [(name, " ".join(rest.split())) for name, rest in words]


def block(page: str, language: str, beginning: str) -> str:
    """Return the code block of a page that begins with this."""
    found = re.search(rf"```{language}\n({re.escape(beginning)}.*?)```", page, re.DOTALL)
    assert found, beginning
    return found[1].strip()


# --- settings ------------------------------------------------------------------------------------
@pytest.mark.parametrize("service", sorted(OURS))
def test_every_variable_of_our_containers_is_a_setting(service: str) -> None:
    code = (ROOT / "platform" / "website" / "settings.py").read_text()
    known = set(re.findall(r"read\(\s*(?:#[^\n]*)?\s*[\w.]+,\s*\"(\w+)\"", code))
    known |= set(re.findall(r"(?:kept_days|amount)\(\s*(?:#[^\n]*)?\s*\"(\w+)\"", code))
    assert {"SECRET_KEY", "KINGSBENCH_BEHIND_PROXY"} <= known
    boto = {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"}  # reads these
    assert environment(service).keys() - known - boto == set()


FIXED = {  # image and compose set these, or they make no sense in containers
    "KINGSBENCH_VAR", "KINGSBENCH_STAGING_DIR", "KINGSBENCH_JAIL", "DEBUG",
    "KINGSBENCH_WEBHOOKS_LOOPBACK", "DATABASE_URL", "REDIS_URL", "KINGSBENCH_COMPILED",
    "KINGSBENCH_BEHIND_PROXY",
}  # fmt: skip
BY_HAND = {"KINGSBENCH_LOGINS", "KINGSBENCH_LOGIN_"}  # named with their providers: see the guide


def documented() -> set[str]:
    """The variables in the table of the guide."""
    guide = (ROOT / "docs" / "operators.md").read_text()
    table = guide.partition("## Settings")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`([A-Z][A-Z0-9_]+)", cell)}


def read_by_us() -> set[str]:
    """The variables that settings and staging folder read."""
    code = (ROOT / "platform" / "website" / "settings.py").read_text()
    read = set(re.findall(r"read\(\s*(?:#[^\n]*)?\s*[\w.]+,\s*\"(\w+)\"", code))
    read |= set(re.findall(r"(?:kept_days|amount)\(\s*(?:#[^\n]*)?\s*\"(\w+)\"", code))
    return read | {"KINGSBENCH_STAGING_DIR", "KINGSBENCH_COMPILED", *BY_HAND}


def test_the_guide_names_what_is_read_and_nothing_else() -> None:
    assert documented() == read_by_us()


def test_compose_passes_every_documented_setting_on() -> None:
    told = {name for service in OURS for name in environment(service)}
    assert documented() - told - FIXED - BY_HAND == set()
    named = set(re.findall(r"^#?(\w+)=", text("env.example"), flags=re.MULTILINE))
    assert documented() - named - FIXED - BY_HAND == set()
    asked = {name for name, _ in GIVEN.findall(text("compose.yml"))}
    assert named - asked - {"COMPOSE_PROJECT_NAME"} == set(), "nobody asks for these"


def test_what_concerns_all_is_told_to_all() -> None:
    shared = read(text("compose.yml"))["x-settings"]
    assert len(shared) > 15
    assert [
        name for name in OURS if not shared.keys() <= services()[name]["environment"].keys()
    ] == []


def test_the_image_can_hold_the_bucket_and_node() -> None:
    told = instructions()
    assert [rest for name, rest in told if name == "ARG"] == ["NODE=no", "S3=no"]
    runs = " ".join(rest for name, rest in told if name == "RUN")
    assert 'test "$NODE" = no || echo nodejs' in runs
    assert "--require-hashes -r requirements-s3.lock" in runs
    assert "!requirements-s3.lock" in text("Dockerfile.dockerignore")
    locked = (ROOT / "requirements-s3.lock").read_text()
    assert {"django-storages", "boto3"} <= set(re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE))
    arguments = services()["web"]["build"]["args"]
    assert arguments == {"NODE": "${NODE:-no}", "S3": "${S3:-no}"}


def test_what_compose_asks_for_stands_in_the_example() -> None:
    asked = GIVEN.findall(text("compose.yml"))
    named = set(re.findall(r"^#?(\w+)=", text("env.example"), flags=re.MULTILINE))
    guide = (ROOT / "docs" / "operators" / "many-machines.md").read_text()
    assert {name for name, _ in asked if name not in named and f"`{name}`" not in guide} == set()
    demanded = set(re.findall(r"\$\{(\w+):\?", text("compose.yml")))
    secret = set(re.findall(r"^(\w+)=$", text("env.example"), flags=re.MULTILINE))
    assert demanded == secret | {"ALLOWED_HOSTS", "CERTIFICATE"}
    assert len(secret) == 6


def test_no_secret_is_in_the_repository_or_the_image() -> None:
    listed = subprocess.run(["git", "check-ignore", "-q", "docker/.env"], cwd=ROOT, check=False)
    assert listed.returncode == 0
    assert ".env" not in [path.name for path in context()]
    values = [v for one in services().values() for v in one.get("environment", {}).values()]
    assert [v for v in values if re.search(r"://\w*:[^$]", str(v))] == []


def test_djangos_deployment_check_is_clean_for_the_web_container(tmp_path: Path) -> None:
    words = ("manage.py", "check", "--deploy", "--fail-level", "INFO")
    done = run(tmp_path, *words, **environment("web"))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("service", ["worker", "records", "beat", "delivery", "prepare"])
def test_the_other_containers_start_with_what_they_are_given(tmp_path: Path, service: str) -> None:
    done = run(tmp_path, "manage.py", "check", **environment(service))
    assert done.returncode == 0, done.stderr


# --- rights --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", sorted(services()))
def test_no_container_has_rights_that_it_does_not_need(name: str) -> None:
    service = services()[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["user"] in {"1000:1000", "101:101", "postgres", "redis"}
    refused = {"privileged", "cap_add", "network_mode", "pid", "ipc", "devices", "env_file"}
    assert service.keys() & refused == set()
    assert [one for one in service.get("volumes", []) if "docker.sock" in one] == []
    assert ":" in service["image"] or service["image"] == "kingsbench"
    assert not service["image"].endswith(":latest")


@pytest.mark.parametrize("name", sorted(services()))
def test_what_runs_on_is_watched_and_started_again(name: str) -> None:
    service = services()[name]
    assert ("healthcheck" in service) is (name not in ONCE)
    assert service["restart"] == ("no" if name in ONCE else "unless-stopped")


def test_strangers_bots_run_where_nothing_but_the_queue_is_reached() -> None:
    worker, networks = services()["worker"], read(text("compose.yml"))["networks"]
    assert worker["networks"] == ["work"]
    nowhere = {"com.docker.network.bridge.inhibit_ipv4": "true"}  # else it resolves to the host
    for name in ("work", "site"):
        assert networks[name] == {"internal": True, "driver_opts": nowhere}
    others = {name for name, one in services().items() if "work" in one["networks"]}
    assert others == {"worker", "beat", "postgres", "redis"}
    assert [name for name, one in services().items() if "ports" in one] == ["nginx"]
    assert worker["volumes"] == ["uploads:/state/media:ro"]


def test_the_workers_jail_has_what_a_container_must_give_it() -> None:
    worker = services()["worker"]
    profiles = [one for one in worker["security_opt"] if one.startswith("seccomp:")]
    assert [(DOCKER / one.removeprefix("seccomp:")).is_file() for one in profiles] == [True]
    assert worker["environment"]["KINGSBENCH_JAIL"] == "rootless"
    stage = next(one for one in worker["tmpfs"] if one.startswith("/stage:"))
    assert {"exec", "mode=755", "uid=1000"} <= set(stage.partition(":")[2].split(","))
    assert "seccomp" not in str(
        [one["security_opt"] for n, one in services().items() if n != "worker"]
    )


def test_a_worker_is_told_no_secret_of_the_site() -> None:
    told = environment("worker")
    secrets = {
        name: value for name, value in example().items() if name.endswith(("KEY", "PASSWORD"))
    }
    known = {name for name, value in secrets.items() if value in " ".join(told.values())}
    assert known == {"DATABASE_WORKER_PASSWORD", "REDIS_WORKER_PASSWORD"}
    superuser = secrets["POSTGRES_PASSWORD"]
    holders = {name for name in services() if superuser in environment(name).values()}
    assert holders == {"postgres"}


def test_a_workers_rights_are_those_of_the_page_on_security() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    assert "--file=docker/rights.sql" in page
    rights = " ".join(block(page, "", "ACL SETUSER").partition(">PASSWORD")[2].split())
    assert f"user kingsbench_worker on >$REDIS_WORKER_PASSWORD {rights}\n" in text("redis.sh")


def test_every_queue_has_a_service() -> None:
    taken = [one["command"] for one in services().values() if "worker" in one.get("command", [])]
    words = [word for command in taken for word in command]
    named = {word for word in words if word.startswith("arena-")}
    assert named | {"arena"} == set(queues())
    assert [command for command in taken if "--queues" not in command] != [], "arena itself"


def test_there_is_one_beat() -> None:
    rings = [name for name, one in services().items() if "beat" in one.get("command", [])]
    assert rings == ["beat"]
    assert "container_name" in services()["beat"]  # a second one could not have the same name
    assert "container_name" not in services()["worker"]


# --- the image -----------------------------------------------------------------------------------
@cache
def context() -> tuple[Path, ...]:
    """The files of the repository that the image is made from."""
    lines = [line for line in text("Dockerfile.dockerignore").splitlines() if line[:1] != "#"]
    assert lines[0] == "*"
    allowed = [line[1:] for line in lines if line.startswith("!")]
    left_out = [line for line in lines[1:] if not line.startswith("!")]
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *allowed]
    names = subprocess.run(words, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    found = [name for name in names.split("\0") if name and (ROOT / name).is_file()]
    for one in allowed:
        assert [name for name in found if name == one or name.startswith(f"{one}/")], one
    return tuple(Path(name) for name in found if not name.startswith(tuple(left_out)))


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """Copy the image's files, and nothing else."""
    place = tmp_path / "image"
    for path in context():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, place / path)
    return place


def test_the_image_holds_all_that_the_platform_needs_and_no_secret(
    image: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    given = {"PATH": "/usr/bin:/bin", "KINGSBENCH_VAR": str(state), "SECRET_KEY": "unused"}
    build = given | {"REDIS_URL": "redis://unused", "PYTHONPATH": f"{image}:{image / 'platform'}"}
    look = (ROOT / "tests" / "tooling" / "scripts" / "look_at_image.py").read_text()
    for words in (["manage.py", "collectstatic", "--no-input"], ["-c", look]):
        done = subprocess.run(
            [sys.executable, "-P", *words],
            env=build, cwd=image, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in state.iterdir()) == ["media", "static"]
    assert {path.parts[0] for path in context()} & {"tests", "var", ".git", ".venv"} == set()


def test_the_image_is_small_unprivileged_and_made_from_the_locks() -> None:
    told = instructions()
    names = [name for name, _ in told]
    assert "ADD" not in names
    bases = [rest.split()[0] for name, rest in told if name == "FROM"]
    assert bases == ["debian:bookworm-slim", "base", "base"]
    assert [rest for name, rest in told if name == "USER"] == ["1000:1000"]
    last = max(number for number, name in enumerate(names) if name == "FROM")
    runs = [rest for name, rest in told if name == "RUN"]
    for installs in (rest for rest in runs if "apt-get install" in rest):
        assert installs.startswith("apt-get update && ")
        assert "--no-install-recommends" in installs
        assert installs.endswith("&& rm -rf /var/lib/apt/lists/*")
    assert [
        rest
        for rest in runs
        if re.search(r"curl|wget|sudo|chmod 777|pip install(?! --quiet --require-hashes)", rest)
    ] == []
    assert [
        rest for name, rest in told[last:] if name == "COPY" and "--from=build" not in rest
    ] == []
    assert [rest for name, rest in told if name == "RUN" and "./kingsbench" in rest] != []


def test_the_image_has_the_programs_that_a_jail_needs() -> None:
    base = next(rest for name, rest in instructions() if name == "RUN")
    wanted = set(INSTALL.rpartition("-y ")[2].split())
    assert wanted <= set(base.split())


def test_the_web_server_is_that_of_one_machine() -> None:
    command = next(rest for name, rest in instructions() if name == "CMD")
    words = re.findall(r"\"([^\"]+)\"", command)
    ours = gunicorn(7)
    assert [word for word in ours if word not in words] == ["fd://7"]
    assert [word for word in words if word not in ours] == ["0.0.0.0:8000"]


# --- nginx ---------------------------------------------------------------------------------------
def test_nginx_reads_the_configuration_that_its_container_gets(tmp_path: Path) -> None:
    """The script replaces the site's address; a file with another one would reach no site."""
    change = re.search(r"sed '(.*)'", text("nginx.sh"))
    assert change
    certify(tmp_path)
    words = ["sed", change[1], DOCKER / "nginx.conf"]
    site = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert (
        site.count("proxy_pass http://$site;") == text("nginx.conf").count("proxy_pass http:") == 2
    )
    try:
        told = check_nginx(tmp_path, site.replace("/etc/ssl/kingsbench", str(tmp_path)))
    except Unavailable as reason:
        pytest.skip(str(reason))
    assert "test is successful" in told


def test_nginx_buffers_whole_requests_and_has_the_limit_of_the_site() -> None:
    settings = dict(re.findall(r"^ +(\w+) ([^;\n]+);", text("nginx.conf"), re.MULTILINE))
    assert settings["proxy_request_buffering"] == settings["proxy_buffering"] == "on"
    assert settings["client_max_body_size"] == f"{django_settings.REQUEST_BODY_MOST // 1024}k"
    assert "keepalive " not in text("nginx.conf"), "connections to the site are never shared"


# --- health --------------------------------------------------------------------------------------
def health(service: str, **variables: str) -> str:
    """Return the output of this container's health check; empty if healthy."""
    paths = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"}
    done = subprocess.run(
        [sys.executable, DOCKER / "health.py", service], env=paths | variables,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode == 0) is (done.stderr == "")
    return done.stderr


TABLE = """
    CREATE TABLE arena_worker (
        host text, problem jsonb DEFAULT '""', disk_problem jsonb DEFAULT '""',
        uploads_problem jsonb DEFAULT '""', version text DEFAULT 'ours',
        stopped_processes int DEFAULT 0, seen_at timestamptz DEFAULT now(), ended_at timestamptz
    );
    CREATE TABLE arena_installation (versions jsonb);
    INSERT INTO arena_installation VALUES ('["ours"]')
"""


@pytest.mark.services
def test_a_worker_is_well_while_it_is_awake_and_nothing_is_wrong_with_it(
    postgres_url: str, redis_url: str
) -> None:
    with database_of_its_own(postgres_url) as url, psycopg.connect(url, autocommit=True) as rows:
        given = {"DATABASE_URL": url, "REDIS_URL": redis_url}
        assert "arena_worker" in health("worker", **given)
        rows.execute(TABLE)
        rows.execute("INSERT INTO arena_worker (host, problem) VALUES ('another', '\"no jail\"')")
        assert health("worker", **given) == "the worker has not said yet that it is awake\n"
        rows.execute("INSERT INTO arena_worker (host) VALUES (%s)", [host()])
        assert health("worker", **given) == ""
        for change, told in (
            ("stopped_processes = 1", "processes that were stopped by a signal: 1"),
            ("disk_problem = '\"full\"'", "full"),
            ("uploads_problem = '\"not mounted\"', disk_problem = '\"\"'", "not mounted"),
            ("version = ''", "this worker is of another version than the database: .+"),
            ("version = 'ours', uploads_problem = '\"\"', stopped_processes = 0", ""),
            ('problem = \'{"words": "a %(what)s", "params": {"what": "hole"}}\'', "a hole"),
            ("seen_at = now() - interval '1 h'", r"no heartbeat from the worker for 36\d\d s"),
        ):
            rows.execute(f"UPDATE arena_worker SET {change}".encode())
            assert re.fullmatch(f"{told}\n" if told else "", health("worker", **given))
        nowhere = "redis://127.0.0.1:1/0"
        assert health("worker", **given | {"REDIS_URL": nowhere}).startswith("Redis: ")
    assert health("worker", **given).startswith("PostgreSQL: ")


@pytest.mark.services
def test_a_beat_is_well_while_it_sends(redis_url: str, tmp_path: Path) -> None:
    given = {"REDIS_URL": redis_url, "KINGSBENCH_VAR": str(tmp_path)}
    assert health("beat", **given) == "the beat has sent nothing yet\n"
    sign = tmp_path / "beat"
    sign.touch()
    assert health("beat", **given) == ""
    before = time.time() - 130
    os.utime(sign, (before, before))
    assert "the beat stopped 13" in health("beat", **given)
    assert health("beat", **given | {"REDIS_URL": "redis://127.0.0.1:1/0"}).startswith("Redis: ")


def test_the_web_is_asked_by_a_name_that_it_answers_to(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str | None] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            names.append(self.headers["Host"])
            self.send_response(200 if self.path == "/health/" and len(names) < 3 else 503)
            self.end_headers()

        def log_request(self, *_: object) -> None:
            pass

    check = runpy.run_path(str(DOCKER / "health.py"))["web"]
    with HTTPServer(("127.0.0.1", 0), Site) as site:
        monkeypatch.setitem(check.__globals__, "PORT", site.server_port)
        Thread(target=site.serve_forever, daemon=True).start()
        for hosts in ("bots.example.org,example.net", ".example.org", ""):
            monkeypatch.setenv("ALLOWED_HOSTS", hosts)
            assert check() == ("" if hosts else "/health/ answers 503")
        site.shutdown()
    assert names == ["bots.example.org", "example.org", "localhost"]
    assert "does not respond" in check()


@pytest.mark.parametrize("script", ["try.sh", "redis.sh", "nginx.sh"])
def test_the_scripts_are_clean_shell(script: str) -> None:
    done = subprocess.run(
        ["shellcheck", script], cwd=DOCKER, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_no_password_is_said_where_it_stays_in_a_log() -> None:
    """Docker keeps a container's output for all who may read its logs."""
    assert "manage.py seed --no-password" in str(services()["prepare"]["command"])
