# expect: held
# The same broker over its socket file.
import socket


def attack(config):
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(config["redis"])
    return "reached a unix server"
