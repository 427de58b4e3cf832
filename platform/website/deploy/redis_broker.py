"""Kombu's Redis transport, hardened against an absent Redis.

Kombu keeps the slot of a message that it cannot acknowledge: out of slots, a worker never notices
the lost connection. Ours frees it first.
"""

from typing import Any

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    def ack(self, delivery_tag: Any) -> None:
        """Free the slot, then tell Redis; Celery logs errors."""
        virtual.QoS.ack(self, delivery_tag)
        super().ack(delivery_tag)


class Channel(redis.Channel):
    QoS = QoS


class Transport(redis.Transport):
    Channel = Channel
