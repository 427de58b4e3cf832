"""However a request is framed, each visitor gets the answer to their own, and no other is made."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.patience import PROMPT
from tests.services import Unavailable
from tests.tooling.framing import FORMS, Form, Front, SiteLog, attack, passed_on, read
from tests.tooling.processes import within
from tests.tooling.web_server import haproxy, nginx, web_server
from tests.tooling.web_server import request as http_request
from website.management.programs import gunicorn

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("framing")


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[int]:
    """Run the web server of `up`, which logs each request."""
    log = f"--access-logfile {folder / 'site.log'}"
    settings = {"KINGSBENCH_BEHIND_PROXY": "true", "LOG_JSON": "true", "GUNICORN_CMD_ARGS": log}
    with web_server(folder / "state", **settings) as port:
        yield port


@pytest.fixture(scope="module")
def log(folder: Path, site: int) -> SiteLog:
    return SiteLog(folder / "site.log")


@pytest.fixture(scope="module", params=["alone", "behind nginx", "behind HAProxy"])
def front(request: pytest.FixtureRequest, folder: Path, site: int, log: SiteLog) -> Iterator[Front]:
    if request.param == "alone":
        yield Front(site)
        return
    home = folder / request.param.rpartition(" ")[2]
    home.mkdir()
    with ExitStack() as stack:
        try:
            if request.param == "behind nginx":
                requests = home / "requests.log"
                port, trusted = stack.enter_context(nginx(home, site, requests))
                front = Front(port, requests, trusted)
            else:
                port = stack.enter_context(haproxy(home, site))
                front = Front(port, home / "haproxy.log", shares_connections=True)
        except Unavailable as reason:
            pytest.skip(str(reason))
        before = log.served().copy()
        yield front
        assert within(PROMPT, lambda: log.served() - before <= passed_on(front))


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_each_visitor_gets_the_answer_to_their_own_request(
    form: Form, front: Front, log: SiteLog
) -> None:
    # A request that is only begun needs somebody else's on the same connection.
    for ending in ("whole", "begun") if front.shares_connections else ("whole",):
        sent = attack(front, form, ending)
        assert sent.answers == [[victim] for victim in sent.victims]
        assert within(PROMPT, lambda: log.served().keys() >= set(sent.victims))  # noqa: B023
        assert all(log.served()[victim] == 1 for victim in sent.victims)
        hidden = log.served()[sent.hidden]
        if front.log and hidden:
            assert within(PROMPT, lambda: hidden <= passed_on(front)[sent.hidden])  # noqa: B023
        elif not form.is_next:
            assert hidden == 0


def test_visitors_behind_haproxy_share_a_connection_to_the_site(folder: Path, site: int) -> None:
    home = folder / "shared"
    home.mkdir()
    heads = []
    try:
        with haproxy(home, site) as port:
            for _ in range(5):
                with closing(Front(port).connect()) as client:
                    client.sendall(http_request("GET /health/", "Connection: close", ""))
                    heads.append(read(client))
    except Unavailable as reason:
        pytest.skip(str(reason))
    assert len({head.partition(b"x-connection: ")[2].split()[0] for head in heads}) == 1


def test_no_visitor_chooses_another_path_by_a_header(site: int, log: SiteLog) -> None:
    """gunicorn would take SCRIPT_NAME from a client on this machine that it trusts."""
    with closing(Front(site).connect()) as client:
        headers = ("SCRIPT_NAME: /elsewhere", "Connection: close", "")
        client.sendall(http_request("GET /elsewhere/handbook/moved-by-a-header", *headers))
        assert read(client).startswith(b"HTTP/1.1 404 ")
    assert log.served()["moved-by-a-header"] == 0


def test_gunicorn_is_told_nothing_that_permits_more_than_the_standard() -> None:
    options = [word for word in gunicorn(0) if word.startswith("--")]
    unsafe = ("--permit", "--casefold", "--strip-header", "--header-map", "--forwarder-headers")
    assert [option for option in options if option.startswith((*unsafe, "--http"))] == []
    assert "--forwarded-allow-ips=" in options
