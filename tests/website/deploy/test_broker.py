"""The folder of messages: no partial message is ever read."""

import os
import resource
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue

from tests.patience import PROMPT
from website.deploy import broker

COUNT = 400


@pytest.fixture
def options(tmp_path: Path) -> dict[str, Any]:
    for name in ("messages", "taken"):
        (tmp_path / name).mkdir()
    return {
        "data_folder_in": str(tmp_path / "messages"),
        "data_folder_out": str(tmp_path / "messages"),
        "processed_folder": str(tmp_path / "taken"),
        "store_processed": False,
        "polling_interval": 0.01,
    }


def connected(options: dict[str, Any]) -> Connection:
    broker.install()
    return Connection("filesystem://", transport_options=options)


def send(options: dict[str, Any], numbers: range) -> None:
    with connected(options) as connection, connection.channel() as channel:
        producer = connection.Producer(channel)
        for number in numbers:
            producer.publish({"number": number}, exchange="arena", routing_key="arena")


def received(options: dict[str, Any], count: int) -> list[int]:
    found: list[int] = []
    queue = Queue("arena", Exchange("arena"), routing_key="arena")

    def take(body: dict[str, int], message: Any) -> None:
        found.append(body["number"])
        message.ack()

    with connected(options) as connection, connection.Consumer(queue, callbacks=[take]):
        while len(found) < count:
            connection.drain_events(timeout=PROMPT)
    return found


def test_messages_come_in_the_order_of_sending_and_leave_nothing(options: dict[str, Any]) -> None:
    send(options, range(20))
    assert received(options, 20) == list(range(20))
    assert not list(Path(options["data_folder_in"]).iterdir())
    assert not list(Path(options["processed_folder"]).iterdir())


@pytest.mark.long(3)
def test_a_reader_beside_two_writers_reads_every_message_whole(options: dict[str, Any]) -> None:
    children = []
    for start in (0, COUNT):
        child = os.fork()
        if child == 0:
            send(options, range(start, start + COUNT))
            os._exit(0)
        children.append(child)
    numbers = received(options, 2 * COUNT)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0]
    assert sorted(numbers) == list(range(2 * COUNT))


def test_rubbish_in_the_folder_is_dropped(options: dict[str, Any]) -> None:
    (Path(options["data_folder_in"]) / "0_x.arena.msg").write_text("{half a mess")
    (Path(options["data_folder_in"]) / "0_y.draft").write_text("{being writ")
    send(options, range(1))
    assert received(options, 1) == [0]


def test_celerys_own_events_are_not_piled_up(options: dict[str, Any]) -> None:
    with connected(options) as connection, connection.channel() as channel:
        connection.Producer(channel).publish(
            {}, exchange="celeryev", routing_key="worker.heartbeat"
        )
    assert not list(Path(options["data_folder_in"]).iterdir())


def test_a_full_disk_refuses_a_message_and_keeps_no_half_of_it(
    options: dict[str, Any], tmp_path: Path
) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    send(options, range(1))
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))  # no room beyond ten bytes
        with pytest.raises(OSError, match="File too large"):
            send(options, range(1, 2))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.suffix for path in (tmp_path / "messages").iterdir()] == [".msg"]
    assert received(options, 1) == [0]
