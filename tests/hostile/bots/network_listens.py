# expect: held
# A server inside the jail would be a meeting place.
import socket


def attack(config):
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()
