# expect: held
# The database on its usual transport: every rating is in it.
import socket


def attack(config):
    with socket.create_connection(("127.0.0.1", config["tcp"]), 1) as peer:
        peer.sendall(b"\0\0\0\x18\0\3\0\0user\0postgres\0\0")
        return "sent a greeting to PostgreSQL"
