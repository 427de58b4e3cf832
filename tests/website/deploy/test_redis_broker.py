"""Redis as Celery's broker: a worker receives messages again after an outage of Redis."""

import signal
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue

from tests.arena.resilience.crew import own_redis
from tests.patience import PROMPT
from website.deploy import broker


@pytest.mark.services
def test_a_message_that_could_not_be_acknowledged_takes_no_place() -> None:
    broker.install()
    queue = Queue("arena", Exchange("arena"), routing_key="arena")
    taken: list[Any] = []
    with own_redis() as server, Connection(server.url) as connection:
        channel: Any = connection.channel()
        channel.basic_qos(0, 1, False)
        consumer = connection.Consumer(
            queue, channel=channel, callbacks=[lambda _body, message: taken.append(message)]
        )
        consumer.consume()
        connection.Producer(channel).publish({}, exchange="arena", routing_key="arena")
        connection.drain_events(timeout=PROMPT)
        assert not channel.qos.can_consume(), "the one place is taken"
        server.end(signal.SIGKILL)
        with pytest.raises(connection.connection_errors):
            taken[0].ack()
        assert channel.qos.can_consume()
        server.begin()
