"""The web server as `up` starts it, proxies in front, and slow clients."""

import os
import selectors
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from grp import getgrgid
from pathlib import Path
from pwd import getpwuid

from tests.patience import PATIENCE, PROMPT
from tests.prepared import prepare
from tests.services import Unavailable, free_port
from tests.tooling.processes import environment, within
from website.management.programs import bound_socket, gunicorn

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"


@contextmanager
def web_server(folder: Path, *words: str, **settings: str) -> Iterator[int]:
    """Run the web server of `up` on a new database in this folder; yield its port."""
    given = environment(KINGSBENCH_VAR=str(folder), **settings)
    prepare(folder)
    with bound_socket(HOST, 0) as listener, (folder / "web.log").open("wb") as log:
        line = [sys.executable, "-P", "-m", *gunicorn(listener.fileno()), *words]
        process = subprocess.Popen(
            line, cwd=ROOT, env=given, pass_fds=[listener.fileno()], stdout=log, stderr=log
        )
        port: int = listener.getsockname()[1]
        try:
            assert within(PATIENCE, lambda: answers(f"http://{HOST}:{port}/health/"))
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PROMPT) == 0, (folder / "web.log").read_text()


def answers(address: str, context: ssl.SSLContext | None = None) -> bool:
    """Wait for a page; return whether it came."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE, context=context) as page:
            return page.status == 200 and bool(page.read())
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def nginx(
    folder: Path, site: int, requests: Path | None = None
) -> Iterator[tuple[int, ssl.SSLContext]]:
    """Run Debian's nginx with our configuration before the site on this port.

    Yield the port where it speaks HTTPS, and a context that trusts its certificate. `requests` is
    a file in which it writes each request's address. Raises Unavailable.
    """
    certify(folder)
    port = free_port()
    shipped = (ROOT / "docker" / "nginx.conf").read_text()
    for ours, here in (
        ("listen 80;", f"listen {HOST}:{free_port()};"),
        ("listen 443 ", f"listen {HOST}:{port} "),
        ("/etc/ssl/kingsbench", str(folder)),
        ("127.0.0.1:8000", f"{HOST}:{site}"),
        ("kingsbench.example", "localhost"),
    ):
        assert ours in shipped
        shipped = shipped.replace(ours, here)
    line = nginx_line(folder, shipped, f"{requests} addresses" if requests else "off")
    with (folder / "nginx.log").open("wb") as log:
        process = subprocess.Popen(line, stdout=log, stderr=log, cwd=folder)
    try:
        trusted = ssl.create_default_context(cafile=folder / "fullchain.pem")
        up = within(PATIENCE, lambda: answers(f"https://localhost:{port}/health/", trusted))
        assert up, (folder / "nginx.log").read_text()
        yield port, trusted
    finally:
        process.terminate()
        process.wait(PROMPT)


def nginx_line(folder: Path, site: str, log: str = "off") -> list[str]:
    """Write this configuration of a site; return nginx's command line. Raise Unavailable."""
    program = installed("nginx")
    (folder / "kingsbench.conf").write_text(site)
    user = f"{getpwuid(os.geteuid()).pw_name} {getgrgid(os.getegid()).gr_name}"
    (folder / "nginx.conf").write_text(DEBIAN.format(folder=folder, log=log, user=user))
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]


def check_nginx(folder: Path, site: str) -> str:
    """Let nginx read this configuration of a site; return what it says. Raise Unavailable."""
    line = [*nginx_line(folder, site), "-t"]
    return subprocess.run(line, capture_output=True, text=True, check=False, cwd=folder).stderr


# Debian's own /etc/nginx/nginx.conf, except for paths and the user, who writes to our folder.
DEBIAN = """
daemon off;
user {user};
worker_processes auto;
pid {folder}/nginx.pid;
events {{ worker_connections 768; }}
http {{
    sendfile on;
    tcp_nopush on;
    log_format addresses "$request_uri";
    access_log {log};
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/kingsbench.conf;
}}
"""


@contextmanager
def haproxy(folder: Path, site: int) -> Iterator[int]:
    """Run Debian's HAProxy before the site on this port; yield its own.

    It sends requests of different visitors over the same connection to the site, the port of which
    it names in each answer. haproxy.log has each request's address. Raises Unavailable.
    """
    program = installed("haproxy")
    port = free_port()
    (folder / "haproxy.conf").write_text(HAPROXY.format(host=HOST, port=port, site=site))
    with (folder / "haproxy.log").open("wb") as log:
        line = [program, "-f", str(folder / "haproxy.conf")]
        process = subprocess.Popen(line, stdout=log, stderr=log, cwd=folder)
    try:
        up = within(PATIENCE, lambda: answers(f"http://{HOST}:{port}/health/"))
        assert up, (folder / "haproxy.log").read_text()
        yield port
    finally:
        process.terminate()
        process.wait(PROMPT)


HAPROXY = """
global
    nbthread 1
    log stdout format raw local0
defaults
    mode http
    log global
    log-format "%[capture.req.uri]"
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    http-reuse always
frontend visitors
    bind {host}:{port}
    default_backend kingsbench
backend kingsbench
    http-response set-header X-Connection %[bc_src_port]
    server site {host}:{site}
"""


def installed(name: str) -> str:
    """Return a server's path. Raise Unavailable."""
    program = shutil.which(name, path="/usr/sbin:/usr/bin")
    if program is None:
        raise Unavailable(f"{name} is missing: apt-get install {name}")
    return program


def certify(folder: Path) -> None:
    """Make a certificate for localhost."""
    line = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*line, *files, *name], check=True, capture_output=True)


class Crowd:
    """Many clients of one server, each sending its words first, then letter by letter."""

    def __init__(self, begin: Callable[[], socket.socket], number: int) -> None:
        self._stack = ExitStack()
        self.clients = [self._stack.enter_context(begin()) for _ in range(number)]

    def __enter__(self) -> "Crowd":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def say(self, words: bytes) -> int:
        """Send this from all connected clients; return their number."""
        alive = []
        for client in self.clients:
            try:
                client.sendall(words)
            except OSError:
                continue
            alive.append(client)
        self.clients = alive
        return len(alive)

    def go_on_while(self, act: Callable[[], bool]) -> bool:
        """Let all clients send a letter each half second until this is done; return its result."""
        with ThreadPoolExecutor(1) as pool:
            acting = pool.submit(act)
            while not acting.done():
                for client in self.clients:
                    client.sendall(b"b")
                wait([acting], timeout=0.5)
            return acting.result()

    def are_cut_off(self, letter: bytes) -> bool:
        """Return whether all connections end while the clients send ten letters a second."""
        end = time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as watch:
            for client in self.clients:
                client.settimeout(0)
                watch.register(client, selectors.EVENT_READ)
            while watch.get_map() and time.monotonic() < end:
                for key, _ in watch.select(0):
                    if is_over(key.fileobj):  # type: ignore[arg-type]
                        watch.unregister(key.fileobj)
                for key in list(watch.get_map().values()):
                    if letter and not says(key.fileobj, letter):  # type: ignore[arg-type]
                        watch.unregister(key.fileobj)
                time.sleep(0.1)
            return not watch.get_map()


def says(client: socket.socket, letter: bytes) -> bool:
    """Send a letter; return whether the connection is open."""
    try:
        client.sendall(letter)
    except (BlockingIOError, ssl.SSLWantWriteError):
        return True
    except OSError:
        return False
    return True


def is_over(client: socket.socket) -> bool:
    """Read available data; return whether the connection has ended."""
    try:
        return not client.recv(65536)
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    except OSError:
        return True


def connects(port: int, context: ssl.SSLContext | None = None, window: int = 0) -> socket.socket:
    """Connect; `window` is the receive buffer in bytes."""
    client = socket.socket()
    client.settimeout(PATIENCE)
    if window:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    client.connect((HOST, port))
    return context.wrap_socket(client, server_hostname="localhost") if context else client


def request(line: str, *headers: str) -> bytes:
    """A request's head; without a last empty header it has no end."""
    lines: Sequence[str] = (f"{line} HTTP/1.1", "Host: localhost", *headers)
    return ("\r\n".join(lines) + "\r\n").encode()
