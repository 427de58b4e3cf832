# expect: held
import socket


def attack(config):
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(config["unix"])
    return "reached a unix server"
