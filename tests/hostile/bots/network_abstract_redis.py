# expect: held
# Abstract sockets have no file, so no mount hides them.
import socket


def attack(config):
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect("\0" + config["abstract"])
    return "reached an abstract unix server"
