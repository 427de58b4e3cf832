# expect: held
# A datagram needs no connection and no answer.
import socket


def attack(config):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
        return peer.sendto(b"hello", ("127.0.0.1", config["udp"]))
