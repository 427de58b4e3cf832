"""A client's connection: reading, writing and time limits."""

import socket
from collections.abc import Iterator
from time import monotonic

import pytest

from website.server import buffers, connection
from website.server.connection import Connection, Deadlines, Stage

DEADLINES = Deadlines(head=10, body=60, response=300, idle=2)
GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
MOST = 1000


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, Connection]]:
    client, server = socket.socketpair()
    held = Connection(server, "somebody", DEADLINES, MOST)
    with client:
        client.settimeout(0)
        yield client, held
    held.close()


def post(length: object, more: str = "") -> bytes:
    return f"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n{more}\r\n".encode()


def send(client: socket.socket, held: Connection, data: bytes) -> Stage:
    client.sendall(data)
    held.receive()
    return held.stage


def handed_over(held: Connection) -> bytes:
    assert stage(held) is Stage.WORK
    request = held.sock
    assert request
    return b"".join(iter(lambda: request.recv(64), b""))


def stage(held: Connection) -> Stage:
    """Read the stage afresh, as the steps between change it."""
    return held.stage


def test_a_request_is_handed_over_when_all_of_it_is_there(
    ends: tuple[socket.socket, Connection],
) -> None:
    client, held = ends
    whole = post(4) + b"body"
    for number in range(len(whole) - 1):
        expected = Stage.BODY if whole[: number + 1].endswith((b"\n\r\n", *BODIES)) else Stage.HEAD
        assert send(client, held, whole[number : number + 1]) is expected
    assert send(client, held, whole[-1:]) is Stage.WORK
    assert handed_over(held) == whole


BODIES = tuple(b"\n\r\n" + b"body"[:size] for size in (1, 2, 3))


def test_no_byte_of_a_part_moves_its_deadline(ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    first = held.deadline
    assert first <= monotonic() + 10
    for letter in b"GET /slow HT":
        send(client, held, bytes([letter]))
    assert held.deadline == first
    send(client, held, b"TP/1.1\r\nContent-Length: 900\r\n\r\n")
    second = held.deadline
    assert first + 40 < second <= monotonic() + 60
    for letter in b"body":
        send(client, held, bytes([letter]))
    assert held.deadline == second


def test_what_follows_a_request_is_the_next_one(ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    send(client, held, post(1) + b"a" + GET + b"GET /begun")
    assert handed_over(held) == post(1) + b"a"
    held.finished(keep=True)
    assert handed_over(held) == GET
    held.finished(keep=True)
    assert stage(held) is Stage.HEAD
    assert not held.is_silent
    send(client, held, b" HTTP/1.1\r\n\r\n")
    assert handed_over(held) == b"GET /begun HTTP/1.1\r\n\r\n"
    held.finished(keep=True)
    assert (stage(held), held.is_silent) == (Stage.IDLE, True)
    assert held.deadline <= monotonic() + DEADLINES.idle


@pytest.mark.parametrize("head", [post(MOST + 1), post("1\r\nTransfer-Encoding: chunked")])
def test_a_body_that_nobody_takes_is_not_kept(
    head: bytes, ends: tuple[socket.socket, Connection]
) -> None:
    client, held = ends
    send(client, held, head + b"body")
    first, _, rest = head.partition(b"\r\n")
    assert handed_over(held) == first + b"\r\nConnection: close\r\n" + rest
    held.finished(keep=True)
    assert stage(held) is Stage.DISCARD
    assert send(client, held, b"more of it") is Stage.DISCARD
    client.shutdown(socket.SHUT_WR)
    held.receive()
    assert stage(held) is Stage.CLOSED


def test_a_client_that_never_ends_a_refused_body_is_cut_off(
    ends: tuple[socket.socket, Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "DISCARD_MOST", 100)
    client, held = ends
    send(client, held, post(MOST + 1))
    held.finished(keep=True)
    assert send(client, held, b"x" * 100) is Stage.DISCARD
    assert send(client, held, b"x") is Stage.CLOSED


@pytest.mark.parametrize("sent", [GET[:5], post(5), post(5) + b"four"])
def test_who_is_late_is_told(sent: bytes, ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    send(client, held, sent)
    held.time_out()
    assert client.recv(100).startswith(b"HTTP/1.1 408 ")
    assert client.recv(100) == b""
    assert stage(held) is Stage.DISCARD
    held.time_out()
    assert stage(held) is Stage.CLOSED


def test_who_says_nothing_is_told_nothing(ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    held.time_out()
    assert stage(held) is Stage.CLOSED
    assert client.recv(100) == b""


def test_endless_headers_are_refused(ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    client.setblocking(True)
    line = b"X-Long: " + b"y" * 1000 + b"\r\n"
    send(client, held, b"GET / HTTP/1.1\r\n")
    for _ in range(buffers.HEAD_MOST // len(line)):
        assert send(client, held, line) is Stage.HEAD
    assert send(client, held, line) is Stage.DISCARD
    assert client.recv(100).startswith(b"HTTP/1.1 431 ")


def test_the_body_is_asked_for_where_the_client_waits_for_that(
    ends: tuple[socket.socket, Connection],
) -> None:
    client, held = ends
    send(client, held, post(4, "Expect: 100-continue\r\n"))
    assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    send(client, held, b"body")
    assert held.sock
    assert held.sock.send(connection.CONTINUE) == len(connection.CONTINUE)
    with pytest.raises(BlockingIOError):
        client.recv(100)


def test_one_that_is_too_long_is_not_asked_for(ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    send(client, held, post(MOST + 1, "Expect: 100-continue\r\n"))
    assert stage(held) is Stage.WORK
    with pytest.raises(BlockingIOError):
        client.recv(100)


def test_a_thread_never_waits_for_a_slow_reader(ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    send(client, held, GET)
    assert held.sock
    parts = [bytes([number]) * 100_000 for number in range(30)]
    for part in parts:
        held.sock.sendall(part)
    held.finished(keep=False)
    assert stage(held) is Stage.RESPONSE
    assert held.deadline <= monotonic() + DEADLINES.response
    before = held.deadline
    read = bytearray()
    while stage(held) is Stage.RESPONSE:
        read += client.recv(70_000)
        assert held.deadline == before
        held.flush()
    client.setblocking(True)
    while data := client.recv(1_000_000):
        read += data
    assert bytes(read) == b"".join(parts)
    assert stage(held) is Stage.DISCARD


def test_a_client_that_is_gone_ends_it(ends: tuple[socket.socket, Connection]) -> None:
    client, held = ends
    send(client, held, GET)
    client.close()
    assert held.sock
    with pytest.raises(BrokenPipeError):
        held.sock.sendall(b"x")
    held.finished(keep=False)
    held.receive()
    assert stage(held) is Stage.CLOSED
