"""Celery's broker on many machines: kombu's Redis transport, hardened against an absent Redis.

Kombu keeps the place of a message that it could not acknowledge. A worker whose places are all
taken in that way asks for no more messages, and so never even notices that its connection is gone:
it is deaf until it is started anew. Ours frees the place whatever Redis says. The message itself
only rang a bell.
"""

from typing import Any

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """The messages that a worker has taken and not acknowledged yet."""

    def ack(self, delivery_tag: Any) -> None:
        """Free the message's place, then tell Redis; errors are Celery's to log."""
        virtual.QoS.ack(self, delivery_tag)
        super().ack(delivery_tag)


class Channel(redis.Channel):
    """Kombu's channel with our places."""

    QoS = QoS


class Transport(redis.Transport):
    """Kombu's Redis transport with our channel."""

    Channel = Channel
